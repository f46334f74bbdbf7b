import { expect, test } from 'vitest';
import { eur, type Money } from '../../money.ts';
import { shippedSettings } from '../event-settings.ts';
import { eventPackages, packageOf, priceIn } from '../packages.ts';
import { epcQr } from './epc-qr.ts';
import { paymentInstructions } from './instructions.ts';
import { ipsQr } from './ips-qr.ts';

const rsd = (amount: number): Money => ({ amount, currency: 'RSD' });

test('the National Bank’s example with the mandatory fields alone', () => {
  expect(ipsQr({ account: '840000000095584510', payee: ['Čigra doo'], amount: rsd(102_512), paymentCode: '289' })).toBe(
    'K:PR|V:01|C:1|R:840000000095584510|N:Čigra doo|I:RSD1025,12|SF:289',
  );
});

test('an electricity bill, byte by byte', () => {
  expect(
    ipsQr({
      account: '845000000040484987',
      payee: ['JP EPS BEOGRAD', 'BALKANSKA 13'],
      amount: rsd(359_613),
      paymentCode: '189',
      purpose: 'UPLATA PO RAČUNU ZA EL. ENERGIJU',
      reference: '163220000111111111000',
    }),
  ).toBe(
    'K:PR|V:01|C:1|R:845000000040484987|N:JP EPS BEOGRAD\nBALKANSKA 13|I:RSD3596,13|SF:189|S:UPLATA PO RAČUNU ZA EL. ENERGIJU|RO:97163220000111111111000',
  );
});

const bill = { account: '165000000000005574', payee: ['Primer'], amount: rsd(100), paymentCode: '289' };
test.each([
  ['an account with wrong control digits', { ...bill, account: '160000000123456778' }],
  ['euros', { ...bill, amount: eur(1) }],
  ['no money', { ...bill, amount: rsd(0) }],
  ['half a para', { ...bill, amount: rsd(10.5) }],
  ['more than the field holds', { ...bill, amount: rsd(100_000_000_000_000) }],
  ['a separator in the name', { ...bill, payee: ['Prva|Druga'] }],
  ['four lines of payee', { ...bill, payee: ['a', 'b', 'c', 'd'] }],
  ['a name over 70 characters', { ...bill, payee: ['č'.repeat(71)] }],
  ['a purpose over 35 characters', { ...bill, purpose: 'š'.repeat(36) }],
  ['a reference that fails its check', { ...bill, reference: '9714123412' }],
  ['a payment code of two digits', { ...bill, paymentCode: '89' }],
])('an IPS QR refuses %s', (_, wrong) => expect(() => ipsQr(wrong)).toThrow(RangeError));

test('amounts have a comma and two decimals, small and large', () => {
  expect(ipsQr({ ...bill, amount: rsd(1) })).toContain('I:RSD0,01|');
  expect(ipsQr({ ...bill, amount: rsd(99_999_999_999_999) })).toContain('I:RSD999999999999,99|');
});

const transfer = {
  bic: 'CKBCMEPG',
  payee: 'Primjer doo Podgorica',
  iban: 'ME25510000000006234133',
  amount: eur(1999),
  text: 'Rezervacija 2026-000123',
};

test('an EPC QR for Montenegro, byte by byte', () => {
  expect(epcQr(transfer)).toBe(
    'BCD\n002\n1\nSCT\nCKBCMEPG\nPrimjer doo Podgorica\nME25510000000006234133\nEUR1999.00\n\n\nRezervacija 2026-000123',
  );
});

test.each([
  ['dinars', { ...transfer, amount: rsd(100) }],
  ['an IBAN with wrong check digits', { ...transfer, iban: 'ME26510000000006234133' }],
  ['no BIC', { ...transfer, bic: '' }],
  ['a name over 70 characters', { ...transfer, payee: 'n'.repeat(71) }],
  ['a second line in the text', { ...transfer, text: 'a\nb' }],
  ['more than 331 bytes', { ...transfer, payee: 'Ж'.repeat(70), text: 'Ж'.repeat(140) }],
])('an EPC QR refuses %s', (_, wrong) => expect(() => epcQr(wrong)).toThrow(RangeError));

test('the four packages have their published names and prices', () => {
  expect(
    eventPackages.map(({ id, name, priceEUR, priceDIN, popular }) => [
      id,
      name,
      priceEUR.amount,
      priceDIN.amount,
      popular,
    ]),
  ).toEqual([
    ['ticket-only', 'Samo karta za event', 9_999, 1_171_600, false],
    ['shared-room-package', 'Standardna soba + karta', 13_660, 1_600_500, true],
    ['apartment-package', 'Jednosoban apartman + karta', 15_660, 1_834_900, false],
    ['two-tickets-accommodation', 'Porodični paket - 2 karte + smeštaj', 27_320, 3_201_100, false],
  ]);
});

test('a reservation from Serbia is paid in dinars with model 97, from Montenegro in euros', () => {
  const pack = packageOf('shared-room-package');
  const reserved = { year: 2027, number: 101, createdAt: new Date('2027-05-01T10:00:00Z'), lapsesAt: null };
  const serbia = paymentInstructions(shippedSettings, { ...reserved, country: 'RS', amount: priceIn(pack, 'RS') });
  expect(serbia).toMatchObject({ model: '97', paymentCode: '289', iban: null, qr: { kind: 'ips' } });
  expect(serbia.qr.payload).toBe(
    `K:PR|V:01|C:1|R:999000000000010142|N:Organizator primer d.o.o.\nPrimer ulica 1\nBeograd|I:RSD16005,00|SF:289|S:Rezervacija 101|RO:97${serbia.reference.replace('-', '')}`,
  );
  const montenegro = paymentInstructions(shippedSettings, { ...reserved, country: 'CG', amount: priceIn(pack, 'CG') });
  expect(montenegro).toMatchObject({ model: null, paymentCode: null, bic: 'PRIMMEPG', qr: { kind: 'epc' } });
  expect(montenegro.qr.payload).toBe(
    `BCD\n002\n1\nSCT\nPRIMMEPG\nOrganizator primer d.o.o.\nME25999000000000020230\nEUR136.60\n\n\nRezervacija 101 ${montenegro.reference}`,
  );
  expect(montenegro.dueAt.toISOString()).toBe('2027-05-08T10:00:00.000Z');
});
