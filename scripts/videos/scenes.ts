import { BARS, C, deviceHero, devicePlan, testCard as fullCard, qr } from '../illustrations/illustrations.mjs';
import { copy } from './copy.ts';
import { between, click, easeIn, easeInOut, easeOut, group, isAtOrAfter, mix } from './motion.ts';
import {
  type Banner,
  barStrip,
  eveningSceneSvg,
  fromStoryboard,
  H,
  programme,
  rect,
  seenBadgeSvg,
  testCard,
  testCardGridSvg,
  tvSet,
  W,
  withBanner,
  words,
} from './parts.ts';
import { promo } from './promo.ts';
import type { Scene } from './scene.ts';

const BAKERY: Banner = { shop: copy.shops[0], line: copy.bakeryLine, fill: C.y };
const SHOPS: Banner[] = [
  BAKERY,
  { shop: copy.shops[1], line: '', fill: C.c, art: 'salon' },
  { shop: copy.shops[2], line: '', fill: C.p0, art: 'kafic' },
  { shop: copy.shops[3], line: '', fill: C.m, art: 'radionica' },
];

/** The card that stands on the drawn televisions too, so that a film begins without a jump. */
const CARD = fromStoryboard(fullCard({ osd: false }));
const DEVICE = deviceHero().body;
const CODE = qr('https://pekara-na-uglu.example', 14, 14, 162);

/**
 * Test card, the device slides in and clicks, the programme, an advert beside it, seen, its code, and by a cut the same test
 * card again. No frame is empty, so the loop has no hole.
 */
const hero: Scene = {
  seconds: 8,
  poster: 0,
  draw(t) {
    if (t < 0.6 || t >= 7.4) return CARD;
    const clicked = t >= 2;
    const slide = mix(-330, -60, easeOut(between(t, 0.6, 1.84)));
    const jump = t >= 1.88 && t < 1.96 ? 9 : 0;
    const out = clicked ? -300 * easeIn(between(t, 2.24, 2.52)) : 0;
    const device =
      t < 2.56
        ? group(
            DEVICE,
            `translate(${(slide + jump + out).toFixed(1)} ${(72 - slide * 0.4 - jump * 0.5).toFixed(1)}) scale(.42)`,
          )
        : '';
    if (!clicked) {
      const dim = rect(0, 0, 640, 360, C.i0, `opacity="${(0.35 * between(t, 0.6, 0.9)).toFixed(3)}"`);
      return CARD + fromStoryboard(dim + device);
    }
    const port = t < 2.56 ? rect(0, 0, 70 + Math.max(-70, out * 0.3), 360, '#060C12') : '';
    const banner = t < 4 ? eveningSceneSvg(t - 2) : withBanner(eveningSceneSvg(t - 2), 1, BAKERY);
    const asked = easeOut(between(t, 5.72, 6));
    const plate = group(
      rect(0, 0, 190, 190, '#fff', `stroke="${C.i0}" stroke-width="3"`) + CODE,
      `translate(420 ${mix(372, 90, asked).toFixed(1)})`,
    );
    return fromStoryboard(
      banner +
        port +
        device +
        (t < 5.72 ? seenBadgeSvg(copy.seen, between(t, 4.72, 4.92)) : '') +
        (asked > 0 ? plate : ''),
    );
  },
};

/** The device slides into the port and clicks; the screen wakes. */
const plug: Scene = {
  seconds: 6,
  poster: 3.4,
  draw(t) {
    const p = click(between(t, 0.5, 1.7)) * (1 - easeInOut(between(t, 5.4, 5.95)));
    const x = mix(-430, 116, p);
    const on = isAtOrAfter(t, 1.75) && t < 5.4;
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
        : programme(t - 3.5);
    const shake = t > 1.68 && t < 1.8 ? 5 : 0;
    let body = rect(0, 0, W, H, C.c) + testCardGridSvg(1, C.i0, 0.12);
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
    const green = isAtOrAfter(t, 3.7) && t < 5.6;
    const tvPicture = green
      ? rect(0, 0, W, H, C.g) +
        words(copy.linked, 640, 400, 190, C.p0, 'text-anchor="middle"') +
        barStrip(0, 676, W, 44)
      : rect(0, 0, W, H, C.i1) +
        testCardGridSvg(1, C.p0, 0.14) +
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
    let body = rect(0, 0, W, H, C.p2) + testCardGridSvg(1, C.i0, 0.08);
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
      ? programme(t)
      : fromStoryboard(withBanner(eveningSceneSvg(t), between(own, 0.1, 0.6) - between(own, 1.5, 1.72), SHOPS[turn]!));
    let body = rect(0, 0, W, H, C.p2) + testCardGridSvg(1, C.i0, 0.08) + tvSet(picture, 60, 120, 720, 'rt', C.g);
    body +=
      rect(840, 70, 380, 580, C.p1, `stroke="${C.i0}" stroke-width="4"`) +
      rect(840, 70, 380, 74, C.i0) +
      words(copy.ledger, 864, 121, 40, C.p0);
    const count = fade ? 4 : [0, 1, 2, 3].filter((i) => t > i * 1.75 + 1).length;
    for (let i = 0; i < count; i++) {
      const p = fade ? 1 - easeIn(between(t, 7.6, 7.95)) : easeOut(between(t, i * 1.75 + 1, i * 1.75 + 1.3));
      const y = mix(60, 176 + i * 84, p);
      body += `<clipPath id="rc${i}"><rect x="840" y="144" width="380" height="506"/></clipPath><g clip-path="url(#rc${i})">${rect(864, y, 22, 44, BARS[i]!)}${words(copy.shops[i]!, 902, y + 36, 32, C.i0)}<path d="M1160 ${y + 24}l10 11 22-26" fill="none" stroke="${C.g}" stroke-width="8"/></g>`;
    }
    body +=
      rect(840, 540, 380, 110, C.y, `stroke="${C.i0}" stroke-width="4"`) +
      words(String(count), 1196, 628, 104, C.i0, 'text-anchor="end"') +
      words(copy.seen, 864, 614, 52, C.i0);
    return body;
  },
};

export const scenes: Record<string, Scene> = { hero, plug, 'sign-in': signIn, reward, promo };
