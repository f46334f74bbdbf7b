import { expect, test } from 'vitest';
import { fulfilmentMoment } from './fulfilment-moment.ts';
import type { OrderRow } from './order-row.ts';

/** The newest event first, as the server tells them. */
const order = {
  number: 1482,
  createdAt: '2026-12-01',
  shipments: [
    { n: 1, kind: 'outbound', state: 'cancelled' },
    { n: 2, kind: 'outbound', state: 'delivered' },
    { n: 3, kind: 'resend', state: 'delivered' },
    { n: 4, kind: 'exchange', state: 'delivered' },
  ],
  events: [
    { kind: 'delivered', reference: '1482-4', moment: '2026-12-29' },
    { kind: 'packed', reference: '1482-4', moment: '2026-12-27' },
    { kind: 'delivered', reference: '1482-3/2', moment: '2026-12-20' },
    { kind: 'packed', reference: '1482-3', moment: '2026-12-18' },
    { kind: 'delivered', reference: '1482-2', moment: '2026-12-04' },
    { kind: 'packed', reference: '1482-2', moment: '2026-12-03' },
    { kind: 'packed', reference: '1482-1', moment: '2026-12-02' },
  ],
} as unknown as OrderRow;

test('a delivery came to its state when the last of its parcels did; an exchange and what was taken apart count for nothing', () => {
  expect(fulfilmentMoment(order, 'new')).toBe('2026-12-01');
  expect(fulfilmentMoment(order, 'packed')).toBe('2026-12-18');
  expect(fulfilmentMoment(order, 'delivered')).toBe('2026-12-20');
  expect(fulfilmentMoment(order, 'in_transit')).toBeNull();
  const again = { ...order, events: [{ ...order.events[6]!, moment: '2026-12-30' }, ...order.events] };
  expect(fulfilmentMoment(again, 'packed'), 'of a cancelled parcel').toBe('2026-12-18');
});
