import { expect, test } from 'vitest';
import { chargedUnits, pricePerPlay, spentOn } from './price.ts';

const standard = { amount: 9_900, currency: 'EUR' as const, units: chargedUnits({ banners: 5_000, tvSeconds: 9_600 }) };

test('ten TV seconds are worth as much as one banner', () => {
  expect(standard.units).toBe(5_960);
});

test('what was bought first is spent first, and a voucher costs nothing', () => {
  const spent = spentOn('kifle', {
    bought: [
      { name: null, units: 100, paid: null },
      { name: 'Standard', units: 5_000, paid: standard },
    ],
    takenBack: 0,
    shown: [
      { campaign: 'other', units: 60 },
      { campaign: 'kifle', units: 340 },
    ],
  });
  expect(spent).toEqual([
    { name: null, units: 40, amount: 0, currency: null },
    { name: 'Standard', units: 300, amount: 498, currency: 'EUR' },
  ]);
  expect(pricePerPlay(spent, 340)).toEqual({ amount: 146, currency: 'EUR' });
});

test('two months of a package are one line', () => {
  const month = { name: 'Standard', units: 200, paid: standard };
  const spent = spentOn('kifle', { bought: [month, month], takenBack: 0, shown: [{ campaign: 'kifle', units: 300 }] });
  expect(spent).toEqual([{ name: 'Standard', units: 300, amount: 498, currency: 'EUR' }]);
});

test('what was given back is taken from the youngest', () => {
  const spent = spentOn('kifle', {
    bought: [
      { name: 'Standard', units: 100, paid: standard },
      { name: 'Start', units: 100, paid: { amount: 4_900, currency: 'EUR', units: 1_000 } },
      { name: null, units: 100, paid: null },
    ],
    takenBack: 150,
    shown: [{ campaign: 'kifle', units: 150 }],
  });
  expect(spent.map(({ name, units }) => [name, units])).toEqual([
    ['Standard', 100],
    ['Start', 50],
  ]);
});

test('units paid in two currencies have no single price', () => {
  const spent = spentOn('kifle', {
    bought: [
      { name: 'Standard', units: 10, paid: standard },
      { name: 'Standard', units: 10, paid: { ...standard, amount: 1_160_000, currency: 'RSD' } },
    ],
    takenBack: 0,
    shown: [{ campaign: 'kifle', units: 20 }],
  });
  expect(spent).toHaveLength(2);
  expect(pricePerPlay(spent, 20)).toBeNull();
  expect(pricePerPlay([], 0)).toBeNull();
});
