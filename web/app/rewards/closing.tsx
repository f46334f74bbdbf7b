import { useState } from 'react';
import { formatDinars, formatMoneyExact, formatNumber } from '#domain/money.ts';
import { closingStops } from '#domain/rewards/copy.ts';
import { rewardsDeskCopy as copy } from '#domain/rewards/desk-copy.ts';
import { meanwhileOf } from '../admin/use-dialog-row.ts';
import { client } from '../api.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import type { Problem } from '../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import styles from './admin-rewards.module.css';
import { type Desk, reloadRewards } from './desk.ts';

type Closing = NonNullable<Desk['closing']>;
/** The month that is asked about, and whether viewers under suspicion are held. */
interface ClosingRequest {
  seen: Closing;
  skip: boolean;
}

/** Without the currency, as the figure's name says it. */
const digits = (amount: number) => formatMoneyExact({ amount, currency: '' }).trim();
/** Closing writes a statement and an entry of the books for each viewer. Milliseconds. */
const PATIENCE = 60_000;

/** The month that waits to be closed, what closing it brings about, and what stands in its way. */
export function ClosingPart({ closing, hasRules }: { closing: Closing | null; hasRules: boolean }) {
  const [asked, setAsked] = useState<ClosingRequest | null>(null);
  return (
    <section className={styles.part} aria-labelledby="closing">
      <header className={styles.head}>
        <h2 id="closing" className="d h3">
          {copy.close}
        </h2>
        {closing && <Badge tone="warn">{copy.waiting(closing.month)}</Badge>}
      </header>
      {closing ? (
        <Waiting closing={closing} onAsk={(skip) => setAsked({ seen: closing, skip })} />
      ) : (
        <p className="muted">{hasRules ? copy.nothing : closingStops.no_rule}</p>
      )}
      {asked && <CloseDialog asked={asked} now={closing} onSeen={setAsked} onClose={() => setAsked(null)} />}
    </section>
  );
}

function Waiting({ closing, onAsk }: { closing: Closing; onAsk: (skip: boolean) => void }) {
  const { month, amount, viewers, payable, carried, smallest, suspected, stops, from } = closing;
  const isOpen = (stop: Closing['stops'][number]) => stops.includes(stop);
  const isProven = !isOpen('not_proven');
  const checks = [
    {
      good: !isOpen('reports'),
      text: isOpen('reports') ? copy.checks.arriving(month, from) : copy.checks.arrived(month),
    },
    {
      good: isProven && !isOpen('hours') && !isOpen('units_differ'),
      text: isProven && !isOpen('hours') && !isOpen('units_differ') ? copy.checks.hours : copy.checks.hoursOpen,
    },
    {
      good: isProven && !isOpen('rewards_differ'),
      text: isProven && !isOpen('rewards_differ') ? copy.checks.days : copy.checks.daysOpen,
    },
    {
      good: suspected.viewers === 0,
      text:
        suspected.viewers === 0
          ? copy.checks.noneSuspected
          : copy.checks.suspected(suspected.viewers, suspected.tvs, suspected.amount),
    },
  ];
  const reason = stops[0] && closingStops[stops[0]];
  return (
    <div className={styles.two}>
      <div className={styles.card} data-bare>
        <dl className={styles.figures}>
          <div data-main>
            <dd className="num">{digits(amount)}</dd>
            <dt>{copy.figure(month)}</dt>
            <dd>{copy.viewers(viewers)}</dd>
          </div>
          <div>
            <dd className="num">{formatNumber(payable.viewers)}</dd>
            <dt>{copy.payable}</dt>
            <dd>{formatDinars(payable.amount)}</dd>
          </div>
          <div>
            <dd className="num">{formatNumber(carried.viewers)}</dd>
            <dt>{copy.carried}</dt>
            <dd>{copy.carriedHint(smallest, carried.amount)}</dd>
          </div>
        </dl>
        <ul className={styles.checks}>
          {checks.map(({ good, text }) => (
            <li key={text} data-look={!good || undefined}>
              {text}
            </li>
          ))}
        </ul>
        {reason && (
          <p className={styles.reason} id="closing-reason">
            {reason}
          </p>
        )}
        <div className={styles.buttons}>
          <Button
            disabled={stops.length > 0}
            aria-describedby={reason && 'closing-reason'}
            onClick={() => onAsk(false)}
          >
            {copy.closeBtn(month)}
          </Button>
          {suspected.viewers > 0 && (
            <Button
              variant="secondary"
              disabled={stops.length > 0}
              aria-describedby={reason && 'closing-reason'}
              onClick={() => onAsk(true)}
            >
              {copy.closeSkip}
            </Button>
          )}
        </div>
      </div>
      <div className={styles.card}>
        <h3>{copy.happens}</h3>
        <ol className={styles.steps}>
          {copy.happensSteps(month).map((text) => (
            <li key={text}>
              <span>{text}</span>
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

interface CloseProps {
  asked: ClosingRequest;
  /** As it waits now; `null` when no month does. */
  now: Closing | null;
  onSeen: (asked: ClosingRequest) => void;
  onClose: () => void;
}

const mattersOf = ({ amount, viewers, suspected }: Closing) => [amount, viewers, suspected.viewers];

/** About the month as it was when it was asked: another one, or another sum, never takes its place without a word. */
function CloseDialog({ asked: { seen, skip }, now, onSeen, onClose }: CloseProps) {
  const { month, amount, viewers, suspected } = seen;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  async function close() {
    setBusy(true);
    setProblem(null);
    const wanted = { month, shown: amount, holdSuspected: skip };
    const done = await write(() => client.rewards.admin.close(wanted), { patience: PATIENCE });
    setBusy(false);
    if (done.outcome !== 'done') setProblem({ text: done.text });
    else {
      toast.success(copy.closed(month, done.value.viewers));
      onClose();
    }
    await reloadRewards();
  }
  const current = now?.month === month ? now : seen;
  const isPossible = now?.month === month && now.stops.length === 0;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={copy.closeTitle(month)}
      text={`${copy.closeText(viewers, amount)} ${skip ? copy.closeSkipText(suspected.viewers) : ''}`.trim()}
      yes={copy.closeBtn(month)}
      busy={busy}
      problem={problem}
      meanwhile={meanwhileOf(mattersOf(seen), mattersOf(current), isPossible, () => onSeen({ seen: current, skip }))}
      onConfirm={() => void close()}
    />
  );
}
