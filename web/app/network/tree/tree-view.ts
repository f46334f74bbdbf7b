import { createBranchActions } from './branch-actions.ts';
import { type Forest, openDepth } from './forest.ts';
import { centreOn, leftOf, moveNodeIntoWindow, panBy, type Size, topOf, zoomAt } from './geometry.ts';
import { listenToGestures } from './gestures.ts';
import type { TreeWords } from './node-view.ts';
import { READABLE } from './picture.ts';
import { columnOf, memberInTheMiddle } from './places.ts';
import { createRelayout, moveView, type Relayout } from './relayout.ts';
import { createScene, type Scene } from './scene.ts';
import {
  clearTree,
  newShownTree,
  openPathTo,
  openToDepth,
  renumber,
  type ShownTree,
  type TreeState,
  takeForest,
} from './shown-tree.ts';
import { createTreeDrawing, type TreeDrawing } from './tree-drawing.ts';
import { createViewMovements } from './view-movements.ts';

export interface TreeEvents {
  /** Somebody chose a member; -1 when the choice was taken back. */
  chosen(member: number): void;
  /** After every drawing and every movement. */
  changed(state: TreeState): void;
}

export type TreeView = ReturnType<typeof createTreeView>;

/** So many members are open at first, a screen or two of them side by side; the rest opens by hand. */
const OPEN_AT_FIRST = 60;

/**
 * The tree in a window: draws what is near, follows pointer and wheel at once, and lays out again when members open,
 * close, come or go, without the place one looks at jumping away.
 */
export function createTreeView(host: HTMLElement, words: TreeWords, events: TreeEvents) {
  const scene = createScene('');
  host.append(scene.element);
  const tree = newShownTree(sizeOf(host));
  const drawing = createTreeDrawing(scene, tree, words, events);
  const { drawNow, redraw, moveTo } = drawing;
  const { relayout, close: closeLayouter } = createRelayout(tree, drawNow);
  const branches = createBranchActions(tree, relayout, redraw);
  const selection = selectionOf(tree, { scene, drawing, relayout, events });

  const stopGestures = listenToGestures(host, {
    pan: (dx, dy) => tree.view && moveTo(panBy(tree.view, dx, dy)),
    zoom: (factor, px, py) => tree.view && moveTo(zoomAt(tree.view, factor, px, py)),
    tap(target, px, py) {
      const { view } = tree;
      const member = scene.memberOf(target);
      if (member >= 0 && target instanceof Element && target.closest('[data-toggle]')) branches.toggle(member);
      else if (member >= 0) selection.choose(member);
      else if (view && view.scale < READABLE) moveTo(zoomAt(view, view.scale / 0.6, px, py));
      else selection.choose(-1);
    },
  });
  const stopResizing = followSize(host, tree, drawNow);

  return {
    /** The network as far as it has arrived: the same forest grown, or another one after a reload. */
    update(next: Forest, arrived: Arrived) {
      scene.element.setAttribute('aria-label', words.label(next.size));
      updateForest(tree, next, arrived, relayout);
    },
    /** Another tree altogether: seen from its top. */
    restart: () => clearTree(tree),
    memberOf: scene.memberOf,
    current: () => tree.current,
    ...selection,
    ...branches,
    ...createViewMovements(tree, moveTo),
    state: drawing.state,
    close() {
      drawing.close();
      stopResizing();
      stopGestures();
      closeLayouter();
      scene.element.remove();
    },
  };
}

const sizeOf = (host: HTMLElement): Size => ({ width: host.clientWidth, height: host.clientHeight });

/** What was in the middle at the top stays there. Answers with what ends it. */
function followSize(host: HTMLElement, tree: ShownTree, drawNow: () => void): () => void {
  const resized = new ResizeObserver(() => {
    const next = sizeOf(host);
    const { size, view } = tree;
    if (next.width === size.width && next.height === size.height) return;
    if (view) tree.view = { ...view, x: view.x + (size.width - next.width) / 2 / view.scale };
    tree.size = next;
    drawNow();
  });
  resized.observe(host);
  return () => resized.disconnect();
}

interface Arrived {
  complete: boolean;
  levelsAbove?: number;
  open?: 'all';
}

/** What is looked at stays where it is, also when the members of another forest have other numbers. */
function updateForest(tree: ShownTree, next: Forest, arrived: Arrived, relayout: Relayout) {
  const previous = tree.forest;
  takeForest(tree, next, arrived);
  if (previous === next) return relayout(-1);
  if (!previous) {
    tree.expansion = openToDepth(arrived.open === 'all' ? Number.POSITIVE_INFINITY : openDepth(next, OPEN_AT_FIRST));
    return relayout(-1);
  }
  const numberNow = (member: number) => next.indexOf.get(previous.ids[member] ?? '') ?? -1;
  const anchor = memberInTheMiddle(tree.layout, tree.view, tree.size);
  const before = tree.layout && anchor >= 0 ? columnOf(tree.layout, anchor) : null;
  renumber(tree, next, numberNow);
  relayout(-1, () => {
    const now = tree.layout && columnOf(tree.layout, numberNow(anchor));
    if (before !== null && now !== null) moveView(tree, now - before);
  });
}

/** What a view of the tree is made of. */
interface TreeParts {
  scene: Scene;
  drawing: TreeDrawing;
  relayout: Relayout;
  events: TreeEvents;
}

/** Choosing a member, finding one and going to one with the keyboard. */
function selectionOf(tree: ShownTree, { scene, drawing, relayout, events }: TreeParts) {
  function choose(member: number) {
    tree.selected = member;
    if (member >= 0) tree.current = member;
    drawing.redraw();
    events.chosen(member);
  }

  return {
    choose,
    /** Opens the way to a member, puts it into the middle at a readable size and chooses it. */
    reveal(member: number) {
      if (!tree.forest || member < 0) return;
      openPathTo(tree, member);
      choose(member);
      relayout(-1, () => centreOnMember(tree, member));
    },
    /** Gives a member the keyboard, moving the picture no more than needed to see it. */
    focus(member: number) {
      const { forest, layout, view, size } = tree;
      if (!forest || !layout || !view || member < 0) return;
      tree.current = member;
      const place = layout.places[member]!;
      if (place >= 0)
        tree.view = moveNodeIntoWindow(view, size, leftOf(layout.x[place]!), topOf(forest.level[member]! - 1));
      tree.version += 1;
      drawing.drawNow();
      scene.nodeOf(member)?.focus({ preventScroll: true });
    },
  };
}

function centreOnMember(tree: ShownTree, member: number) {
  const { layout, forest, size } = tree;
  const view = tree.view!;
  const place = layout!.places[member]!;
  const near = { ...view, scale: Math.max(view.scale, 0.6) };
  tree.view = centreOn(near, size, leftOf(layout!.x[place]!), topOf(forest!.level[member]! - 1));
}
