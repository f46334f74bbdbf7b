import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { office } from '#domain/vouchers/issue-copy.ts';
import { meanwhileOf } from '../admin/use-dialog-row.ts';
import { api, client } from '../api.ts';
import { useLiveList } from '../live.ts';
import { DataPart } from '../part/data-part.tsx';
import { partStateOf } from '../part/part-state.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import { PrintSheet } from './print-sheet.tsx';
import type { VoucherRow } from './voucher-columns.tsx';
import styles from './vouchers.module.css';

const copy = office.batch;

/** Codes that were issued together: those still valid are copied and printed together. */
export function BatchPanel({
  batch,
  leave,
  changed,
}: {
  batch: string;
  leave: () => void;
  changed: () => Promise<unknown>;
}) {
  const [printing, setPrinting] = useState(false);
  /** How many the question names. */
  const [asked, setAsked] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const all = useQuery({
    queryKey: [...api.vouchers.admin.list.key(), 'batch', batch],
    queryFn: () => wholeBatch(batch),
  });
  useLiveList('vouchers', () => all.refetch({ throwOnError: true }));
  const makeVoid = useSingleFlight(async () => {
    setBusy(true);
    const outcome = await write(() => client.vouchers.admin.voidBatch({ batch }));
    if (outcome.outcome === 'done') toast.success(copy.void.done(outcome.value.voided - count('voided')));
    else toast.error(outcome.text);
    setBusy(false);
    setAsked(null);
    await Promise.all([all.refetch(), changed()]);
  });
  const rows = all.data;
  const count = (state: VoucherRow['state']) => rows?.filter((row) => row.state === state).length ?? 0;
  const part = partStateOf(all);
  if (!rows)
    return (
      <section className={styles.batch}>
        <DataPart name={copy.name} part={part}>
          {() => null}
        </DataPart>
      </section>
    );
  if (rows.length === 0) return null;
  const good = rows.filter(({ state }) => state === 'unused');
  return (
    <section className={styles.batch} aria-labelledby="batch-title">
      <div>
        <h2 className="d h4" id="batch-title">
          {copy.title(rows.length)}
          {rows[0]!.note && <>: {rows[0]!.note}</>}
        </h2>
        <p className="muted s">{copy.text(rows[0]!.bannerCount, count('used'), count('voided'))}</p>
      </div>
      <div className={styles.batchActs}>
        {good.length > 0 && (
          <>
            <CopyButton value={good.map(({ code }) => code).join('\n')} label={copy.copyAll} />
            <Button size="sm" variant="secondary" onClick={() => setPrinting(true)}>
              {copy.print}
            </Button>
            <Button size="sm" variant="danger" onClick={() => setAsked(good.length)}>
              {copy.void.button}
            </Button>
          </>
        )}
        <Button size="sm" variant="ghost" onClick={leave}>
          {copy.leave}
        </Button>
      </div>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={copy.void.title}
        text={copy.void.text(good.length, rows[0]!.bannerCount, count('used'))}
        yes={copy.void.yes}
        danger
        asks={false}
        lasting={good.length}
        busy={busy}
        meanwhile={
          asked === null ? null : meanwhileOf(asked, good.length, good.length > 0, () => setAsked(good.length))
        }
        onConfirm={() => makeVoid()}
      />
      {printing && <PrintSheet rows={good} done={() => setPrinting(false)} />}
    </section>
  );
}

async function wholeBatch(batch: string): Promise<VoucherRow[]> {
  const rows: VoucherRow[] = [];
  for (let after: string | undefined; ; ) {
    const page = await client.vouchers.admin.list({ batch, after });
    rows.push(...page.rows);
    if (page.next === null) return rows.reverse();
    after = page.next;
  }
}
