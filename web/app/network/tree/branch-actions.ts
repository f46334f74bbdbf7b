import { isClosed, pathTo } from './forest.ts';
import { type Direction, memberInTheMiddle, neighbourOf } from './places.ts';
import type { Relayout } from './relayout.ts';
import { openPathTo, openToDepth, type ShownTree, viewFromTop } from './shown-tree.ts';

/** Opening and closing members, and going from one to the next. */
export function createBranchActions(tree: ShownTree, relayout: Relayout, redraw: () => void) {
  function toggle(member: number) {
    const { forest, expansion } = tree;
    if (!forest || forest.children[member] === 0) return;
    expansion.byHand.set(member, isClosed(forest, expansion, member));
    relayout(member);
  }

  return {
    toggle,
    isOpen: (member: number) => tree.forest !== null && !isClosed(tree.forest, tree.expansion, member),
    /** The neighbour in a direction, -1 where there is none; a closed member opens on the way down. */
    neighbour(member: number, direction: Direction): number {
      const { forest } = tree;
      if (!forest || !tree.layout) return -1;
      if (direction === 'down' && isClosed(forest, tree.expansion, member)) toggle(member);
      return neighbourOf(forest, tree.layout, member, direction);
    },
    /** Shows the way from the top to a member; -1 takes it away. */
    showRoute(member: number) {
      tree.routeTo = member;
      tree.route = new Set(tree.forest && member >= 0 ? pathTo(tree.forest, member) : []);
      if (member < 0 || !tree.forest) return redraw();
      openPathTo(tree, member);
      relayout(member);
    },
    openAll() {
      tree.expansion = openToDepth(Number.POSITIVE_INFINITY);
      relayout(memberInTheMiddle(tree.layout, tree.view, tree.size));
    },
    /** Only so many levels from the top. */
    openTo(depth: number) {
      tree.expansion = openToDepth(depth);
      relayout(-1, () => {
        tree.view = viewFromTop(tree);
      });
    },
  };
}
