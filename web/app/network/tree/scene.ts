import { leftOf, type Size, topOf, type View } from './geometry.ts';
import type { Layout } from './layout.ts';
import { type NodeView, newNode, paintNode, svgElement } from './node-element.ts';
import { paint } from './paint.ts';
import { type Area, COLOURS, pictureOf, routeOf } from './picture.ts';

/** Pixels drawn beyond each edge of the window: so far the picture moves without being drawn again. */
const MARGIN = 320;
/** SVG counts in 32-bit floats: far from zero it cannot place a line on a pixel, so the drawing's zero comes along. */
const ORIGIN_GRID = 50_000;
/** Nodes kept for later instead of being made again. */
const SPARE = 200;

/** What is to be seen; the scene keeps no opinion of its own. */
export interface Show {
  layout: Layout;
  /** Changes with anything but the view: members drawn before look the same while it stays. */
  version: number;
  levelOf: Int32Array;
  viewOf: (member: number) => NodeView;
  /** Members from the top down to the one whose path is shown. */
  route: readonly number[];
  /** Drawn even out of sight: the member that has the keyboard. */
  current: number;
}

export interface Scene {
  element: SVGSVGElement;
  /** Draws what lies near the view. */
  draw(show: Show, view: View, size: Size): void;
  /** Moves and stretches what is drawn; false when that no longer fills the window or has become too coarse. */
  follow(view: View, size: Size): boolean;
  /** The member whose node that is; -1 for none. */
  memberOf(target: EventTarget | null): number;
  nodeOf(member: number): SVGGElement | undefined;
}

export function createScene(label: string): Scene {
  const element = svgElement('svg', { role: 'tree', 'aria-label': label, 'aria-multiselectable': 'false' });
  element.style.cssText = 'position:absolute;max-width:none;transform-origin:0 0;will-change:transform;overflow:hidden';
  const world = svgElement('g');
  const links = svgElement('path', { fill: 'none', stroke: paint.ink });
  const route = svgElement('path', { fill: 'none', stroke: paint.route, 'stroke-linejoin': 'round' });
  const blocks = Array.from({ length: COLOURS }, (_, i) =>
    svgElement('path', { fill: paint.levels[i]!, stroke: 'none' }),
  );
  const nodes = svgElement('g');
  world.append(links, route, ...blocks, nodes);
  element.append(world);

  const shown = new Map<number, SVGGElement>();
  const spare: SVGGElement[] = [];
  const members = new WeakMap<Element, number>();
  let drawn: { view: View; area: Area; version: number; originX: number } | null = null;

  function draw(show: Show, view: View, size: Size) {
    const { layout, route: path, current } = show;
    const { scale } = view;
    const area: Area = {
      left: view.x - MARGIN / scale,
      top: view.y - MARGIN / scale,
      right: view.x + (size.width + MARGIN) / scale,
      bottom: view.y + (size.height + MARGIN) / scale,
    };
    const originX = Math.round(area.left / ORIGIN_GRID) * ORIGIN_GRID;
    const picture = pictureOf(layout, area, scale, originX);
    const places = path.map((member) => layout.places[member]!);

    element.setAttribute('width', String(size.width + 2 * MARGIN));
    element.setAttribute('height', String(size.height + 2 * MARGIN));
    world.setAttribute('transform', `scale(${scale}) translate(${originX - area.left} ${-area.top})`);
    const line = String(Math.max(2, 1 / scale));
    links.setAttribute('d', picture.links);
    links.setAttribute('stroke-width', line);
    route.setAttribute('d', places.includes(-1) ? '' : routeOf(layout, places, originX));
    route.setAttribute('stroke-width', String(Math.max(5, 3 / scale)));
    for (const [i, block] of blocks.entries()) block.setAttribute('d', picture.blocks[i] ?? '');

    const wanted = new Set<number>();
    for (const place of picture.nodes) wanted.add(layout.members[place]!);
    const currentPlace = layout.places[current] ?? -1;
    if (currentPlace >= 0 && picture.blocks.length === 0) wanted.add(current);
    for (const [member, node] of shown) {
      if (wanted.has(member) || node === document.activeElement) continue;
      shown.delete(member);
      spare.push(node);
    }
    const same = drawn?.version === show.version && drawn.originX === originX;
    for (const member of wanted) if (!same || !shown.has(member)) place(member, show, originX);
    for (const node of spare) node.remove();
    spare.length = Math.min(spare.length, SPARE);

    drawn = { view, area, version: show.version, originX };
    follow(view, size);
  }

  function place(member: number, { layout, levelOf, viewOf, current }: Show, originX: number) {
    let node = shown.get(member);
    if (!node) {
      node = spare.pop() ?? newNode();
      shown.set(member, node);
      members.set(node, member);
    }
    if (!node.parentNode) nodes.append(node);
    const left = Math.round((leftOf(layout.x[layout.places[member]!]!) - originX) * 10) / 10;
    node.setAttribute('transform', `translate(${left} ${topOf(levelOf[member]! - 1)})`);
    node.setAttribute('tabindex', member === current ? '0' : '-1');
    paintNode(node, viewOf(member));
  }

  function follow(view: View, size: Size): boolean {
    if (!drawn) return false;
    const stretch = view.scale / drawn.view.scale;
    const left = (drawn.area.left - view.x) * view.scale;
    const top = (drawn.area.top - view.y) * view.scale;
    element.style.transform = `translate(${left}px, ${top}px) scale(${stretch})`;
    const covers =
      left <= 0 &&
      top <= 0 &&
      left + (size.width + 2 * MARGIN) * stretch >= size.width &&
      top + (size.height + 2 * MARGIN) * stretch >= size.height;
    return covers && stretch > 0.6 && stretch < 1.7;
  }

  return {
    element,
    draw,
    follow,
    memberOf(target) {
      const node = target instanceof Element ? target.closest('[role=treeitem]') : null;
      return (node && members.get(node)) ?? -1;
    },
    nodeOf: (member) => shown.get(member),
  };
}
