import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { decisionCopy, statementCopy } from '#domain/bank/copy.ts';
import { deskCopy as copy } from '#domain/bank/desk-copy.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { REASON_MIN } from '#domain/reason-length.ts';
import { errorMessage } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form/field.tsx';
import { FormProblem } from '../../ui/form/form-problem.tsx';
import { MeanwhileNotice } from '../../ui/overlay/meanwhile-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AmountComparison, ComparedFacts } from '../comparison.tsx';
import type { Line } from '../line-columns.tsx';
import { useComparison } from '../use-comparison.ts';
import { Candidates } from './candidates.tsx';
import { CompensationField, firstParcelShares, readShares, type Shares } from './compensation-field.tsx';
import { type Choice, DecisionField } from './decision-field.tsx';
import desk from './desk.module.css';
import { PanelHead } from './panel-head.tsx';
import { ReasonField } from './reason-field.tsx';
import { type Last, useDecision } from './use-decision.ts';

export interface LinePanelProps {
  line: Line;
  /** Nothing of the statement is decided while it does not add up. */
  whole: boolean;
  /** The list has it no more: it stands as it was, and nothing is decided about it. */
  isGone: boolean;
  /** Something was written: the next undecided row is taken. */
  onDecided: (last: Last) => void;
  onNext: () => void;
  onUndo: (last: Last) => void;
  onSkip: () => void;
}

/** One row: what came, what is expected, and what shall be done. Enter writes it. */
export function LinePanel({ line, whole, isGone, onDecided, onNext, onUndo, onSkip }: LinePanelProps) {
  const form = useId();
  const [number, setNumber] = useState<number | undefined>();
  const [chosen, setChosen] = useState<Choice | null>(null);
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState<Shares | null>(null);
  const isOpen = line.state === 'open';
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  const compared = useComparison(line.id, number, isOpen);
  const { busy, problem, setProblem, decide } = useDecision({ line, onDecided, onUndo }, compared.refetch);
  const { shown } = compared;
  // What changes while the answer is under way is this person's own doing; of what is gone the head speaks.
  const meanwhile = busy || isGone ? null : compared.meanwhile;
  const parcels = shown?.parcels ?? [];
  const picked = typed ?? firstParcelShares(parcels);
  const { choices, offered } = choicesOf(line, shown);
  const choice = chosen && choices.includes(chosen) ? chosen : offered;
  const amount = formatMoneyExact(line);
  const { decision, take } = useDecisionFocus();

  const seen = meanwhile?.seen;
  function onSeen() {
    take();
    seen?.onSeen();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || isGone || !isOpen || meanwhile || !shown || choice === 'link') return;
    const said = reason.trim();
    if (choice === 'accept' && said.length < REASON_MIN) return setProblem({ text: decisionCopy.reasonNeeded });
    if (choice === 'close' && said.length < REASON_MIN) return setProblem({ text: copy.close.needed });
    const shares = choice === 'compensation' ? readShares(line, parcels, picked) : [];
    if (typeof shares === 'string') return setProblem({ text: shares });
    await decide({ choice, number, reason: said, shares, expected: shown.expected?.amount ?? null });
  }

  return (
    <section className={desk.panel} aria-labelledby={`${form}-title`}>
      <PanelHead id={`${form}-title`} line={line} isGone={isGone} onNext={onNext} />
      <form id="line-decision" className={desk.body} noValidate onSubmit={(event) => void submit(event)}>
        {compared.isPending && <Skeleton lines={5} />}
        {compared.error && <FormError title={errorMessage(compared.error)} />}
        {shown && (
          <div className={desk.amounts}>
            <AmountComparison shown={shown} />
          </div>
        )}
        {shown && <ComparedFacts shown={shown} line={line} />}
        {number !== undefined && (
          <div>
            <Button size="sm" variant="ghost" onClick={() => setNumber(undefined)}>
              {copy.other}
            </Button>
          </div>
        )}
        {meanwhile && wasOpen && (
          <MeanwhileNotice meanwhile={seen ? { ...meanwhile, seen: { ...seen, onSeen } } : meanwhile} />
        )}
        {wasOpen && shown && (
          <>
            <DecisionField field={decision} choices={choices} choice={choice} shown={shown} onChoose={setChosen} />
            {choice === 'link' ? (
              <Candidates
                line={line}
                onTake={(taken) => {
                  setNumber(taken);
                  setChosen(null);
                  take();
                }}
              />
            ) : choice === 'compensation' ? (
              <CompensationField line={line} parcels={parcels} typed={picked} onChange={setTyped} />
            ) : (
              <ReasonField choice={choice} value={reason} onChange={setReason} />
            )}
            {!whole && <p className="s muted">{statementCopy.noTotal}</p>}
            <FormProblem problem={problem} />
            {!isGone && isOpen && (
              <div className={desk.submit}>
                <Button
                  type="submit"
                  loading={busy}
                  loadingLabel={decisionCopy.busy}
                  disabled={choice === 'link' || meanwhile !== null || (!whole && choice !== 'close')}
                >
                  {choice === 'close' || choice === 'compensation' ? copy[choice].submit : copy.write(amount)}
                </Button>
                <Button variant="secondary" disabled={busy} onClick={onSkip}>
                  {copy.skip}
                </Button>
              </div>
            )}
          </>
        )}
      </form>
    </section>
  );
}

/** What may be decided, and what is proposed. */
function choicesOf(line: Line, shown: ReturnType<typeof useComparison>['shown']) {
  const nameless = shown !== undefined && shown.expected === null && !line.outgoing;
  const choices: Choice[] = [
    ...(shown?.decisions ?? []),
    ...(line.outgoing ? [] : (['link'] as const)),
    ...((shown?.parcels ?? []).length > 0 ? (['compensation'] as const) : []),
    'close',
  ];
  const offered: Choice = line.outgoing ? 'close' : nameless ? 'link' : (choices[0] ?? 'close');
  return { choices, offered };
}

/** The button that was pressed is gone with the focus; the decision has it next. */
function useDecisionFocus() {
  const decision = useRef<HTMLFieldSetElement>(null);
  const isTaken = useRef(false);
  useEffect(() => {
    if (!isTaken.current || !decision.current) return;
    isTaken.current = false;
    if (document.activeElement === document.body)
      decision.current.querySelector<HTMLInputElement>('input:checked')?.focus();
  });
  const take = () => {
    isTaken.current = true;
  };
  return { decision, take };
}
