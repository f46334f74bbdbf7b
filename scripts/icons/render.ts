import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { company } from '#domain/company.ts';
import { findChromium } from '../chromium.mjs';
import { C, mark } from '../illustrations/illustrations.mjs';

/**
 * `npm run render:icons`: the mark in every size browsers and phones ask for, in web/public. The results are committed.
 */
const OUT = path.resolve('web/public');
const BLEED = { rounded: '', square: `<rect width="64" height="64" fill="${C.i0}"/>` };

const drawing = (under: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${under}${mark()}</svg>`;

const browser = await chromium.launch({ executablePath: findChromium() ?? undefined });
mkdirSync(OUT, { recursive: true });
writeFileSync(path.join(OUT, 'icon.svg'), drawing(BLEED.rounded));
writeFileSync(path.join(OUT, 'favicon.ico'), icon(await picture(32, BLEED.rounded), 32));
writeFileSync(path.join(OUT, 'apple-touch-icon.png'), await picture(180, BLEED.square));
for (const size of [192, 512]) writeFileSync(path.join(OUT, `icon-${size}.png`), await picture(size, BLEED.square));
writeFileSync(
  path.join(OUT, 'site.webmanifest'),
  `${JSON.stringify({
    name: company.brand,
    short_name: company.brand,
    lang: 'sr-Latn',
    start_url: '/',
    display: 'browser',
    background_color: C.p0,
    theme_color: C.p0,
    icons: [192, 512].map((size) => ({
      src: `/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'any maskable',
    })),
  })}\n`,
);
await browser.close();

async function picture(size: number, under: string): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px}</style>${drawing(under)}`);
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return png;
}

/** An .ico with one PNG in it: ICONDIR, ICONDIRENTRY, picture. */
function icon(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
