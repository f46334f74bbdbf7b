import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { placeOfOrder } from '#domain/admin/subject-pages.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { payoutCopy as copy } from '#domain/payouts/copy.ts';
import { MOST_PAYOUTS } from '#domain/payouts/rules.ts';
import { formatDate } from '#domain/time.ts';
import { meanwhileOf } from '../admin/use-dialog-row.ts';
import { api, client, errorMessage } from '../api.ts';
import { DataPart } from '../part/data-part.tsx';
import { partStateOf } from '../part/part-state.ts';
import { PermittedLink } from '../subject-link.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import type { Problem } from '../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { Empty } from '../ui/table/empty.tsx';
import { type Column, Table } from '../ui/table/table.tsx';
import { write } from '../write.ts';
import { useWriteKeys } from '../write-keys.ts';
import { PayoutAccountDialog } from './payout-account-dialog.tsx';
import { PayoutLists } from './payout-lists.tsx';
import { PayoutOf } from './payout-of.tsx';
import { namedBy, type PayoutRow } from './payout-row.ts';
import styles from './payouts.module.css';

const inDinars = (rows: readonly PayoutRow[]) =>
  formatMoneyExact({ amount: rows.reduce((sum, { money }) => sum + money.amount, 0), currency: 'RSD' });

const moneyOf = ({ id, money, account }: PayoutRow) => [id, money.amount, account];

/** Payouts that wait, which of them are chosen, and making the order of them. */
function usePayouts() {
  const list = useQuery(api.payouts.admin.list.queryOptions());
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  /** The payouts that the question is about. */
  const [seen, setSeen] = useState<readonly PayoutRow[] | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const keys = useWriteKeys();
  const waiting = list.data?.waiting;
  const asked = list.data?.asked ?? [];
  const ready = waiting?.filter(({ state }) => state === 'ready') ?? [];
  const unnamed = waiting?.filter(({ state }) => state === 'account') ?? [];
  const chosen = ready.filter(({ id }) => !left.has(id)).slice(0, MOST_PAYOUTS);
  const selected = new Set(chosen.map(({ id }) => id));

  function choose(now: Set<string>) {
    setLeft(new Set(ready.filter(({ id }) => !now.has(id)).map(({ id }) => id)));
  }

  function ask(rows: readonly PayoutRow[]) {
    setProblem(null);
    setSeen(rows);
  }

  async function make(rows: readonly PayoutRow[]) {
    const shown = rows.reduce((sum, { money }) => sum + money.amount, 0);
    const ids = rows.map(({ id }) => id);
    const wanted = { id: keys.of(ids), payouts: ids, shown };
    setBusy(true);
    setProblem(null);
    const done = await write(() => client.payouts.admin.export(wanted));
    setBusy(false);
    if (done.outcome !== 'done') setProblem(done);
    else {
      keys.renew();
      setSeen(null);
      toast.success(copy.made(done.value.number));
    }
    await list.refetch();
  }

  const back = () => setSeen(null);
  return { list, waiting, asked, ready, unnamed, chosen, selected, choose, seen, ask, back, make, busy, problem };
}

/** What waits for an account or for a payment order, and the orders that were made; what is not chosen waits for the next one. */
export default function PayoutsDialog({ onClose }: { onClose: () => void }) {
  const { list, waiting, asked, ready, unnamed, chosen, selected, choose, seen, ask, back, make, busy, problem } =
    usePayouts();
  const [naming, setNaming] = useState<PayoutRow | null>(null);
  const named = naming && waiting?.find(({ id }) => id === naming.id);
  return (
    <Dialog open asks={false} size="lg" onOpenChange={onClose} title={copy.title} description={copy.lead}>
      <div className={styles.waiting}>
        <h3>{copy.waiting}</h3>
        <Button size="sm" disabled={chosen.length === 0} onClick={() => ask(chosen)}>
          {copy.make(chosen.length, inDinars(chosen))}
        </Button>
      </div>
      <Table
        caption={copy.waiting}
        columns={columnsOf(setNaming)}
        rows={waiting && ready}
        rowKey={({ id }) => id}
        selection={{
          selected,
          onChange: choose,
          label: (row) => copy.choose(row.payee || row.name, formatMoneyExact(row.money)),
        }}
        error={list.error && !waiting ? { text: errorMessage(list.error), onRetry: () => void list.refetch() } : null}
        empty={<Empty title={copy.empty} />}
      />
      {asked.length > 0 && (
        <section className={styles.unnamed}>
          <h3>{copy.asked}</h3>
          <Table caption={copy.asked} columns={ASKED} rows={asked} rowKey={({ id }) => id} empty={null} />
        </section>
      )}
      {unnamed.length > 0 && (
        <section className={styles.unnamed}>
          <h3>{copy.unnamed}</h3>
          <Table
            caption={copy.unnamed}
            columns={columnsOf(setNaming)}
            rows={unnamed}
            rowKey={({ id }) => id}
            empty={null}
          />
        </section>
      )}
      <section className={styles.lists}>
        <h3>{copy.lists}</h3>
        <DataPart name={copy.lists} part={partStateOf(list)} lines={3}>
          {() => <PayoutLists lists={list.data!.lists} />}
        </DataPart>
      </section>
      {naming && (
        <PayoutAccountDialog
          payout={named ?? naming}
          canChange={Boolean(named)}
          onClose={() => setNaming(null)}
          reload={() => list.refetch()}
        />
      )}
      <ConfirmDialog
        open={seen !== null}
        onOpenChange={back}
        title={copy.makeTitle}
        text={seen && copy.makeText(seen.length, inDinars(seen))}
        yes={copy.makeYes}
        busy={busy}
        problem={problem}
        meanwhile={seen && meanwhileOf(seen.map(moneyOf), chosen.map(moneyOf), chosen.length > 0, () => ask(chosen))}
        onConfirm={() => seen && void make(seen)}
      />
    </Dialog>
  );
}

type AskedRow = Awaited<ReturnType<typeof client.payouts.admin.list>>['asked'][number];

/** Whoever may agree does it at the order. */
const ASKED: readonly Column<AskedRow>[] = [
  {
    key: 'who',
    header: copy.askedTh.who,
    bare: true,
    cell: ({ name, order }) => (
      <span className={styles.pair}>
        <b>{name}</b>
        <PermittedLink to={placeOfOrder(order)}>{copy.of({ order, month: null, cameOn: null })}</PermittedLink>
      </span>
    ),
  },
  {
    key: 'by',
    header: copy.askedTh.by,
    cell: ({ askedAt, askedBy }) => copy.askedBy(formatDate(askedAt), askedBy),
  },
  {
    key: 'amount',
    header: copy.askedTh.amount,
    align: 'right',
    cell: ({ money, way }) => (
      <span className={styles.amount}>
        <b className="nb">{formatMoneyExact(money)}</b>
        <small className="muted">{copy.ways[way]}</small>
      </span>
    ),
  },
];

const columnsOf = (onName: (row: PayoutRow) => void): readonly Column<PayoutRow>[] => [
  {
    key: 'who',
    header: copy.th.who,
    bare: true,
    cell: (row) => (
      <span className={styles.pair}>
        <b>{row.payee || row.name}</b>
        <PayoutOf row={row} />
      </span>
    ),
  },
  {
    key: 'account',
    header: copy.th.account,
    cell: (row) => (
      <span className={styles.pair}>
        {row.account ? (
          <>
            <span className="nb">{row.account}</span>
            <small className="muted">{namedBy(row)}</small>
          </>
        ) : (
          <Badge tone="warn">{copy.states.account}</Badge>
        )}
        {row.order !== null && (
          <Button
            size="sm"
            variant="secondary"
            aria-label={`${row.account ? copy.rename : copy.name}: ${copy.of(row)}`}
            onClick={() => onName(row)}
          >
            {row.account ? copy.rename : copy.name}
          </Button>
        )}
      </span>
    ),
  },
  {
    key: 'amount',
    header: copy.th.amount,
    align: 'right',
    cell: (row) => <b className="nb">{formatMoneyExact(row.money)}</b>,
  },
];
