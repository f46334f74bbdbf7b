import { leftOf, NODE, STEP, topOf } from './geometry.ts';
import type { Layout } from './layout.ts';

/** A rectangle of the drawing, in units. */
export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Below this scale names cannot be read: members become blocks in their level's colour. */
export const READABLE = 0.3;
/** Below this one the single lines down to members run together: only the lines across are drawn. */
const SEPARATE = 0.1;
export const COLOURS = 6;

/** Half of the gap between rows, where lines turn. */
const TURN = (STEP.y - NODE.height) / 2;

export interface Picture {
  /** Places drawn as members with names; empty when they could not be read. */
  nodes: number[];
  /** Members as blocks, one outline for each colour; empty while names can be read. */
  blocks: string[];
  links: string;
}

/** What of the tree lies in the area: nothing else is ever turned into lines and letters. */
export function pictureOf(layout: Layout, area: Area, scale: number, originX: number): Picture {
  const readable = scale >= READABLE;
  const nodes: number[] = [];
  const blocks = readable ? [] : Array.from({ length: COLOURS }, () => '');
  let links = '';
  const rowCount = layout.rows.length - 1;
  const firstRow = Math.max(0, Math.floor((area.top - NODE.height) / STEP.y));
  const lastRow = Math.min(rowCount - 1, Math.floor(area.bottom / STEP.y) + 1);
  for (let row = firstRow; row <= lastRow; row += 1) {
    const [from, to] = placesIn(layout, row, area);
    if (readable) for (let place = from; place < to; place += 1) nodes.push(place);
    else blocks[row % COLOURS]! += blocksOf(layout, row, from, to, scale, originX);
    if (row > 0) links += linksAbove(layout, row, from, to, area, scale, originX);
  }
  return { nodes, blocks, links };
}

/** The places of a row whose nodes touch the area, from and up to. */
export function placesIn({ x, rows }: Layout, row: number, { left, right }: Area): [from: number, to: number] {
  const find = (step: number) => {
    let low = rows[row]!;
    let high = rows[row + 1]!;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (x[middle]! < step) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return [find((left - NODE.width) / STEP.x), find(right / STEP.x)];
}

/** Neighbours closer than a pixel become one block. */
function blocksOf({ x }: Layout, row: number, from: number, to: number, scale: number, originX: number): string {
  const top = topOf(row);
  const height = Math.max(NODE.height, 2 / scale);
  const pixel = 1 / scale;
  let path = '';
  let start = Number.NaN;
  let end = Number.NEGATIVE_INFINITY;
  const close = () => {
    if (!Number.isNaN(start))
      path += `M${short(start - originX)} ${top}h${short(end - start)}v${short(height)}H${short(start - originX)}z`;
  };
  for (let place = from; place < to; place += 1) {
    const left = leftOf(x[place]!);
    if (left - end > pixel) {
      close();
      start = left;
    }
    end = left + NODE.width;
  }
  close();
  return path;
}

/**
 * The lines between a row and the one above: down from each upline, across its downline, down to each member. Lines that
 * only pass through belong to the neighbours on either side of the area, so those are asked too.
 */
function linksAbove(
  layout: Layout,
  row: number,
  from: number,
  to: number,
  area: Area,
  scale: number,
  originX: number,
): string {
  const { x, uplines, firstChild, childCount, rows } = layout;
  const top = topOf(row);
  const turn = top - TURN;
  const bottom = top - STEP.y + NODE.height;
  const middle = (place: number) => leftOf(x[place]!) + NODE.width / 2;
  const inside = (unit: number) => Math.min(Math.max(unit, area.left - STEP.x), area.right + STEP.x);
  const relative = (unit: number) => short(unit - originX);
  const first = Math.max(rows[row]!, from - 1);
  const end = Math.min(rows[row + 1]!, to + 1);
  let path = '';
  for (let place = first; place < end; ) {
    const upline = uplines[place]!;
    const firstSibling = firstChild[upline]!;
    const lastSibling = firstSibling + childCount[upline]! - 1;
    const next = Math.min(end, lastSibling + 1);
    const start = inside(middle(firstSibling));
    const stop = inside(middle(lastSibling));
    if (stop > start) path += `M${relative(start)} ${turn}H${relative(stop)}`;
    const above = middle(upline);
    if (above > area.left - STEP.x && above < area.right + STEP.x)
      path += `M${relative(above)} ${bottom}V${childCount[upline] === 1 ? top : turn}`;
    if (scale >= SEPARATE && childCount[upline]! > 1)
      for (; place < next; place += 1) path += `M${relative(middle(place))} ${turn}V${top}`;
    place = next;
  }
  return path;
}

/** The lines that connect the members of a path from the top, wherever they are. */
export function routeOf(layout: Layout, places: readonly number[], originX: number): string {
  const middle = (place: number) => short(leftOf(layout.x[place]!) + NODE.width / 2 - originX);
  let path = '';
  for (let row = 1; row < places.length; row += 1) {
    const top = topOf(row);
    path += `M${middle(places[row - 1]!)} ${top - STEP.y + NODE.height}V${top - TURN}H${middle(places[row]!)}V${top}`;
  }
  return path;
}

const short = (unit: number): number => Math.round(unit * 10) / 10;
