import { chromium } from '@playwright/test';
import { findChromium } from '../scripts/chromium.mjs';
import { startServer } from './server.ts';
import { type Figure, kilobytes } from './table.ts';

const TARGETS: Record<string, number> = { Script: 150_000, Stylesheet: 30_000 };

/** What a first visit to /usb-packages brings over the wire, as Chromium counts it, with gzip as the specification says. */
export default async function pageWeight(): Promise<Figure[]> {
  const server = await startServer();
  const browser = await chromium.launch({ executablePath: findChromium() ?? undefined });
  try {
    const page = await browser.newPage();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.setExtraHTTPHeaders', { headers: { 'accept-encoding': 'gzip' } });
    const kinds = new Map<string, string>();
    const bytes = new Map<string, number>();
    const files = new Map<string, number>();
    devtools.on('Network.responseReceived', ({ requestId, type }) => void kinds.set(requestId, type));
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId) ?? 'Other';
      bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength);
      files.set(kind, (files.get(kind) ?? 0) + 1);
    });
    await page.goto(`${server.url}/usb-packages`, { waitUntil: 'networkidle' });
    await page.evaluate(() => document.fonts.ready);
    const kindsSeen = [...new Set([...Object.keys(TARGETS), 'Font', ...bytes.keys()])];
    return kindsSeen.map((kind) => {
      const weight = bytes.get(kind) ?? 0;
      const target = TARGETS[kind];
      return {
        what: kind,
        measured: kilobytes(weight),
        comparison: `${files.get(kind) ?? 0} files`,
        ...(target ? { target: `≤ ${target / 1000} kB`, met: weight <= target } : {}),
      };
    });
  } finally {
    await browser.close();
    await server.stop();
  }
}
