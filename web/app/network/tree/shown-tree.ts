import { downlineCounts, type Expansion, type Forest, pathTo } from './forest.ts';
import { firstView, type Size, type View } from './geometry.ts';
import type { Layout } from './layout.ts';
import { leftOfLargestTop } from './places.ts';

/** A tree in its window as it stands: one object as long as the window lives, changed in place and read at every frame. */
export interface ShownTree {
  forest: Forest | null;
  /** Whether every part of the forest has arrived. */
  complete: boolean;
  /** Added to levels: the branch of a member on level 5 begins with N5. */
  levelsAbove: number;
  expansion: Expansion;
  /** Everybody below each member, of those that have arrived. */
  below: Int32Array;
  layout: Layout | null;
  view: View | null;
  size: Size;
  /** -1: nobody is chosen. */
  selected: number;
  /** Has the keyboard, or would get it. */
  current: number;
  /** The member to whom the way from the top is shown; -1: to nobody. */
  routeTo: number;
  route: ReadonlySet<number>;
  /** Changes with anything but the view. */
  version: number;
}

/** What is seen of a tree that is laid out. */
export interface TreeState {
  layout: Layout;
  view: View;
  size: Size;
}

/** Members are open down to a level, whatever was opened and closed by hand. */
export const openToDepth = (depth: number): Expansion => ({ depth, byHand: new Map() });

export const newShownTree = (size: Size): ShownTree => ({
  forest: null,
  complete: false,
  levelsAbove: 0,
  expansion: openToDepth(Number.POSITIVE_INFINITY),
  below: new Int32Array(),
  layout: null,
  view: null,
  size,
  selected: -1,
  current: 0,
  routeTo: -1,
  route: new Set(),
  version: 0,
});

/** Forgets everybody: what comes next is another tree altogether, seen from its top. */
export function clearTree(tree: ShownTree) {
  tree.forest = null;
  tree.layout = null;
  tree.view = null;
  tree.selected = -1;
  tree.routeTo = -1;
  tree.current = 0;
  tree.route = new Set();
}

/** Takes what has arrived of a forest, the one that is shown or another one. */
export function takeForest(tree: ShownTree, forest: Forest, arrived: { complete: boolean; levelsAbove?: number }) {
  tree.complete = arrived.complete;
  tree.levelsAbove = arrived.levelsAbove ?? 0;
  tree.below = downlineCounts(forest);
  tree.forest = forest;
}

/** After a reload members have other numbers: `numberNow` is the one of whoever had `member`, -1 of those who left. */
export function renumber(tree: ShownTree, forest: Forest, numberNow: (member: number) => number) {
  const { depth, byHand } = tree.expansion;
  tree.expansion = { depth, byHand: new Map([...byHand].map(([member, open]) => [numberNow(member), open] as const)) };
  tree.expansion.byHand.delete(-1);
  tree.selected = numberNow(tree.selected);
  tree.current = Math.max(0, numberNow(tree.current));
  tree.routeTo = numberNow(tree.routeTo);
  tree.route = new Set(tree.routeTo < 0 ? [] : pathTo(forest, tree.routeTo));
  tree.layout = null;
}

/** Opens everybody above a member. */
export function openPathTo({ forest, expansion }: ShownTree, member: number) {
  for (const above of pathTo(forest!, member).slice(0, -1)) expansion.byHand.set(above, true);
}

export const viewFromTop = ({ size, layout, forest, below }: ShownTree): View =>
  firstView(size, leftOfLargestTop(layout, forest, below));
