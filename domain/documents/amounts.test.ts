import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareOf } from '../refunds/rules.ts';
import {
  reversedLines,
  reversedLinesInTurn,
  shareOfLines,
  sumOf,
  sumsByRate,
  taxIn,
  taxLines,
  unitPrice,
} from './amounts.ts';

const line = (gross: number, percent: number | null = 20) => ({ gross, percent });

test.each([
  [700_000, 20, 116_667],
  [34_990, 20, 5_832],
  [4_000, 10, 364],
  [6_846, 9, 565],
  [2_190_000, null, 0],
])('the tax inside %d para at %s %% is %d', (gross, percent, tax) => expect(taxIn(gross, percent)).toBe(tax));

test('each rate is rounded for itself and then added up', () => {
  const lines = taxLines([line(34_990), line(4_000, 10)]);
  expect(sumsByRate(lines).map(({ percent, tax }) => [percent, tax])).toEqual([
    [20, 5_832],
    [10, 364],
  ]);
  expect(sumOf(lines).tax).toBe(6_196);
});

test('ten devices: the numbers that stand on the drawn račun', () => {
  const [devices] = taxLines([{ ...line(23_422_300), quantity: 10 }]);
  expect(devices).toMatchObject({ base: 19_518_583, tax: 3_903_717 });
  expect(unitPrice(devices!)).toBe(1_951_858);
});

test('what rounding leaves over stands in the largest line', () => {
  const lines = taxLines([line(101), line(101), line(205)]);
  expect(lines.map(({ tax }) => tax)).toEqual([17, 17, 34]);
  expect(taxIn(407, 20)).toBe(68);
  const left = taxLines([line(104), line(104), line(110)]);
  expect(left.map(({ tax }) => tax)).toEqual([17, 17, 19]);
});

test('a deducted label is a line below zero, and the paper comes to the money', () => {
  const lines = taxLines([line(2_566_000), line(-42_000)]);
  expect(sumOf(lines)).toEqual({ gross: 2_524_000, tax: 420_667, base: 2_103_333 });
});

test('who pays no VAT charges none', () => {
  expect(taxLines([line(2_566_000, null)])).toEqual([{ gross: 2_566_000, percent: null, tax: 0, base: 2_566_000 }]);
});

const someLines = fc.array(
  fc.record({ gross: fc.integer({ min: 100, max: 500_000_000 }), percent: fc.constantFrom(20, 10, null) }),
  { minLength: 1, maxLength: 60 },
);

test('base and tax add up to what is paid, whatever is sold', () => {
  fc.assert(
    fc.property(someLines, (sold) => {
      const lines = taxLines(sold);
      for (const { gross, base, tax } of lines) {
        expect(base + tax).toBe(gross);
        expect(base).toBeGreaterThan(0);
      }
      for (const { percent, gross, tax } of sumsByRate(lines)) expect(tax).toBe(taxIn(gross, percent));
      const { gross, base, tax } = sumOf(lines);
      expect(base + tax).toBe(gross);
      expect(gross).toBe(sold.reduce((sum, one) => sum + one.gross, 0));
    }),
  );
});

test('parts that go back are together the whole, line by line to the para, in whatever steps', () => {
  fc.assert(
    fc.property(
      someLines,
      fc.array(fc.integer({ min: 1, max: 50_000 }), { minLength: 1, maxLength: 10 }),
      (sold, steps) => {
        const lines = taxLines(sold);
        const price = steps.reduce((sum, step) => sum + step, 0);
        const left = new Map(lines.map((one, index) => [index, { ...one }]));
        let before = 0;
        for (const step of steps) {
          const numbered = lines.map((one, index) => ({ ...one, index }));
          for (const part of reversedLines(numbered, { price, before, after: before + step })) {
            expect(part.base + part.tax).toBe(part.gross);
            const one = left.get(part.index)!;
            one.gross -= part.gross;
            one.tax -= part.tax;
            one.base -= part.base;
          }
          before += step;
        }
        for (const one of left.values()) expect(one).toMatchObject({ gross: 0, tax: 0, base: 0 });
      },
    ),
  );
});

test('taking all of it back at once gives the same lines', () => {
  const lines = taxLines([line(2_566_000), line(116_000, 10)]);
  expect(reversedLines(lines, { price: 22_900, before: 0, after: 22_900 })).toEqual(lines);
});

test('months that were paid together have together the tax of the advance, and so have those that began and what went back', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1_200, max: 150_000_000 }),
      fc.constantFrom(1, 3, 6, 12),
      fc.constantFrom(20, 10, null),
      (paid, months, percent) => {
        const advance = taxLines([line(paid, percent)]);
        const { tax } = sumOf(advance);
        let [gross, taxed] = [0, 0];
        for (let month = 0; month < months; month += 1) {
          const share = shareOf(paid, months, month, 1);
          const [one] = shareOfLines(advance, { before: gross, gross: share });
          expect(one!.gross).toBe(share);
          expect(one!.base + one!.tax).toBe(share);
          expect(Math.abs(one!.tax - taxIn(share, percent))).toBeLessThanOrEqual(1);
          gross += share;
          taxed += one!.tax;
          const back = reversedLinesInTurn(advance, { before: 0, after: paid - gross });
          expect(taxed + sumOf(back).tax).toBe(tax);
        }
        expect([gross, taxed]).toEqual([paid, tax]);
      },
    ),
  );
});

test('a year of 11.600,00: twelve months of 1.933,33 and 1.933,34, as the advance says', () => {
  const advance = taxLines([line(13_920_000)]);
  const taxes = Array.from(
    { length: 12 },
    (_, month) => sumOf(shareOfLines(advance, { before: month * 1_160_000, gross: 1_160_000 })).tax,
  );
  expect(new Set(taxes)).toEqual(new Set([193_333, 193_334]));
  expect(taxes.reduce((sum, tax) => sum + tax, 0)).toBe(2_320_000);
});
