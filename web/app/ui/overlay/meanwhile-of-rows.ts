import { meanwhile as copy } from '#domain/merging-copy.ts';
import type { Meanwhile } from './meanwhile-notice.tsx';

/** Of a question about rows that are read whole: those that a colleague has settled are left out of it once that was seen. */
export function meanwhileOfRows<Row extends { id: string }>(
  asked: readonly Row[],
  rows: readonly Row[] | undefined,
  onSeen: (left: Row[]) => void,
): Meanwhile | null {
  const left = asked.filter(({ id }) => rows?.some((row) => row.id === id) ?? true);
  if (left.length === asked.length) return null;
  if (left.length === 0) return { text: copy.impossible };
  return { text: copy.changed, seen: { label: copy.seen, onSeen: () => onSeen(left) } };
}
