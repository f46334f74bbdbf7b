import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { type Zippable, zipSync } from 'fflate';
import { findChromium } from '../chromium.mjs';
import { outlineText } from '../illustrations/outlines.ts';
import { brief } from './brief.ts';
import { H, layered, qrGuide, templates, W } from './drawings.ts';

/**
 * `npm run render:templates`: draws what advertisers download at /ads-templates (SVG and PNG in every size, the guide to
 * the QR code, the brief as PDF) and packs it. The result is committed, so that nobody needs Chromium to run the site.
 */
const OUT = path.resolve('web/storage/templates');
/** The same sources make the same archive, to the byte. */
const WHEN = new Date(2026, 10, 1);

const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: ['--no-sandbox'] });
const page = await browser.newPage();

async function picture(svg: string, width: number): Promise<Uint8Array> {
  const height = (width * H) / W;
  await page.setViewportSize({ width, height });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${width}px;height:${height}px}</style>${svg}`);
  return page.screenshot({ omitBackground: true });
}

mkdirSync(OUT, { recursive: true });
const files: Record<string, Uint8Array> = {};
/** Of the page that hands the archive out, and of the brief. */
const previews: Record<string, Uint8Array> = {};
for (const template of templates) {
  const guided = await outlineText(layered(template, 1280, { guide: true }));
  previews[template.name] = await picture(guided, 1280);
  writeFileSync(path.join(OUT, `${template.name}.svg`), guided);
  for (const width of template.widths) {
    const name = `${template.name}/${template.name}-${width}x${(width * 9) / 16}`;
    const svg = await outlineText(layered(template, width, { guide: true }));
    files[`${name}.svg`] = Buffer.from(svg);
    files[`${name}-vodic.png`] = await picture(svg, width);
    files[`${name}-prazan.png`] = await picture(layered(template, width, { guide: false }), width);
  }
}
const guide = await outlineText(qrGuide());
files['qr/qr-vodic.svg'] = Buffer.from(guide);
writeFileSync(path.join(OUT, 'qr.svg'), guide);
files['qr/qr-vodic.png'] = await picture(guide, W);

const base64 = (data: Uint8Array) => Buffer.from(data).toString('base64');
await page.setContent(
  brief({
    lBanner: base64(previews['l-baner']!),
    spot: base64(previews['tv-spot']!),
    qr: base64(await picture(guide, 1280)),
  }),
);
await page.evaluate(() => document.fonts.ready);
files['uputstvo.pdf'] = undated(await page.pdf({ preferCSSPageSize: true, printBackground: true }));
await browser.close();

const entries: Zippable = Object.fromEntries(
  Object.entries(files).map(([name, data]) => [
    `vidik-sabloni/${name}`,
    [data, { level: name.endsWith('.png') ? 0 : 9 }],
  ]),
);
const zip = zipSync(entries, { mtime: WHEN });
writeFileSync(path.join(OUT, 'ads_template.zip'), zip);
for (const [name, data] of Object.entries(files)) console.log(name.padEnd(40), `${data.length} bytes`.padStart(16));
console.log('ads_template.zip'.padEnd(40), `${zip.length} bytes`.padStart(16));

/** Chromium writes the moment of printing into the file; the same length must come back, offsets depend on it. */
function undated(pdf: Buffer): Buffer {
  return Buffer.from(pdf.toString('latin1').replaceAll(/\(D:\d{14}/g, '(D:20261101000000'), 'latin1');
}
