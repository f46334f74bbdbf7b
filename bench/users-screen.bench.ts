import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { openBrowser } from './measure/browser.ts';
import { type BenchServer, startServer } from './measure/server.ts';
import { type Figure, median } from './measure/table.ts';
import { addPeople } from './rows/people-rows.ts';

const SIZES = [100_000, 1_000_000].filter((size) => size <= Number(process.env.PEOPLE ?? 1_000_000));
const ROUNDS = Number(process.env.ROUNDS ?? 5);

interface Screen {
  first: number;
  search: number;
}

/** The list of people as an admin meets it in Chromium: from the press on the menu and while typing. */
export default async function usersScreen(): Promise<Figure[]> {
  process.env.SUPER_ADMIN_PASSWORD = randomUUID();
  const server = await startServer();
  const browser = await openBrowser();
  try {
    const session = await signIn(server, process.env.SUPER_ADMIN_PASSWORD);
    const taken = new Map<number, Screen>();
    let size = 0;
    for (const next of SIZES) {
      await addPeople(server, size, next);
      size = next;
      const context = await browser.newContext({
        baseURL: server.url,
        viewport: { width: 1440, height: 900 },
        serviceWorkers: 'block',
        storageState: {
          cookies: [],
          origins: [{ origin: server.url, localStorage: [{ name: 'vidik.auth', value: JSON.stringify(session) }] }],
        },
      });
      taken.set(size, await measureScreen(await context.newPage()));
      await context.close();
    }
    return SIZES.flatMap((people) => figuresOf(people, taken.get(people)!, taken.get(SIZES[0]!)!));
  } finally {
    await browser.close();
    await server.stop();
  }
}

function figuresOf(people: number, screen: Screen, few: Screen): Figure[] {
  const among = `${people.toLocaleString('en')} people`;
  const isFirst = screen === few;
  const compared = (time: number, base: number) => (isFirst ? {} : { comparison: `${(time / base).toFixed(2)} ×` });
  return [
    {
      what: `first rows from the press on the menu, ${among}`,
      measured: milliseconds(screen.first),
      ...compared(screen.first, few.first),
      target: isFirst ? '≤ 300 ms' : '≤ 450 ms, 1.5 × of that',
      met: screen.first <= (isFirst ? 300 : 450),
    },
    {
      what: `somebody found, from the last letter typed, ${among}`,
      measured: milliseconds(screen.search),
      ...compared(screen.search, few.search),
    },
  ];
}

async function measureScreen(page: Page): Promise<Screen> {
  const opened: number[] = [];
  const found: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.goto('/admin');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForTimeout(700);
    opened.push(await untilRows(page, 'a[href="/admin/users"]', 'primer.rs'));
    const address = `osoba${42_000 + round}@primer.rs`;
    const began = Date.now();
    await page.locator('input[type=search]').first().fill(address);
    await page.locator('tbody tr', { hasText: address }).first().waitFor();
    found.push(Date.now() - began);
  }
  return { first: median(opened), search: median(found) };
}

/** Milliseconds from the press on a link to the frame that shows the first row, taken inside the page. */
const untilRows = (page: Page, link: string, text: string): Promise<number> =>
  page.evaluate(
    ([selector, words]) =>
      new Promise<number>((shown) => {
        const began = performance.now();
        document.querySelector<HTMLElement>(selector!)!.click();
        new MutationObserver((_, observer) => {
          if (![...document.querySelectorAll('tbody tr')].some((one) => one.textContent?.includes(words!))) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => shown(performance.now() - began)));
        }).observe(document.body, { childList: true, characterData: true, subtree: true });
      }),
    [link, text],
  );

async function signIn({ url }: BenchServer, password: string): Promise<object> {
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@vidik.example', password }),
  });
  if (!answer.ok) throw new Error(`The super-admin could not sign in: ${await answer.text()}`);
  return (await answer.json()) as object;
}

const milliseconds = (time: number) => `${Math.round(time)} ms`;
