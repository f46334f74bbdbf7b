import type { Forest } from './forest.ts';
import { leftOf, type Size, STEP, type View } from './geometry.ts';
import type { Layout } from './layout.ts';
import { placesIn } from './picture.ts';

/** `null` while the member is not laid out. */
export function columnOf(layout: Layout, member: number): number | null {
  const place = layout.places[member] ?? -1;
  return place < 0 ? null : layout.x[place]!;
}

/** Of several at the top, the one with most members below: that is where the network is. */
export function leftOfLargestTop(layout: Layout | null, forest: Forest | null, below: Int32Array): number {
  if (!layout || !forest || forest.size === 0) return 0;
  const largest = forest.tops.reduce((best, top) => (below[top]! > below[best]! ? top : best));
  return leftOf(layout.x[layout.places[largest]!]!);
}

/** The member nearest to the middle of the window: what somebody who reads is looking at. -1 when there is none. */
export function memberInTheMiddle(layout: Layout | null, view: View | null, size: Size): number {
  if (!layout || !view) return -1;
  const x = view.x + size.width / 2 / view.scale;
  const y = view.y + size.height / 2 / view.scale;
  const row = Math.min(layout.rows.length - 2, Math.max(0, Math.round(y / STEP.y)));
  if (row < 0) return -1;
  const [from] = placesIn(layout, row, { left: x, right: x, top: y, bottom: y });
  return layout.members[Math.min(from, layout.rows[row + 1]! - 1)] ?? -1;
}

export type Direction = 'up' | 'down' | 'left' | 'right';

/** -1 where there is none. */
export function neighbourOf(forest: Forest, layout: Layout, member: number, direction: Direction): number {
  if (direction === 'up') return forest.parent[member]!;
  if (direction === 'down') return forest.firstChild[member]!;
  const place = layout.places[member]! + (direction === 'left' ? -1 : 1);
  const neighbour = layout.members[place];
  return neighbour !== undefined && forest.level[neighbour] === forest.level[member] ? neighbour : -1;
}
