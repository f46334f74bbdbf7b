import { useState } from 'react';
import { daysLater } from '#domain/day.ts';
import { CALL_TRIES, type CallOutcome } from '#domain/orders/calls/calls.ts';
import { callsCopy as copy, missedCopy } from '#domain/orders/calls/calls-copy.ts';
import { orderCopy } from '#domain/orders/order-page-copy.ts';
import { dayOf, momentOf } from '#domain/time.ts';
import { UNDO_SECONDS } from '#domain/undo.ts';
import { client } from '../../api.ts';
import { toast } from '../../ui/overlay/toast.tsx';
import { type Refusal, type Unknown, write } from '../../write.ts';
import { useWriteKeys } from '../../write-keys.ts';
import type { OrderRow } from '../desk/order-row.ts';
import { offerUndo } from '../packing/undo.ts';
import { lastCallOf } from './last-call.ts';

const TWO_HOURS = 2 * 60 * 60 * 1000;
/** Refusals of a call that was entered, or is needed no more. */
const MEANWHILE_CODES: ReadonlySet<string> = new Set(['ORDER_CHANGED', 'CALL_NOT_WAITING']);
const QUARTER = 15 * 60 * 1000;
export const NEXT = ['soon', 'tomorrow', 'other'] as const;
type Next = (typeof NEXT)[number];

export interface CallEntryProps {
  order: OrderRow;
  calls: NonNullable<OrderRow['calls']>;
  reload: () => Promise<unknown>;
  /** Of a form that is done with. */
  close: () => void;
}

/** What is chosen and typed about a call, and what sending it brought. */
export function useCallEntry({ order, calls, reload, close }: CallEntryProps) {
  const { number, version } = order;
  const [outcome, setOutcome] = useState<CallOutcome | null>(null);
  const [when, setWhen] = useState<Next>('soon');
  const [soon, setSoon] = useState(inTwoHours);
  const [other, setOther] = useState('');
  const [note, setNote] = useState('');
  const [sent, setSent] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState<'call' | 'note' | null>(null);
  const [problem, setProblem] = useState<Refusal | Unknown | null>(null);
  const keys = useWriteKeys();
  const isMissed = calls.kind === 'missed';
  const isLast = !isMissed && outcome === 'no_answer' && calls.tries + 1 >= CALL_TRIES;
  const asksWhen = !isMissed && outcome === 'no_answer' && !isLast;
  const last = lastCallOf(order);
  const newest = last?.reference ?? null;
  const isDirty = outcome !== null || other !== '' || note !== '';
  // The newest call when something was begun; what is begun after a colleague's call was begun knowing it.
  const [begun, setBegun] = useState<string | null | undefined>(undefined);
  if (isDirty !== (begun !== undefined)) setBegun(isDirty ? newest : undefined);
  const isNews = begun !== undefined && newest !== begun && newest !== null && !sent.includes(newest);
  // What changes while the answer is under way, or was lost, is this person's own doing.
  const taken = isNews && busy !== 'call' ? last : null;
  const isOver = taken !== null || (!calls.isWaiting && busy !== 'call');

  async function enter(said: CallOutcome) {
    const id = keys.of(said, note, when, other);
    const next = asksWhen ? nextCallAt({ when, soon, other }) : null;
    setSent([...sent, id]);
    setBusy('call');
    setProblem(null);
    const call = { number, version, id, outcome: said, note, next: next?.toISOString() ?? null };
    const entered = await write(() => client.orders.admin.call(call));
    setBusy(null);
    if (entered.outcome !== 'done') {
      setProblem(entered);
      // Refused, it says what stands there now.
      if (entered.outcome === 'refused') setSent(sent);
      return reload();
    }
    const text = isMissed ? missedCopy.done(said) : copy.done(said, next);
    // The order of whoever declines is over, and its devices are anybody's.
    if (isMissed || said !== 'declined') offerUndo(text, UNDO_SECONDS, () => undoCall(number, id, reload));
    else toast.success(text);
    close();
    await reload();
  }

  async function saveNote() {
    setBusy('note');
    setProblem(null);
    const noted = await write(
      () => client.orders.admin.addNote({ id: order.id, key: keys.of('note', note), text: note }),
      { failed: orderCopy.note.failed },
    );
    setBusy(null);
    if (noted.outcome !== 'done') return setProblem(noted);
    toast.success(orderCopy.note.saved);
    close();
    await reload();
  }

  return {
    outcome,
    choose: (said: CallOutcome) => {
      setSoon(inTwoHours());
      setOutcome(said);
    },
    when,
    setWhen,
    soon,
    other,
    setOther,
    note,
    setNote,
    isMissed,
    isLast,
    asksWhen,
    taken,
    isOver,
    busy: busy !== null,
    // Whose outcome stands there says it better.
    problem: taken && MEANWHILE_CODES.has(problem?.code ?? '') ? null : problem,
    enter,
    saveNote,
    /** Another call begins, after what a colleague entered; the note stays. */
    acknowledge: () => {
      setOutcome(null);
      setBegun(newest);
    },
    isBegun: isDirty && busy === null,
    isWhole: outcome !== null && !(asksWhen && when === 'other' && other === ''),
  };
}

async function undoCall(number: number, id: string, reload: () => Promise<unknown>) {
  const undone = await write(() => client.orders.admin.undoCall({ number, id }), { failed: copy.undoFailed });
  if (undone.outcome === 'done') toast.success(copy.undone);
  else toast.error(undone.text);
  await reload();
}

/** On the quarter of an hour. */
const inTwoHours = () => new Date(Math.ceil((Date.now() + TWO_HOURS) / QUARTER) * QUARTER);

function nextCallAt({ when, soon, other }: { when: Next; soon: Date; other: string }): Date {
  if (when === 'soon') return soon;
  if (when === 'tomorrow') return momentOf(daysLater(dayOf(new Date()), 1), '10:00');
  const [day, time] = other.split('T') as [string, string];
  return momentOf(day, time);
}
