import { useState } from 'react';
import { admin } from '#domain/admin/copy.ts';
import { placeOfOrder, placeOfReservation } from '#domain/admin/subject-pages.ts';
import { owedCopy as copy } from '#domain/bank/copy.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { formatDate, formatDateTime } from '#domain/time.ts';
import { useAdminList } from '../admin/use-admin-list.ts';
import { api, client } from '../api.ts';
import { usePermissions } from '../session.ts';
import { PermittedLink } from '../subject-link.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Email } from '../ui/email.tsx';
import { Checkbox } from '../ui/form/field.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { Empty } from '../ui/table/empty.tsx';
import { LoadMore } from '../ui/table/load-more.tsx';
import { type Column, Table } from '../ui/table/table.tsx';
import { useLiveRows } from '../use-live-rows.ts';
import { write } from '../write.ts';
import styles from './bank.module.css';
import { PayOutDialog } from './pay-out-dialog.tsx';

type Owed = Awaited<ReturnType<typeof client.bank.owed.list>>['rows'][number];

/** What is owed back, to whom and why, everybody's or the organiser's alone; given back it is marked, never deleted. */
export default function OwedDialog({
  entity,
  onClose,
  onChanged,
}: {
  entity?: 'organiser';
  onClose: () => void;
  onChanged: () => void;
}) {
  const [returned, setReturned] = useState(false);
  const [busy, setBusy] = useState<string | null>(null);
  const [paying, setPaying] = useState<Owed | null>(null);
  const mayPay = usePermissions().has('keep accounts');
  const list = useAdminList(api.bank.owed.list, { returned, entity }, { screen: 'owed', useLive: useLiveRows });
  const sums = list.first?.sums ?? [];

  async function mark({ id, returnedAt }: Owed) {
    if (busy !== null) return;
    setBusy(id);
    const wanted = returnedAt === null;
    const done = await write(() => client.bank.owed.mark({ id, returned: wanted }));
    if (done.outcome === 'done') toast.success(wanted ? copy.marked : copy.unmarked);
    else toast.error(done.text);
    setBusy(null);
    onChanged();
    await list.reload();
  }

  async function takeOut({ id }: Owed) {
    if (busy !== null) return;
    setBusy(id);
    const done = await write(() => client.bank.owed.takeOut({ id }));
    if (done.outcome === 'done') toast.success(copy.takenOut);
    else toast.error(done.text);
    setBusy(null);
    onChanged();
    await list.reload();
  }
  const acts = {
    busy,
    onMark: (row: Owed) => void mark(row),
    onPay: mayPay ? setPaying : null,
    onTakeOut: (row: Owed) => void takeOut(row),
  };

  return (
    <Dialog
      open
      asks={false}
      size="lg"
      onOpenChange={onClose}
      title={copy.title}
      description={entity ? copy.lead : copy.leadOfAll}
    >
      {sums.length > 0 && <p className="lbl">{copy.sum(sums.map(formatMoneyExact).join(', '))}</p>}
      <Checkbox label={copy.all} checked={returned} onChange={(event) => setReturned(event.target.checked)} />
      <Table
        caption={copy.title}
        columns={columnsOf(acts)}
        rows={list.rows}
        rowKey={(row) => row.id}
        rowTone={(row) => (row.returnedAt ? 'ok' : 'warn')}
        error={list.failed ? { text: admin.loadError, onRetry: () => void list.reload() } : null}
        empty={<Empty title={copy.none} />}
      />
      {paying && (
        <PayOutDialog
          owed={paying}
          who={whoOf(paying)}
          onClose={() => setPaying(null)}
          onDone={() => {
            onChanged();
            return list.reload();
          }}
        />
      )}
      {list.more && <LoadMore failed={list.moreFailed} busy={list.isReadingMore} onMore={() => void list.more?.()} />}
    </Dialog>
  );
}

/** What is in a payment order, or was paid by one, statements tell and nobody marks. */
const isWithBank = ({ payout }: Owed) => ['ready', 'listed', 'done'].includes(payout?.state ?? '');

const whoOf = (row: Owed) => row.name || row.payer || copy.unknownPayer;

interface Acts {
  busy: string | null;
  onMark: (row: Owed) => void;
  /** `null` for whoever makes no payment orders. */
  onPay: ((row: Owed) => void) | null;
  onTakeOut: (row: Owed) => void;
}

const inPayout = ({ state, account, list }: NonNullable<Owed['payout']>): string =>
  [
    state in copy.inPayout && copy.inPayout[state as keyof typeof copy.inPayout](account ?? ''),
    list && copy.inList(list),
  ]
    .filter(Boolean)
    .join(', ');

const columnsOf = ({ busy, onMark, onPay, onTakeOut }: Acts): readonly Column<Owed>[] => [
  {
    key: 'who',
    header: copy.columns.who,
    cell: (row) => (
      <span className={styles.pair}>
        <b>{whoOf(row)}</b>
        {row.number !== null && (
          <span className="s">
            <PermittedLink to={placeOfReservation({ number: row.number, year: row.year! })}>
              {copy.reservation(row.number)}
            </PermittedLink>
          </span>
        )}
        {row.order !== null && (
          <span className="s">
            <PermittedLink to={placeOfOrder(row.order)}>{copy.order(row.order)}</PermittedLink>
          </span>
        )}
        {row.email && (
          <a href={`mailto:${row.email}`}>
            <Email address={row.email} />
          </a>
        )}
      </span>
    ),
  },
  {
    key: 'from',
    header: copy.columns.from,
    cell: (row) => (
      <span className={styles.pair}>
        <span>{row.bookedOn ? row.payer || copy.unknownPayer : copy.byHand}</span>
        <span className="xs muted">
          {[row.bookedOn && formatDate(row.bookedOn), row.reference].filter(Boolean).join(' · ')}
        </span>
      </span>
    ),
  },
  {
    key: 'amount',
    header: copy.columns.amount,
    align: 'right',
    cell: (row) => <b className="nb">{formatMoneyExact(row)}</b>,
  },
  {
    key: 'reason',
    header: copy.columns.reason,
    cell: (row) => (
      <span className={styles.pair}>
        <span>{row.reason || copy.noReason}</span>
        <span className="xs muted">{copy.owedSince(row.owedBy, formatDate(row.owedAt))}</span>
      </span>
    ),
  },
  {
    key: 'state',
    header: copy.columns.state,
    bare: true,
    cell: (row) => (
      <span className={styles.pair}>
        {row.returnedAt && (
          <Badge tone="ok">{copy.returned(row.returnedBy ?? '', formatDateTime(row.returnedAt))}</Badge>
        )}
        {row.payout && <span className="xs">{inPayout(row.payout)}</span>}
        {row.mayBePaidOut && onPay && (
          <Button
            size="sm"
            disabled={busy !== null}
            aria-label={copy.of(copy.payOut, whoOf(row), formatMoneyExact(row))}
            onClick={() => onPay(row)}
          >
            {copy.payOut}
          </Button>
        )}
        {row.payout?.state === 'ready' && onPay && (
          <Button
            size="sm"
            variant="secondary"
            disabled={busy !== null}
            loading={busy === row.id}
            aria-label={copy.of(copy.takeOut, whoOf(row), formatMoneyExact(row))}
            onClick={() => onTakeOut(row)}
          >
            {copy.takeOut}
          </Button>
        )}
        {!isWithBank(row) && (
          <Button
            size="sm"
            variant={row.returnedAt ? 'ghost' : 'secondary'}
            disabled={busy !== null}
            loading={busy === row.id}
            aria-label={copy.of(row.returnedAt ? copy.unmark : copy.mark, whoOf(row), formatMoneyExact(row))}
            onClick={() => onMark(row)}
          >
            {row.returnedAt ? copy.unmark : copy.mark}
          </Button>
        )}
      </span>
    ),
  },
];
