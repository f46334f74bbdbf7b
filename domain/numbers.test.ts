import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatMoney, formatMoneyExact, formatNumber } from './money.ts';
import { plural } from './plural.ts';

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
