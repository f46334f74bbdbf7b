import { pngOf, svgBlob } from '../../../ui/media/png-of.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { leftOf, topOf } from '../geometry.ts';
import { newNode, paintNode, svgElement } from '../node-element.ts';
import { paint } from '../paint.ts';
import { COLOURS, pictureOf, routeOf } from '../picture.ts';
import type { TreeView } from '../tree-view.ts';
import { embeddedFonts } from './embedded-fonts.ts';

const GRID = 40;
/** Pixels of a saved PNG for each pixel of the window: sharp on paper too. */
const PNG_DENSITY = 2;
const ALIGN: Record<string, CanvasTextAlign> = { start: 'start', middle: 'center', end: 'end' };

/** What the window shows, as one picture that needs nothing but the fonts. */
function svgOf(view: TreeView): SVGSVGElement | null {
  const state = view.state();
  if (!state) return null;
  const { layout, size, show } = state;
  const { x, y, scale } = state.view;
  const area = { left: x, top: y, right: x + size.width / scale, bottom: y + size.height / scale };
  const picture = pictureOf(layout, area, scale, x);

  const svg = svgElement('svg', {
    xmlns: 'http://www.w3.org/2000/svg',
    width: size.width,
    height: size.height,
    viewBox: `0 0 ${size.width} ${size.height}`,
  });
  const pattern = svgElement('pattern', { id: 'grid', width: GRID, height: GRID, patternUnits: 'userSpaceOnUse' });
  pattern.append(svgElement('path', { d: `M.5 0V${GRID}M0 .5H${GRID}`, stroke: paint.paperLine, fill: 'none' }));
  const definitions = svgElement('defs');
  definitions.append(pattern);
  svg.append(
    definitions,
    svgElement('rect', { width: '100%', height: '100%', fill: paint.paper }),
    svgElement('rect', { width: '100%', height: '100%', fill: 'url(#grid)' }),
  );

  const world = svgElement('g', { transform: `scale(${scale}) translate(0 ${-y})` });
  const line = Math.max(2, 1 / scale);
  world.append(svgElement('path', { d: picture.links, fill: 'none', stroke: paint.ink, 'stroke-width': line }));
  const route = show.route.map((member) => layout.places[member]!);
  if (route.length > 0 && !route.includes(-1))
    world.append(
      svgElement('path', {
        d: routeOf(layout, route, x),
        fill: 'none',
        stroke: paint.route,
        'stroke-width': Math.max(5, 3 / scale),
      }),
    );
  for (let i = 0; i < COLOURS; i += 1)
    if (picture.blocks[i]) world.append(svgElement('path', { d: picture.blocks[i]!, fill: paint.levels[i]! }));
  for (const place of picture.nodes) {
    const member = layout.members[place]!;
    const node = newNode();
    paintNode(node, show.viewOf(member));
    node.setAttribute('transform', `translate(${leftOf(layout.x[place]!) - x} ${topOf(show.levelOf[member]! - 1)})`);
    for (const attribute of [...node.attributes])
      if (attribute.name !== 'transform') node.removeAttribute(attribute.name);
    world.append(node);
  }
  svg.append(world);
  return svg;
}

export async function saveSvg(view: TreeView, name: string) {
  const svg = svgOf(view);
  if (!svg) return;
  const fonts = svgElement('style');
  fonts.textContent = await embeddedFonts(['Onest Variable', 'Science Gothic Variable']);
  svg.prepend(fonts);
  saveFile(new File([svgBlob(svg)], `${name}.svg`));
}

export async function savePng(view: TreeView, name: string) {
  const svg = svgOf(view);
  if (!svg) return;
  const [width, height] = [svg.width, svg.height].map((length) => length.baseVal.value * PNG_DENSITY);
  const write = lettersOf(svg);
  saveFile(new File([await pngOf(svg, width!, height!, write)], `${name}.png`));
}

/** Takes the letters out of the picture; answers with what writes them onto a canvas in the fonts that the page has. */
function lettersOf(svg: SVGSVGElement): (context: CanvasRenderingContext2D) => void {
  // Only what stands in a page knows where its parts are.
  const aside = document.createElement('div');
  aside.style.cssText = 'position:fixed;left:-100000px;visibility:hidden';
  aside.append(svg);
  document.body.append(aside);
  const letters = [...svg.querySelectorAll('text')]
    .filter((text) => !text.closest('[display=none]'))
    .map((text) => ({ text, at: text.getCTM()! }));
  aside.remove();
  for (const text of svg.querySelectorAll('text')) text.remove();
  return (context) => {
    for (const { text, at } of letters) {
      const value = (name: string) => text.getAttribute(name);
      context.setTransform(at.a * PNG_DENSITY, 0, 0, at.d * PNG_DENSITY, at.e * PNG_DENSITY, at.f * PNG_DENSITY);
      context.direction = 'ltr';
      context.font = `${value('font-weight') ?? 400} ${value('font-size')}px ${value('font-family')}`;
      context.fillStyle = value('fill')!;
      context.textAlign = ALIGN[value('text-anchor') ?? 'start']!;
      const room = value('textLength');
      context.fillText(text.textContent, Number(value('x')), Number(value('y')), ...(room ? [Number(room)] : []));
    }
  };
}

/** Puts the picture on a sheet of its own for as long as the printer's window is open. */
export function printTree(view: TreeView, title: string) {
  const svg = svgOf(view);
  if (!svg) return;
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', title);
  svg.removeAttribute('width');
  svg.removeAttribute('height');
  const sheet = document.createElement('div');
  sheet.setAttribute('data-print-sheet', '');
  sheet.append(svg);
  document.body.append(sheet);
  try {
    window.print();
  } finally {
    sheet.remove();
  }
}
