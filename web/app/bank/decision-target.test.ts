import { expect, test } from 'vitest';
import { isRestAsked, targetOfDecision } from './decision-target.ts';

test('a payment that only may be a guest’s is returned to whoever paid it, and to the guest when staff ask for them', () => {
  const suggested = { number: 101, isGuess: true, expected: 1_600_500 };
  expect(targetOfDecision('return', suggested)).toEqual({ shown: null });
  expect(targetOfDecision('return', { ...suggested, isGuess: false })).toEqual({
    reservationNumber: 101,
    shown: 1_600_500,
  });
  expect(targetOfDecision('confirm', suggested)).toEqual({ reservationNumber: 101, shown: 1_600_500 });
});

test('a part of an event that is over, or of what was said to be paid, promises no mail that asks for the rest', () => {
  const place = {
    number: 101,
    year: 2027,
    name: 'Ana',
    email: '',
    phone: '',
    packageId: 'ticket-only',
    price: { amount: 1, currency: 'RSD' },
  } as const;
  const reservation = { ...place, status: 'pending', endsAt: '2027-09-21T22:00:00.000Z' } as const;
  const during = new Date('2027-09-21T21:59:59Z');
  expect(isRestAsked({ reservation }, during)).toBe(true);
  expect(isRestAsked({ reservation }, new Date('2027-09-21T22:00:00Z'))).toBe(false);
  expect(isRestAsked({ reservation: { ...reservation, status: 'placeno' } }, during)).toBe(false);
  expect(isRestAsked({ reservation: null }, during), 'an order').toBe(true);
});
