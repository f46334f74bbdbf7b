import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { office } from '#domain/vouchers/issue-copy.ts';
import { api, client } from '../api.ts';
import { useLiveList } from '../live.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { PrintSheet } from './print-sheet.tsx';
import type { VoucherRow } from './voucher-columns.tsx';
import styles from './vouchers.module.css';

const copy = office.batch;

/** Codes that were issued together: those still valid are copied and printed together. */
export function BatchPanel({ batch, leave }: { batch: string; leave: () => void }) {
  const [printing, setPrinting] = useState(false);
  const all = useQuery({
    queryKey: [...api.vouchers.admin.list.key(), 'batch', batch],
    queryFn: () => wholeBatch(batch),
  });
  useLiveList(['profiles'], () => all.refetch());
  const rows = all.data;
  if (!rows || rows.length === 0) return null;
  const good = rows.filter(({ state }) => state === 'unused');
  const count = (state: VoucherRow['state']) => rows.filter((row) => row.state === state).length;
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
          </>
        )}
        <Button size="sm" variant="ghost" onClick={leave}>
          {copy.leave}
        </Button>
      </div>
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
