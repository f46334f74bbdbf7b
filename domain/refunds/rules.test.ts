import fc from 'fast-check';
import { expect, test } from 'vitest';
import { companyWithdrawalUntil } from '../withdrawal-days.ts';
import { isOfTerms, REFUND_REASONS, shareOfUnits, TERMS_REASONS } from './rules.ts';

const STARTER = { banners: 3_000, tvSeconds: 30_000 };
const NOTHING = { banners: 0, tvSeconds: 0 };

test('a company has fourteen days after the contract, over the end of a month and a leap day', () => {
  expect(companyWithdrawalUntil('2027-03-28')).toBe('2027-04-11');
  expect(companyWithdrawalUntil('2028-02-20')).toBe('2028-03-05');
  expect(companyWithdrawalUntil('2026-12-31')).toBe('2027-01-14');
});

test('the terms have reasons of their own', () => {
  expect(REFUND_REASONS.filter(isOfTerms)).toEqual([...TERMS_REASONS]);
});

test('ten seconds are worth one banner of what goes back', () => {
  expect(shareOfUnits(9_900, STARTER, NOTHING, STARTER)).toBe(9_900);
  expect(shareOfUnits(9_900, STARTER, NOTHING, { banners: 3_000, tvSeconds: 0 })).toBe(4_950);
  expect(shareOfUnits(9_900, STARTER, NOTHING, { banners: 0, tvSeconds: 10 })).toBe(
    shareOfUnits(9_900, STARTER, NOTHING, { banners: 1, tvSeconds: 0 }),
  );
  expect(shareOfUnits(150_000, NOTHING, NOTHING, NOTHING), 'a special package credits nothing').toBe(0);
});

test('however units of a month go back, all of them are its price, and none costs anything', () => {
  const cuts = fc.array(fc.record({ banners: fc.nat(3_000), tvSeconds: fc.nat(30_000) }), { maxLength: 6 });
  fc.assert(
    fc.property(fc.nat(1_200_000), cuts, (price, wanted) => {
      let before = NOTHING;
      let sum = 0;
      for (const some of [...wanted, STARTER]) {
        const taken = {
          banners: Math.min(some.banners, STARTER.banners - before.banners),
          tvSeconds: Math.min(some.tvSeconds, STARTER.tvSeconds - before.tvSeconds),
        };
        const share = shareOfUnits(price, STARTER, before, taken);
        expect(share).toBeGreaterThanOrEqual(0);
        sum += share;
        before = { banners: before.banners + taken.banners, tvSeconds: before.tvSeconds + taken.tvSeconds };
      }
      expect(sum).toBe(price);
    }),
  );
});
