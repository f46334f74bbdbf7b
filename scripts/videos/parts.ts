import { BARS, C, pic, wordmark } from '../illustrations/illustrations.mjs';
import { between, dash, easeInOut, easeOut, group, mix } from './motion.ts';

export const W = 1280;
export const H = 720;

const FONT = `font-family="'Science Gothic Variable'" font-weight="620" style="font-stretch:78%" letter-spacing="-.03em"`;

export const rect = (x: number, y: number, w: number, h: number, fill: string, extra = ''): string =>
  `<rect x="${x.toFixed(2)}" y="${y.toFixed(2)}" width="${Math.max(0, w).toFixed(2)}" height="${Math.max(0, h).toFixed(2)}" fill="${fill}" ${extra}/>`;

export const words = (text: string, x: number, y: number, size: number, fill: string, extra = ''): string =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" ${FONT} ${extra}>${text}</text>`;

/** Lines of a headline that cut in one after the other, each sliding up behind its own edge. */
export function headline(
  lines: readonly string[],
  t: number,
  x: number,
  y: number,
  size: number,
  fill: string,
  id: string,
): string {
  return lines
    .map((line, i) => {
      const p = easeOut(between(t, i * 0.14, i * 0.14 + 0.42));
      const top = y + i * size * 1.02;
      return `<clipPath id="${id}${i}"><rect x="0" y="${top - size}" width="1280" height="${size * 1.24}"/></clipPath><g clip-path="url(#${id}${i})">${words(line, x, top + (1 - p) * size * 1.3, size, fill)}</g>`;
    })
    .join('');
}

/** The six bars along an edge. */
export const barStrip = (x: number, y: number, w: number, h: number, p = 1): string =>
  BARS.map((fill: string, i: number) =>
    p * 6 > i ? rect(x + (w / 6) * i, y, (w / 6) * Math.min(1, p * 6 - i) + 0.5, h, fill) : '',
  ).join('');

/** The 16 × 9 grid of the test card, drawing itself. */
export function grid(p: number, ink: string = C.p0, opacity = 0.34): string {
  let body = '';
  for (let i = 0; i <= 16; i++) {
    const q = easeInOut(between(p, i * 0.028, i * 0.028 + 0.5));
    body += `<path d="M${i * 80} 0V${(H * q).toFixed(1)}" stroke="${ink}" stroke-opacity="${opacity}" stroke-width="2"/>`;
  }
  for (let j = 0; j <= 9; j++) {
    const q = easeInOut(between(p, 0.12 + j * 0.045, 0.12 + j * 0.045 + 0.5));
    body += `<path d="M0 ${j * 80}H${(W * q).toFixed(1)}" stroke="${ink}" stroke-opacity="${opacity}" stroke-width="2"/>`;
  }
  return body;
}

export function castellation(): string {
  let body = '';
  for (let i = 0; i < 16; i++) for (const y of [0, H - 20]) body += rect(i * 80, y, 80, 20, i % 2 ? C.p0 : C.i0);
  for (let i = 1; i < 8; i++) for (const x of [0, W - 20]) body += rect(x, i * 80, 20, 80, i % 2 ? C.i0 : C.p0);
  return body;
}

const GREYS = ['#0F1A24', '#3A4E5A', '#6C7C83', '#9FA9A8', '#CFCBBF', '#FCF9F2'];

export interface TestCard {
  grid: number;
  circle: number;
  /** How many bars have cut in, 0 … 6. */
  bars: number;
  /** 0 under the horizon, 1 risen. */
  sun: number;
  /** Seconds, for the water. */
  time: number;
}

/** The test card at any moment of its life; 1280 × 720. */
export function testCard({ grid: drawn, circle, bars, sun, time }: TestCard, id: string): string {
  const R = 306;
  let body = rect(0, 0, W, H, C.i2) + grid(drawn);
  if (bars > 0) {
    const columns: [number, string, string][] = [
      [160, C.c, C.m],
      [1040, C.g, C.b],
    ];
    for (const [x, upper, lower] of columns)
      body += rect(x, 120, 80, Math.min(240, bars * 60), upper) + (bars > 3 ? rect(x, 360, 80, 240, lower) : '');
  }
  if (circle >= 1) {
    body += `<clipPath id="${id}"><circle cx="640" cy="360" r="${R}"/></clipPath><g clip-path="url(#${id})">`;
    body += rect(334, 54, 612, 612, C.p0) + rect(562, 74, 156, 52, C.i0);
    for (let i = 0; i < Math.min(6, bars); i++) body += rect(334 + i * 102, 144, 102.6, 138, BARS[i]!);
    body += rect(334, 282, 612, 140, C.i0);
    if (bars >= 6) body += group(wordmark(C.p0), 'translate(500 394) scale(.0556)');
    GREYS.forEach((grey, i) => {
      if (bars > i) body += rect(334 + i * 102, 420, 102.6, 78, grey);
    });
    body += water(334, 496, 612, 184, time);
    body += `<clipPath id="${id}h"><rect x="334" y="420" width="612" height="76"/></clipPath>`;
    if (sun > 0)
      body += `<g clip-path="url(#${id}h)"><circle cx="640" cy="${mix(572, 496, sun).toFixed(1)}" r="72" fill="${C.y}"/></g>`;
    if (sun > 0.2)
      for (let i = 0; i < 5; i++)
        body += rect(
          640 - (66 - i * 10) * sun,
          506 + i * 22 + Math.sin(time * 2.1 + i) * 2,
          (132 - i * 20) * sun,
          6,
          C.y,
        );
    body += '</g>';
  }
  const length = 2 * Math.PI * R;
  body += `<circle cx="640" cy="360" r="${R}" fill="none" stroke="${C.p0}" stroke-width="6" ${dash(length, easeInOut(circle))} transform="rotate(-90 640 360)"/>`;
  return body + castellation();
}

/** The sea as scan lines, drifting. */
export function water(x: number, y: number, w: number, h: number, time: number, colour: string = C.c): string {
  let body = rect(x, y, w, h, colour);
  let line = 12;
  for (let i = 0, top = y + 10; top < y + h; i++) {
    const thick = 5 + i * 2.2;
    body += rect(x, top + Math.sin(time * 1.6 + i * 0.9) * 1.6, w, thick, C.i0);
    top += thick + line;
    line = Math.max(5, line - 0.6);
  }
  return body;
}

/** The programme: the sun over the water, without a word. */
export function programme(time: number, id: string, sky: string = C.i2): string {
  const y = 430 - Math.sin(time * 0.25) * 18;
  let body = rect(0, 0, W, H, sky);
  for (let i = 0; i < 9; i++)
    body += `<path d="M0 ${i * 52 + 20}H${W}" stroke="${C.p0}" stroke-opacity=".05" stroke-width="2"/>`;
  body += `<clipPath id="${id}s"><rect width="${W}" height="430"/></clipPath><g clip-path="url(#${id}s)"><circle cx="760" cy="${y.toFixed(1)}" r="210" fill="${C.y}"/></g>`;
  body += water(0, 430, W, 290, time, '#14515C');
  for (let i = 0; i < 8; i++)
    body += rect(760 - 190 + i * 17 + Math.sin(time * 1.9 + i) * 5, 444 + i * 30, 380 - i * 34, 9, C.y);
  const boat = 250 + time * 9;
  body += `<path d="M${boat} 470h92l-16 26h-58z" fill="${C.p0}" stroke="${C.i0}" stroke-width="4"/><path d="M${boat + 44} 462V372l-38 90zM${boat + 52} 462V386l34 76z" fill="${C.p0}" stroke="${C.i0}" stroke-width="4" stroke-linejoin="round"/>`;
  return body;
}

const loaf = (x: number, y: number, w: number, h: number): string =>
  `<path d="M${x} ${y}v${-h * 0.45}q0 ${-h * 0.55} ${w * 0.2} ${-h * 0.55}h${w * 0.6}q${w * 0.2} 0 ${w * 0.2} ${h * 0.55}v${h * 0.45}z" fill="#C87A2C" stroke="${C.i0}" stroke-width="5"/><path d="M${x + w * 0.24} ${y - h * 0.86}l${w * 0.1} ${h * 0.34}M${x + w * 0.46} ${y - h * 0.9}l${w * 0.1} ${h * 0.34}M${x + w * 0.68} ${y - h * 0.88}l${w * 0.1} ${h * 0.34}" stroke="#F6DDAF" stroke-width="9" stroke-linecap="round"/>`;

const steam = (x: number, y: number, time: number): string =>
  `<path d="M${x} ${y}q${-14 - Math.sin(time * 3) * 4} -20 0 -38t0 -38" stroke="${C.i0}" stroke-width="5" fill="none" stroke-linecap="round" opacity=".5"/>`;

/** What stands in the post of the bakery's banner. */
const bakery = (time: number): string =>
  loaf(40, 470, 170, 130) + loaf(70, 336, 120, 82) + steam(100, 236, time) + steam(140, 228, time + 1);

/** A pictogram of the shop, for banners without a drawing of their own. */
const pictogram = (name: string): string =>
  pic(name, C.p1).replace('<svg ', '<svg x="40" y="200" width="170" height="170" ');

export interface Banner {
  shop: string;
  line: string;
  fill: string;
  /** A pictogram's name; the bakery draws its own shelf. */
  art?: string;
}

/** An L-banner: a post at the left, a foot below. `p` 0 … 1 slides it in; the programme shrinks beside it. */
export function withBanner(scene: string, p: number, { shop, line, fill, art }: Banner, time: number): string {
  const q = easeInOut(p);
  const left = 250 * q;
  const foot = 170 * q;
  const zoom = Math.max((W - left) / W, (H - foot) / H);
  let body = `<g transform="translate(${left.toFixed(1)} 0) scale(${zoom.toFixed(4)})">${scene}</g>`;
  if (q <= 0) return body;
  body += group(rect(0, 0, 250, H, fill) + rect(246, 0, 6, H, C.i0), `translate(${(-(1 - q) * 254).toFixed(1)} 0)`);
  body += group(
    rect(0, H - 170, W, 170, fill) + rect(246, H - 174, W, 6, C.i0),
    `translate(0 ${((1 - q) * 178).toFixed(1)})`,
  );
  const inside = easeOut(between(p, 0.55, 1));
  if (inside > 0) {
    body += group(
      art ? pictogram(art) : bakery(time),
      `translate(${((1 - q) * -254).toFixed(1)} ${((1 - inside) * 60).toFixed(1)})`,
    );
    const drop = (1 - inside) * 40 + (1 - q) * 178;
    body += line
      ? words(shop, 290, 628 + drop, 74, C.i0) + words(line, 290, 682 + drop, 40, C.i0, 'font-weight="500"')
      : words(shop, 290, 664 + drop, 92, C.i0);
  }
  return body;
}

/** A TV from the front around a 1280 × 720 picture, scaled to `width`. */
export function tvSet(picture: string, x: number, y: number, width: number, id: string, lamp: string = C.r): string {
  const s = width / 1360;
  return group(
    `<rect x="-40" y="-40" width="1360" height="800" rx="44" fill="${C.i0}" stroke="${C.i3}" stroke-width="5"/><clipPath id="${id}"><rect width="1280" height="720" rx="18"/></clipPath><g clip-path="url(#${id})">${picture}</g><rect x="612" y="734" width="56" height="9" rx="4.5" fill="${lamp}"/><path d="M240 760l-60 84h-46l50-84zM1040 760l60 84h46l-50-84z" fill="${C.i3}"/>`,
    `translate(${(x + 40 * s).toFixed(2)} ${(y + 40 * s).toFixed(2)}) scale(${s.toFixed(4)})`,
  );
}

/** A green plate with a tick: this showing was seen. */
export function tick(x: number, y: number, text: string, p: number): string {
  if (p <= 0) return '';
  const s = easeOut(p);
  return group(
    `<rect width="250" height="72" rx="6" fill="${C.g}" stroke="${C.i0}" stroke-width="4"/><path d="M24 38l16 16 28-32" fill="none" stroke="${C.p0}" stroke-width="10" ${dash(70, between(p, 0.3, 1))}/>${words(text, 88, 50, 42, C.p0)}`,
    `translate(${x} ${(y + (1 - s) * 30).toFixed(1)})`,
  );
}
