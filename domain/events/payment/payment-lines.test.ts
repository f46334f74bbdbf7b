import { expect, test } from 'vitest';
import { shippedSettings } from '../event-settings.ts';
import { packageOf, priceIn } from '../packages.ts';
import { paymentInstructions } from './instructions.ts';
import { paymentLines, paymentText } from './payment-lines.ts';

const instructions = (country: 'RS' | 'CG') =>
  paymentInstructions(shippedSettings, {
    year: 2027,
    number: 105,
    country,
    amount: priceIn(packageOf('shared-room-package'), country),
    createdAt: new Date('2027-05-01T10:00:00Z'),
    lapsesAt: null,
  });

test('everything copied at once stands in the order in which a bank asks for it', () => {
  expect(paymentText(instructions('RS')).split('\n')).toEqual([
    'Primalac: Organizator primer d.o.o.',
    'Račun primaoca: 999-0000000000101-42',
    'Mesto: Beograd',
    'Model: 97',
    'Poziv na broj: 11-2027000105',
    'Iznos: 16.005,00\u00a0RSD',
    'Svrha uplate: Rezervacija 105',
    'Šifra plaćanja: 289',
  ]);
});

test('from Montenegro there is no model and no code, but an IBAN and the bank', () => {
  const labels = paymentText(instructions('CG'))
    .split('\n')
    .map((line) => line.split(':')[0]);
  expect(labels).toEqual(['Primalac', 'IBAN', 'BIC (SWIFT) banke', 'Grad', 'Poziv na broj', 'Iznos', 'Svrha uplate']);
});

test('an amount and an IBAN are copied as the forms of banks take them', () => {
  const lines = paymentLines(instructions('CG'));
  expect(lines.find(({ label }) => label === 'Iznos')).toMatchObject({ copied: '136,60' });
  expect(lines.find(({ label }) => label === 'IBAN')!.copied).toMatch(/^ME\d+$/);
});
