import { expect, test } from 'vitest';
import { ticketState } from './state.ts';

const paid = { status: 'placeno', past: false, given: false, entries: [] } as const;
const first = '2027-09-20T07:12:00Z';
const second = '2027-09-21T08:00:00Z';

test('after the first entry a ticket stays valid; used on both days, or once the event is over, it is used', () => {
  expect(ticketState(paid)).toBe('valid');
  expect(ticketState({ ...paid, entries: [first] })).toBe('valid');
  expect(ticketState({ ...paid, entries: [first, '2027-09-20T15:00:00Z'] }), 'twice on one day').toBe('valid');
  expect(ticketState({ ...paid, entries: [first, second] })).toBe('used');
  expect(ticketState({ ...paid, entries: [first], past: true })).toBe('used');
  expect(ticketState({ ...paid, past: true })).toBe('past');
});

test('an unpaid place waits, a lapsed or cancelled one is void, and a given one is somebody else’s', () => {
  expect(ticketState({ ...paid, status: 'pending' })).toBe('pending');
  expect(ticketState({ ...paid, status: 'isteklo' })).toBe('cancelled');
  expect(ticketState({ ...paid, status: 'otkazano', given: true })).toBe('cancelled');
  expect(ticketState({ ...paid, given: true })).toBe('given');
});
