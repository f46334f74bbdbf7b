import { closedMembers, downlineCounts, type Expansion, type Forest, isClosed, openDepth, pathTo } from './forest.ts';
import {
  centreOn,
  firstView,
  intoSight,
  keepInSight,
  leftOf,
  NODE,
  panBy,
  type Size,
  topOf,
  type View,
  zoomAt,
} from './geometry.ts';
import { listenToGestures } from './gestures.ts';
import type { Layout } from './layout.ts';
import { createLayouter } from './layouter.ts';
import { nodeView, type TreeWords } from './node-view.ts';
import { READABLE } from './picture.ts';
import { columnOf, type Direction, memberInTheMiddle, neighbourOf, topCentre } from './places.ts';
import { createScene, type Show } from './scene.ts';

export interface TreeEvents {
  /** Somebody chose a member; -1 when the choice was taken back. */
  chosen(member: number): void;
  /** After every drawing and every movement. */
  changed(state: TreeState): void;
}

export interface TreeState {
  layout: Layout;
  view: View;
  size: Size;
}

export type TreeView = ReturnType<typeof createTreeView>;

/** So many members are open at first, a screen or two of them side by side; the rest opens by hand. */
const OPEN_AT_FIRST = 60;
/** Milliseconds of rest after which a stretched picture is drawn sharp again. */
const REST = 120;

/**
 * The tree in a window: draws what is near, follows pointer and wheel at once, and lays out again when members open,
 * close, come or go, without the place one looks at jumping away.
 */
export function createTreeView(host: HTMLElement, words: TreeWords, events: TreeEvents) {
  const scene = createScene('');
  host.append(scene.element);
  const layouter = createLayouter();
  let forest: Forest | null = null;
  let complete = false;
  /** Added to levels: the branch of a member on level 5 begins with N5. */
  let levelsAbove = 0;
  let expansion: Expansion = { depth: Number.POSITIVE_INFINITY, byHand: new Map() };
  let below: Int32Array = new Int32Array();
  let layout: Layout | null = null;
  let view: View | null = null;
  let size: Size = { width: host.clientWidth, height: host.clientHeight };
  let selected = -1;
  let current = 0;
  let routeTo = -1;
  let route = new Set<number>();
  let version = 0;
  let frame = 0;
  let stale = false;
  let rest: ReturnType<typeof setTimeout> | undefined;

  const viewOf = (member: number) =>
    nodeView({ forest: forest!, expansion, below: complete ? below : null, levelsAbove }, words, member, {
      selected: member === selected,
      onRoute: route.has(member),
    });

  const show = (): Show => ({
    layout: layout!,
    version,
    levelOf: forest!.level,
    viewOf,
    route: [...route],
    current,
  });

  function drawNow() {
    cancelAnimationFrame(frame);
    frame = 0;
    stale = false;
    if (!layout || !view) return;
    scene.draw(show(), view, size);
    events.changed({ layout, view, size });
  }

  /** Moves at the next frame; draws then only if it must. */
  function moveTo(next: View) {
    if (!layout) return;
    view = keepInSight(next, size, {
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
    version += 1;
    stale = true;
    atNextFrame();
  }

  function atNextFrame() {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      if (!layout || !view) return;
      if (stale || !scene.follow(view, size)) drawNow();
      else events.changed({ layout, view, size });
    });
  }

  /** Lays out again; `anchor` keeps its place in the window, then `after` happens. */
  function relayout(anchor: number, after?: () => void) {
    if (!forest) return;
    const before = layout && anchor >= 0 ? columnOf(layout, anchor) : null;
    const { closed, shown } = closedMembers(forest, expansion);
    layouter.ask({ ...forest, closed }, shown, (next) => {
      layout = next;
      version += 1;
      if (view && before !== null) {
        const now = columnOf(next, anchor);
        if (now !== null) view = { ...view, x: view.x + leftOf(now - before) };
      }
      if (forest && route.size > 0) route = new Set(pathTo(forest, routeTo));
      view ??= start();
      after?.();
      drawNow();
    });
  }

  const start = () => firstView(size, topCentre(layout, forest, below));
  const inTheMiddle = () => memberInTheMiddle(layout, view, size);

  function choose(member: number) {
    selected = member;
    if (member >= 0) current = member;
    redraw();
    events.chosen(member);
  }

  function toggle(member: number) {
    if (!forest || forest.children[member] === 0) return;
    expansion.byHand.set(member, isClosed(forest, expansion, member));
    relayout(member);
  }

  function openPathTo(member: number) {
    for (const above of pathTo(forest!, member).slice(0, -1)) expansion.byHand.set(above, true);
  }

  const stopGestures = listenToGestures(host, {
    pan: (dx, dy) => view && moveTo(panBy(view, dx, dy)),
    zoom: (factor, px, py) => view && moveTo(zoomAt(view, factor, px, py)),
    tap(target, px, py) {
      const member = scene.memberOf(target);
      if (member >= 0 && target instanceof Element && target.closest('[data-toggle]')) toggle(member);
      else if (member >= 0) choose(member);
      else if (view && view.scale < READABLE) moveTo(zoomAt(view, view.scale / 0.6, px, py));
      else choose(-1);
    },
  });

  const resized = new ResizeObserver(() => {
    const next = { width: host.clientWidth, height: host.clientHeight };
    if (next.width === size.width && next.height === size.height) return;
    // What was in the middle at the top stays there.
    if (view) view = { ...view, x: view.x + (size.width - next.width) / 2 / view.scale };
    size = next;
    drawNow();
  });
  resized.observe(host);

  return {
    /** The network as far as it has arrived: the same forest grown, or another one after a reload. */
    update(next: Forest, arrived: { complete: boolean; levelsAbove?: number; open?: 'all' }) {
      const previous = forest;
      complete = arrived.complete;
      levelsAbove = arrived.levelsAbove ?? 0;
      below = downlineCounts(next);
      scene.element.setAttribute('aria-label', words.label(next.size));
      if (previous === next) return relayout(-1);
      forest = next;
      if (!previous) {
        const depth = arrived.open === 'all' ? Number.POSITIVE_INFINITY : openDepth(next, OPEN_AT_FIRST);
        expansion = { depth, byHand: new Map() };
        return relayout(-1);
      }
      const same = (member: number) => next.indexOf.get(previous.ids[member] ?? '') ?? -1;
      const anchor = inTheMiddle();
      const before = layout && anchor >= 0 ? columnOf(layout, anchor) : null;
      expansion = {
        depth: expansion.depth,
        byHand: new Map([...expansion.byHand].map(([member, open]) => [same(member), open] as const)),
      };
      expansion.byHand.delete(-1);
      [selected, current, routeTo] = [same(selected), Math.max(0, same(current)), same(routeTo)];
      route = new Set(routeTo < 0 ? [] : pathTo(next, routeTo));
      layout = null;
      relayout(-1, () => {
        const now = layout && columnOf(layout, same(anchor));
        if (view && before !== null && now != null) view = { ...view, x: view.x + leftOf(now - before) };
      });
    },
    /** Another tree altogether: seen from its top. */
    restart() {
      forest = null;
      layout = null;
      view = null;
      selected = routeTo = -1;
      current = 0;
      route = new Set();
    },
    choose,
    toggle,
    /** Opens the way to a member, puts it into the middle at a readable size and chooses it. */
    reveal(member: number) {
      if (!forest || member < 0) return;
      openPathTo(member);
      choose(member);
      relayout(-1, () => {
        const place = layout!.places[member]!;
        const near = { ...view!, scale: Math.max(view!.scale, 0.6) };
        view = centreOn(near, size, leftOf(layout!.x[place]!), topOf(forest!.level[member]! - 1));
      });
    },
    /** Gives a member the keyboard, moving the picture no more than needed to see it. */
    focus(member: number) {
      if (!forest || !layout || !view || member < 0) return;
      current = member;
      const place = layout.places[member]!;
      if (place >= 0) view = intoSight(view, size, leftOf(layout.x[place]!), topOf(forest.level[member]! - 1));
      version += 1;
      drawNow();
      scene.nodeOf(member)?.focus({ preventScroll: true });
    },
    /** The neighbour in a direction, -1 where there is none; a closed member opens on the way down. */
    neighbour(member: number, direction: Direction): number {
      if (!forest || !layout) return -1;
      if (direction === 'down' && isClosed(forest, expansion, member)) toggle(member);
      return neighbourOf(forest, layout, member, direction);
    },
    memberOf: scene.memberOf,
    current: () => current,
    isOpen: (member: number) => forest !== null && !isClosed(forest, expansion, member),
    /** Shows the way from the top to a member; -1 takes it away. */
    showRoute(member: number) {
      routeTo = member;
      route = new Set(forest && member >= 0 ? pathTo(forest, member) : []);
      if (member < 0 || !forest) return redraw();
      openPathTo(member);
      relayout(member);
    },
    openAll() {
      expansion = { depth: Number.POSITIVE_INFINITY, byHand: new Map() };
      relayout(inTheMiddle());
    },
    /** Only so many levels from the top. */
    openTo(depth: number) {
      expansion = { depth, byHand: new Map() };
      relayout(-1, () => {
        view = start();
      });
    },
    pan: (dx: number, dy: number) => view && moveTo(panBy(view, dx, dy)),
    zoom: (factor: number) => view && moveTo(zoomAt(view, factor, size.width / 2, size.height / 2)),
    reset: () => layout && moveTo(start()),
    /** One unit is one pixel. */
    naturalSize: () => view && moveTo(zoomAt(view, view.scale, size.width / 2, size.height / 2)),
    /** Puts a point of the drawing into the middle. */
    lookAt: (x: number, y: number) =>
      view && moveTo({ ...view, x: x - size.width / 2 / view.scale, y: y - size.height / 2 / view.scale }),
    state: (): (TreeState & { show: Show }) | null => (layout && view ? { layout, view, size, show: show() } : null),
    close() {
      cancelAnimationFrame(frame);
      clearTimeout(rest);
      resized.disconnect();
      stopGestures();
      layouter.close();
      scene.element.remove();
    },
  };
}
