import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDinars } from '#domain/money.ts';
import { payoutCopy as copy } from '#domain/payouts/copy.ts';
import { MOST_PAYOUTS } from '#domain/payouts/rules.ts';
import { api, client } from '../api.ts';
import { useLiveList } from '../live.ts';
import { usePermissions } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form/field.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import styles from './payouts.module.css';

/** Rows of a statement that are payouts of ours, executed or sent back; one press writes them all. */
export default function StatementPayouts({
  importId,
  whole,
  onDone,
}: {
  importId: string;
  whole: boolean;
  onDone: () => void;
}) {
  const mayKeep = usePermissions().has('keep accounts');
  const [busy, setBusy] = useState(false);
  const found = useQuery(api.payouts.admin.matches.queryOptions({ input: { importId }, enabled: mayKeep }));
  useLiveList('payouts', () => (mayKeep ? found.refetch({ throwOnError: true }) : Promise.resolve()));
  if (found.isError && !found.data) return <FormError title={copy.foundFailed} />;
  const matches = (found.data ?? []).slice(0, MOST_PAYOUTS);
  if (!whole || matches.length === 0) return null;
  const of = (kind: 'executed' | 'returned') => matches.filter((match) => match.kind === kind);
  const sum = matches.reduce((all, { money }) => all + money.amount, 0);

  async function confirm() {
    setBusy(true);
    const lines = matches.map(({ line }) => line);
    const done = await write(() => client.payouts.admin.confirm({ importId, lines }));
    setBusy(false);
    if (done.outcome === 'done') toast.success(copy.confirmed(done.value.executed, done.value.returned));
    else toast.error(done.text);
    await found.refetch();
    onDone();
  }

  return (
    <section className={styles.found} aria-label={copy.foundBtn(matches.length)}>
      <p>
        <b>{copy.found(of('executed').length, of('returned').length, formatDinars(sum))}</b>
        <br />
        <span className="s">{copy.foundHint}</span>
      </p>
      <Button size="sm" loading={busy} onClick={() => void confirm()}>
        {copy.foundBtn(matches.length)}
      </Button>
    </section>
  );
}
