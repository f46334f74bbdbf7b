import { expect, test } from 'vitest';
import { company } from '../company.ts';
import { TOLD_VERSION } from './told.ts';
import { toldTo } from './told-copy.ts';

const one = 'Vidik – 1 uređaj';
const transfer = toldTo({ productName: one, total: 2_566_000, until: '2026-12-04' });
const onDelivery = toldTo({ productName: one, total: 2_605_000, until: null });

test('whoever changes a word gives the words a new version', () => {
  expect({ version: TOLD_VERSION, transfer, onDelivery }).toMatchInlineSnapshot();
});

test('a consumer hears who sells, what, for how much with every fee, how it is paid, when it comes, and how to be rid of it', () => {
  for (const [words, total, fee] of [
    [transfer, '25.660 RSD', false],
    [onDelivery, '26.050 RSD', true],
  ] as const) {
    const text = words.join(' ');
    for (const part of [company.legalName, company.address, company.phone, company.email, one, total])
      expect(text).toContain(part);
    for (const part of [
      '14 dana od prijema',
      'trošak vraćanja je Vaš',
      '420 RSD',
      'Reklamaciju',
      'uz obavezu plaćanja',
    ])
      expect(text).toContain(part);
    expect(text.includes('naknadu za pouzeće 390 RSD')).toBe(fee);
  }
  expect(transfer.join(' ')).toContain('važi do 4. decembra 2026. Ako uplata ne stigne');
  expect(onDelivery.join(' ')).toContain('Plaćate kuriru, pri preuzimanju.');
});
