import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoneyExact } from '#domain/money.ts';
import { payoutCopy as copy } from '#domain/payouts/copy.ts';
import { formatDate, formatDateTime } from '#domain/time.ts';
import { api, client, errorMessage } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form/field.tsx';
import type { Problem } from '../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { write } from '../write.ts';
import { PayoutOf } from './payout-of.tsx';
import { kindOf, type PayoutRow } from './payout-row.ts';
import styles from './payouts.module.css';

type List = Awaited<ReturnType<typeof client.payouts.admin.list>>['lists'][number];

/** Payment orders, the newest first: their files, and what became of them. */
export function PayoutLists({ lists }: { lists: List[] }) {
  return (
    <>
      {lists.length === 0 && <p className="muted s">{copy.noLists}</p>}
      {lists.map((list) => (
        <One key={list.id} list={list} />
      ))}
    </>
  );
}

function One({ list }: { list: List }) {
  const { id, number, money, payouts, done, returned, sha256, exportedAt, exportedBy } = list;
  const [open, setOpen] = useState(false);

  async function download(format: 'xml' | 'csv') {
    try {
      saveFile(await client.payouts.admin.file({ id, format }));
    } catch (error) {
      toast.error(errorMessage(error));
    }
  }

  return (
    <details className={styles.list} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <b>{copy.list(number)}</b>
        <span>{copy.count(payouts, formatMoneyExact(money))}</span>
        <span className="muted">{copy.listState(payouts, done, returned)}</span>
      </summary>
      <p className="s muted">
        {copy.listOf(formatDateTime(exportedAt), exportedBy)} · <span title={sha256}>{copy.hash(sha256)}</span>
      </p>
      <div className={styles.files}>
        {(['xml', 'csv'] as const).map((format) => (
          <Button
            key={format}
            size="sm"
            variant="secondary"
            aria-label={copy.fileOf(copy[format], number)}
            onClick={() => void download(format)}
          >
            {copy[format]}
          </Button>
        ))}
      </div>
      {open && <Rows id={id} />}
    </details>
  );
}

const refuseText = (row: PayoutRow): string =>
  `${copy.refuseText(formatMoneyExact(row.money), row.payee)} ${copy.refuseThen[kindOf(row)]}`;

function Rows({ id }: { id: string }) {
  const rows = useQuery(api.payouts.admin.listed.queryOptions({ input: { id } }));
  const [asking, setAsking] = useState<PayoutRow | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  if (rows.error && !rows.data) return <FormError title={errorMessage(rows.error)} />;
  if (!rows.data) return <Skeleton lines={2} />;

  async function refuse(row: PayoutRow) {
    setBusy(true);
    setProblem(null);
    const done = await write(() => client.payouts.admin.refuse({ id: row.id }));
    setBusy(false);
    if (done.outcome !== 'done') setProblem(done);
    else {
      setAsking(null);
      toast.success(copy.refused[kindOf(row)]);
    }
    await rows.refetch();
  }

  return (
    <>
      <ul className={styles.rows}>
        {rows.data.map((row) => (
          <li key={row.id}>
            <span>
              <b>{row.payee}</b>, <PayoutOf row={row} />
              <br />
              <small className="muted">
                <span className="nb">{row.account}</span>, 97 {row.reference}
              </small>
            </span>
            <span className={styles.amount}>
              <b className="nb">{formatMoneyExact(row.money)}</b>
              <small>
                {row.executedOn && row.state === 'done'
                  ? copy.executedOn(formatDate(row.executedOn))
                  : copy.states[row.state]}
              </small>
              {row.state === 'listed' && (
                <Button
                  size="sm"
                  variant="secondary"
                  aria-label={`${copy.refuse}: ${copy.of(row)}`}
                  onClick={() => setAsking(row)}
                >
                  {copy.refuse}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={() => setAsking(null)}
        title={copy.refuseTitle}
        text={asking ? refuseText(asking) : ''}
        yes={copy.refuse}
        busy={busy}
        problem={problem}
        onConfirm={() => asking && void refuse(asking)}
      />
    </>
  );
}
