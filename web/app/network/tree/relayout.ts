import { closedMembers, pathTo } from './forest.ts';
import { leftOf } from './geometry.ts';
import { createLayouter } from './layouter.ts';
import { columnOf } from './places.ts';
import { type ShownTree, viewFromTop } from './shown-tree.ts';

export type Relayout = (anchor: number, after?: () => void) => void;

/** Lays a tree out again after members opened, closed, came or went, and has it drawn. */
export function createRelayout(tree: ShownTree, drawNow: () => void) {
  const layouter = createLayouter();

  /** `anchor` keeps its place in the window, -1 for nobody, then `after` happens. */
  const relayout: Relayout = (anchor, after) => {
    const { forest, layout, expansion } = tree;
    if (!forest) return;
    const before = layout && anchor >= 0 ? columnOf(layout, anchor) : null;
    const { closed, shown } = closedMembers(forest, expansion);
    layouter.ask({ ...forest, closed }, shown, (next) => {
      tree.layout = next;
      tree.version += 1;
      const now = before === null ? null : columnOf(next, anchor);
      if (before !== null && now !== null) moveView(tree, now - before);
      if (tree.forest && tree.route.size > 0) tree.route = new Set(pathTo(tree.forest, tree.routeTo));
      tree.view ??= viewFromTop(tree);
      after?.();
      drawNow();
    });
  };

  return { relayout, close: () => layouter.close() };
}

/** Goes along with a member that stands so many columns further to the right now. */
export function moveView(tree: ShownTree, columns: number) {
  if (tree.view) tree.view = { ...tree.view, x: tree.view.x + leftOf(columns) };
}
