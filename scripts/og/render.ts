import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { type PageName, pages, sharingCardName } from '#domain/pages.ts';
import { findChromium } from '../chromium.mjs';

/**
 * `npm run render:og`: the picture that stands beside a shared link, one for every page that search engines may show, in
 * web/public/og. The results are committed.
 */
const OUT = path.resolve('web/public/og');
const art = (name: string) => readFileSync(`web/app/ui/art/${name}.svg`, 'utf8');
const font = (name: string) => readFileSync(`web/app/ui/styles/fonts/${name}.woff2`).toString('base64');

/** A drawing, where it stands on the card, and the surface under it. */
interface Picture {
  drawing: string;
  /** CSS of its place. */
  place: string;
  surface: 'ink' | 'paper' | 'yellow';
}
const DOCUMENT: Picture = { drawing: 'test-card', place: 'right:-190px;top:96px;width:720px', surface: 'ink' };
const pictures: Partial<Record<PageName, Picture>> = {
  home: { drawing: 'tv-test-card', place: 'right:-70px;top:118px;width:640px', surface: 'ink' },
  usbPackages: { drawing: 'device-10', place: 'right:24px;top:150px;width:500px', surface: 'paper' },
  marketingPackages: { drawing: 'tv-advert-qr', place: 'right:-60px;top:118px;width:640px', surface: 'yellow' },
  marketingPackage: { drawing: 'dot-field', place: 'right:10px;top:90px;width:540px', surface: 'ink' },
  event: { drawing: 'coast', place: 'right:0;bottom:0;width:1200px', surface: 'paper' },
};

const surfaces = {
  ink: ['#0f1a24', '#f4eee2'],
  paper: ['#f4eee2', '#0f1a24'],
  yellow: ['#ffc51f', '#0f1a24'],
} as const;
const face = (family: string, file: string) =>
  `@font-face{font-family:${family};font-weight:100 900;font-stretch:50% 200%;src:url(data:font/woff2;base64,${font(file)})}`;
const fonts = [face('D', 'science-gothic-latin'), face('S', 'science-gothic-serbian')].join('');

function card(name: PageName): string {
  const { drawing, place, surface } = pictures[name] ?? DOCUMENT;
  const [ground, ink] = surfaces[surface];
  const title = pages[name].title.replace(/ \| Vidik$/, '');
  const grid = `linear-gradient(${ink}1f 2px,transparent 2px) 0 -1px/75px 75px,linear-gradient(90deg,${ink}1f 2px,transparent 2px) -1px 0/75px 75px`;
  const size = title.length > 34 ? 62 : title.length > 24 ? 74 : 92;
  return `<!doctype html><meta charset="utf-8"><style>${fonts}
    *{margin:0;box-sizing:border-box}
    body{width:1200px;height:630px;overflow:hidden;position:relative;background:${surface === 'ink' ? `${grid},` : ''}${ground};color:${ink}}
    body::before{content:'';position:absolute;inset:0 0 auto;height:14px;z-index:2;background:linear-gradient(90deg,#ffc51f 0 16.67%,#1fb2c1 0 33.33%,#35a35c 0 50%,#cb4a9a 0 66.67%,#de4430 0 83.33%,#2f50cf 0);${surface === 'yellow' ? 'border-bottom:2px solid #0f1a24' : ''}}
    .picture{position:absolute;${place}} .picture svg{display:block;width:100%;height:auto}
    .logo{position:absolute;left:64px;top:64px;width:200px} .logo svg{display:block;width:100%}
    h1{position:absolute;left:60px;${name === 'event' ? 'top:150px;width:900px' : 'bottom:64px;width:600px'};font:620 ${size}px/.98 D,S;font-stretch:78%;letter-spacing:-.035em;text-wrap:balance}
    </style><div class="picture">${art(drawing)}</div><div class="logo">${art(surface === 'ink' ? 'logo-paper' : 'logo')}</div><h1>${title}</h1>`;
}

const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
for (const [name, { path: address, indexed }] of Object.entries(pages)) {
  if (!indexed) continue;
  await page.setContent(card(name as PageName));
  await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot();
  writeFileSync(path.join(OUT, `${sharingCardName(address)}.png`), png);
  console.log(`${sharingCardName(address)}.png`.padEnd(34), `${png.length} bytes`.padStart(14));
}
await browser.close();
