import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDinars } from '#domain/money.ts';
import { payoutCopy as copy, type PayoutKind } from '#domain/payouts/copy.ts';
import { MOST_PAYOUTS } from '#domain/payouts/rules.ts';
import { api, client } from '../api.ts';
import { useLiveList } from '../live.ts';
import { usePermissions } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form/field.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import { kindOf } from './payout-row.ts';
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
  const [executed, returned] = [shownOf(matches, 'executed'), shownOf(matches, 'returned')];
  const hint = [copy.foundHint, ...executed.kinds.map((kind) => copy.foundThen[kind])].join(' ');

  async function confirm() {
    setBusy(true);
    const lines = matches.map(({ line }) => line);
    const done = await write(() => client.payouts.admin.confirm({ importId, lines }));
    setBusy(false);
    if (done.outcome === 'done')
      toast.success(copy.confirmed(done.value.executed, done.value.returned, returned.kinds));
    else toast.error(done.text);
    await found.refetch();
    onDone();
  }

  return (
    <section className={styles.found} aria-label={copy.foundBtn(matches.length)}>
      <p>
        <b>{copy.found(executed, returned)}</b>
        <br />
        <span className="s">{hint}</span>
      </p>
      <Button size="sm" loading={busy} onClick={() => void confirm()}>
        {copy.foundBtn(matches.length)}
      </Button>
    </section>
  );
}

type Match = Awaited<ReturnType<typeof client.payouts.admin.matches>>[number];

/** How many left, or came back, what they come to, and what they are of. */
function shownOf(matches: readonly Match[], which: Match['kind']) {
  const found = matches.filter(({ kind }) => kind === which);
  return {
    n: found.length,
    amount: formatDinars(found.reduce((all, { money }) => all + money.amount, 0)),
    kinds: KINDS.filter((kind) => found.some((match) => kindOf(match) === kind)),
  };
}
const KINDS: readonly PayoutKind[] = ['refund', 'reward', 'part'];
