import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';

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
  const onPath = (process.env.PATH ?? '')
    .split(path.delimiter)
    .flatMap((directory) => NAMES.map((name) => path.join(directory, name)));
  return [...onPath, ...ON_A_MAC].find(isProgram) ?? null;
}

/** The same, fetching Debian's Chromium without windows when nothing is there and we may. Throws a sentence for the reader otherwise. */
export function findOrInstallChromium() {
  const found = findChromium();
  if (found) {
    if (isProgram(found)) return found;
    throw new Error(`CHROME_PATH is ${found}, and no program is there.`);
  }
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium (apt-get)…');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    try {
      execFileSync('apt-get', ['update', '-qq'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
      execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'], {
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
    } catch {
      throw new Error('apt-get could not install Chromium. Install a Chromium or Chrome, or set CHROME_PATH.');
    }
    const installed = findChromium();
    if (installed) return installed;
  }
  throw new Error('The end-to-end tests need a Chromium or Chrome. Install one, or set CHROME_PATH to it.');
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
