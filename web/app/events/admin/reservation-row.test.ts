import { expect, test } from 'vitest';
import { removalOf } from './reservation-row.ts';

test('only what no money ever came for is offered to be deleted; everything else is cancelled', () => {
  const unpaid = { confirmed: false, arrived: 0, hadMoney: false };
  expect(removalOf(unpaid)).toBe('delete');
  expect(removalOf({ ...unpaid, hadMoney: true }), 'the only payment goes back').toBe('cancel');
  expect(removalOf({ ...unpaid, arrived: 500_000 }), 'a part').toBe('cancelPaid');
  expect(removalOf({ ...unpaid, confirmed: true })).toBe('cancelPaid');
});
