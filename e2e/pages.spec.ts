import { pages } from '#domain/pages.ts';
import routes from '../web/app/routes.ts';
import { expect, expectAccessible, test } from './story.ts';

interface Route {
  path?: string | undefined;
  index?: boolean | undefined;
  children?: Route[] | undefined;
}

/** The addresses on the map of the site (web/app/routes.ts). */
const mapped = new Set(
  routes.flatMap(function addresses(route: Route): string[] {
    const own = route.path || route.index ? [`/${route.path ?? ''}`] : [];
    return [...own, ...(route.children ?? []).flatMap(addresses)];
  }),
);

for (const { path, title, shell } of Object.values(pages)) {
  if (shell !== 'public' || !mapped.has(path)) continue;
  test(`${path} has its title, fits the screen and is open to everyone`, async ({ page }) => {
    const answer = await page.goto(path, { waitUntil: 'networkidle' });
    expect(answer?.status()).toBe(200);
    await expect(page).toHaveTitle(title);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(sideways, 'pixels the page is wider than the screen').toBeLessThanOrEqual(0);
    await expectAccessible(page);
  });
}

test('an address that does not exist says so, to the reader and to machines', async ({ page, quiet }) => {
  quiet.allow(/404/);
  const answer = await page.goto('/nema-me', { waitUntil: 'networkidle' });
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
});
