import { DAY_MS } from '#domain/day.ts';
import { pages } from '#domain/pages.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD, expect, expectAccessible, signInByHand, test, useSession } from './story.ts';

test('a button pressed before hydration works after it', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/start-*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/event/karte');
  await page.getByRole('button', { name: 'Rezervišite mesto' }).first().click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  release();
  await expect(page.getByRole('dialog').getByText('Korak 1 od 4')).toBeVisible();
});

test('a public page that was built in an earlier year stays as it was sent, and what was pressed in it early works', async ({
  page,
}) => {
  const comes = Promise.withResolvers<void>();
  await page.route('**/assets/start-*', async (route) => {
    await comes.promise;
    await route.continue();
  });
  await page.clock.setFixedTime(new Date(Date.now() + 366 * DAY_MS));
  await page.goto('/');
  const sent = await page.locator('#main').elementHandle();
  const step = page.getByRole('tab', { name: 'Preuzmite novac' });
  await step.click();
  comes.resolve();
  await expect(step).toHaveAttribute('aria-selected', 'true');
  expect(await sent!.evaluate((main) => main.isConnected)).toBe(true);
});

test('staff whose machine is slow see the place of the page before its scripts have come', async ({
  page,
  context,
  request,
}) => {
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  const comes = Promise.withResolvers<void>();
  await page.route('**/assets/start-*', async (route) => {
    await comes.promise;
    await route.continue();
  });
  await page.goto('/admin');
  const lines = page.getByRole('status').filter({ hasText: 'Učitavanje…' });
  await expect(lines).toBeVisible();
  expect((await lines.boundingBox())!.height).toBeGreaterThan(100);
  const before = await page.locator('svg').first().boundingBox();
  comes.resolve();
  await expect(page.getByRole('heading', { level: 2, name: 'Danas', exact: true })).toBeVisible();
  const logo = page.getByRole('link', { name: 'Vidik, početna strana' }).locator('svg');
  expect(await logo.boundingBox(), 'the logo does not jump').toEqual(before);
});

test('an address that does not exist says so, to the reader and to machines', async ({ page, quiet }) => {
  quiet.allow(/404/);
  const answer = await page.goto('/nema-me', { waitUntil: 'networkidle' });
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
});

test('an address in other letters leads to its page, on a visit and from a link within the site', async ({ page }) => {
  await page.goto('/Event/Karte?od=Prijatelja');
  await expect(page).toHaveURL('/event/karte?od=Prijatelja');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  // As a link within the site would: the router hears of the address without a visit.
  const follow = (address: string) =>
    page.evaluate((to) => {
      history.pushState(null, '', to);
      history.pushState(null, '', '/auth');
      history.back();
    }, address);
  await follow('/Terms-Conditions?a=B');
  await expect(page).toHaveURL('/terms-conditions?a=B');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Uslovi/);
  await follow('/Usb-Packages?a=B#C');
  await expect(page).toHaveURL('/usb-packages?a=B#C');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('search engines find every open page, its card and its facts, and no other', async ({ request }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address!).pathname);
  const open = Object.values(pages).filter(({ indexed }) => indexed);
  expect(listed.sort()).toEqual(open.map(({ path }) => path as string).sort());
  expect(await (await request.get('/robots.txt')).text()).toContain('/sitemap.xml');

  for (const { path, indexed, description } of Object.values(pages)) {
    const html = await (await request.get(path.replace(/:\w+/, '1'))).text();
    expect(html).toContain('<html lang="sr-Latn"');
    if (!indexed) {
      expect(html, path).toContain('<meta name="robots" content="noindex"');
      continue;
    }
    expect(html, path).not.toContain('noindex');
    expect(html).toContain(`<meta name="description" content="${description}"`);
    expect(new URL(/rel="canonical" href="([^"]+)"/.exec(html)?.[1] ?? '').pathname).toBe(path);
    const card = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
    expect((await request.get(new URL(card).pathname)).headers()['content-type']).toBe('image/png');
    for (const [, facts] of html.matchAll(/<script type="application\/ld\+json">([^<]+)</g)) JSON.parse(facts!);
  }
  expect(await (await request.get('/usb-packages')).text()).toContain('"price":"1999.00","priceCurrency":"EUR"');
});
