import { C, qr } from '../illustrations/illustrations.mjs';
import { copy } from './copy.ts';

/** Everything is drawn on 1920 × 1080 and scaled; numbers are pixels of that frame. */
export const W = 1920;
export const H = 1080;
/** The L: a fifth of the width and a fifth of the height, so the window keeps the shape of a screen. */
const POST = 384;
const FOOT = 216;
const MARGIN = { x: 96, y: 54 };
const GAP = 24;

export interface Template {
  name: string;
  /** The sizes it is delivered in, as widths; always 16:9. */
  widths: number[];
  ground: string;
  guide: string;
}

const L = `M0 0H${POST}V${H - FOOT}H${W}V${H}H0z`;
const safeL = `M${MARGIN.x} ${MARGIN.y}H${POST - GAP}V${H - FOOT + GAP}H${W - MARGIN.x}V${H - MARGIN.y}H${MARGIN.x}z`;
/** Where the device writes its code: in the corner of the L, and over a spot at the lower right. */
const QR_L = { x: 96, y: 762, w: 264, h: 264 };
const QR_SPOT = { x: 1422, y: 450, w: 402, h: 576 };

const text = (words: string, x: number, y: number, size: number, fill: string, more = '') =>
  `<text x="${x}" y="${y}" font-size="${size}" font-weight="600" font-stretch="90%" fill="${fill}" ${more}>${words}</text>`;
const dashed = (shape: string, colour: string) =>
  shape.replace('/>', ` fill="none" stroke="${colour}" stroke-width="4" stroke-dasharray="18 12"/>`);
const box = (x: number, y: number, w: number, h: number) => `<rect x="${x}" y="${y}" width="${w}" height="${h}"/>`;
const middle = 'text-anchor="middle"';

/** A measure with its two ends. */
function measure(x1: number, y1: number, x2: number, y2: number): string {
  const [dx, dy] = y1 === y2 ? [0, 12] : [12, 0];
  return `<path d="M${x1} ${y1}L${x2} ${y2}M${x1 - dx} ${y1 - dy}L${x1 + dx} ${y1 + dy}M${x2 - dx} ${y2 - dy}L${x2 + dx} ${y2 + dy}" stroke="${C.i0}" stroke-width="4" fill="none"/>`;
}

function reserved({ x, y, w, h }: typeof QR_L, lines: string[]): string {
  const at = y + h / 2 - ((lines.length - 1) * 34) / 2 + 8;
  return `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${C.p1}" fill-opacity=".86"/>${dashed(box(x, y, w, h), C.m)}${lines
    .map((line, i) => text(line, x + w / 2, at + i * 36, 26, '#98296e', middle))
    .join('')}`;
}

const words = copy.lBanner;
const lBanner: Template = {
  name: 'l-baner',
  widths: [1920, 1280],
  ground: `<path d="${L}" fill="${C.y}"/>`,
  guide: [
    `<rect x="${POST}" y="0" width="${W - POST}" height="${H - FOOT}" fill="${C.i2}" fill-opacity=".92"/>`,
    `<path d="M${POST} 0L${W} ${H - FOOT}M${W} 0L${POST} ${H - FOOT}" stroke="${C.p0}" stroke-opacity=".18" stroke-width="3"/>`,
    text(words.window, (POST + W) / 2, 400, 64, C.p0, middle),
    text(words.windowSize, (POST + W) / 2, 456, 32, C.p0, middle),
    dashed(`<path d="${safeL}"/>`, C.b),
    text(words.safe, MARGIN.x + 14, MARGIN.y + 42, 28, '#2440b0'),
    reserved(QR_L, [copy.qr.here, `${QR_L.w} × ${QR_L.h}`]),
    text(words.logo, (MARGIN.x + POST - GAP) / 2, 400, 54, C.i0, middle),
    text(words.message, 430, 966, 72, C.i0),
    measure(20, 700, POST, 700),
    text(words.post, MARGIN.x + 14, 684, 28, C.i0),
    measure(1880, H - FOOT, 1880, H),
    text(words.foot, 1800, 930, 28, C.i0, 'text-anchor="end"'),
  ].join(''),
};

const spotWords = copy.spot;
const spot: Template = {
  name: 'tv-spot',
  widths: [1920, 1280],
  ground: `<rect width="${W}" height="${H}" fill="${C.p0}"/>`,
  guide: [
    ...Array.from({ length: 15 }, (_, i) => `<path d="M${(i + 1) * 120} 0V${H}" stroke="${C.p3}" stroke-width="2"/>`),
    ...Array.from({ length: 8 }, (_, i) => `<path d="M0 ${(i + 1) * 120}H${W}" stroke="${C.p3}" stroke-width="2"/>`),
    `<path d="M930 540h60M960 510v60" stroke="${C.i3}" stroke-width="4"/>`,
    dashed(box(67, 38, W - 134, H - 76), C.g),
    text(spotWords.action, 116, 106, 28, '#1b6839'),
    dashed(box(MARGIN.x, MARGIN.y, W - 2 * MARGIN.x, H - 2 * MARGIN.y), C.b),
    text(spotWords.title, 116, 146, 28, '#2440b0'),
    text(spotWords.message, 156, 440, 96, C.i0),
    reserved(QR_SPOT, [copy.qr.reserved, copy.qr.keepCalm, `${QR_SPOT.w} × ${QR_SPOT.h}`]),
  ].join(''),
};

export const templates: Template[] = [lBanner, spot];

/** An SVG that drawing programs open with its layers named; `guide` is the one to throw away. */
export function layered({ ground, guide }: Template, width: number, parts: { guide: boolean }): string {
  const layer = (id: string, label: string, body: string) =>
    `<g id="${id}" inkscape:groupmode="layer" inkscape:label="${label}">${body}</g>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="${width}" height="${(width * 9) / 16}" viewBox="0 0 ${W} ${H}">`,
    layer('podloga', copy.layers.ground, ground),
    layer('sadrzaj', copy.layers.content, ''),
    parts.guide ? layer('vodic', copy.layers.guide, `${guide}${note}`) : '',
    '</svg>',
  ].join('');
}

const note = `<rect x="${W - 560}" y="0" width="560" height="40" fill="${C.i0}"/>${text(copy.guide, W - 540, 28, 24, C.y)}`;

/** Right and wrong codes, side by side. */
export function qrGuide(): string {
  const address = 'https://vidik.example';
  const q = copy.qr;
  const points = (list: string[], x: number, colour: string) =>
    list
      .map(
        (line, i) =>
          `<rect x="${x}" y="${824 + i * 62}" width="20" height="20" fill="${colour}"/>${text(line, x + 40, 844 + i * 62, 34, C.i0)}`,
      )
      .join('');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}" viewBox="0 0 ${W} ${H}">`,
    `<rect width="${W}" height="${H}" fill="${C.p0}"/>`,
    text(q.title, 96, 150, 84, C.i0),
    `<path d="M96 200H1824" stroke="${C.i0}" stroke-width="4"/>`,
    text(q.good, 96, 280, 44, '#1b6839'),
    text(q.bad, 1008, 280, 44, '#ae281a'),
    `<rect x="96" y="320" width="440" height="440" fill="#fff"/>${qr(address, 150, 374, 332)}`,
    dashed(box(150, 374, 332, 332), C.m),
    measure(570, 320, 570, 760),
    text('216 px', 600, 552, 34, C.i0),
    `<rect x="1008" y="320" width="340" height="340" fill="${C.i0}"/>${qr(address, 1008, 320, 340, { fill: C.y })}`,
    `<clipPath id="slika"><rect x="1424" y="320" width="400" height="340"/></clipPath><g clip-path="url(#slika)"><rect x="1424" y="320" width="400" height="340" fill="${C.c}"/><circle cx="1560" cy="520" r="150" fill="${C.y}"/><circle cx="1720" cy="420" r="90" fill="${C.m}"/></g>${qr(address, 1480, 346, 288)}`,
    `<path d="M1008 320l340 340m0-340l-340 340M1424 320l400 340m0-340l-400 340" stroke="${C.r}" stroke-width="12"/>`,
    points(q.goodPoints, 96, C.g),
    points(q.badPoints, 1008, C.r),
    '</svg>',
  ].join('');
}
