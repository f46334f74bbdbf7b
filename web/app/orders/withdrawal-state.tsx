import { useState } from 'react';
import { withdrawals as copy } from '#domain/orders/own/withdrawal-copy.ts';
import { dayOf } from '#domain/time.ts';
import { client } from '../api.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Badge } from '../ui/badge.tsx';
import { TextArea } from '../ui/form/field.tsx';
import type { Problem } from '../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import type { Meanwhile } from '../ui/overlay/meanwhile-notice.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import styles from './orders.module.css';

type Sale = Awaited<ReturnType<typeof client.orders.admin.list>>['rows'][number];

/** The buyer's statement, the deadline of the refund, and the outcome. */
export function WithdrawalState({ order, onResolve }: { order: Sale; onResolve: () => void }) {
  const { state, refundBy, statedAt, receivedOn, reason, resolution } = order.withdrawal!;
  const late = state === 'open' && refundBy < dayOf(new Date());
  const words = state === 'open' ? copy.badge[late ? 'overdue' : 'due'](refundBy) : copy.badge[state];
  return (
    <>
      <Badge tone={late ? 'err' : state === 'open' ? 'warn' : 'info'}>{words}</Badge>
      <span className={styles.about}>
        {copy.stated(statedAt)}, {receivedOn === null ? copy.notReceived : copy.received(receivedOn)}
        {reason && (
          <>
            <br />
            {copy.reason(reason)}
          </>
        )}
        {resolution && (
          <>
            <br />
            {copy.resolution(resolution)}
          </>
        )}
      </span>
      {state === 'open' && (
        <button type="button" className={styles.link} onClick={onResolve}>
          {copy.resolve}
          <span className="vh">: {copy.resolveOf(order.number)}</span>
        </button>
      )}
    </>
  );
}

/** A withdrawal is settled by its refund; where none, or not the whole one, is due, an admin says why. */
export function ResolveDialog({
  order,
  meanwhile,
  close,
  done,
}: {
  order: Sale;
  meanwhile: Meanwhile | null;
  close: () => void;
  done: () => unknown;
}) {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const resolve = useSingleFlight(async () => {
    setBusy(true);
    setProblem(null);
    const outcome = await write<unknown>(
      () => client.orders.admin.resolveWithdrawal({ id: order.id, resolution: text }),
      { arrived: ({ code }) => (code === 'WITHDRAWAL_GONE' ? true : undefined) },
    );
    // What was typed stays, so that it can be kept elsewhere.
    if (outcome.outcome !== 'done') {
      setBusy(false);
      setProblem(outcome);
      return void done();
    }
    // Until it was read again: what changes by then is this person's own doing.
    await done();
    setBusy(false);
    toast.success(copy.resolved);
    close();
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={close}
      title={copy.resolveTitle}
      text={copy.resolveText(order.number)}
      yes={copy.resolve}
      busy={busy}
      problem={problem}
      meanwhile={meanwhile}
      disabled={text.trim() === ''}
      onConfirm={() => void resolve()}
    >
      <TextArea
        label={copy.resolutionLabel}
        hint={copy.resolutionHint}
        rows={3}
        maxLength={1000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </ConfirmDialog>
  );
}
