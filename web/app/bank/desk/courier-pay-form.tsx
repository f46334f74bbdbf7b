import { type FormEvent, useState } from 'react';
import { placeOfOrder } from '#domain/admin/subject-pages.ts';
import { statementCopy } from '#domain/bank/copy.ts';
import { courierPayoutCopy as words } from '#domain/bank/courier-copy.ts';
import { canLinePayParcel, payoutDifference } from '#domain/bank/courier-payouts.ts';
import { DECISION_DELAY_MS } from '#domain/bank/decisions.ts';
import { deskCopy as copy } from '#domain/bank/desk-copy.ts';
import { formatDinars } from '#domain/money.ts';
import { REASON_MAX, REASON_MIN } from '#domain/reason-length.ts';
import { formatTime } from '#domain/time.ts';
import { client } from '../../api.ts';
import { PermittedLink } from '../../subject-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox, TextArea } from '../../ui/form/field.tsx';
import { FormProblem, type Problem } from '../../ui/form/form-problem.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import bank from '../bank.module.css';
import styles from './courier-panel.module.css';
import desk from './desk.module.css';
import type { LinePanelProps } from './line-panel.tsx';

export type Payout = Awaited<ReturnType<typeof client.bank.courier.read>>;
type Parcel = Payout['parcels'][number];
type Props = LinePanelProps & { payout: Payout; onChanged: () => void };

/** Which parcels the line pays, and writing it. */
function usePayment({ line, isGone, payout, onDecided, onUndo, onChanged }: Props) {
  const [picked, setPicked] = useState<ReadonlySet<string> | null>(null);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const isOpen = line.state === 'open';
  const isPicked = (one: Parcel) =>
    canLinePayParcel(one) && (picked ? picked.has(one.reference) : one.finding === 'matches');
  const chosen = payout.parcels.filter(isPicked);
  const difference = payoutDifference(payout.came, chosen);

  function toggle(one: Parcel) {
    const next = new Set(chosen.map(({ reference }) => reference));
    if (!next.delete(one.reference)) next.add(one.reference);
    setPicked(next);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || isGone || !isOpen) return;
    const said = reason.trim();
    if (chosen.length === 0) return setProblem({ text: words.pickOne });
    if (difference !== 0 && said.length < REASON_MIN) return setProblem({ text: words.reasonNeeded });
    setProblem(null);
    setBusy(true);
    const parcels = chosen.map(({ reference }) => reference);
    const done = await write(() =>
      client.bank.courier.decide({ id: line.id, parcels, difference, reason: difference === 0 ? '' : said }),
    );
    setBusy(false);
    if (done.outcome !== 'done') {
      setProblem(done);
      return onChanged();
    }
    const { holdId, dueAt } = done.value;
    const last = { kind: 'hold' as const, id: holdId };
    if (dueAt === null) toast.info(statementCopy.askedSecond);
    else
      toast.success(copy.held(formatDinars(payout.came), formatTime(dueAt)), {
        label: copy.undo,
        lasts: DECISION_DELAY_MS,
        onPress: () => onUndo(last),
      });
    onDecided(last);
  }

  return { isOpen, isPicked, toggle, difference, reason, setReason, busy, problem, submit };
}

/** Which parcels the line pays, and what becomes of the difference. Enter writes it. */
export function PayForm(props: Props) {
  const { whole, isGone, payout, onSkip } = props;
  const { isOpen, isPicked, toggle, difference, reason, setReason, busy, problem, submit } = usePayment(props);
  return (
    <form id="line-decision" className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <ul className={styles.parcels} aria-label={words.list}>
        {payout.parcels.map((one) => (
          <li key={one.reference}>
            {isOpen && canLinePayParcel(one) ? (
              <Checkbox
                hideLabel
                label={words.take(one.reference)}
                checked={isPicked(one)}
                onChange={() => toggle(one)}
              />
            ) : (
              <span />
            )}
            <ParcelFacts one={one} />
          </li>
        ))}
      </ul>
      {isOpen && (
        <>
          <Difference came={payout.came} difference={difference} />
          {difference !== 0 && (
            <TextArea
              label={words.reason}
              hint={difference < 0 ? words.reasonHint : undefined}
              value={reason}
              maxLength={REASON_MAX}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
          {!whole && <p className="s muted">{statementCopy.noTotal}</p>}
          <FormProblem problem={problem} />
          {!isGone && (
            <div className={desk.submit}>
              <Button type="submit" loading={busy} disabled={!whole}>
                {copy.write(formatDinars(payout.came))}
              </Button>
              <Button variant="secondary" disabled={busy} onClick={onSkip}>
                {copy.skip}
              </Button>
            </div>
          )}
        </>
      )}
    </form>
  );
}

/** What came beside what the chosen parcels come to, and what becomes of the rest. */
function Difference({ came, difference }: { came: number; difference: number }) {
  return (
    <>
      <div className={bank.compare}>
        <div>
          <span className="s muted">{words.came}</span>
          <b>{formatDinars(came)}</b>
        </div>
        <div>
          <span className="s muted">{words.chosen}</span>
          <b>{formatDinars(came - difference)}</b>
        </div>
        <div className={bank.difference} data-agrees={difference === 0 || undefined}>
          <span>{difference === 0 ? words.agrees : difference < 0 ? words.kept : words.over}</span>
          {difference !== 0 && <strong className="nb">{formatDinars(Math.abs(difference))}</strong>}
        </div>
      </div>
      <p className="s muted">
        {difference === 0 ? words.agreesText : difference < 0 ? `${words.keptText} ${words.limit}` : words.overText}
      </p>
    </>
  );
}

function ParcelFacts({ one }: { one: Parcel }) {
  const { reference, order, name, expected, paid, finding, isSettled } = one;
  const differs = expected !== null && expected !== paid;
  return (
    <span className={styles.facts}>
      <b>{reference}</b>
      <span className="nb">{formatDinars(paid)}</span>
      <small>
        {order === null ? (
          words.nobody
        ) : (
          <PermittedLink to={placeOfOrder(order)}>{words.order(order, name)}</PermittedLink>
        )}
      </small>
      {differs && <small className="nb">{words.expected(formatDinars(expected))}</small>}
      {isSettled ? (
        <Badge tone="ok">{words.settled}</Badge>
      ) : (
        finding !== 'matches' && (
          <Badge tone={finding === 'early' ? 'info' : canLinePayParcel(one) ? 'warn' : 'err'}>
            {words.findings[finding]}
          </Badge>
        )
      )}
    </span>
  );
}
