import { useQuery } from '@tanstack/react-query';
import { packingCopy } from '#domain/fulfilment/desk-copy.ts';
import { formatMoney } from '#domain/money.ts';
import { formatDate } from '#domain/time.ts';
import { api } from '../../api.ts';
import type { PackingRow, ParcelRow } from '../packing/packing-row.ts';
import { type ParcelFact, ParcelPanels } from '../packing/parcel-panels.tsx';
import type { DeskReturnRow } from '../returns/return-row.ts';
import type { OrderRow } from './order-row.ts';

const copy = packingCopy.parcel;
const UNDER_WAY: readonly ParcelRow['state'][] = ['packed', 'handed_over', 'in_transit'];

/** The parcels of an order for whoever sees its sale: also what is collected, what came back of each, and when it is expected. */
export function OrderParcels({
  order,
  packing,
  reload,
}: {
  order: OrderRow;
  packing: PackingRow;
  reload: () => Promise<unknown>;
}) {
  const returns = useQuery(api.returns.admin.read.queryOptions({ input: { order: order.number } }));
  const expected = expectedOf(order);
  const more = (parcel: ParcelRow | null): ParcelFact[] =>
    parcel === null
      ? expected
      : [
          ...collectedOf(order, parcel),
          ...backOf(order, parcel, returns.data ?? []),
          ...(UNDER_WAY.includes(parcel.state) ? expected : []),
        ];
  return <ParcelPanels packing={packing} more={more} reload={reload} />;
}

function collectedOf({ shipments }: OrderRow, { n, kind, state }: ParcelRow): ParcelFact[] {
  if (kind === 'exchange' || state === 'cancelled') return [];
  const amount = shipments.find((one) => one.n === n)?.collectAmount ?? null;
  const value = amount === null ? copy.collectsNone : formatMoney({ amount, currency: 'RSD' });
  return [{ name: copy.collects, value }];
}

/** Each return of its devices, with the number on the label and the day it was received. */
function backOf(
  { returned, events }: OrderRow,
  { n, boxes }: ParcelRow,
  returns: readonly DeskReturnRow[],
): ParcelFact[] {
  const serials = new Set([
    ...boxes.flatMap((box) => box.serials),
    ...returned.filter((one) => one.n === n).map(({ serial }) => serial),
  ]);
  return returns
    .filter((one) => one.state !== 'called_off' && one.serials.some((serial) => serials.has(serial)))
    .map(({ id, label }) => {
      const came = events.find(({ kind, reference }) => kind === 'return_received' && reference === id);
      return copy.backOn(label, came ? formatDate(came.moment) : null);
    })
    .filter((value) => value !== '')
    .map((value) => ({ name: copy.back, value }));
}

const expectedOf = ({ expected }: OrderRow): ParcelFact[] =>
  expected === null
    ? []
    : [
        {
          name: copy.expected,
          value:
            expected.kind === 'on'
              ? formatDate(expected.day)
              : copy.expectedFrom(expected.day && formatDate(expected.day)),
        },
      ];
