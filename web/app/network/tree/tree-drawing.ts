import { keepTreeInWindow, leftOf, NODE, topOf, type View } from './geometry.ts';
import { nodeView, type TreeWords } from './node-view.ts';
import type { Scene, Show } from './scene.ts';
import type { ShownTree, TreeState } from './shown-tree.ts';

/** Milliseconds of rest after which a stretched picture is drawn sharp again. */
const REST = 120;

export type TreeDrawing = ReturnType<typeof createTreeDrawing>;

/** Draws a tree, at once or at the next frame, and tells of every drawing and every movement. */
export function createTreeDrawing(
  scene: Scene,
  tree: ShownTree,
  words: TreeWords,
  events: { changed(state: TreeState): void },
) {
  let frame = 0;
  let stale = false;
  let rest: ReturnType<typeof setTimeout> | undefined;

  const viewOf = (member: number) => {
    const { forest, expansion, complete, below, levelsAbove, selected, route } = tree;
    return nodeView({ forest: forest!, expansion, below: complete ? below : null, levelsAbove }, words, member, {
      selected: member === selected,
      onRoute: route.has(member),
    });
  };

  const show = (): Show => ({
    layout: tree.layout!,
    version: tree.version,
    levelOf: tree.forest!.level,
    viewOf,
    route: [...tree.route],
    current: tree.current,
  });

  function drawNow() {
    cancelAnimationFrame(frame);
    frame = 0;
    stale = false;
    const { layout, view, size } = tree;
    if (!layout || !view) return;
    scene.draw(show(), view, size);
    events.changed({ layout, view, size });
  }

  /** Moves at the next frame; draws then only if it must. */
  function moveTo(next: View) {
    const { layout, size } = tree;
    if (!layout) return;
    tree.view = keepTreeInWindow(next, size, {
      left: leftOf(layout.left),
      right: leftOf(layout.right) + NODE.width,
      bottom: topOf(layout.rows.length - 2) + NODE.height,
    });
    clearTimeout(rest);
    rest = setTimeout(() => {
      stale = true;
      atNextFrame();
    }, REST);
    atNextFrame();
  }

  function redraw() {
    tree.version += 1;
    stale = true;
    atNextFrame();
  }

  function atNextFrame() {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      const { layout, view, size } = tree;
      if (!layout || !view) return;
      if (stale || !scene.follow(view, size)) drawNow();
      else events.changed({ layout, view, size });
    });
  }

  return {
    drawNow,
    redraw,
    moveTo,
    state: (): (TreeState & { show: Show }) | null => {
      const { layout, view, size } = tree;
      return layout && view ? { layout, view, size, show: show() } : null;
    },
    close() {
      cancelAnimationFrame(frame);
      clearTimeout(rest);
    },
  };
}
