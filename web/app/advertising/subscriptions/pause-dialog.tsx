import { useRef, useState } from 'react';
import { packageTitle } from '#domain/advertising/package-title.ts';
import { subscriptionList } from '#domain/advertising/sold-copy.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { formatDate } from '#domain/time.ts';
import { client } from '../../api.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { TextField } from '../../ui/form/field.tsx';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import type { Meanwhile } from '../../ui/overlay/meanwhile-notice.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import { nameOf, type SubscriptionRow } from './subscription-row.ts';

const copy = subscriptionList.pause;
const again = subscriptionList.resume;

interface Props {
  row: SubscriptionRow;
  meanwhile: Meanwhile | null;
  close: () => void;
  done: () => Promise<unknown>;
}

/** Pauses a subscription with a reason that the customer reads. */
export function PauseDialog({ row, meanwhile, close, done }: Props) {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const pause = useSingleFlight(async () => {
    setTried(true);
    if (reason.trim() === '') return field.current?.focus();
    setBusy(true);
    setProblem(null);
    const outcome = await write(() => client.advertising.admin.pause({ id: row.id, reason: reason.trim() }));
    setBusy(false);
    if (outcome.outcome !== 'done') return setProblem(outcome);
    toast.success(copy.done);
    close();
    await done();
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={() => !busy && close()}
      title={copy.title}
      text={copy.text(nameOf(row), packageTitle(row.packageName))}
      yes={copy.yes}
      no={copy.no}
      busy={busy}
      problem={problem}
      meanwhile={meanwhile}
      initialFocus={field}
      onConfirm={() => pause()}
    >
      <TextField
        ref={field}
        label={copy.reason}
        hint={copy.reasonHint}
        error={tried && reason.trim() === '' ? copy.reasonRequired : undefined}
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  );
}

/** Takes a paused subscription up again, with the day of the next charge. */
export function ResumeDialog({ row, meanwhile, close, done }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const resume = useSingleFlight(async () => {
    setBusy(true);
    setProblem(null);
    const outcome = await write(() => client.advertising.admin.resume({ id: row.id }));
    setBusy(false);
    if (outcome.outcome !== 'done') return setProblem(outcome);
    toast.success(again.done);
    close();
    await done();
  });
  const day = row.chargedIfResumed && formatDate(row.chargedIfResumed);
  return (
    <ConfirmDialog
      open
      onOpenChange={() => !busy && close()}
      title={again.title}
      text={again.text(nameOf(row), packageTitle(row.packageName), formatMoneyExact(row), day)}
      yes={again.yes}
      no={again.no}
      busy={busy}
      problem={problem}
      meanwhile={meanwhile}
      onConfirm={() => resume()}
    />
  );
}
