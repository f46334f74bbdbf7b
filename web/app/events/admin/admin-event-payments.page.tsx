import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { admin } from '#domain/admin/copy.ts';
import { adminCopy as copy } from '#domain/events/admin/copy.ts';
import { lateCopy } from '#domain/late-copy.ts';
import { AdminList } from '../../admin/admin-list.tsx';
import { useListOrder } from '../../admin/list-order.tsx';
import { useAdminList } from '../../admin/use-admin-list.ts';
import { useAsked } from '../../admin/use-asked.ts';
import { api, client, errorMessage } from '../../api.ts';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { lazyComponent, whenIdle } from '../../ui/late/lazy-component.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { DataPart } from '../../ui/part/data-part.tsx';
import { partStateOf } from '../../ui/part/part-state.ts';
import { saveFile } from '../../ui/save-file.ts';
import { Empty } from '../../ui/table/empty.tsx';
import { type Outcome, write } from '../../write.ts';
import { ConfirmPaymentDialog } from './confirm-payment-dialog.tsx';
import { DetailsDialog } from './details-dialog.tsx';
import { EventChangeStatus } from './event-change-status.tsx';
import styles from './event-payments.module.css';
import { type EventPaymentsDialog, EventPaymentsHead } from './event-payments-head.tsx';
import { GuestDialog } from './guest-dialog.tsx';
import { noteWrites } from './notes/note-writes.ts';
import { NotesDialog } from './notes/notes-dialog.tsx';
import { useHeldNotes, WaitingNotes } from './notes/waiting-notes.tsx';
import { refusalText } from './refusal-text.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import { reservationColumns, toneOf } from './reservation-columns.tsx';
import { ReservationFilters } from './reservation-filters.tsx';
import type { ReservationRow } from './reservation-row.ts';
import { ReservationTotals, sumsOf } from './reservation-totals.tsx';
import { useReservationFilter } from './use-reservation-filter.ts';

const StatementDialog = lazyComponent(() => import('../../bank/statement-dialog.tsx'), {
  size: 'dialog',
  title: lateCopy.statement,
});
const OwedDialog = lazyComponent(() => import('../../bank/owed-dialog.tsx'), { size: 'dialog', title: lateCopy.owed });
const ChangeDialog = lazyComponent(() => import('./change-dialog.tsx'), { size: 'dialog', title: lateCopy.change });
const ORDERS = { number: admin.times, amount: admin.amounts };

/** Reservations newest first, as they come in; what is searched and filtered stands in the address. */
export default function AdminEventPaymentsPage() {
  const { filter, filtered, choose } = useReservationFilter();
  const [isConfirming, setConfirming] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [removing, setRemoving] = useState<ReservationRow | null>(null);
  const [guest, setGuest] = useState<ReservationRow | null>(null);
  const [noted, setNoted] = useState<ReservationRow | null>(null);
  const [detailsOpen, setDetailsOpen] = useState(false);
  const [opened, setOpened] = useState<EventPaymentsDialog | null>(null);

  useEffect(() => {
    for (const dialog of [StatementDialog, ChangeDialog, OwedDialog]) whenIdle(dialog.fetch);
  }, []);

  // A link of a dialog that leads to a reservation leads to the list under it.
  const { key: place } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever the new place is
  useEffect(() => setOpened(null), [place]);

  const order = useListOrder(ORDERS);
  const asked = { ...filter, sort: order.sort.key, direction: order.sort.direction };
  const list = useAdminList(api.events.admin.list, asked, {
    screen: 'reservations',
    held: isConfirming || removing !== null || guest !== null || noted !== null || opened !== null,
    also: [api.events.admin.totals.key(), api.events.admin.change.key(), api.bank.owed.list.key()],
  });
  const confirming = useAsked(
    list,
    ({ status, arrived, amount, currency }) => [status, arrived, amount, currency],
    ({ confirmed, status }) => !confirmed && status !== 'otkazano',
  );
  const closeConfirm = () => {
    setConfirming(false);
    confirming.close();
  };
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

  /** The question stays, with the reason that was typed, until it was done. */
  async function confirm({ id, arrived }: ReservationRow, reason: string) {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    const asked = { id, shown: arrived, reason };
    const done = await list.save(id, {}, () => write(() => client.events.admin.confirm(asked)));
    setBusy(false);
    if (done.outcome === 'done') {
      closeConfirm();
      return toast.success(copy.confirm.ok);
    }
    setProblem({ text: refusalText(done, copy.confirm.error) });
    void reloadMoney();
  }

  const notes = noteWrites((row, change, send) => save(row, change, send, copy.note.error));
  const held = useHeldNotes();

  async function download(format: 'csv' | 'xlsx') {
    try {
      saveFile(await client.events.admin.export({ ...filter, format }));
    } catch (error) {
      toast.error(errorMessage(error));
    }
  }

  return (
    <>
      <EventPaymentsHead
        owed={owed.data ? owed.data.count : null}
        canChange={change.data !== undefined && !change.data.over && change.data.event.change?.kind !== 'cancelled'}
        onOpen={setOpened}
        onDetails={() => setDetailsOpen(true)}
        onExport={(format) => void download(format)}
      />
      {change.data && <EventChangeStatus state={change.data} />}
      {detailsOpen && <DetailsDialog onClose={() => setDetailsOpen(false)} />}
      <DataPart name={copy.totals.title} part={partStateOf(totals)} lines={6}>
        {() => (
          <>
            <p className={styles.sums}>{sumsOf(totals.data!)}</p>
            <ReservationTotals {...totals.data!} />
          </>
        )}
      </DataPart>
      <AdminList
        title={copy.title}
        list={list}
        order={order}
        columns={reservationColumns(now, {
          notes,
          held,
          onNotes: setNoted,
          onConfirm: (row) => {
            setConfirming(true);
            setProblem(null);
            confirming.ask(row);
          },
          onRemove: setRemoving,
          onGuest: setGuest,
        })}
        rowTone={(row) => toneOf(row, now)}
        search={copy.search}
        count={list.first && admin.rows(list.first.total)}
        filters={<ReservationFilters filter={filter} totals={totals.data} choose={choose} />}
        filtered={filtered}
        emptyFilter={copy.emptyFilter}
        empty={<Empty title={copy.empty} />}
      />

      <WaitingNotes held={held} writes={notes} />
      {confirming.row && (
        <ConfirmPaymentDialog
          row={confirming.row}
          meanwhile={confirming.meanwhile}
          busy={busy}
          problem={problem}
          onCancel={() => !busy && closeConfirm()}
          onConfirm={(reason) => confirming.row && void confirm(confirming.row, reason)}
        />
      )}
      {removing && <RemoveDialog row={removing} onClose={() => setRemoving(null)} onRemoved={reloadMoney} />}
      {noted && (
        <NotesDialog
          row={list.rows?.find(({ id }) => id === noted.id) ?? noted}
          writes={notes}
          onClose={() => setNoted(null)}
        />
      )}
      {guest && <GuestDialog row={guest} onClose={() => setGuest(null)} onChanged={() => void list.reload()} />}
      {opened === 'statement' && <StatementDialog onClose={() => setOpened(null)} onSettled={reloadMoney} />}
      {opened === 'change' && <ChangeDialog onClose={() => setOpened(null)} onChanged={reloadMoney} />}
      {opened === 'owed' && <OwedDialog entity="organiser" onClose={() => setOpened(null)} onChanged={reloadMoney} />}
    </>
  );
}
