import { pngOf, svgBlob } from '../../ui/png-of.ts';
import { saveFile } from '../../ui/save-file.ts';
import { embeddedFonts } from './embedded-fonts.ts';
import { leftOf, topOf } from './geometry.ts';
import { newNode, paintNode, svgElement } from './node-element.ts';
import { paint } from './paint.ts';
import { COLOURS, pictureOf, routeOf } from './picture.ts';
import type { TreeView } from './tree-view.ts';

const GRID = 40;
/** Pixels of a saved PNG for each pixel of the window: sharp on paper too. */
const PNG_DENSITY = 2;

/** What the window shows, as one self-contained picture: no style sheet, no font and no script from outside. */
export async function svgOf(view: TreeView): Promise<SVGSVGElement | null> {
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
  const style = svgElement('style');
  style.textContent = await embeddedFonts(['Onest Variable', 'Science Gothic Variable']);
  const definitions = svgElement('defs');
  definitions.append(pattern, style);
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
    paintNode(node, show.look(member));
    node.setAttribute('transform', `translate(${leftOf(layout.x[place]!) - x} ${topOf(show.levelOf[member]! - 1)})`);
    for (const attribute of [...node.attributes])
      if (attribute.name !== 'transform') node.removeAttribute(attribute.name);
    world.append(node);
  }
  svg.append(world);
  return svg;
}

export async function saveSvg(view: TreeView, name: string) {
  const svg = await svgOf(view);
  if (svg) saveFile(new File([svgBlob(svg)], `${name}.svg`));
}

export async function savePng(view: TreeView, name: string) {
  const svg = await svgOf(view);
  if (!svg) return;
  const [width, height] = [svg.width, svg.height].map((length) => length.baseVal.value * PNG_DENSITY);
  saveFile(new File([await pngOf(svg, width!, height!)], `${name}.png`));
}

/** Puts the picture on a sheet of its own for as long as the printer's window is open. */
export async function printTree(view: TreeView, title: string) {
  const svg = await svgOf(view);
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
