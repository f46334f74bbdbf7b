import { logOf } from '#domain/admin/subject-pages.ts';
import { adminCopy as copy } from '#domain/events/admin/copy.ts';
import { packageOf } from '#domain/events/packages.ts';
import { isOverdue, PAYMENT_DAYS } from '#domain/events/payment/instructions.ts';
import { dialog } from '#domain/events/reservation-copy.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { daysSince, formatDate, formatDateTime } from '#domain/time.ts';
import { PermittedLink, SubjectLink } from '../../subject-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Email } from '../../ui/email.tsx';
import type { Column } from '../../ui/table/table.tsx';
import styles from './event-payments.module.css';
import { NoteCell } from './notes/note-cell.tsx';
import type { Writes } from './notes/note-writes.ts';
import type { HeldNotes } from './notes/send-notes-when-online.tsx';
import { type ReservationRow, removalOf } from './reservation-row.ts';

export interface RowActions {
  notes: Writes;
  held: HeldNotes;
  onNotes: (row: ReservationRow) => void;
  onConfirm: (row: ReservationRow) => void;
  onRemove: (row: ReservationRow) => void;
  onGuest: (row: ReservationRow) => void;
}

export const nameOf = ({ firstName, lastName }: Pick<ReservationRow, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`;

export const toneOf = (row: ReservationRow, now: Date) =>
  row.confirmed
    ? 'ok'
    : row.status === 'isteklo' || row.status === 'otkazano' || isOverdue(waiting(row), now)
      ? 'err'
      : 'warn';

const waiting = ({ createdAt, lapsesAt, arrived }: ReservationRow) => ({
  createdAt: new Date(createdAt),
  lapsesAt: lapsesAt === null ? null : new Date(lapsesAt),
  arrived,
});

/** `isOver`: the event of these reservations, about which nobody is written to any more. */
export function reservationColumns(
  { now, isOver }: { now: Date; isOver: boolean },
  actions: RowActions,
): readonly Column<ReservationRow>[] {
  const { columns } = copy;
  return [
    {
      key: 'number',
      sortable: true,
      header: columns.number,
      cell: (row) => (
        <span className={styles.pair}>
          <b>
            <PermittedLink to={logOf(row.id)}>{row.number}</PermittedLink>
          </b>
          <span className="xs muted nb">{row.reference}</span>
        </span>
      ),
    },
    {
      key: 'name',
      header: columns.name,
      cell: (row) => (
        <span className={styles.pair}>
          <b>
            {row.hasAccount ? (
              <SubjectLink kind="profile" lookup={row.email}>
                {nameOf(row)}
              </SubjectLink>
            ) : (
              nameOf(row)
            )}
          </b>
          <a href={`mailto:${row.email}`}>
            <Email address={row.email} />
          </a>
          <a href={`tel:${row.phone}`}>{row.phone}</a>
          {row.claim && <span className="xs muted">{copy.claim(row.claim)}</span>}
          {row.email && (
            <span className="xs">
              <SubjectLink kind="mail" lookup={row.email}>
                {copy.mails}
              </SubjectLink>
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'package',
      header: columns.package,
      cell: (row) => (
        <span className={styles.pair}>
          <span>{packageOf(row.packageId).name}</span>
          <span className="xs muted">{dialog.country[row.country].name}</span>
        </span>
      ),
    },
    {
      key: 'amount',
      sortable: true,
      header: columns.amount,
      align: 'right',
      cell: (row) => (
        <span className={styles.pair}>
          <b className="nb">{formatMoneyExact(row)}</b>
          {(row.confirmed ? row.arrived !== row.amount : row.arrived > 0) && (
            <span className="xs muted">
              {copy.arrived(formatMoneyExact({ ...row, amount: row.arrived }), formatMoneyExact(row))}
            </span>
          )}
        </span>
      ),
    },
    { key: 'status', header: columns.status, cell: (row) => <Status row={row} now={now} /> },
    {
      key: 'note',
      header: columns.note,
      cell: (row) => (
        <NoteCell row={row} writes={actions.notes} held={actions.held} onOpen={() => actions.onNotes(row)} />
      ),
    },
    {
      key: 'actions',
      header: columns.actions,
      bare: true,
      cell: (row) => (
        <span className={styles.actions}>
          {(row.status === 'pending' || row.status === 'isteklo') && (
            <Button
              size="sm"
              aria-label={`${copy.confirm.button}: ${row.number}, ${nameOf(row)}`}
              onClick={() => actions.onConfirm(row)}
            >
              {copy.confirm.button}
            </Button>
          )}
          {!isOver && (row.status === 'pending' || row.status === 'placeno') && (
            <Button
              size="sm"
              variant="secondary"
              aria-label={`${copy.guest.button}: ${row.number}, ${nameOf(row)}`}
              onClick={() => actions.onGuest(row)}
            >
              {copy.guest.button}
            </Button>
          )}
          {row.status !== 'otkazano' && (
            <Button
              size="sm"
              variant="ghost"
              aria-label={`${removalButton(row)}: ${row.number}, ${nameOf(row)}`}
              onClick={() => actions.onRemove(row)}
            >
              {removalButton(row)}
            </Button>
          )}
        </span>
      ),
    },
  ];
}

const removalButton = (row: ReservationRow) =>
  removalOf(row) === 'delete' ? copy.remove.button : copy.remove.cancelButton;

const STATUS: Record<ReservationRow['status'], { tone: 'ok' | 'warn' | 'err'; word: string }> = {
  placeno: { tone: 'ok', word: copy.status.paid },
  pending: { tone: 'warn', word: copy.status.pending },
  isteklo: { tone: 'err', word: copy.status.lapsed },
  otkazano: { tone: 'err', word: copy.status.cancelled },
};

function Status({ row, now }: { row: ReservationRow; now: Date }) {
  return (
    <span className={styles.pair}>
      <Badge tone={STATUS[row.status].tone}>{STATUS[row.status].word}</Badge>
      {row.status === 'pending' &&
        (isOverdue(waiting(row), now) ? (
          <Badge tone="err">{copy.filters.overdue(PAYMENT_DAYS)}</Badge>
        ) : (
          <span className="xs muted">{copy.waiting(daysSince(new Date(row.createdAt), now))}</span>
        ))}
      {row.status === 'pending' && row.lapsesAt && row.arrived === 0 && (
        <span className="xs muted nb">{copy.lapsesOn(formatDate(row.lapsesAt))}</span>
      )}
      {row.status === 'isteklo' && row.lapsedAt && (
        <span className="xs muted nb">{copy.lapsedOn(formatDate(row.lapsedAt))}</span>
      )}
      {row.cancelledAt && (
        <span className="xs muted">{copy.cancelledOn(formatDate(row.cancelledAt), row.cancelReason)}</span>
      )}
      <span className="xs muted nb">{formatDateTime(row.createdAt)}</span>
    </span>
  );
}
