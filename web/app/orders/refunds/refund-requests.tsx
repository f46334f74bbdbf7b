import { useState } from 'react';
import { formatMoneyExact } from '#domain/money.ts';
import { refundCopy as copy, refundProblem, refundReasons } from '#domain/refunds/copy.ts';
import { askedUntil } from '#domain/refunds/rules.ts';
import { dayOf, formatDate, formatDateTime } from '#domain/time.ts';
import page from '../../admin/desk-page.module.css';
import { client } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { type Outcome, write } from '../../write.ts';
import styles from './refund.module.css';
import type { RefundRow } from './refund-row.ts';

/** What was given back by card, and what waits for a second person. */
export function RefundRequests({ refunds, reload }: { refunds: RefundRow[]; reload: () => Promise<unknown> }) {
  if (refunds.length === 0) return null;
  return (
    <section className={page.panel}>
      <header>
        <h2>{copy.list}</h2>
      </header>
      {refunds.map((refund) => (
        <Request key={refund.id} refund={refund} reload={reload} />
      ))}
    </section>
  );
}

function Request({ refund, reload }: { refund: RefundRow; reload: () => Promise<unknown> }) {
  const { id, state, money, devices, reason, note, askedAt, askedBy, mayAgree, problem } = refund;
  const amount = formatMoneyExact(money);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState<'agree' | 'decline' | null>(null);
  const [wrong, setWrong] = useState<Problem | null>(null);

  async function decide(what: 'agree' | 'decline', doing: () => Promise<Outcome<unknown>>, said: string) {
    setBusy(what);
    setWrong(null);
    const outcome = await doing();
    setBusy(null);
    if (outcome.outcome === 'done') {
      setAsking(false);
      toast.success(said);
    } else if (what === 'agree') setWrong(outcome);
    else toast.error(outcome.text);
    await reload();
  }

  const waits = state === 'asked';
  return (
    <div className={styles.request} data-waits={waits || undefined}>
      <div className={styles.requestHead}>
        <b>{waits ? copy.askedBy(askedBy.name ?? copy.someone, amount) : amount}</b>
        <span>{copy.states[state]}</span>
      </div>
      <span className="muted">
        {[formatDateTime(askedAt), devices > 0 && copy.devices(devices), refundReasons[reason]]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {note && <span>{note}</span>}
      {problem && <span>{copy.failedWhy(refundProblem(problem))}</span>}
      {waits && (
        <>
          <span>
            {copy.until(formatDate(askedUntil(dayOf(new Date(askedAt)))))} {!mayAgree && copy.own}
          </span>
          <div className={styles.requestActions}>
            {mayAgree && (
              <Button size="sm" onClick={() => setAsking(true)}>
                {copy.agree}
              </Button>
            )}
            <Button
              size="sm"
              variant="secondary"
              loading={busy === 'decline'}
              onClick={() =>
                void decide('decline', () => write(() => client.refunds.admin.decline({ id })), copy.declined(amount))
              }
            >
              {copy.decline}
            </Button>
          </div>
          <ConfirmDialog
            open={asking}
            onOpenChange={() => setAsking(false)}
            title={copy.agreeTitle}
            text={copy.agreeText(amount)}
            yes={copy.agree}
            busy={busy === 'agree'}
            problem={wrong}
            onConfirm={() =>
              void decide('agree', () => write(() => client.refunds.admin.agree({ id })), copy.agreed(amount))
            }
          />
        </>
      )}
    </div>
  );
}
