import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { pages } from '#domain/pages.ts';
import routes from '../web/app/routes.ts';

/** Everything the browser complains about: script errors, refused scripts, missing files. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    // A file that failed to load is named by the next listener.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load')) complaints.push(message.text());
  });
  page.on('response', (answer) => answer.status() >= 400 && complaints.push(`${answer.status()} ${answer.url()}`));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('requestfailed', (request) => complaints.push(`${request.url()} ${request.failure()?.errorText}`));
  return complaints;
}

interface Route {
  path?: string | undefined;
  index?: boolean | undefined;
  children?: Route[] | undefined;
}

/** The addresses on the map of the site (web/app/routes.ts). */
const mapped = new Set(
  routes.flatMap(function addresses(route: Route): string[] {
    return [
      ...(route.path || route.index ? [`/${route.path ?? ''}`] : []),
      ...(route.children ?? []).flatMap(addresses),
    ];
  }),
);

for (const { path, title, shell } of Object.values(pages)) {
  if (shell !== 'public' || !mapped.has(path)) continue;
  test(`${path} opens without a complaint, for everyone`, async ({ page }) => {
    const complaints = complaintsOf(page);
    const answer = await page.goto(path, { waitUntil: 'networkidle' });
    expect(answer?.status()).toBe(200);
    await expect(page).toHaveTitle(title);
    expect(complaints).toEqual([]);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(sideways, 'pixels the page is wider than the screen').toBeLessThanOrEqual(0);
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  });
}

test('an address that does not exist says so, to the reader and to machines', async ({ page }) => {
  const answer = await page.goto('/nema-me', { waitUntil: 'networkidle' });
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});
