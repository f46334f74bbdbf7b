import { BARS, C, pic, wordmark } from '../illustrations/illustrations.mjs';
import { between, dash, easeInOut, easeOut, group, mix } from './motion.ts';

export const W = 1280;
export const H = 720;

const FONT = `font-family="'Science Gothic Variable'" style="font-stretch:78%" letter-spacing="-.03em"`;

export const rect = (x: number, y: number, w: number, h: number, fill: string, extra = ''): string =>
  `<rect x="${x.toFixed(2)}" y="${y.toFixed(2)}" width="${Math.max(0, w).toFixed(2)}" height="${Math.max(0, h).toFixed(2)}" fill="${fill}" ${extra}/>`;

export const words = (
  text: string,
  x: number,
  y: number,
  size: number,
  fill: string,
  extra = '',
  weight = 620,
): string =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" font-weight="${weight}" ${FONT} ${extra}>${text}</text>`;

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
export function testCardGridSvg(p: number, ink: string = C.p0, opacity = 0.34): string {
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

function castellation(): string {
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
  let body = rect(0, 0, W, H, C.i2) + testCardGridSvg(drawn);
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
function water(x: number, y: number, w: number, h: number, time: number): string {
  let body = rect(x, y, w, h, C.c);
  let line = 12;
  for (let i = 0, top = y + 10; top < y + h; i++) {
    const thick = 5 + i * 2.2;
    body += rect(x, top + Math.sin(time * 1.6 + i * 0.9) * 1.6, w, thick, C.i0);
    top += thick + line;
    line = Math.max(5, line - 0.6);
  }
  return body;
}

/** The drawings of the storyboard are 640 × 360; a stage is twice as large. */
export const fromStoryboard = (body: string): string => group(body, 'scale(2)');

const OUTLINE = `stroke="${C.i0}" stroke-width="3" stroke-linejoin="round"`;

/** The programme: the sun over the water and a boat that sails 30 units in five seconds; 640 × 360. */
export function eveningSceneSvg(time: number): string {
  let body = `${rect(0, 0, 640, 360, C.i2)}<circle cx="430" cy="214" r="96" fill="${C.y}"/>${rect(0, 214, 640, 146, C.i0)}`;
  for (let i = 0, y = 220; y < 360; i++) {
    const rise = Math.sin(time * 1.6 + i * 0.9) * 0.7;
    body += rect(0, y + rise, 640, 1.5 + i * 0.5, C.c, 'opacity=".5"');
    body += rect(352 + i * 6 + Math.sin(time * 1.9 + i) * 2, y + rise, 156 - i * 12, 3 + i * 0.5, C.y);
    y += 11 + i;
  }
  const heel = Math.sin(time * 1.3) * 1.6;
  return (
    body +
    group(
      `<path d="M-34 0h68l-12 15h-44z" fill="${C.p1}"/><path d="M0 0V-62" stroke="${C.p1}" stroke-width="3"/><path d="M4-60q30 24 30 54H4z" fill="${C.r}"/><path d="M-4-46q-18 18-21 40h21z" fill="${C.p0}"/>`,
      `translate(${(160 + time * 6).toFixed(2)} 236) rotate(${heel.toFixed(2)})`,
    )
  );
}

/** The programme on a whole stage. */
export const programme = (time: number): string => fromStoryboard(eveningSceneSvg(time));

/** A loaf of bread; 74 × 44. */
export const loaf = (fill = '#C87A2C'): string =>
  `<path d="M0 44V24Q0 0 36 0T74 24V44z" fill="${fill}" ${OUTLINE}/><path d="M16 8l8 18M34 4l8 18M52 8l8 18" stroke="#F6DDAF" stroke-width="5" stroke-linecap="round"/>`;

/** A pictogram of the shop, for banners without a drawing of their own. */
const pictogram = (name: string): string =>
  pic(name, C.p1).replace('<svg ', '<svg x="16" y="100" width="86" height="86" ');

export interface Banner {
  shop: string;
  line: string;
  fill: string;
  /** A pictogram's name; the bakery shows its bread. */
  art?: string;
}

/** An L-banner: a post at the left, a foot below. `p` 0 … 1 slides it in; the programme shrinks beside it. 640 × 360. */
export function withBanner(scene: string, p: number, { shop, line, fill, art }: Banner): string {
  const q = easeInOut(p);
  if (q <= 0) return scene;
  const edge = (d: string) => `<path d="${d}" fill="none" stroke="${C.i0}" stroke-width="3"/>`;
  const post =
    rect(0, 0, 118, 360, fill) + edge('M118 0V284') + (art ? pictogram(art) : group(loaf(), 'translate(22 120)'));
  const foot =
    rect(0, 284, 640, 76, fill) +
    edge(`M${(118 * q).toFixed(1)} 284H640`) +
    (line
      ? words(shop, 138, 330, 34, C.i0) + words(line, 400, 330, 22, C.i0, '', 500)
      : words(shop, 138, 334, 42, C.i0));
  return (
    group(scene, `translate(${(118 * q).toFixed(1)} 0) scale(${(1 - 0.18 * q).toFixed(4)})`) +
    group(post, `translate(${(-(1 - q) * 122).toFixed(1)} 0)`) +
    group(foot, `translate(0 ${((1 - q) * 80).toFixed(1)})`)
  );
}

/** A TV from the front around a 1280 × 720 picture, scaled to `width`. */
export function tvSet(picture: string, x: number, y: number, width: number, id: string, lamp: string = C.r): string {
  const s = width / 1360;
  return group(
    `<rect x="-40" y="-40" width="1360" height="800" rx="44" fill="${C.i0}" stroke="${C.i3}" stroke-width="5"/><clipPath id="${id}"><rect width="1280" height="720" rx="18"/></clipPath><g clip-path="url(#${id})">${picture}</g><rect x="612" y="734" width="56" height="9" rx="4.5" fill="${lamp}"/><path d="M240 760l-60 84h-46l50-84zM1040 760l60 84h46l-50-84z" fill="${C.i3}"/>`,
    `translate(${(x + 40 * s).toFixed(2)} ${(y + 40 * s).toFixed(2)}) scale(${s.toFixed(4)})`,
  );
}

/** A green plate with a tick: this showing was seen. The lamp beside it turns green too. 640 × 360. */
export function seenBadgeSvg(text: string, p: number): string {
  if (p <= 0) return '';
  return group(
    `<circle cx="-22" cy="24" r="7" fill="${C.g}" stroke="${C.i0}" stroke-width="3"/><rect width="144" height="48" fill="${C.g}" ${OUTLINE}/><path d="M16 24l10 11 18-22" fill="none" stroke="${C.i0}" stroke-width="6" ${dash(45, between(p, 0.3, 1))}/>${words(text, 54, 32, 24, C.i0)}`,
    `translate(474 ${(24 - (1 - easeOut(p)) * 14).toFixed(1)})`,
  );
}
