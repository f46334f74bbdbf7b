import { doorstep } from '../videos/promo.ts';
import {
  advert,
  C,
  coast,
  coastM,
  deviceGrid,
  deviceHero,
  devicePlan,
  dotField,
  mark,
  PIC,
  phone,
  pic,
  qrPlate,
  remote,
  testCard,
  tv,
  wordmark,
} from './illustrations.mjs';

/** A picture file: `crop` shows a part of the drawing. */
export interface Drawing {
  width: number;
  height: number;
  body: string;
  crop?: string;
}

const drawing = ({ w, h, body }: { w: number; h: number; body: string }): Drawing => ({ width: w, height: h, body });

/** Space on the left and below, for a shadow that falls out of the drawing. */
const withRoom = (one: Drawing, left: number, below: number): Drawing => ({
  ...one,
  crop: `${-left} 0 ${one.width + left} ${one.height + below}`,
});

/** Televisions stand on ink: their case is darker than the surface and has an edge of its own. */
const CASE = '#060C12';
const onInk = { bezel: CASE, edge: C.i3, leg: C.i3 };
const television = (content: string): Drawing => ({ width: 680, height: 436, body: tv(content, onInk) });

const colours: Record<string, string> = {
  kuca: C.y,
  restoran: C.c,
  kafic: C.g,
  recepcija: C.m,
  salon: C.r,
  cekaonica: C.b,
  teretana: C.y,
  prodavnica: C.c,
  apoteka: C.g,
  radionica: C.m,
  pitanja: C.r,
  mreza: C.b,
  garancija: C.y,
  dostava: C.c,
  povrat: C.g,
  podrska: C.m,
};

/** A pictogram is a whole SVG with its own line; only what is inside it is wanted here. */
function pictogram(name: string, line: string): Drawing {
  const inside = pic(name, colours[name]).replace(/^<svg[^>]*>|<\/svg>$/g, '');
  const body = `<g fill="none" stroke="${line}" stroke-width="2.2" stroke-linecap="square">${inside}</g>`;
  return { width: 56, height: 56, body: body.replaceAll(' stroke="inherit"', '') };
}

/** The picture in front of the promo film: its first scene, wide enough for 21:9. */
const promoPoster = (): Drawing => ({
  width: 1680,
  height: 720,
  body: `<g transform="scale(2) translate(100 0)">${doorstep(1.9)}</g>`,
});

const field = dotField();
/** The ground of the living field: its hundred screens are drawn by the page. */
const dots = { ...field, body: dotField({ dot: '#B98A00' }).body.replace(/<rect[^>]*>/g, '') };
const paperTray = { tray: C.p0, well: C.p0 };

export const drawings: Record<string, Drawing> = {
  mark: { width: 64, height: 64, body: mark() },
  logo: { width: 5084, height: 1500, crop: '0 -1480 5084 1500', body: wordmark(C.i0) },
  'logo-paper': { width: 5084, height: 1500, crop: '0 -1480 5084 1500', body: wordmark(C.p0) },
  'test-card': { width: 640, height: 360, body: testCard() },
  'tv-test-card': television(testCard({ osd: false })),
  'tv-advert-qr': television(advert()),
  remote: { width: 120, height: 360, body: remote({ edge: C.i3 }) },
  phone: {
    width: 170,
    height: 340,
    body: phone().replace(
      `fill="${C.i0}"/><rect x="12"`,
      `fill="${CASE}" stroke="${C.i3}" stroke-width="2"/><rect x="12"`,
    ),
  },
  'device-1': drawing(deviceHero()),
  'device-10': drawing(deviceGrid(5, 2, 1.5, paperTray)),
  'device-100': drawing(deviceGrid(20, 5, 0.62, { detail: false, line: 0.7 })),
  'device-on-ink': withRoom(drawing(deviceHero({ shadow: '#0A121A' })), 24, 40),
  'device-plan': drawing(devicePlan()),
  'dot-field': { ...drawing(field), crop: '56 16 600 512' },
  'dot-field-dots': { ...drawing(dots), crop: '56 16 600 512' },
  coast: drawing(coast()),
  'coast-phone': drawing(coastM()),
  'promo-poster': promoPoster(),
  ...Object.fromEntries(Object.keys(PIC).map((name) => [`pictograms/${name}`, pictogram(name, C.i0)])),
  ...Object.fromEntries(Object.keys(PIC).map((name) => [`pictograms/${name}-on-ink`, pictogram(name, C.p0)])),
  'tv-advert': television(advert({ qr: false })),
  'qr-plate': { width: 150, height: 196, crop: '472 144 150 196', body: qrPlate() },
};
