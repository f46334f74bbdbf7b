import { hashKey } from '@tanstack/react-query';
import { useState } from 'react';
import { meanwhile as copy } from '#domain/merging-copy.ts';
import type { Meanwhile } from '../ui/overlay/confirm-dialog.tsx';

/** What a question was about before, as far as it matters to the answer, beside what is so now. */
export function meanwhileOf(was: unknown, now: unknown, isPossible: boolean, onSeen: () => void): Meanwhile | null {
  if (!isPossible) return { text: copy.impossible };
  if (hashKey([was]) === hashKey([now])) return null;
  return { text: copy.changed, seen: { label: copy.seen, onSeen } };
}

/**
 * The row that a dialog asks about. When somebody else changes it in what `matters`, the question is asked again about the
 * new state, and nothing is done before that was seen; when it is not `possible` any more, only closing is left.
 */
export function useAsked<Row extends { id: string | number }>(
  rows: readonly Row[] | undefined,
  matters: (row: Row) => unknown,
  isPossible: (row: Row) => boolean = () => true,
) {
  const [seen, setSeen] = useState<Row | null>(null);
  const now = seen && (rows?.find(({ id }) => id === seen.id) ?? seen);
  return {
    row: now,
    ask: (row: Row) => setSeen(row),
    close: () => setSeen(null),
    meanwhile: seen && now ? meanwhileOf(matters(seen), matters(now), isPossible(now), () => setSeen(now)) : null,
  };
}
