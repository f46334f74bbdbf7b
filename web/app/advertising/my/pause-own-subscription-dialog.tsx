import { useState } from 'react';
import { mine } from '#domain/advertising/my-copy.ts';
import { packageTitle } from '#domain/advertising/package-title.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { formatDate } from '#domain/time.ts';
import { client } from '../../api.ts';
import { useSingleFlight } from '../../single-flight.ts';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';

type Subscription = Awaited<ReturnType<typeof client.advertising.account>>['subscriptions'][number];

/** Asks whether the own subscription is to be paused, or taken up again, and does it. */
export function PauseOwnSubscriptionDialog({
  one,
  act,
  close,
  done,
}: {
  one: Subscription;
  act: 'pause' | 'unpause';
  close: () => void;
  done: () => Promise<unknown>;
}) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const copy = act === 'pause' ? mine.pause : mine.unpause;
  const send = useSingleFlight(async () => {
    setBusy(true);
    setProblem(null);
    const outcome = await write<unknown>(() =>
      act === 'pause' ? client.advertising.pause({ id: one.id }) : client.advertising.resume({ id: one.id }),
    );
    setBusy(false);
    if (outcome.outcome !== 'done') return setProblem(outcome);
    toast.success(copy.done);
    close();
    await done();
  });
  const day = one.chargedIfResumed && formatDate(one.chargedIfResumed);
  return (
    <ConfirmDialog
      open
      onOpenChange={() => !busy && close()}
      title={copy.title(packageTitle(one.packageName))}
      text={copy.text(formatMoneyExact(one), day)}
      yes={copy.yes}
      no={copy.no}
      busy={busy}
      problem={problem}
      onConfirm={() => send()}
    />
  );
}
