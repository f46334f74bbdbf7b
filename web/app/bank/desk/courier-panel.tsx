import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { placeOfOrder } from '#domain/admin/subject-pages.ts';
import { statementCopy } from '#domain/bank/copy.ts';
import { courierPayoutCopy as words } from '#domain/bank/courier-copy.ts';
import { canLinePayParcel, payoutDifference } from '#domain/bank/courier-payouts.ts';
import { DECISION_DELAY_MS, REASON_MAX, REASON_MIN } from '#domain/bank/decisions.ts';
import { deskCopy as copy } from '#domain/bank/desk-copy.ts';
import { formatDinars } from '#domain/money.ts';
import { formatTime } from '#domain/time.ts';
import { api, client } from '../../api.ts';
import { useLiveList } from '../../live.ts';
import { PlaceLink } from '../../subject-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox, TextArea } from '../../ui/form/field.tsx';
import { FormProblem, type Problem } from '../../ui/form/form-problem.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { DataPart } from '../../ui/part/data-part.tsx';
import { partStateOf } from '../../ui/part/part-state.ts';
import { write } from '../../write.ts';
import bank from '../bank.module.css';
import { AskCourier } from './ask-courier.tsx';
import styles from './courier-panel.module.css';
import desk from './desk.module.css';
import type { LinePanelProps } from './line-panel.tsx';
import { PanelHead } from './panel-head.tsx';

type Payout = Awaited<ReturnType<typeof client.bank.courier.read>>;
type Parcel = Payout['parcels'][number];

/** A transfer of a courier with its parcels. */
export function CourierPanel({ onOtherwise, ...props }: LinePanelProps & { onOtherwise: () => void }) {
  const { line, isGone, onNext } = props;
  const title = useId();
  const read = useQuery(api.bank.courier.read.queryOptions({ input: { id: line.id } }));
  useLiveList('courierPayouts', () => read.refetch({ throwOnError: true }));
  const payout = read.data;
  return (
    <section className={desk.panel} aria-labelledby={title}>
      <PanelHead id={title} line={line} isGone={isGone} onNext={onNext} />
      <div className={desk.body}>
        <DataPart name={words.list} part={partStateOf(read)} lines={5}>
          {() =>
            payout && (
              <>
                <Said payout={payout} />
                {line.state === 'open' && !isGone && (
                  <AskCourier key={payout.reference} id={line.id} payout={payout} onAsked={() => void read.refetch()} />
                )}
                <Missing id={line.id} payout={payout} />
                {payout.parcels.length > 0 && (
                  <PayForm key={line.id} {...props} payout={payout} onChanged={() => void read.refetch()} />
                )}
              </>
            )
          }
        </DataPart>
        {line.state === 'open' && !isGone && (
          <div>
            <Button size="sm" variant="ghost" onClick={onOtherwise}>
              {words.otherwise}
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

/** What the courier says, or why it has not yet. */
function Said({ payout: { courier, question, failures, nextAt, reference, parcels } }: { payout: Payout }) {
  const agree = parcels.filter(({ finding, isSettled }) => isSettled || finding === 'matches').length;
  const text = {
    waiting: failures > 0 ? words.down(courier, formatTime(nextAt)) : words.waits(courier),
    unnamed: words.noMark,
    answered: parcels.length > 0 ? words.says(courier, parcels.length, agree) : words.saysNothing(courier, reference),
  }[question];
  return (
    <p className="s" role="status">
      {text}
    </p>
  );
}

/** Parcels that were delivered and never paid, and the mail that asks about them. */
function Missing({ id, payout: { missing, isAsked } }: { id: string; payout: Payout }) {
  const [busy, setBusy] = useState(false);
  if (missing.length === 0) return null;
  async function inquire() {
    setBusy(true);
    const done = await write(() => client.bank.courier.inquire({ id }));
    setBusy(false);
    if (done.outcome === 'done') toast.success(words.inquired);
    else toast.error(done.text);
  }
  return (
    <div className={styles.missing}>
      <ul aria-label={words.notPaidTitle}>
        {missing.map(({ reference, order, name, amount }) => (
          <li key={reference}>
            <b>{words.notPaid(reference)}</b>
            <span className="nb">−{formatDinars(amount)}</span>
            <small>
              <PlaceLink to={placeOfOrder(order)}>{words.order(order, name)}</PlaceLink>
            </small>
          </li>
        ))}
      </ul>
      {isAsked && (
        <Button size="sm" variant="secondary" loading={busy} onClick={() => void inquire()}>
          {words.inquire}
        </Button>
      )}
    </div>
  );
}

/** Which parcels the line pays, and what becomes of the difference. Enter writes it. */
function PayForm({
  line,
  whole,
  isGone,
  payout,
  onDecided,
  onUndo,
  onSkip,
  onChanged,
}: LinePanelProps & { payout: Payout; onChanged: () => void }) {
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
          <div className={bank.compare}>
            <div>
              <span className="s muted">{words.came}</span>
              <b>{formatDinars(payout.came)}</b>
            </div>
            <div>
              <span className="s muted">{words.chosen}</span>
              <b>{formatDinars(payout.came - difference)}</b>
            </div>
            <div className={bank.difference} data-agrees={difference === 0 || undefined}>
              <span>{difference === 0 ? words.agrees : difference < 0 ? words.kept : words.over}</span>
              {difference !== 0 && <strong className="nb">{formatDinars(Math.abs(difference))}</strong>}
            </div>
          </div>
          <p className="s muted">
            {difference === 0 ? words.agreesText : difference < 0 ? `${words.keptText} ${words.limit}` : words.overText}
          </p>
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

function ParcelFacts({ one }: { one: Parcel }) {
  const { reference, order, name, expected, paid, finding, isSettled } = one;
  const differs = expected !== null && expected !== paid;
  return (
    <span className={styles.facts}>
      <b>{reference}</b>
      <span className="nb">{formatDinars(paid)}</span>
      <small>
        {order === null ? words.nobody : <PlaceLink to={placeOfOrder(order)}>{words.order(order, name)}</PlaceLink>}
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
