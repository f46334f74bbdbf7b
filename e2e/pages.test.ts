import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { pages } from '#domain/pages.ts';

/** Everything the browser complains about: script errors, refused scripts, missing files. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('requestfailed', (request) => complaints.push(`${request.url()} ${request.failure()?.errorText}`));
  return complaints;
}

for (const { path, title, shell } of Object.values(pages)) {
  if (shell !== 'public') continue;
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
