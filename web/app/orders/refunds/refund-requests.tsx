import { type ReactNode, useState } from 'react';
import { meanwhile } from '#domain/merging-copy.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { payoutCopy } from '#domain/payouts/copy.ts';
import { refundCopy as copy, refundProblem, refundReasons } from '#domain/refunds/copy.ts';
import { refundApprovalDeadline } from '#domain/refunds/rules.ts';
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

export interface RefundRequestsProps {
  refunds: RefundRow[];
  /** The way of the money to an account, which is another part's. */
  payoutOf: (payout: NonNullable<RefundRow['payout']>) => ReactNode;
  reload: () => Promise<unknown>;
}

/** What was given back, what waits for a second person, and what waits for the buyer's account. */
export function RefundRequests({ refunds, payoutOf, reload }: RefundRequestsProps) {
  if (refunds.length === 0) return null;
  return (
    <section className={page.panel}>
      <header>
        <h2>{copy.list}</h2>
      </header>
      {refunds.map((refund) => (
        <Request key={refund.id} refund={refund} payoutOf={payoutOf} reload={reload} />
      ))}
    </section>
  );
}

function Request({ refund, payoutOf, reload }: Omit<RefundRequestsProps, 'refunds'> & { refund: RefundRow }) {
  const { id, way, state, money, askedAt, mayAgree, whyNotAgree, payout } = refund;
  const amount = formatMoneyExact(money);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState<'agree' | 'decline' | null>(null);
  const [wrong, setWrong] = useState<Problem | null>(null);
  const [stopping, setStopping] = useState(false);

  async function decide(what: 'agree' | 'decline' | 'stop', doing: () => Promise<Outcome<unknown>>, said: string) {
    setBusy(what === 'agree' ? what : 'decline');
    setWrong(null);
    const outcome = await doing();
    setBusy(null);
    if (outcome.outcome === 'done') {
      setAsking(false);
      setStopping(false);
      toast.success(said);
    } else if (what !== 'decline') setWrong(outcome);
    else toast.error(outcome.text);
    await reload();
  }

  /** What stood in the way of an earlier answer is not said again. */
  function ask(open: (isOpen: boolean) => void) {
    setWrong(null);
    open(true);
  }

  const waits = state === 'asked';
  const mayStop = payout?.state === 'account' || payout?.state === 'ready';
  /** A colleague answered first: an open question stays, and can only be closed. */
  const unless = (isPossible: boolean) => (isPossible ? null : { text: meanwhile.impossible });
  return (
    <div className={styles.request} data-waits={waits || undefined}>
      <Facts refund={refund} amount={amount} />
      {payout && payoutOf(payout)}
      {mayStop && (
        <div className={styles.requestActions}>
          <Button size="sm" variant="ghost" onClick={() => ask(setStopping)}>
            {copy.stop}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={stopping}
        onOpenChange={() => setStopping(false)}
        title={copy.stopTitle}
        text={copy.stopText(amount)}
        yes={copy.stop}
        busy={busy === 'decline'}
        problem={wrong}
        meanwhile={stopping ? unless(mayStop) : null}
        onConfirm={() =>
          void decide('stop', () => write(() => client.refunds.admin.decline({ id })), copy.stopped(amount))
        }
      />
      {waits && (
        <>
          <span>
            {copy.until(formatDate(refundApprovalDeadline(dayOf(new Date(askedAt)))))}{' '}
            {whyNotAgree && copy.notSecond[whyNotAgree]}
          </span>
          <div className={styles.requestActions}>
            {mayAgree && (
              <Button size="sm" onClick={() => ask(setAsking)}>
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
        </>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={() => setAsking(false)}
        title={copy.agreeTitle}
        text={copy.agreeText(amount, way)}
        yes={copy.agree}
        busy={busy === 'agree'}
        problem={wrong}
        meanwhile={asking ? unless(waits && mayAgree) : null}
        onConfirm={() =>
          void decide('agree', () => write(() => client.refunds.admin.agree({ id })), copy.agreed(amount))
        }
      />
    </div>
  );
}

/** What is given back, when and why. */
function Facts({ refund, amount }: { refund: RefundRow; amount: string }) {
  const { state, devices, months, reason, note, askedAt, askedBy, problem, payout } = refund;
  return (
    <>
      <div className={styles.requestHead}>
        <b>{state === 'asked' ? copy.askedBy(askedBy.name ?? copy.someone, amount) : amount}</b>
        <span>{payout ? payoutCopy.states[payout.state] : copy.states[state]}</span>
      </div>
      <span className="muted">
        {[
          formatDateTime(askedAt),
          devices > 0 && copy.devices(devices),
          months > 0 && copy.months(months),
          refundReasons[reason],
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {note && <span>{note}</span>}
      {problem && <span>{copy.failedWhy(refundProblem(problem))}</span>}
    </>
  );
}
