import { findProgram, installFromDebian, isProgram } from './programs.mjs';

// The shell draws no window of its own, which halves the work of a page.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const ON_A_MAC = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);

/** The browser for the end-to-end tests: CHROME_PATH, or one this machine has; `null` when there is none. */
export function findChromium() {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH;
  return findProgram(NAMES) ?? ON_A_MAC.find(isProgram) ?? null;
}

/** The same, fetching Debian's Chromium without windows when nothing is there and we may. Throws a sentence for the reader otherwise. */
export function findOrInstallChromium() {
  const found = findChromium();
  if (found) {
    if (isProgram(found)) return found;
    throw new Error(`CHROME_PATH is ${found}, and no program is there.`);
  }
  const installed = installFromDebian('chromium-headless-shell') ? findChromium() : null;
  if (installed) return installed;
  throw new Error('The end-to-end tests need a Chromium or Chrome. Install one, or set CHROME_PATH to it.');
}
