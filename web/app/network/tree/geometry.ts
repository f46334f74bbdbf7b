/** Sizes in units of the drawing; at natural size one unit is one pixel. */
export const NODE = { width: 180, height: 80 };
export const STEP = { x: 220, y: 120 };
export const FIRST_VIEW = { width: 2000, height: 1000 };
/** The part of the drawing that is seen shrinks and grows by these. */
export const WHEEL = { in: 0.9, out: 1.1 };
export const BUTTON = { in: 0.8, out: 1.25 };
/** A mouse moves the picture twice as far as itself; a finger keeps the point it touched. */
export const MOUSE_PAN = 2;

/** Far enough out to see a thousand members side by side, near enough in to read a name across the room. */
const SCALE = { min: 0.004, max: 4 };
const TOP_MARGIN = 40;

/** What is seen: the unit in the upper left corner, and pixels per unit. */
export interface View {
  x: number;
  y: number;
  scale: number;
}
export interface Size {
  width: number;
  height: number;
}

export const leftOf = (step: number): number => step * STEP.x;
export const topOf = (row: number): number => row * STEP.y;

const within = (scale: number) => Math.min(SCALE.max, Math.max(SCALE.min, scale));

/**
 * The specified 2000 × 1000 units, as high as the window; a narrow screen sees the middle of them. The member at
 * `centre` (left edge in units) stands in the middle at the top.
 */
export function firstView(size: Size, centre: number): View {
  const scale = within(size.height / FIRST_VIEW.height);
  return { x: centre + NODE.width / 2 - size.width / 2 / scale, y: -TOP_MARGIN / scale, scale };
}

/** The unit under the pixel (px, py) stays under it. `factor` multiplies the seen part: below 1 comes nearer. */
export function zoomAt(view: View, factor: number, px: number, py: number): View {
  const scale = within(view.scale / factor);
  return { x: view.x + px / view.scale - px / scale, y: view.y + py / view.scale - py / scale, scale };
}

/** Moves the picture by so many pixels. */
export const panBy = (view: View, dx: number, dy: number): View => ({
  ...view,
  x: view.x - dx / view.scale,
  y: view.y - dy / view.scale,
});

/** Puts the node whose upper left corner is at (left, top) into the middle of the window. */
export const centreOn = (view: View, size: Size, left: number, top: number): View => ({
  ...view,
  x: left + NODE.width / 2 - size.width / 2 / view.scale,
  y: top + NODE.height / 2 - size.height / 2 / view.scale,
});

/** Never lets the whole tree out of sight: at least a corner of it stays in the window. */
export function keepTreeInWindow(
  view: View,
  size: Size,
  bounds: { left: number; right: number; bottom: number },
): View {
  const margin = 60 / view.scale;
  const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), Math.max(low, high));
  return {
    ...view,
    x: clamp(view.x, bounds.left - size.width / view.scale + margin, bounds.right - margin),
    y: clamp(view.y, -size.height / view.scale + margin, bounds.bottom - margin),
  };
}

/** Moves no more than needed to have the node whose upper left corner is at (left, top) whole in the window. */
export function moveNodeIntoWindow(view: View, size: Size, left: number, top: number): View {
  const margin = 24 / view.scale;
  const nudge = (from: number, span: number, low: number, high: number) =>
    low < from + margin ? low - margin : high > from + span - margin ? high - span + margin : from;
  return {
    ...view,
    x: nudge(view.x, size.width / view.scale, left, left + NODE.width),
    y: nudge(view.y, size.height / view.scale, top, top + NODE.height),
  };
}
