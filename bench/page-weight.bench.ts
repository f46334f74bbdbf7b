import { chromium } from '@playwright/test';
import { findChromium } from '../scripts/chromium.mjs';
import { startServer } from './measure/server.ts';
import { type Figure, kilobytes } from './measure/table.ts';

/** Bytes, gzipped. */
const TARGETS: Record<string, number> = { script: 150_000, stylesheet: 30_000 };

/**
 * What a first visit to /usb-packages asks for, in a real Chromium. The targets are in gzip; what is really sent is
 * smaller, because browsers accept Brotli.
 */
export default async function pageWeight(): Promise<Figure[]> {
  const server = await startServer();
  const browser = await chromium.launch({ executablePath: findChromium() ?? undefined });
  try {
    const page = await browser.newPage();
    const asked: { kind: string; url: string }[] = [];
    page.on('requestfinished', (request) => asked.push({ kind: request.resourceType(), url: request.url() }));
    await page.goto(`${server.url}/usb-packages`, { waitUntil: 'networkidle' });
    await page.evaluate(() => document.fonts.ready);

    const kinds = [...new Set([...Object.keys(TARGETS), 'font', ...asked.map(({ kind }) => kind)])];
    return await Promise.all(
      kinds.map(async (kind) => {
        const urls = asked.filter((one) => one.kind === kind && one.url.startsWith(server.url)).map(({ url }) => url);
        const [gzip, brotli] = await Promise.all([total(urls, 'gzip'), total(urls, 'br')]);
        const target = TARGETS[kind];
        return {
          what: `${kind}, gzip`,
          measured: kilobytes(gzip),
          comparison: `${urls.length} files, ${kilobytes(brotli)} with Brotli`,
          ...(target ? { target: `≤ ${target / 1000} kB`, met: gzip <= target } : {}),
        };
      }),
    );
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function total(urls: string[], encoding: string): Promise<number> {
  const sizes = await Promise.all(
    urls.map(async (url) => {
      const answer = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': encoding } });
      return Number(answer.headers.get('content-length'));
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
