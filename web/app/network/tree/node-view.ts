import { type Expansion, type Forest, isClosed, siblingCount } from './forest.ts';
import type { NodeView } from './node-element.ts';

export interface TreeWords {
  label: (members: number) => string;
  levelShort: (level: number) => string;
  below: (members: number) => string;
  noneBelow: string;
  count: (members: number) => string;
  /** While parts are still arriving nobody knows how many are below. */
  counting: string;
}

export interface TreeState {
  forest: Forest;
  expansion: Expansion;
  /** Everybody below each member; `null` until all have arrived. */
  below: Int32Array | null;
  /** The branch of a member on level 5 begins with N5. */
  levelsAbove: number;
}

/** What a member's node says now. */
export function nodeView(
  { forest, expansion, below, levelsAbove }: TreeState,
  words: TreeWords,
  member: number,
  { selected, onRoute }: { selected: boolean; onRoute: boolean },
): NodeView {
  const hasChildren = forest.children[member]! > 0;
  const closed = isClosed(forest, expansion, member);
  const level = forest.level[member]! + levelsAbove;
  return {
    name: forest.names[member]!,
    level,
    levelLabel: words.levelShort(level),
    below: below === null ? words.counting : below[member]! > 0 ? words.below(below[member]!) : words.noneBelow,
    toggle: !hasChildren ? null : !closed ? '–' : below === null ? '+' : `+${words.count(below[member]!)}`,
    expanded: hasChildren ? !closed : null,
    position: forest.position[member]!,
    siblings: siblingCount(forest, member),
    selected,
    onRoute,
  };
}
