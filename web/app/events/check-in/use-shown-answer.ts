import { useEffect, useRef, useState } from 'react';
import { type DoorEntry, UNDO_MS } from '#domain/events/door/rules.ts';
import type { Asking } from './asking-dialog.tsx';
import type { Answer } from './device/door-answer.ts';
import type { Answered } from './device/door-queue.ts';
import type { Door } from './device/use-door.ts';

export type ShownAnswer = ReturnType<typeof useShownAnswer>;

/** The newest answer until it is dismissed, and the open question; while somebody has to decide, the queue is held. */
export function useShownAnswer({ queue, checks, undo }: Door) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const field = useRef<HTMLInputElement>(null);

  const [newest] = checks.answered;
  const shown = newest && !dismissed.has(newest.key) ? newest : null;
  const isFresh = shown !== null && Date.now() - shown.at.getTime() < UNDO_MS;
  const isChoosing = shown?.answer.verdict === 'choose';
  useEffect(() => queue.hold(asking !== null || isChoosing), [queue, asking, isChoosing]);

  const dismiss = (key: string) => setDismissed((before) => new Set(before).add(key));
  const toNumber = () => requestAnimationFrame(() => field.current?.focus());

  /** After a question the number field has the focus again, when it was typed into. */
  function close() {
    setAsking(null);
    if (newest?.source === 'typed') toNumber();
  }

  function choose(code: string | null) {
    if (!shown) return;
    dismiss(shown.key);
    if (code) queue.add(code, shown.source, { first: true });
    if (shown.source === 'typed') toNumber();
  }

  function checkAgain({ key, code, source }: Answered<Answer>) {
    dismiss(key);
    queue.add(code, source);
    if (source === 'typed') toNumber();
  }

  async function giveReason(reason: string) {
    const asked = asking;
    close();
    if (asked?.kind === 'anyway') queue.add(asked.code, newest?.source ?? 'list', { reason, first: true });
    if (asked?.kind !== 'undo') return;
    const isUndone = await undo(asked.code, asked.key, reason);
    // Whoever is taken back from the list need not be whom the verdict speaks of.
    if (isUndone && newest?.answer.entry?.key === asked.key) dismiss(newest.key);
  }

  const askUndo = (code: string | null, name: string | null, entry: DoorEntry | null) =>
    code && entry && setAsking({ kind: 'undo', code, name: name ?? '', key: entry.key });

  return {
    shown,
    isFresh,
    isChoosing,
    /** Stays until somebody decides; an entry beside the guests goes with the time to take it back. */
    isAsked: shown !== null && shown.answer.verdict !== 'valid',
    isHeld: asking !== null || isChoosing,
    /** Of answers and of notices that were seen. */
    dismissed,
    dismiss,
    asking,
    setAsking,
    askUndo,
    close,
    choose,
    checkAgain,
    giveReason,
    /** Where a number is typed. */
    field,
  };
}
