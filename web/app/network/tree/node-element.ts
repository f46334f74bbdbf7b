import { truncateName } from '#domain/network/rules.ts';
import { NODE } from './geometry.ts';
import { levelColour, paint } from './paint.ts';

const SVG = 'http://www.w3.org/2000/svg';
const TOGGLE = { height: 22, padding: 9, digit: 7.6 };
const PADDING = 14;
/** Between a member's count and level, and the width of a letter of the level. */
const LEVEL_GAP = 8;
const LEVEL_LETTER = 14;

/** Everything a node says. */
export interface NodeView {
  name: string;
  level: number;
  levelLabel: string;
  below: string;
  /** What the toggle reads; `null` where there is nothing to open. */
  toggle: string | null;
  expanded: boolean | null;
  /** Which of how many under the same upline. */
  position: number;
  siblings: number;
  selected: boolean;
  onRoute: boolean;
}

/** Builds an element from attributes; what it contains is set as text, never as markup. */
export function svgElement<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Record<string, string | number> = {},
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

let template: SVGGElement | null = null;

/** Cloned for every node: one call instead of ten. The order of the parts is what `paintNode` relies on. */
export function newNode(): SVGGElement {
  template ??= makeTemplate();
  return template.cloneNode(true) as SVGGElement;
}

function makeTemplate(): SVGGElement {
  const node = svgElement('g', { role: 'treeitem', tabindex: -1 });
  const { width, height } = NODE;
  const text = (attributes: Record<string, string | number>) =>
    svgElement('text', { 'font-family': paint.text, 'font-size': 13, y: 62, ...attributes });
  const toggle = svgElement('g', { 'data-toggle': '', cursor: 'pointer' });
  toggle.append(
    svgElement('rect', { y: height - 22, height: 44, fill: 'transparent' }),
    svgElement('rect', {
      y: height - TOGGLE.height / 2,
      height: TOGGLE.height,
      rx: 4,
      fill: paint.paper,
      stroke: paint.ink,
      'stroke-width': 2,
    }),
    text({ x: width / 2, y: height + 4.6, 'text-anchor': 'middle', 'font-weight': 600, fill: paint.ink }),
  );
  node.append(
    svgElement('title'),
    svgElement('rect', { width, height, rx: 4, 'stroke-width': 2 }),
    svgElement('path', { d: `M1 5a4 4 0 0 1 4-4h${width - 10}a4 4 0 0 1 4 4v7H1z` }),
    text({ x: PADDING, y: 40, 'font-size': 15, 'font-weight': 600 }),
    text({ x: PADDING }),
    text({
      x: width - PADDING,
      'text-anchor': 'end',
      'font-weight': 600,
      'font-family': paint.display,
    }),
    toggle,
  );
  return node;
}

/** Brings a node's element up to how it should look now. */
export function paintNode(node: SVGGElement, view: NodeView) {
  const [title, box, bar, name, below, level, toggle] = node.children as unknown as SVGElement[];
  title!.textContent = `${view.name}, ${view.levelLabel}, ${view.below}`;
  const { selected, onRoute } = view;
  box!.setAttribute('fill', selected ? paint.ink : paint.paper);
  box!.setAttribute('stroke', onRoute ? paint.route : paint.ink);
  box!.setAttribute('stroke-width', onRoute ? '5' : '2');
  bar!.setAttribute('fill', levelColour(view.level));
  write(name!, truncateName(view.name), 600, NODE.width - 2 * PADDING);
  name!.setAttribute('fill', selected ? paint.onInk : paint.ink);
  write(below!, view.below, 400, NODE.width - 2 * PADDING - LEVEL_GAP - view.levelLabel.length * LEVEL_LETTER);
  below!.setAttribute('fill', selected ? paint.onInkMuted : paint.muted);
  level!.textContent = view.levelLabel;
  level!.setAttribute('fill', selected ? paint.yellow : paint.ink);
  node.setAttribute('aria-level', String(view.level));
  node.setAttribute('aria-posinset', String(view.position));
  node.setAttribute('aria-setsize', String(view.siblings));
  node.setAttribute('aria-selected', String(selected));
  if (view.expanded === null) node.removeAttribute('aria-expanded');
  else node.setAttribute('aria-expanded', String(view.expanded));
  paintToggle(toggle!, view.toggle);
}

/** Twenty wide letters, or a hundred thousand members, are drawn closer together rather than over the edge. */
function write(element: SVGElement, text: string, weight: number, room: number) {
  element.textContent = text;
  if (widthOf(text, `${weight} ${element.getAttribute('font-size')}px ${paint.text}`) > room) {
    element.setAttribute('textLength', String(room));
    element.setAttribute('lengthAdjust', 'spacingAndGlyphs');
  } else element.removeAttribute('textLength');
}

let ruler: CanvasRenderingContext2D | null = null;

function widthOf(text: string, font: string): number {
  ruler ??= document.createElement('canvas').getContext('2d');
  if (!ruler) return 0;
  if (ruler.font !== font) ruler.font = font;
  return ruler.measureText(text).width;
}

function paintToggle(toggle: SVGElement, label: string | null) {
  if (label === null) {
    toggle.setAttribute('display', 'none');
    return;
  }
  toggle.removeAttribute('display');
  const width = Math.max(28, label.length * TOGGLE.digit + 2 * TOGGLE.padding);
  const [hit, box, text] = toggle.children as unknown as SVGElement[];
  const hitWidth = Math.max(64, width + 16);
  hit!.setAttribute('x', String((NODE.width - hitWidth) / 2));
  hit!.setAttribute('width', String(hitWidth));
  box!.setAttribute('x', String((NODE.width - width) / 2));
  box!.setAttribute('width', String(width));
  text!.textContent = label;
}
