import {
  BARS,
  C,
  deviceHero,
  devicePlan,
  dotField,
  phone,
  qr,
  remote,
  wordmark,
} from '../illustrations/illustrations.mjs';
import { copy } from './copy.ts';
import { between, camera, clamp, click, cut, easeIn, easeInOut, easeOut, group, mix } from './motion.ts';
import {
  type Banner,
  barStrip,
  castellation,
  grid,
  H,
  headline,
  programme,
  rect,
  testCard,
  tick,
  tvSet,
  W,
  water,
  withBanner,
  words,
} from './parts.ts';

/** A film: its length in seconds and its picture at any moment, as SVG for a 1280 × 720 stage. */
export interface Scene {
  seconds: number;
  /** The moment whose picture stands in before the film plays. */
  poster: number;
  draw(t: number): string;
}

const BAKERY: Banner = { shop: copy.shops[0], line: copy.bakeryLine, fill: C.y };
const SHOPS: Banner[] = [
  BAKERY,
  { shop: copy.shops[1], line: '', fill: C.c, art: 'salon' },
  { shop: copy.shops[2], line: '', fill: C.p0, art: 'kafic' },
  { shop: copy.shops[3], line: '', fill: C.m, art: 'radionica' },
];

/** The test card builds itself, the sun rises, an advert comes, is seen, and the card begins again. Seamless. */
const hero: Scene = {
  seconds: 8,
  poster: 0,
  draw(loop) {
    const t = (loop + 4.6) % 8;
    if (t < 5.2) {
      return testCard(
        {
          grid: easeInOut(between(t, 0, 1.4)),
          circle: between(t, 0.7, 1.9),
          bars: Math.floor(between(t, 2, 3.25) * 6.0001),
          sun: easeOut(between(t, 3.5, 4.6)),
          time: t,
        },
        'h',
      );
    }
    const card = testCard({ grid: 1, circle: 1, bars: 6, sun: 1, time: t }, 'h');
    const view = easeInOut(between(t, 5.2, 5.75)) * (1 - easeInOut(between(t, 7.35, 7.75)));
    const scene = view > 0.002 ? mixScenes(card, programme(t, 'hp'), view) : card;
    const inAndOut = between(t, 5.6, 6.15) - between(t, 7.1, 7.45);
    const body = withBanner(scene, inAndOut, BAKERY, t);
    return t > 7.75
      ? rect(0, 0, W, H, C.i2) + grid(1 - between(t, 7.75, 8)) + castellation()
      : body + tick(980, 40, copy.seen, between(t, 6.35, 6.6) - between(t, 7.2, 7.3));
  },
};

/** One channel pushes the other out, like turning a dial. */
function mixScenes(from: string, to: string, p: number): string {
  return group(from, `translate(${(-W * p).toFixed(1)} 0)`) + group(to, `translate(${(W * (1 - p)).toFixed(1)} 0)`);
}

/** The device slides into the port and clicks; the screen wakes. */
const plug: Scene = {
  seconds: 6,
  poster: 3.4,
  draw(t) {
    const p = click(between(t, 0.5, 1.7)) * (1 - easeInOut(between(t, 5.4, 5.95)));
    const x = mix(-430, 116, p);
    const on = cut(t, 1.75) && t < 5.4;
    const picture = !on
      ? rect(0, 0, W, H, C.i0)
      : t < 3.5
        ? testCard(
            {
              grid: 1,
              circle: between(t, 1.75, 2.1),
              bars: Math.floor(between(t, 2.1, 2.7) * 6.0001),
              sun: easeOut(between(t, 2.7, 3.3)),
              time: t,
            },
            'p',
          )
        : programme(t, 'pp');
    const shake = t > 1.68 && t < 1.8 ? 5 : 0;
    let body = rect(0, 0, W, H, C.c) + grid(1, C.i0, 0.12);
    body += tvSet(picture, 560 + shake, 70, 1000, 'pt', on ? C.g : C.r);
    body += rect(536 + shake, 286, 56, 118, C.i0, 'rx="8"') + rect(548 + shake, 304, 30, 82, C.i3);
    const plan = devicePlan();
    body += `<clipPath id="pc"><rect x="-600" y="0" width="${1160 + shake}" height="720"/></clipPath><g clip-path="url(#pc)">${group(`<svg width="640" height="226" viewBox="0 20 640 226">${plan.body}</svg>`, `translate(${(x - 150).toFixed(1)} 232)`)}</g>`;
    const arrow = 1 - between(t, 1.3, 1.6);
    if (arrow > 0)
      body += group(
        `<path d="M60 560h${(260 * easeOut(between(t, 0.2, 0.7))).toFixed(0)}" stroke="${C.i0}" stroke-width="10"/><path d="M${(300 * easeOut(between(t, 0.2, 0.7)) + 20).toFixed(0)} 532l40 28-40 28" fill="none" stroke="${C.i0}" stroke-width="10"/>`,
        '',
        `opacity="${arrow > 0.5 ? 1 : 0}"`,
      );
    body += rect(60, 60, 250, 70, C.i0) + words(copy.usbPort, 84, 110, 46, C.y);
    return body;
  },
};

/** The TV shows its number, the phone scans it, both turn green on the same frame. */
const signIn: Scene = {
  seconds: 6,
  poster: 2.6,
  draw(t) {
    const scan = between(t, 1.1, 2.6);
    const green = cut(t, 3.7) && t < 5.6;
    const tvPicture = green
      ? rect(0, 0, W, H, C.g) +
        words(copy.linked, 640, 400, 190, C.p0, 'text-anchor="middle"') +
        barStrip(0, 676, W, 44)
      : rect(0, 0, W, H, C.i1) +
        grid(1, C.p0, 0.14) +
        rect(120, 130, 440, 440, '#fff', 'rx="22"') +
        qr('https://vidik.example/device-login/481700305', 156, 166, 368) +
        words('TV', 640, 270, 90, C.p0) +
        words('481 700 305', 640, 400, 98, C.y) +
        barStrip(0, 676, W, 44);
    const lift = easeOut(between(t, 0.2, 0.9)) * (1 - easeIn(between(t, 5.6, 5.95)));
    const typed = Math.floor(between(t, 2.7, 3.5) * 9);
    const screen = green
      ? `${rect(0, 0, 250, 500, C.g)}<path d="M66 250l44 46 78-92" fill="none" stroke="${C.p0}" stroke-width="26"/>`
      : t < 2.6
        ? rect(0, 0, 250, 500, C.i0) +
          rect(35, 150, 180, 180, '#fff') +
          qr('https://vidik.example/device-login/481700305', 47, 162, 156) +
          rect(35, 150 + 176 * Math.abs(Math.sin(scan * 5)), 180, 5, C.r)
        : rect(0, 0, 250, 500, C.p1) +
          words(copy.signIn, 24, 110, 36, C.i0) +
          rect(24, 150, 202, 56, C.p0, `stroke="${C.i0}" stroke-width="3"`) +
          words('••••••••'.slice(0, Math.max(0, typed)), 36, 192, 40, C.i0) +
          rect(24, 226, 202, 60, t > 3.5 ? C.yd : C.y, `stroke="${C.i0}" stroke-width="3"`);
    let body = rect(0, 0, W, H, C.p2) + grid(1, C.i0, 0.08);
    body += tvSet(tvPicture, 90, 90, 820, 'st', green ? C.g : C.r);
    body += group(
      `<rect x="-16" y="-22" width="282" height="544" rx="40" fill="${C.i0}"/><clipPath id="sp"><rect width="250" height="500" rx="24"/></clipPath><g clip-path="url(#sp)">${screen}</g>`,
      `translate(${mix(1300, 930, lift).toFixed(1)} ${mix(240, 130, lift).toFixed(1)}) rotate(${mix(14, 4, lift).toFixed(2)})`,
    );
    return body;
  },
};

/** Four adverts pass; each seen showing drops a row into the ledger. No sums of money, ever. */
const reward: Scene = {
  seconds: 8,
  poster: 6.4,
  draw(t) {
    const turn = Math.min(3, Math.floor(t / 1.75));
    const own = t - turn * 1.75;
    const fade = t > 7.6;
    const picture = fade
      ? programme(t, 'rp')
      : withBanner(programme(t, 'rp'), between(own, 0.1, 0.6) - between(own, 1.5, 1.72), SHOPS[turn]!, t);
    let body = rect(0, 0, W, H, C.p2) + grid(1, C.i0, 0.08) + tvSet(picture, 60, 120, 720, 'rt', C.g);
    body +=
      rect(840, 70, 380, 580, C.p1, `stroke="${C.i0}" stroke-width="4"`) +
      rect(840, 70, 380, 74, C.i0) +
      words(copy.ledger, 864, 121, 40, C.p0);
    const seen = fade ? 4 : [0, 1, 2, 3].filter((i) => t > i * 1.75 + 1).length;
    for (let i = 0; i < seen; i++) {
      const p = fade ? 1 - easeIn(between(t, 7.6, 7.95)) : easeOut(between(t, i * 1.75 + 1, i * 1.75 + 1.3));
      const y = mix(60, 176 + i * 84, p);
      body += `<clipPath id="rc${i}"><rect x="840" y="144" width="380" height="506"/></clipPath><g clip-path="url(#rc${i})">${rect(864, y, 22, 44, BARS[i]!)}${words(copy.shops[i]!, 902, y + 36, 32, C.i0)}<path d="M1160 ${y + 24}l10 11 22-26" fill="none" stroke="${C.g}" stroke-width="8"/></g>`;
    }
    body +=
      rect(840, 540, 380, 110, C.y, `stroke="${C.i0}" stroke-width="4"`) +
      words(String(seen), 1196, 628, 104, C.i0, 'text-anchor="end"') +
      words(copy.seen, 864, 614, 52, C.i0);
    return body;
  },
};

/** From a mark to a living room, a counter, a hundred screens, and back to the mark. */
const promo: Scene = {
  seconds: 36,
  poster: 7.4,
  draw(t) {
    if (t < 4) {
      const p = easeOut(between(t, 0.2, 2));
      const body =
        rect(0, 0, W, H, C.i0) +
        `<clipPath id="m"><rect width="1280" height="430"/></clipPath><g clip-path="url(#m)"><circle cx="640" cy="${mix(760, 400, p).toFixed(1)}" r="240" fill="${C.y}"/></g>` +
        group(water(0, 430, W, 290, t, '#14515C'), '', `opacity="${clamp(t * 2)}"`);
      return (
        camera(body, 640, 360, mix(1, 1.08, between(t, 2, 4))) +
        headline(copy.promo.evening, t - 2, 90, 560, 100, C.p0, 'pe')
      );
    }
    if (t < 9) {
      const u = t - 4;
      return room(u) + headline(copy.promo.device, u - 1.4, 90, 560, 96, C.i0, 'pd');
    }
    if (t < 14) {
      const u = t - 9;
      return (
        plug.draw(u * 1.05) +
        (u > 2.2
          ? rect(0, 560, W, 160, C.i0) + headline([copy.promo.plug.join(' ')], u - 2.3, 90, 668, 96, C.y, 'pp')
          : '')
      );
    }
    if (t < 20) {
      const u = t - 14;
      const picture = withBanner(programme(u, 'pa'), between(u, 0.9, 1.6) - between(u, 5.3, 5.8), BAKERY, u);
      return (
        camera(
          rect(-200, -200, 1800, 1200, C.i1) + tvSet(picture, 40, 10, 1200, 'pat', C.g),
          640,
          mix(370, 400, easeInOut(between(u, 0, 6))),
          mix(0.86, 1.02, easeInOut(between(u, 0, 6))),
        ) +
        (u > 1.9 ? rect(0, 0, 760, 200, C.i0) : '') +
        headline(copy.promo.advert, u - 2, 40, 84, 78, C.p0, 'pah') +
        tick(1000, 40, copy.seen, between(u, 3.4, 3.8))
      );
    }
    if (t < 26) return pressOk(t - 14 - 6);
    if (t < 32) {
      const u = t - 26;
      const field = dotField({ dot: C.i3 });
      const lit = Math.floor(easeInOut(between(u, 0.4, 3.4)) * field.count);
      let seen = 0;
      const body = field.body.replace(/<rect [^>]*fill="#FFC51F"\/>/g, (dot) =>
        ++seen <= lit ? dot : dot.replace('#FFC51F', C.i3),
      );
      return (
        rect(0, 0, W, H, C.i0) +
        camera(
          group(`<svg x="0" y="0" width="704" height="544" viewBox="0 0 704 544">${body}</svg>`, 'translate(650 90)'),
          mix(800, 760, easeInOut(between(u, 0, 6))),
          360,
          mix(1.16, 1.02, easeInOut(between(u, 0, 6))),
        ) +
        headline(copy.promo.business, u - 0.3, 70, 190, 104, C.p0, 'pb') +
        words(String(lit), 70, 520, 230, C.y) +
        (u > 3.8 ? headline([copy.promo.seen], u - 3.9, 70, 640, 62, C.p0, 'ps') : '')
      );
    }
    const u = t - 32;
    const p = easeOut(between(u, 0.1, 0.9));
    return (
      rect(0, 0, W, H, C.y) +
      group(wordmark(C.i0), `translate(${mix(-900, 312, p).toFixed(1)} 400) scale(.129)`) +
      headline([copy.promo.end], u - 0.9, 312, 500, 56, C.i0, 'pz') +
      barStrip(0, 690, W, 30, easeInOut(between(u, 0.6, 1.8)))
    );
  },
};

/** A living room in elevation: wall, set, sofa; the camera comes closer, the device enters from the hand side. */
function room(u: number): string {
  const dolly = easeInOut(between(u, 0, 5));
  const device = deviceHero({ s: 3.1 });
  const arrive = easeOut(between(u, 1.2, 2));
  const wall = rect(-300, -200, 1900, 830, C.p2) + rect(-300, 630, 1900, 400, C.p3) + rect(-300, 622, 1900, 8, C.i0);
  const furniture =
    rect(330, 560, 620, 70, C.p1, `stroke="${C.i0}" stroke-width="5"`) +
    rect(380, 586, 520, 8, C.i0) +
    `<path d="M120 630V300" stroke="${C.i0}" stroke-width="8"/><path d="M60 300h120l-30-90h-60z" fill="${C.y}" stroke="${C.i0}" stroke-width="5"/>`;
  const set = tvSet(programme(u, 'rm'), 390, 196, 500, 'rmt', C.g);
  const body =
    wall +
    furniture +
    set +
    `<path d="M1080 630v-180h90v180z" fill="${C.c}" stroke="${C.i0}" stroke-width="5"/><path d="M1125 450q-60-90-10-170M1125 450q70-60 40-150" fill="none" stroke="${C.g}" stroke-width="16" stroke-linecap="round"/>`;
  const hand =
    arrive > 0
      ? group(
          `<svg width="${device.w}" height="${device.h}" viewBox="0 0 ${device.w} ${device.h}">${device.body}</svg>`,
          `translate(${mix(1320, 960, arrive).toFixed(1)} ${mix(640, 430, arrive).toFixed(1)}) scale(1.05)`,
        )
      : '';
  const band = u > 1.4 ? rect(0, 460, 660, 260, C.y) : '';
  return camera(body, mix(640, 650, dolly), mix(380, 410, dolly), mix(0.96, 1.16, dolly)) + hand + band;
}

/** OK on the remote, the code slides up, the phone opens the bakery's page. */
function pressOk(u: number): string {
  const pressed = u > 1.1 && u < 1.35 ? 6 : 0;
  const shown = easeInOut(between(u, 1.35, 1.9));
  const opened = easeOut(between(u, 3, 3.6));
  const plate = group(
    rect(0, 0, 330, 400, C.p1, `rx="16" stroke="${C.i0}" stroke-width="6"`) +
      qr('https://pekara-na-uglu.example', 35, 35, 260) +
      rect(0, 320, 330, 80, C.i0) +
      `<circle cx="60" cy="360" r="28" fill="${C.y}"/>` +
      words('OK', 38, 374, 40, C.i0),
    `translate(900 ${mix(760, 260, shown).toFixed(1)})`,
  );
  const picture = withBanner(programme(u + 6, 'pk'), 1, BAKERY, u) + plate;
  let body = rect(0, 0, W, H, C.i0) + tvSet(picture, 60, 150, 720, 'pkt', C.g);
  body += group(remote(), `translate(${840} ${200 + pressed}) scale(1.3)`);
  body += group(phone(), `translate(${mix(1320, 1020, opened).toFixed(1)} 190) scale(1.3)`);
  return body + headline([copy.promo.qr.join(' ')], u - 0.2, 60, 104, 84, C.p0, 'pq');
}

export const scenes: Record<string, Scene> = { hero, plug, 'sign-in': signIn, reward, promo };
