import { chromium, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { findChromium } from '../scripts/chromium.mjs';
const { url } = JSON.parse(readFileSync('/tmp/admin-server.json', 'utf8'));
const session = await (await fetch(`${url}/auth/v1/token?grant_type=password`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email: 'admin@vidik.example', password: 'lozinka-za-slike-1' }) })).json();
const browser = await chromium.launch({ executablePath: findChromium() ?? undefined });
const steps = (await import(process.argv[2]!)).default as (page: Page, wide: boolean, shot: (name: string, full?: boolean) => Promise<void>) => Promise<void>;
for (const width of [1440, 390]) {
  const context = await browser.newContext({ viewport: { width, height: width === 390 ? 844 : 900 }, locale: 'sr-Latn-RS', timezoneId: 'Europe/Belgrade' });
  await context.addInitScript((s) => { if (!localStorage.getItem('vidik.auth')) localStorage.setItem('vidik.auth', JSON.stringify(s)); }, session);
  const page = await context.newPage();
  page.on('console', (m) => { if (['error', 'warning'].includes(m.type())) console.log(width, m.type(), m.text()); });
  page.on('pageerror', (e) => console.log('pageerror', e.message));
  const go = page.goto.bind(page);
  page.goto = ((path: string) => go(url + path)) as never;
  try { await steps(page, width === 1440, (name, full = false) => page.screenshot({ path: `/tmp/shot-${name}-${width}.png`, fullPage: full }).then(() => {})); } catch (e) { console.log(String(e).slice(0, 800)); await page.screenshot({ path: `/tmp/shot-fail-${width}.png` }); }
  await context.close();
}
await browser.close();
