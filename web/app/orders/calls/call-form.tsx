import { useRef, useState } from 'react';
import { daysLater } from '#domain/day.ts';
import { formatMoney } from '#domain/money.ts';
import { CALL_OUTCOMES, CALL_TRIES, type CallOutcome } from '#domain/orders/calls/calls.ts';
import { callsCopy as copy, missedCopy } from '#domain/orders/calls/calls-copy.ts';
import { addressOf } from '#domain/orders/delivery/delivery.ts';
import { lineName } from '#domain/payments/copy.ts';
import { dayOf } from '#domain/time.ts';
import { client } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/form/field.tsx';
import { FormProblem, type Problem } from '../../ui/form/form-problem.tsx';
import { Segmented } from '../../ui/form/segmented.tsx';
import { Unsaved } from '../../ui/form/unsaved.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import { ChangeDelivery } from '../delivery/change-delivery.tsx';
import type { OrderRow } from '../desk/order-row.ts';
import styles from './call-panel.module.css';

const TWO_HOURS = 2 * 60 * 60 * 1000;
const NEXT = ['two', 'tomorrow', 'other'] as const;
type Next = (typeof NEXT)[number];

interface Props {
  order: OrderRow;
  calls: NonNullable<OrderRow['calls']>;
  reload: () => Promise<unknown>;
  close: () => void;
}

/** What is said on the phone, what came of it, and what follows from that. */
export function CallForm({ order, calls, reload, close }: Props) {
  const { number, version, delivery } = order;
  const [outcome, setOutcome] = useState<CallOutcome | null>(null);
  const [when, setWhen] = useState<Next>('two');
  const [other, setOther] = useState('');
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const id = useRef('');
  const isMissed = calls.kind === 'missed';
  const words = isMissed ? missedCopy.outcomes : copy.outcomes;
  const isLast = !isMissed && outcome === 'no_answer' && calls.tries + 1 >= CALL_TRIES;
  const asksWhen = !isMissed && outcome === 'no_answer' && !isLast;

  async function enter(said: CallOutcome) {
    id.current ||= crypto.randomUUID();
    setBusy(true);
    setProblem(null);
    const call = {
      number,
      version,
      id: id.current,
      outcome: said,
      note,
      next: asksWhen ? momentOf(when, other).toISOString() : null,
    };
    const entered = await write(() => client.orders.admin.call(call));
    setBusy(false);
    if (entered.outcome !== 'done') return setProblem(entered);
    toast.success(isMissed ? missedCopy.done(said) : copy.done(said));
    close();
    await reload();
  }

  return (
    <>
      <div className={styles.columns}>
        <div className={styles.who}>
          <p className="d h3">{calls.phone}</p>
          {!isMissed && <p className="s">{copy.nth(Math.min(calls.tries + 1, CALL_TRIES))}</p>}
          <p>
            <a className={styles.dial} href={`tel:${calls.phone.replace(/[^\d+]/g, '')}`}>
              {copy.dial}
            </a>
          </p>
          <dl>
            {delivery && (
              <div>
                <dt>{copy.address}</dt>
                <dd>
                  {addressOf(delivery)}
                  {!isMissed && <ChangeDelivery order={{ number, version, delivery }} by="staff" reload={reload} />}
                </dd>
              </div>
            )}
            <div>
              <dt>{copy.sent}</dt>
              <dd>{lineName({ kind: order.kind, name: order.productName })}</dd>
            </div>
            {calls.amount > 0 && (
              <div>
                <dt>{copy.pays}</dt>
                <dd>
                  <b>{formatMoney({ amount: calls.amount, currency: 'RSD' })}</b>
                </dd>
              </div>
            )}
          </dl>
          <p className={styles.say}>{isMissed ? missedCopy.say(number) : copy.say(number)}</p>
          <h3>{copy.past}</h3>
          {calls.calls.length === 0 ? (
            <p className="s muted">{copy.first}</p>
          ) : (
            <ul>
              {calls.calls.map(({ outcome: said, at, by }) => (
                <li key={at}>{copy.pastOne(words[said].name, new Date(at), by)}</li>
              ))}
            </ul>
          )}
        </div>
        <div className={styles.form}>
          <fieldset className={styles.outcomes}>
            <legend>{copy.outcome}</legend>
            {CALL_OUTCOMES.map((one) => (
              <label key={one}>
                <input
                  type="radio"
                  name="outcome"
                  value={one}
                  checked={outcome === one}
                  onChange={() => setOutcome(one)}
                />
                <span>
                  <b>{words[one].name}</b>
                  <span>{words[one].effect}</span>
                </span>
              </label>
            ))}
          </fieldset>
          {asksWhen && (
            <>
              <Segmented
                label={copy.next}
                segments={NEXT.map((key) => ({
                  key,
                  label: { two: copy.inTwo, tomorrow: copy.tomorrow, other: copy.other }[key],
                }))}
                selected={when}
                onSelect={setWhen}
              />
              {when === 'other' && (
                <TextField
                  label={copy.nextAt}
                  type="datetime-local"
                  value={other}
                  onChange={({ target }) => setOther(target.value)}
                />
              )}
            </>
          )}
          <TextArea
            label={copy.note}
            optional
            hint={copy.noteHint}
            rows={2}
            maxLength={2000}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </div>
        <div className={styles.effects}>
          <h3>{copy.effects}</h3>
          <p>
            {outcome === null
              ? copy.missing
              : isMissed
                ? missedCopy.effect
                : isLast
                  ? copy.effect.lastTry
                  : copy.effect[outcome]}
          </p>
        </div>
      </div>
      <FormProblem problem={problem} />
      <Unsaved when={(outcome !== null || other !== '' || note !== '') && !busy} what={copy.outcome} />
      <footer className={styles.foot}>
        <p className="s muted">{copy.foot}</p>
        <Button
          loading={busy}
          disabled={outcome === null || (asksWhen && when === 'other' && other === '')}
          onClick={() => outcome && void enter(outcome)}
        >
          {outcome === null ? copy.open : isMissed ? missedCopy.go(outcome) : copy.go(outcome)}
        </Button>
      </footer>
    </>
  );
}

function momentOf(when: Next, other: string): Date {
  const now = new Date();
  if (when === 'two') return new Date(now.getTime() + TWO_HOURS);
  if (when === 'other') return new Date(other);
  return new Date(`${daysLater(dayOf(now), 1)}T10:00`);
}
