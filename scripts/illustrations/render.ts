import { mkdirSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import {
  BARS,
  coast,
  deviceGrid,
  deviceHero,
  devicePlan,
  dotField,
  type Figure,
  logo,
  mark,
  PIC,
  phone,
  pic,
  remote,
  testCard,
  tv,
} from './illustrations.mjs';

/** `npm run render:illustrations`: writes every drawing the screens use as an SVG file of its own. */
const OUT = 'web/app/ui/art';
mkdirSync(`${OUT}/pictograms`, { recursive: true });

const file = (body: string, w: number, h: number, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}"${attributes} font-family="'Science Gothic Variable',sans-serif">${body}</svg>`;
const figure = ({ w, h, body }: Figure) => file(body, w, h);

const paper = { tray: '#E8E0D0', well: '#F4EEE2' };
const drawings: Record<string, string> = {
  'device-1': figure(deviceHero()),
  'device-10': figure(deviceGrid(5, 2, 1.5, paper)),
  'device-100': figure(deviceGrid(20, 5, 0.62, { detail: false, line: 0.7 })),
  'device-plan': figure(devicePlan()),
  'tv-test-card': file(tv(testCard({ osd: false })), 680, 436),
  'test-card': file(testCard({ osd: false }), 640, 360),
  'dot-field': figure(dotField()),
  coast: figure(coast()),
  remote: file(remote(), 120, 360),
  phone: file(phone(), 170, 340),
  mark: file(mark(64), 64, 64),
  logo: logo({ fill: '#0F1A24' }).replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" '),
};
Object.keys(PIC).forEach((name, i) => {
  drawings[`pictograms/${name}`] = pic(name, BARS[i % BARS.length]).replace(
    '<svg ',
    '<svg xmlns="http://www.w3.org/2000/svg" ',
  );
});

for (const [name, svg] of Object.entries(drawings)) {
  const small = svg
    .replace(/>\s+</g, '><')
    .replace(/ class="[^"]*"/g, '')
    .trim();
  writeFileSync(`${OUT}/${name}.svg`, `${small}\n`);
  console.log(
    `${name}.svg ${(small.length / 1024).toFixed(1)} kB, ${(gzipSync(small).length / 1024).toFixed(1)} kB gzipped`,
  );
}
