import { expect, test } from 'vitest';
import { warranties } from './warranties.ts';

const parcel = { state: 'delivered', serials: ['A', 'B'], deliveredAt: '2026-11-02T09:00:00.000Z' } as const;
const exchange = { replacement: 'C', until: '2031-11-02' } as const;

test('devices of two parcels each have the warranty of their own delivery, by the day in Belgrade', () => {
  const late = { ...parcel, serials: ['D'], deliveredAt: '2026-11-15T23:30:00.000Z' };
  expect(warranties({ parcels: [parcel, late], exchanges: [] })).toEqual([
    { until: '2031-11-02', serials: ['A', 'B'] },
    { until: '2031-11-16', serials: ['D'] },
  ]);
});

test('what has not been delivered has no day yet, and what came back is not listed', () => {
  const way = { state: 'in_transit', serials: ['E'], deliveredAt: null } as const;
  const back = { ...parcel, state: 'returned', serials: ['F'] } as const;
  expect(warranties({ parcels: [parcel, way, back], exchanges: [] })).toEqual([
    { until: '2031-11-02', serials: ['A', 'B'] },
    { until: null, serials: ['E'] },
  ]);
});

test('devices of a parcel that does not come are not the buyer’s, until it is found and delivered', () => {
  for (const state of ['lost', 'damaged', 'refused'] as const) {
    const gone = { state, serials: ['F'], deliveredAt: null };
    const again = { ...parcel, serials: ['G'] };
    expect(warranties({ parcels: [gone, again], exchanges: [] }), state).toEqual([
      { until: '2031-11-02', serials: ['G'] },
    ]);
  }
  expect(warranties({ parcels: [{ ...parcel, serials: ['F'] }], exchanges: [] })).toEqual([
    { until: '2031-11-02', serials: ['F'] },
  ]);
});

test('a device that took the place of another stands with the warranty of that one, in its place', () => {
  const left = { ...parcel, serials: ['B'] };
  const other = { ...parcel, serials: ['C'], deliveredAt: '2027-03-01T09:00:00.000Z' };
  expect(warranties({ parcels: [left, other], exchanges: [exchange] })).toEqual([
    { until: '2031-11-02', serials: ['B', 'C'] },
  ]);
});
