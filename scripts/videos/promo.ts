import { BARS, C, deviceHero, testCard, tv, wordmark } from '../illustrations/illustrations.mjs';
import { copy } from './copy.ts';
import { between, easeInOut, easeOut, group, isAtOrAfter, mix } from './motion.ts';
import { eveningSceneSvg, fromStoryboard, headline, loaf, rect, seenBadgeSvg, withBanner, words } from './parts.ts';
import type { Scene } from './scene.ts';

const { promo: text } = copy;
const OUTLINE = `stroke="${C.i0}" stroke-width="3" stroke-linejoin="round"`;
const path = (d: string, fill: string, extra = OUTLINE): string => `<path d="${d}" fill="${fill}" ${extra}/>`;
const line = (d: string, width: number, extra = ''): string =>
  path(d, 'none', `stroke="${C.i0}" stroke-width="${width}" ${extra}`);
const at = (x: number, y: number, body: string, scale = 1): string =>
  group(body, `translate(${x.toFixed(2)} ${y.toFixed(2)})${scale === 1 ? '' : ` scale(${scale.toFixed(4)})`}`);

/** A shot of the film, from one second to another. `draw` knows the seconds since it began, in units of the storyboard. */
export interface Shot {
  from: number;
  to: number;
  caption: string;
  draw(u: number): string;
}

/** Moments inside the shots, in seconds of the film; the sounds stand on the same ones. */
export const moments = {
  parcel: 0.28,
  bell: [0.8, 1.25],
  steps: [1.9, 2.35, 2.8],
  flaps: [4.8, 5.3],
  risen: 7.1,
  card: [9.5, 10.3],
  banner: 14.5,
  seen: 16.2,
  laptop: 18.8,
  /** One for each letter of „Novi oglas“. */
  letters: Array.from(text.newAdvert, (_, n) => 19.7 + n * 0.17),
  titles: [23, 23.3, 23.6],
  choices: [24.5, 25.1, 25.7],
  publish: 26.4,
  windows: Array.from({ length: 18 }, (_, n) => 27.3 + n * 0.155),
  bars: 31.3,
  end: 33.2,
  lines: 33.8,
} as const;

/** A parcel as seen from its corner; 200 wide. `open` counts the cuts that opened it, `inside` rises out of it. */
function parcel(open: number, inside = ''): string {
  const lid =
    open === 0
      ? path('M0 0l100-34 100 34-100 34z', '#E7C79B') +
        path('M50-17l100 34v20', 'none', `stroke="${C.y}" stroke-width="16"`)
      : path('M0 0l100-34 100 34-100 34z', C.i1);
  const flaps =
    (open > 0 ? path('M0 0l-42-26L58-58l42 24z', '#E7C79B') : '') +
    (open > 1 ? path('M200 0l42-26-100-32-42 24z', '#E7C79B') : '');
  const rightLid = open === 1 ? path('M50 17L150-17 200 0 100 34z', '#E7C79B') : '';
  const sun = group(
    `<circle cx="26" cy="26" r="18" fill="${C.y}" stroke="${C.i0}" stroke-width="2"/>${line('M8 30h36M10 36h32M14 42h24', 3)}`,
    'translate(24 34) skewY(18.8)',
  );
  const bars = BARS.map((fill, n) => rect(112 + n * 13, 98 - n * 4.4, 13, 7, fill)).join('');
  return (
    lid +
    flaps +
    rightLid +
    inside +
    path('M0 0l100 34v96L0 96z', '#D9B382') +
    path('M200 0L100 34v96L200 96z', '#C0925A') +
    (open === 0 ? path('M150 17v20', 'none', `stroke="${C.y}" stroke-width="16"`) : '') +
    sun +
    bars
  );
}

/** A small box with a sun is put down on the mat, and somebody rings. As wide as 21 : 9, for the poster. */
export function doorstep(u: number): string {
  const ring = (n: 0 | 1) => between(u, moments.bell[n], moments.bell[n] + 0.2) - between(u, 2.6, 2.8);
  const waves =
    line('M512 160q10 11 0 22', 3, `opacity="${ring(0).toFixed(2)}"`) +
    line('M524 152q16 19 0 38', 3, `opacity="${ring(1).toFixed(2)}"`);
  const above = 26 * (1 - between(u, 0, moments.parcel) ** 2);
  const box = at(330, 236 - above, parcel(0), 0.62);
  const view = easeInOut(between(u, 1.9, 4));
  return group(
    rect(-100, 0, 840, 360, C.p0) +
      path('M210 30h220v270H210z', C.c) +
      path('M236 58h168v96H236z', '#8ADAE2') +
      `<circle cx="402" cy="186" r="9" fill="${C.y}" ${OUTLINE}/>` +
      rect(-100, 300, 840, 60, C.p3) +
      line('M-100 300H740', 3) +
      rect(180, 300, 280, 22, C.i2) +
      `<rect x="470" y="150" width="26" height="42" rx="4" fill="${C.p1}" ${OUTLINE}/><circle cx="483" cy="171" r="7" fill="${C.r}"/>` +
      waves +
      box,
    `translate(${(-380 * 0.24 * view).toFixed(2)} ${(-300 * 0.24 * view).toFixed(2)}) scale(${(1 + 0.24 * view).toFixed(4)})`,
  );
}

const DEVICE = deviceHero().body;

/** The lid opens in two cuts, the device comes out like the sun out of the sea. */
function opening(u: number): string {
  let squares = '';
  for (let n = 0; n <= 640; n += 40) squares += `M${n} 0V360M0 ${n}H640`;
  const open = moments.flaps.filter((moment) => isAtOrAfter(u + 4, moment)).length;
  const rise = easeOut(between(u, 1.6, moments.risen - 4));
  const arrow = between(u, moments.risen - 4, moments.risen - 3.8) * 20;
  // In units of the parcel, which stands at (220, 200) and is 1.05 times as large; the rim hides what is still inside.
  const device =
    open === 2 && u > 1.6
      ? `<clipPath id="rim"><path d="M-300-600H500V0H200L100 34 0 0H-300z"/></clipPath><g clip-path="url(#rim)">${at(28.6, mix(30, -163.8, rise), DEVICE, 0.3 / 1.05)}</g>`
      : '';
  return (
    rect(0, 0, 640, 360, C.c) +
    path(squares, 'none', `stroke="${C.p0}" stroke-opacity=".2"`) +
    at(220, 200, parcel(open, device), 1.05) +
    (arrow > 0 ? line('M330 150v-20M318 140l12-14 12 14', 4) : '')
  );
}

/** One of the family, from behind. */
const viewer = (x: number, y: number, scale: number, shirt: string, hair: string): string =>
  at(
    x,
    y,
    path('M-52 96V40q0-36 52-36t52 36v56z', shirt) +
      `<circle cx="0" cy="-30" r="34" fill="${hair}" ${OUTLINE}/>` +
      path('M-14 2h28v10h-28z', '#D99A6C'),
    scale,
  );

/** A family watches a film: the test card comes on and is gone, the film runs. */
function couch(u: number): string {
  const [on, film] = moments.card;
  const picture = !isAtOrAfter(u + 9, on)
    ? rect(0, 0, 640, 360, C.i0)
    : isAtOrAfter(u + 9, film)
      ? eveningSceneSvg(u - film + 9)
      : testCard({ osd: false });
  const breath = (n: number) => Math.sin(u * 1.7 + n * 2) * 1.2;
  const view = easeInOut(between(u, 0.4, 5));
  return group(
    rect(0, 0, 640, 360, C.p2) +
      rect(0, 270, 640, 130, C.p3) +
      line('M0 270H640', 3) +
      line('M70 270V120', 4) +
      path('M46 120h48l-12-44H58z', C.y) +
      at(196, 14, tv(picture), 0.4) +
      `<rect x="110" y="248" width="420" height="120" rx="12" fill="${C.b}" ${OUTLINE}/>` +
      viewer(220, 250 + breath(0), 0.9, C.r, '#5B3A22') +
      viewer(320, 262 + breath(1), 0.62, C.y, '#C8842E') +
      viewer(420, 248 + breath(2), 0.92, C.g, C.i1) +
      `<rect x="96" y="280" width="448" height="120" rx="10" fill="#2440B0" ${OUTLINE}/>`,
    `translate(${(-320 * 0.08 * view).toFixed(2)} ${(-150 * 0.08 * view).toFixed(2)}) scale(${(1 + 0.08 * view).toFixed(4)})`,
  );
}

const BAKERY = { shop: copy.shops[0], line: copy.bakeryLine, fill: C.y };

/** The bakery comes in along the edge, the film does not stop, the showing was seen. */
function beside(u: number): string {
  const goesOn = isAtOrAfter(u + 14, moments.banner + 0.6)
    ? headline([text.goesOn], u + 14 - moments.banner - 0.6, 146, 66, 40, C.p0, 'g')
    : '';
  return (
    withBanner(eveningSceneSvg(u + 3.7), between(u + 14, moments.banner, moments.banner + 0.4), BAKERY) +
    goesOn +
    seenBadgeSvg(copy.seen, between(u + 14, moments.seen, moments.seen + 0.2))
  );
}

/** The baker among her bread opens a laptop and writes an advert. */
function bakery(u: number): string {
  const t = u + 18;
  const lid = easeOut(between(t, moments.laptop, moments.laptop + 0.4));
  const typed = moments.letters.filter((moment) => isAtOrAfter(t, moment)).length;
  const done = isAtOrAfter(t, moments.letters.at(-1)! + 0.35);
  const look = 3 * easeOut(between(t, moments.laptop, moments.laptop + 0.3));
  const nod = Math.sin(u * 2.2) * 1.2;
  const screen =
    `<rect width="160" height="92" rx="6" fill="${C.i0}"/>` +
    rect(8, 8, 144, 76, C.p1) +
    words(text.newAdvert.slice(0, typed), 18, 32, 15, C.i0) +
    (done
      ? rect(18, 42, 80, 6, C.p3) +
        rect(18, 54, 58, 6, C.p3) +
        path('M104 60h40v18h-40z', C.y, `stroke="${C.i0}" stroke-width="2"`)
      : '');
  return (
    rect(0, 0, 640, 360, C.p2) +
    rect(0, 40, 640, 14, C.i0) +
    [0, 1, 2, 3, 4]
      .map((n) => at(40 + n * 122, 78, loaf(n % 2 ? '#C87A2C' : '#DE9A45'), 1.13) + steam(70 + n * 122, t + n))
      .join('') +
    rect(0, 122, 640, 10, C.i0) +
    at(
      250,
      176,
      path('M-80 130V70q0-50 80-50t80 50v60z', C.p1) +
        path('M-24 60h48v70h-48z', C.y) +
        at(
          0,
          nod,
          `<circle cx="0" cy="-8" r="44" fill="#E0A878" ${OUTLINE}/>` +
            path('M-46-30q-6-56 46-52 54-4 46 52z', C.p1) +
            `<circle cx="${-14 + look}" cy="-6" r="4" fill="${C.i0}"/><circle cx="${16 + look}" cy="-6" r="4" fill="${C.i0}"/>` +
            line('M-14 14q16 12 30 0', 4),
        ),
    ) +
    rect(0, 296, 640, 64, C.m) +
    line('M0 296H640', 3) +
    at(
      400,
      206,
      group(screen, `translate(0 ${(92 * (1 - lid)).toFixed(2)}) scale(1 ${Math.max(0.02, lid).toFixed(4)})`) +
        path('M-14 92h188l8 10H-22z', C.i3),
    )
  );
}

const steam = (x: number, t: number): string =>
  line(
    `M${x} 72q${(-5 - Math.sin(t * 2.4) * 2).toFixed(2)} -6 0 -11`,
    2.4,
    `stroke-linecap="round" opacity="${(0.3 + 0.25 * Math.sin(t * 1.8)).toFixed(2)}"`,
  );

const POINTER = 'M0 0l34 46-20-2-10 20-12-6 10-18-14-10z';

/** Where, when, how many; then the advert is published. */
function choices(u: number): string {
  const t = u + 23;
  if (t < moments.choices[0] - 0.5) {
    return (
      rect(0, 0, 640, 360, C.p0) +
      text.choices
        .map((word, n) => (isAtOrAfter(t, moments.titles[n]!) ? words(word, 130, 128 + n * 84, 84, C.i0) : ''))
        .join('')
    );
  }
  const [where, when, many] = moments.choices.map((moment) => isAtOrAfter(t, moment));
  const pressed = isAtOrAfter(t, moments.publish);
  const chip = (name: string, x: number, chosen: boolean) =>
    path(`M${x} 88h128v38H${x}z`, chosen ? C.i0 : C.p1) +
    words(name, x + 64, 114, 18, chosen ? C.p0 : C.i0, 'text-anchor="middle"', 560);
  const hours = Array.from({ length: 24 }, (_, n) => {
    const chosen = n >= 6 && n < 12 && when && t >= moments.choices[1] + (n - 6) * 0.05;
    return rect(130 + n * 17, 150, 14, 34, chosen ? C.c : C.p2);
  }).join('');
  const stops: [number, number, number][] = [
    [moments.choices[0] - 0.5, 560, 330],
    [moments.choices[0], 200, 112],
    [moments.choices[1], 322, 172],
    [moments.choices[2], 300, 230],
    [moments.publish, 520, 292],
  ];
  let [, x, y] = stops[0]!;
  for (let n = 1; n < stops.length; n++) {
    const [before] = stops[n - 1]!;
    const [moment, toX, toY] = stops[n]!;
    const p = easeInOut(between(t, Math.max(before + 0.12, moment - 0.45), moment));
    x = mix(x, toX, p);
    y = mix(y, toY, p);
  }
  return (
    rect(0, 0, 640, 360, C.p0) +
    path('M40 28h560v304H40z', C.p1) +
    rect(40, 28, 560, 44, C.i0) +
    words(text.advertOf, 60, 58, 22, C.p0) +
    words(text.where, 64, 112, 18, C.i0, '', 560) +
    text.places.map((name, n) => chip(name, 130 + n * 140, n < 2 && where!)).join('') +
    words(text.when, 64, 172, 18, C.i0, '', 560) +
    hours +
    words(text.howMany, 64, 234, 18, C.i0, '', 560) +
    (many ? words(text.amount, 130, 240, 34, C.i0) : rect(130, 238, 330, 3, C.p3)) +
    path('M406 268h170v46H406z', pressed ? C.yd : C.y) +
    words(text.publish, 491, 298, 22, C.i0, 'text-anchor="middle"') +
    at(x, y + (pressed && t < moments.publish + 0.12 ? 2 : 0), path(POINTER, C.p0))
  );
}

/** The windows that light up, in their order, by row and column of the drawn house. */
const LIT = [
  [2, 1],
  [0, 3],
  [4, 5],
  [1, 6],
  [3, 2],
  [0, 8],
  [2, 6],
  [4, 0],
  [1, 1],
  [3, 7],
  [0, 5],
  [2, 4],
  [4, 7],
  [1, 8],
  [0, 0],
  [3, 4],
  [1, 3],
  [4, 2],
] as const;

/** Windows of a house light up with the same yellow corner; the counter goes to 214. */
function house(u: number): string {
  const t = u + 27;
  const lit = moments.windows.filter((moment) => isAtOrAfter(t, moment)).length;
  let body = rect(0, 0, 640, 360, C.i0);
  for (let row = 0; row < 5; row++)
    for (let column = 0; column < 9; column++) {
      const x = 30 + column * 42;
      const y = 40 + row * 58;
      const order = LIT.findIndex(([r, c]) => r === row && c === column);
      const on = order >= 0 && order < lit;
      body += rect(x, y, 30, 40, on ? C.y : C.i2) + (on ? path(`M${x} ${y}h8v28h22v12h-30z`, C.yd, '') : '');
    }
  const first = moments.windows[0]!;
  const count = Math.round(214 * easeOut(between(t, first, moments.windows.at(-1)!)));
  return (
    body +
    path('M12 362V20h402v342', 'none', `stroke="${C.p0}" stroke-width="3"`) +
    words(String(count), 432, 178, 88, C.y) +
    words(text.seen, 444, 214, 24, C.p0, '', 560) +
    words(text.until, 444, 246, 18, '#AEB9BB', '', 500)
  );
}

const WEEK = [60, 84, 72, 110, 126, 148, 138];

/** A week in columns; a cut to yellow, and the name. */
function report(u: number): string {
  const t = u + 31;
  const named = isAtOrAfter(t, moments.end);
  const columns = WEEK.map((height, n) => {
    const grown = height * easeOut(between(t, moments.bars + n * 0.12, moments.bars + 0.5 + n * 0.12));
    return rect(64 + n * 42, 250 - grown, 30, grown, n === 5 ? C.i0 : C.c);
  }).join('');
  const paper =
    path('M40 40h330v280H40z', C.p1) +
    words(text.report, 62, 82, 24, C.i0) +
    columns +
    line('M56 251H356', 3) +
    (isAtOrAfter(t, moments.bars + 1.2) ? words(text.total, 64, 292, 20, C.i0, '', 600) : '');
  if (!named) return rect(0, 0, 640, 360, C.p2) + at(115, 0, paper);
  return (
    rect(0, 0, 640, 360, C.y) +
    paper +
    group(wordmark(C.i0), 'translate(410 160) scale(.038)') +
    (isAtOrAfter(t, moments.lines) ? headline(text.end, t - moments.lines, 410, 206, 24, C.i0, 'e') : '')
  );
}

/** Somebody's evening and a bakery's morning, in eight shots. */
export const shots: readonly Shot[] = (
  [
    [0, 4, doorstep],
    [4, 9, opening],
    [9, 14, couch],
    [14, 18, beside],
    [18, 23, bakery],
    [23, 27, choices],
    [27, 31, house],
    [31, 36, report],
  ] as const
).map(([from, to, draw], n) => ({ from, to, draw, caption: text.captions[n]! }));

export const promo: Scene = {
  seconds: 36,
  poster: 1.8,
  draw(t) {
    const shot = shots.findLast(({ from }) => t >= from)!;
    return fromStoryboard(shot.draw(t - shot.from));
  },
};
