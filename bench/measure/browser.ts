import { type Browser, chromium, type Page } from '@playwright/test';
import { findOrInstallChromium } from '../../scripts/chromium.mjs';

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: findOrInstallChromium(), args: ['--no-sandbox'] });

/** Milliseconds between frames. */
export interface Frames {
  median: number;
  p95: number;
  longest: number;
}

/** The times between frames while something happens, the first tenth of a second apart. */
export async function frames(page: Page, act: () => Promise<void>): Promise<Frames> {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { frameTimes: times });
    let before = performance.now();
    const next = (now: number) => {
      times.push(now - before);
      before = now;
      if (times.length >= 0) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  await act();
  const times = await page.evaluate(() => {
    const { frameTimes } = window as unknown as { frameTimes: number[] };
    const taken = frameTimes.splice(0).slice(6);
    frameTimes.push = () => 0;
    return taken;
  });
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { median: at(0.5), p95: at(0.95), longest: sorted.at(-1) ?? Number.NaN };
}
