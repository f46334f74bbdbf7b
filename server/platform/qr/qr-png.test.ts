import fc from 'fast-check';
import { decode as decodePng } from 'fast-png';
import { decodeQR } from 'qr/decode.js';
import { expect, test } from 'vitest';
import { shippedSettings } from '#domain/events/event-settings.ts';
import { eventPackages, priceIn } from '#domain/events/packages.ts';
import { paymentInstructions } from '#domain/events/payment/instructions.ts';
import { isModel97 } from '#domain/events/payment/model97.ts';
import { qrModules, qrPng } from './qr-png.ts';

/** From the picture's pixels alone, as a phone would. */
function read(png: Buffer): string {
  const { width, height, data } = decodePng(png);
  const rgba = new Uint8ClampedArray(width * height * 4);
  for (const [index, value] of data.entries()) rgba.set([value, value, value, 255], index * 4);
  return decodeQR({ width, height, data: rgba });
}

const samples = [
  'K:PR|V:01|C:1|R:845000000040484987|N:JP EPS BEOGRAD\nBALKANSKA 13|I:RSD3596,13|SF:189|S:UPLATA PO RAČUNU ZA EL. ENERGIJU|RO:97163220000111111111000',
  'K:PR|V:01|C:1|R:840000000095584510|N:Čigra doo|I:RSD1025,12|SF:289',
  'BCD\n002\n1\nSCT\nCKBCMEPG\nPrimjer doo Podgorica\nME25510000000006234133\nEUR1999.00\n\n\nRezervacija 2026-000123',
];

test.each(samples)('the picture of a published payload is read back byte by byte: %s', (payload) => {
  expect(Buffer.from(read(qrPng(payload)))).toEqual(Buffer.from(payload));
});

test('every package in both countries: the picture says what the instructions say, and the reference passes its check', () => {
  const requested = fc.record({
    pack: fc.constantFrom(...eventPackages),
    country: fc.constantFrom('RS' as const, 'CG' as const),
    number: fc.integer({ min: 101, max: 999_999 }),
    year: fc.integer({ min: 2026, max: 2040 }),
  });
  fc.assert(
    fc.property(requested, ({ pack, country, number, year }) => {
      const { qr, reference } = paymentInstructions(shippedSettings, {
        country,
        number,
        year,
        amount: priceIn(pack, country),
        createdAt: new Date(0),
        lapsesAt: null,
      });
      expect(isModel97(reference)).toBe(true);
      expect(Buffer.from(read(qrPng(qr.payload, 4)))).toEqual(Buffer.from(qr.payload));
    }),
    { numRuns: 40 },
  );
});

test('331 bytes is the most; one more is refused rather than drawn too dense', () => {
  expect(qrModules('x'.repeat(331))).toHaveLength(4 + 69 + 4);
  expect(() => qrModules('x'.repeat(332))).toThrow();
});
