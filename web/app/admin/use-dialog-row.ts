import { hashKey } from '@tanstack/react-query';
import { useState } from 'react';
import { meanwhile as copy } from '#domain/merging-copy.ts';
import type { Meanwhile } from '../ui/overlay/meanwhile-notice.tsx';

/** What a question was about before, as far as it matters to the answer, beside what is so now. */
export function meanwhileOf(was: unknown, now: unknown, isPossible: boolean, onSeen: () => void): Meanwhile | null {
  if (!isPossible) return { text: copy.impossible };
  if (hashKey([was]) === hashKey([now])) return null;
  return { text: copy.changed, seen: { label: copy.seen, onSeen } };
}

type Id = string | number;

/** A list that is read page by page says which of its rows are `gone`; of one that is read whole every row that is not there is. */
interface AskedList<Row> {
  rows: readonly Row[] | undefined;
  gone?: ReadonlySet<Id>;
}

/**
 * The row that a dialog asks about. When somebody else changes it in what `matters`, the question is asked again about the
 * new state, and nothing is done before that was seen; when it is not `possible` any more, or its list has it no more, only closing is left.
 */
export function useDialogRow<Row extends { id: Id }>(
  { rows, gone }: AskedList<Row>,
  matters: (row: Row) => unknown,
  isPossible: (row: Row) => boolean = () => true,
) {
  const [seen, setSeen] = useState<Row | null>(null);
  const found = seen && rows?.find(({ id }) => id === seen.id);
  const now = found ?? seen;
  const isGone = seen !== null && (gone ? gone.has(seen.id) : rows !== undefined && !found);
  return {
    row: now,
    ask: (row: Row) => setSeen(row),
    close: () => setSeen(null),
    meanwhile:
      seen && now ? meanwhileOf(matters(seen), matters(now), !isGone && isPossible(now), () => setSeen(now)) : null,
  };
}
