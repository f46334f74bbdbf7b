import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { page as eventPage, packageCopy } from '#domain/events/copy.ts';
import { dialog } from '#domain/events/reservation-copy.ts';
import { pages } from '#domain/pages.ts';
import { TIME_ZONE } from '../../domain/time.ts';
import { freePort } from '../../server/test/free-port.ts';
import { findOrInstallChromium } from '../chromium.mjs';
import { end, ready, temporaryDirectory } from '../server-process.ts';
import { buildIfNeeded, projectNode, root, run, serverArguments } from '../setup.mjs';

/**
 * `npm run render:pictures`: the four pictures of the README in docs/pictures, taken from the demo. The results are
 * committed.
 */
const OUT = path.join(root, 'docs', 'pictures');
const ADMIN = { email: 'admin@vidik.example', password: 'demo-lozinka-2026' };

const pictures: Record<string, (page: Page) => Promise<void>> = {
  'landing-page': (page) => open(page, pages.home.path),
  dashboard: (page) => open(page, pages.admin.path),
  network: chooseMember,
  reservation: reserve,
};

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** Two branches opened, and somebody in the second of them chosen. */
async function chooseMember(page: Page): Promise<void> {
  await open(page, pages.adminNetworkVisual.path);
  for (const [level, place, key] of [
    ['N3', 5, 'Space'],
    ['N4', 1, 'Space'],
    ['N5', 1, 'Enter'],
  ] as const) {
    const member = page.getByRole('treeitem').filter({ hasText: level }).nth(place);
    await member.waitFor();
    await member.focus();
    await page.keyboard.press(key);
  }
}

/** The last step of the dialog: how to pay. */
async function reserve(page: Page): Promise<void> {
  const { personal, country, next, payment } = dialog;
  const { name } = packageCopy['shared-room-package'];
  await open(page, pages.event.path);
  await page.getByRole('button', { name: eventPage.packages.buttonAria(name) }).click();
  const said = {
    firstName: 'Jelena',
    lastName: 'Čubrilo',
    email: 'jelena.cubrilo@primer.example',
    phone: '060 000 0142',
  };
  for (const [field, value] of Object.entries(said))
    await page.getByLabel(personal[field as keyof typeof said], { exact: true }).fill(value);
  await page.getByRole('button', { name: next }).click();
  await page.getByRole('dialog').getByRole('button', { name: country.RS.name }).click();
  await page.getByRole('dialog').getByRole('button', { name }).click();
  await page.getByRole('dialog').getByRole('img', { name: payment.qr.ips.title }).waitFor();
}

await buildIfNeeded();
const port = await freePort();
const url = `http://localhost:${port}`;
const dataDir = temporaryDirectory();
const settings = {
  PORT: String(port),
  PUBLIC_URL: url,
  DATA_DIR: dataDir,
  SUPER_ADMIN_PASSWORD: ADMIN.password,
  LOG_LEVEL: 'error',
};
const env = { ...process.env, ...settings };
if ((await run(projectNode, ['build/node/demo.js'], { env })) !== 0) throw new Error('The demo was not written.');
const server = spawn(projectNode, serverArguments, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
try {
  await ready(url, server);
  await takeAll();
} finally {
  await end(server, dataDir);
}

async function takeAll(): Promise<void> {
  const browser = await chromium.launch({ executablePath: findOrInstallChromium(), args: ['--no-sandbox'] });
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    deviceScaleFactor: 1.5,
    locale: 'sr-Latn-RS',
    timezoneId: TIME_ZONE,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  for (const [name, show] of Object.entries(pictures)) {
    const page = await context.newPage();
    if (name === 'dashboard') await signIn(context);
    await show(page);
    // Streams stay open, so the network never rests; what is still being drawn gets a moment.
    await page.waitForTimeout(1_500);
    const webp = await asWebp(page, await page.screenshot());
    writeFileSync(path.join(OUT, `${name}.webp`), webp);
    console.log(`${name}.webp`.padEnd(24), `${webp.length} bytes`.padStart(14));
  }
  await browser.close();
}

async function signIn(context: BrowserContext): Promise<void> {
  const answer = await context.request.post('/auth/v1/token?grant_type=password', { data: ADMIN });
  const session = await answer.text();
  await context.addInitScript((stored) => window.localStorage.setItem('vidik.auth', stored), session);
}

/** The browser's own encoder: flat colours and letters at a third of a PNG's size. */
async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const blank = await page.context().newPage();
  const base64 = await blank.evaluate(async (source) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${source}`;
    await picture.decode();
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    canvas.getContext('2d')!.drawImage(picture, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.86 });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  }, png.toString('base64'));
  await blank.close();
  return Buffer.from(base64, 'base64');
}
