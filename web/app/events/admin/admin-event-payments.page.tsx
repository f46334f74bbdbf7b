import { useEffect } from 'react';
import { admin } from '#domain/admin/copy.ts';
import { adminCopy as copy } from '#domain/events/admin/copy.ts';
import { lateCopy } from '#domain/late-copy.ts';
import { AdminList } from '../../admin/admin-list.tsx';
import { client, errorMessage } from '../../api.ts';
import { DataPart } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { lazyComponent, whenIdle } from '../../ui/late/lazy-component.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Empty } from '../../ui/table/empty.tsx';
import { DetailsDialog } from './details-dialog.tsx';
import { EventChangeStatus } from './event-change-status.tsx';
import styles from './event-payments.module.css';
import { EventPaymentsHead } from './event-payments-head.tsx';
import { noteWrites } from './notes/note-writes.ts';
import { SendNotesWhenOnline, useHeldNotes } from './notes/send-notes-when-online.tsx';
import { reservationColumns, toneOf } from './reservation-columns.tsx';
import { ReservationDialogs } from './reservation-dialogs.tsx';
import { ReservationFilters } from './reservation-filters.tsx';
import { ReservationTotals, sumsOf } from './reservation-totals.tsx';
import { useOpenDialogs } from './use-open-dialogs.ts';
import { usePaymentConfirmation } from './use-payment-confirmation.ts';
import { useReservationFilter } from './use-reservation-filter.ts';
import { useReservations } from './use-reservations.ts';

const StatementDialog = lazyComponent(() => import('../../bank/statement-dialog.tsx'), {
  size: 'dialog',
  title: lateCopy.statement,
});
const OwedDialog = lazyComponent(() => import('../../bank/owed-dialog.tsx'), { size: 'dialog', title: lateCopy.owed });
const ChangeDialog = lazyComponent(() => import('./change-dialog.tsx'), { size: 'dialog', title: lateCopy.change });

/** Reservations newest first, as they come in; what is searched and filtered stands in the address. */
export default function AdminEventPaymentsPage() {
  const { filter, filtered, choose } = useReservationFilter();

  useEffect(() => {
    for (const dialog of [StatementDialog, ChangeDialog, OwedDialog]) whenIdle(dialog.fetch);
  }, []);

  const dialogs = useOpenDialogs();
  const { detailsOpen, setDetailsOpen, opened, setOpened } = dialogs;
  const reservations = useReservations(filter, dialogs.isHeld);
  const { order, list, totals, now, owed, change, isOver, reloadMoney, save } = reservations;
  const confirmation = usePaymentConfirmation(reservations, dialogs.setConfirming);
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
        columns={reservationColumns(
          { now, isOver },
          {
            notes,
            held,
            onNotes: dialogs.setNoted,
            onConfirm: confirmation.ask,
            onRemove: dialogs.setRemoving,
            onGuest: dialogs.setGuest,
          },
        )}
        rowTone={(row) => toneOf(row, now)}
        search={copy.search}
        count={list.first && admin.rows(list.first.total)}
        filters={<ReservationFilters filter={filter} totals={totals.data} choose={choose} />}
        filtered={filtered}
        emptyFilter={copy.emptyFilter}
        empty={<Empty title={copy.empty} />}
      />

      <SendNotesWhenOnline held={held} writes={notes} />
      <ReservationDialogs dialogs={dialogs} confirmation={confirmation} reservations={reservations} notes={notes} />
      {opened === 'statement' && <StatementDialog onClose={() => setOpened(null)} onSettled={reloadMoney} />}
      {opened === 'change' && <ChangeDialog onClose={() => setOpened(null)} onChanged={reloadMoney} />}
      {opened === 'owed' && <OwedDialog entity="organiser" onClose={() => setOpened(null)} onChanged={reloadMoney} />}
    </>
  );
}
