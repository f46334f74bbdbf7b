import { useRef, useState } from 'react';
import { packageTitle } from '#domain/advertising/package-title.ts';
import { subscriptionList } from '#domain/advertising/sold-copy.ts';
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

const copy = subscriptionList.stop;

/** Stops a subscription with a reason that the customer reads. */
export function StopDialog({
  row,
  when,
  meanwhile,
  close,
  done,
}: {
  row: SubscriptionRow;
  when: 'periodEnd' | 'now';
  meanwhile: Meanwhile | null;
  close: () => void;
  done: () => Promise<unknown>;
}) {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const name = nameOf(row);
  const packageName = packageTitle(row.packageName);

  const stop = useSingleFlight(async () => {
    setTried(true);
    if (reason.trim() === '') return field.current?.focus();
    setBusy(true);
    setProblem(null);
    const outcome = await write(() => client.advertising.admin.stop({ id: row.id, when, reason: reason.trim() }));
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
      title={when === 'now' ? copy.titleNow : copy.titleAtEnd}
      text={
        when === 'now'
          ? copy.textNow(name, packageName)
          : copy.textAtEnd(name, packageName, row.renewsAt && row.state === 'active' ? formatDate(row.renewsAt) : null)
      }
      yes={when === 'now' ? copy.yesNow : copy.yesAtEnd}
      no={copy.no}
      danger
      busy={busy}
      problem={problem}
      meanwhile={meanwhile}
      initialFocus={field}
      onConfirm={() => stop()}
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
