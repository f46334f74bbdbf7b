import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editorCopy } from './campaigns/own-copy.ts';
import { packingCopy } from './fulfilment/desk-copy.ts';
import { formatMoney, formatMoneyExact, formatNumber } from './money.ts';
import { plural } from './plural.ts';
import { tvsCopy } from './tvs/copy.ts';

const whole = new Intl.NumberFormat('sr-Latn-RS', { maximumFractionDigits: 0 });
const cents = new Intl.NumberFormat('sr-Latn-RS', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const rules = new Intl.PluralRules('sr-Latn-RS');
const count = fc.integer({ min: 0, max: 2_000_000_000 });
const amount = fc.integer({ min: -2_000_000_000, max: 2_000_000_000 });

test('numbers and amounts are written as Unicode writes them in Serbian', () => {
  expect(formatNumber(2_000_000)).toBe('2.000.000');
  expect(formatMoney({ amount: 1_799_900, currency: 'EUR' })).toBe('17.999\u00a0€');
  fc.assert(
    fc.property(amount, (n) => {
      expect(formatNumber(n)).toBe(whole.format(n));
      expect(formatMoneyExact({ amount: n, currency: 'RSD' })).toBe(`${cents.format(n / 100)}\u00a0RSD`);
      expect(formatMoney({ amount: n, currency: 'EUR' })).toBe(
        `${(n % 100 === 0 ? whole : cents).format(n / 100)}\u00a0€`,
      );
    }),
  );
});

test('a noun takes the form that Unicode gives it after its number', () => {
  fc.assert(
    fc.property(fc.oneof(count, fc.integer({ min: 0, max: 130 })), (n) => {
      const form = rules.select(n);
      expect(plural(n, { one: 'one', few: 'few', other: 'other' })).toBe(form === 'many' ? 'other' : form);
    }),
  );
});

test('what is said without a number is said of one alone, not of 21', () => {
  const blocked = (companies: number) => tvsCopy.blockDialog.text('40 L-banera', companies, 0);
  expect(blocked(1)).toContain('vraća se jednoj firmi.');
  expect(blocked(3)).toContain('vraća se firmama (3).');
  expect(blocked(21)).toContain('vraća se firmama (21).');
  expect([0, 1, 2, 5, 21, 101].map(packingCopy.parcel.prints)).toEqual([
    'nije štampana',
    'štampana jednom',
    'štampana 2 puta',
    'štampana 5 puta',
    'štampana 21 put',
    'štampana 101 put',
  ]);
  expect([1, 2, 21].map(tvsCopy.one.again)).toEqual(['poslat još 1 put', 'poslat još 2 puta', 'poslat još 21 put']);
});

test('a verb agrees with the number before it', () => {
  expect([1, 3, 12, 21, null].map(editorCopy.waiting)).toEqual([
    'još 1 čeka potvrdu',
    'još 3 čekaju potvrdu',
    'još 12 čeka potvrdu',
    'još 21 čeka potvrdu',
    `još ${editorCopy.few} čeka potvrdu`,
  ]);
});
