import { expect, test } from 'vitest';
import { stepsBefore } from './steps-before.ts';

const createdAt = '2026-11-02T09:00:00.000Z';
const packedAt = '2026-11-03T09:00:00.000Z';
const keys = (paidAt: string | null, packed: string | null = packedAt) =>
  stepsBefore({ createdAt, paidAt }, packed).map(({ key }) => key);

test('a parcel that was paid ahead was paid before it was packed', () => {
  expect(keys(createdAt)).toEqual(['placed', 'paid']);
  expect(keys(packedAt), 'in the same moment').toEqual(['placed', 'paid']);
  expect(keys(createdAt, null), 'nothing is packed yet').toEqual(['placed', 'paid']);
});

test('a parcel that is paid at the door was not paid before it, also once the courier’s money has come', () => {
  expect(keys(null)).toEqual(['placed']);
  expect(keys('2026-11-09T09:00:00.000Z')).toEqual(['placed']);
});
