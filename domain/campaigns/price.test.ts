import { expect, test } from 'vitest';
import {
  chargedUnits,
  freeUnitPurchases,
  pricePerPlay,
  pricePerPlayOfBudget,
  unitsLeftByPurchase,
  unitsSpentByCampaign,
} from './price.ts';
import { budgetPriceCopy } from './price-copy.ts';
import { reportCopy } from './report/report-copy.ts';

const kifle = { id: 'kifle', kind: 'banner' } as const;
const standard = { amount: 9_900, currency: 'EUR' as const, banners: 5_000, tvSeconds: 9_600 };
const { currency: _, ...sold } = standard;

test('ten TV seconds are worth as much as one banner', () => {
  expect(chargedUnits(standard)).toBe(5_960);
});

test('what was bought first is spent first, and a voucher costs nothing', () => {
  const spent = unitsSpentByCampaign(kifle, {
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
    { name: null, units: 40, amount: 0, currency: null, package: null },
    { name: 'Standard', units: 300, amount: 498, currency: 'EUR', package: sold },
  ]);
  expect(pricePerPlay(spent, 340)).toEqual({ amount: 146, currency: 'EUR' });
});

test('two months of a package are one line', () => {
  const month = { name: 'Standard', units: 200, paid: standard };
  const spent = unitsSpentByCampaign(kifle, {
    bought: [month, month],
    takenBack: 0,
    shown: [{ campaign: 'kifle', units: 300 }],
  });
  expect(spent).toEqual([{ name: 'Standard', units: 300, amount: 498, currency: 'EUR', package: sold }]);
});

test('what was given back is taken from the youngest', () => {
  const spent = unitsSpentByCampaign(kifle, {
    bought: [
      { name: 'Standard', units: 100, paid: standard },
      { name: 'Start', units: 100, paid: { amount: 4_900, currency: 'EUR', banners: 1_000, tvSeconds: 0 } },
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
  const spent = unitsSpentByCampaign(kifle, {
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

test('how the price of a unit comes about is written out with the numbers of the package', () => {
  const month = { name: 'Standard', units: 200, paid: standard };
  const [spent] = unitsSpentByCampaign(kifle, {
    bought: [month],
    takenBack: 0,
    shown: [{ campaign: 'kifle', units: 20 }],
  });
  expect(reportCopy.rule(spent!)?.replaceAll('\u00a0', ' ')).toBe(
    'Paket Standard: 99 € za 5.000 L-banera i 9.600 TV sekundi. U svakom paketu 10 TV sekundi vredi koliko jedan L-baner, pa paket ima 5.960 obračunskih jedinica: 99 € / 5.960 = 0,0166 €.',
  );
  expect(reportCopy.rule({ name: null, units: 4, amount: 0, currency: null, package: null })).toBeNull();
});

test('a TV second costs a tenth of what a banner of its package costs', () => {
  const seconds = { name: 'Standard', units: 9_600, paid: standard };
  const spot = { id: 'spot', kind: 'spot' } as const;
  const [spent] = unitsSpentByCampaign(spot, {
    bought: [seconds],
    takenBack: 0,
    shown: [{ campaign: 'spot', units: 5_960 }],
  });
  expect(spent).toMatchObject({ units: 5_960, amount: 990 });
});

test('what is left of a purchase: the oldest is spent first, the youngest given back first', () => {
  const bought = [{ units: 100 }, { units: 50 }, { units: 30 }];
  expect(unitsLeftByPurchase(bought, { takenBack: 0, shown: 120 })).toEqual([0, 30, 30]);
  expect(unitsLeftByPurchase(bought, { takenBack: 40, shown: 120 })).toEqual([0, 20, 0]);
  expect(unitsLeftByPurchase(bought, { takenBack: 0, shown: 1_000 })).toEqual([0, 0, 0]);
  expect(unitsLeftByPurchase([], { takenBack: 5, shown: 5 })).toEqual([]);
});

test('a budget is priced of what is free: what was shown and what other campaigns hold is of what was bought before', () => {
  const bought = [
    { name: null, units: 100, paid: null },
    { name: 'Standard', units: 5_000, paid: standard },
  ];
  const free = freeUnitPurchases(bought, { takenBack: 0, shown: 60, free: 5_020 });
  expect(free.map(({ name, units }) => [name, units])).toEqual([
    [null, 20],
    ['Standard', 5_000],
  ]);
  expect(freeUnitPurchases(bought, { takenBack: 0, shown: 60, free: 4_000 }).map(({ units }) => units)).toEqual([
    4_000,
  ]);
  expect(freeUnitPurchases(bought, { takenBack: 0, shown: 60, free: 0 })).toEqual([]);

  const banners = { kind: 'banner', unitsOfPlay: 1 } as const;
  expect(pricePerPlayOfBudget(free, { ...banners, budget: 20 })).toEqual({
    names: [null],
    price: { amount: 0, currency: 'EUR' },
  });
  expect(pricePerPlayOfBudget(free, { ...banners, budget: 40 }), 'twenty cost nothing, twenty 1,66 cents each').toEqual(
    {
      names: [null, 'Standard'],
      price: { amount: 83, currency: 'EUR' },
    },
  );
  expect(pricePerPlayOfBudget([], { ...banners, budget: 40 })).toBeNull();
});

test('a play of a spot costs as many TV seconds as it lasts, and two currencies have no single price', () => {
  const seconds = { name: 'Standard', units: 9_600, paid: standard };
  const spot = { kind: 'spot', unitsOfPlay: 15, budget: 3_000 } as const;
  const cost = pricePerPlayOfBudget([seconds], spot)!;
  expect(cost.price).toEqual({ amount: 249, currency: 'EUR' });
  expect(budgetPriceCopy.value(cost.price!, 15).replaceAll('\u00a0', ' ')).toBe('0,0249 € po prikazu od 15 s');
  const dinars = { name: 'Premium', units: 100, paid: { ...standard, currency: 'RSD' as const } };
  expect(pricePerPlayOfBudget([{ ...seconds, units: 100 }, dinars], spot)).toEqual({
    names: ['Standard', 'Premium'],
    price: null,
  });
});

test('what a price is made of is named: packages, and units of vouchers, which cost nothing', () => {
  expect(budgetPriceCopy.of(['Standard'])).toBe('Cena, paket Standard');
  expect(budgetPriceCopy.of([null, 'Standard', 'Premium'])).toBe(
    'Cena, paketi Standard i Premium, vaučer ili ispravka',
  );
  expect(budgetPriceCopy.of([null])).toBe('Cena, vaučer ili ispravka');
  expect(budgetPriceCopy.value({ amount: 0, currency: 'EUR' }, null).replaceAll('\u00a0', ' ')).toBe('0 € po prikazu');
});
