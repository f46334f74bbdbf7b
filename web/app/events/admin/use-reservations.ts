import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { admin } from '#domain/admin/copy.ts';
import { useListOrder } from '../../admin/list-order.tsx';
import { useAdminList } from '../../admin/use-admin-list.ts';
import { api } from '../../api.ts';
import { toast } from '../../ui/overlay/toast.tsx';
import type { Outcome } from '../../write.ts';
import { isEventOver } from './event-over.ts';
import { refusalText } from './refusal-text.ts';
import type { ReservationRow } from './reservation-row.ts';
import type { ReservationFilter } from './use-reservation-filter.ts';

const ORDERS = { number: admin.times, amount: admin.amounts };

export type Reservations = ReturnType<typeof useReservations>;

/** The reservations newest first, as they come in, their sums, who is owed money, and whether the event has changed. */
export function useReservations(filter: ReservationFilter, isHeld: boolean) {
  const order = useListOrder(ORDERS);
  const asked = { ...filter, sort: order.sort.key, direction: order.sort.direction };
  const list = useAdminList(api.events.admin.list, asked, {
    screen: 'reservations',
    held: isHeld,
    also: [api.events.admin.totals.key(), api.events.admin.change.key(), api.bank.owed.list.key()],
  });
  const totals = useQuery(
    api.events.admin.totals.queryOptions({ input: { year: filter.year }, placeholderData: keepPreviousData }),
  );
  const reload = () => Promise.all([list.reload(), totals.refetch()]);
  const now = useMemo(() => new Date(list.readAt || Date.now()), [list.readAt]);

  const owed = useQuery(api.bank.owed.list.queryOptions({ input: { entity: 'organiser' } }));
  const change = useQuery(api.events.admin.change.state.queryOptions());
  const reloadMoney = () => void Promise.all([reload(), owed.refetch(), change.refetch()]);

  /** Shown at once; taken back, and `error` said, when the server refuses. */
  async function save<T>(
    row: ReservationRow,
    change: Partial<ReservationRow>,
    send: () => Promise<Outcome<T>>,
    error: string,
  ) {
    const done = await list.save(row.id, change, send);
    if (done.outcome === 'done') return done;
    toast.error(refusalText(done, error));
    void reloadMoney();
    return done;
  }

  const isOver = change.data !== undefined && isEventOver(change.data, filter.year);
  return { order, list, totals, now, owed, change, isOver, reloadMoney, save };
}
