import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { cardPayoutCopy as words } from '#domain/bank/card-copy.ts';
import { statementCopy } from '#domain/bank/copy.ts';
import { DECISION_DELAY_MS } from '#domain/bank/decisions.ts';
import { deskCopy as copy } from '#domain/bank/desk-copy.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { formatDate, formatTime } from '#domain/time.ts';
import { api, client } from '../../api.ts';
import { useLiveList } from '../../live.ts';
import { DataPart } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { Button } from '../../ui/button.tsx';
import { FormProblem, type Problem } from '../../ui/form/form-problem.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import bank from '../bank.module.css';
import styles from './courier-panel.module.css';
import desk from './desk.module.css';
import type { LinePanelProps } from './line-panel.tsx';
import { PanelHead } from './panel-head.tsx';

type Read = Awaited<ReturnType<typeof client.bank.card.read>>;

/** A transfer of the payment provider beside the payout that it is. Enter writes what agrees. */
export function CardPayoutPanel({ onOtherwise, ...props }: LinePanelProps & { onOtherwise: () => void }) {
  const { line, isGone, onNext } = props;
  const title = useId();
  const read = useQuery(api.bank.card.read.queryOptions({ input: { id: line.id } }));
  useLiveList('cardPayouts', () => read.refetch({ throwOnError: true }));
  return (
    <section className={desk.panel} aria-labelledby={title}>
      <PanelHead id={title} line={line} isGone={isGone} onNext={onNext} />
      <div className={desk.body}>
        <DataPart name={words.panel} part={partStateOf(read)} lines={5}>
          {() =>
            read.data && <Confirm key={line.id} {...props} read={read.data} onChanged={() => void read.refetch()} />
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

function Confirm({
  line,
  whole,
  isGone,
  read,
  onDecided,
  onUndo,
  onSkip,
  onChanged,
}: LinePanelProps & { read: Read; onChanged: () => void }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { came, payout, finding } = read;
  const isOpen = line.state === 'open';
  const agrees = finding === 'matches';
  const amount = formatMoneyExact(came);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || isGone || !isOpen || !agrees || !payout) return;
    setProblem(null);
    setBusy(true);
    const done = await write(() => client.bank.card.confirm({ id: line.id, payout: payout.id }));
    setBusy(false);
    if (done.outcome !== 'done') {
      setProblem(done);
      return onChanged();
    }
    const { holdId, dueAt } = done.value;
    const last = { kind: 'hold' as const, id: holdId };
    if (dueAt)
      toast.success(copy.held(amount, formatTime(dueAt)), {
        label: copy.undo,
        lasts: DECISION_DELAY_MS,
        onPress: () => onUndo(last),
      });
    onDecided(last);
  }

  return (
    <form id="line-decision" className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <div className={bank.compare}>
        <div>
          <span className="s muted">{words.came}</span>
          <b>{amount}</b>
        </div>
        <div>
          <span className="s muted">{words.told}</span>
          <b>{payout ? formatMoneyExact(payout) : words.findings.unknown}</b>
        </div>
        <div className={bank.difference} data-agrees={agrees || undefined}>
          <span>{payout?.isRecorded ? words.recorded : words.texts[finding]}</span>
        </div>
      </div>
      {payout && <Facts payout={payout} />}
      {isOpen && agrees && <p className="s muted">{words.after}</p>}
      {!whole && isOpen && <p className="s muted">{statementCopy.noTotal}</p>}
      <FormProblem problem={problem} />
      {isOpen && !isGone && (
        <div className={desk.submit}>
          {agrees && (
            <Button type="submit" loading={busy} disabled={!whole}>
              {copy.write(amount)}
            </Button>
          )}
          <Button variant="secondary" disabled={busy} onClick={onSkip}>
            {copy.skip}
          </Button>
        </div>
      )}
    </form>
  );
}

function Facts({ payout: { id, amount, currency, fee, arrivesOn, state } }: { payout: NonNullable<Read['payout']> }) {
  const money = (sum: number) => formatMoneyExact({ amount: sum, currency });
  const rows = [
    [words.payout, id],
    [words.state, words.states[state]],
    [words.arrives, formatDate(arrivesOn)],
    ...(fee === null ? [] : [[words.before, money(amount + fee)]]),
    [words.fee, fee === null ? words.unknownFee : money(fee)],
  ] as const;
  return (
    <dl className={bank.facts}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
