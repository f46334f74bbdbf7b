import { expect, test } from 'vitest';
import { PAYEE_MAX, payoutReference } from '#domain/payouts/rules.ts';
import { schemaFaultsOf } from '../test/payment-order.ts';
import { paymentOrderXml } from './payment-order.ts';

const payment = (number: number, more: object = {}) => ({
  reference: payoutReference(2027, number),
  amount: 2_566_000,
  payee: 'Šćepan Ćosić',
  account: '160000000012345654',
  purpose: 'Povraćaj po narudžbini 1021',
  ...more,
});
const order = (...payments: ReturnType<typeof payment>[]) =>
  paymentOrderXml({
    number: 12,
    moment: new Date('2027-05-03T10:00:00.123Z'),
    day: '2027-05-03',
    payer: { name: 'Vidik d.o.o. & ćerke', account: '999000000000030318' },
    payments,
  });

test('a payment order keeps to its schema, with the longest and the strangest that it may have', () => {
  const strange = payment(2, { payee: '<Ž> & "Đ" \'š\'', purpose: 'Povraćaj < uplate > & naknade', amount: 1 });
  const longest = payment(999_999, { payee: 'Š'.repeat(PAYEE_MAX), amount: 99_999_999_999 });
  expect(schemaFaultsOf(order(payment(1), strange, longest))).toEqual([]);
});

test.each([
  [
    'an element in another place',
    (xml: string) => xml.replace(/(<MsgId>.*<\/MsgId>)\s*(<CreDtTm>.*<\/CreDtTm>)/, '$2$1'),
  ],
  ['a missing sum', (xml: string) => xml.replace(/<CtrlSum>.*<\/CtrlSum>/, '')],
  ['an account with a digit too few', (xml: string) => xml.replace(/(<IBAN>RS\d{19})\d/, '$1')],
  ['no currency', (xml: string) => xml.replace(' Ccy="RSD"', '')],
  ['a name that is too long', (xml: string) => xml.replace('Šćepan', 'Š'.repeat(PAYEE_MAX))],
  ['something unknown', (xml: string) => xml.replace('<RmtInf>', '<Purp><Cd>SALA</Cd></Purp><RmtInf>')],
  ['another version', (xml: string) => xml.replace('pain.001.001.03', 'pain.001.001.09')],
])('the schema finds %s', (_, broken) => {
  const xml = order(payment(1));
  const other = broken(xml);
  expect(other).not.toBe(xml);
  expect(schemaFaultsOf(other)).not.toEqual([]);
});

test('without payments there is no payment order', () => {
  expect(schemaFaultsOf(order())).not.toEqual([]);
});
