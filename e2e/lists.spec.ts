import type { Page, Route } from '@playwright/test';
import { common } from '#domain/copy.ts';
import { partReport } from '#domain/part-report-copy.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  applicant,
  expect,
  expectAccessible,
  member,
  signInByHand,
  somebody,
  test,
  useSession,
} from './story.ts';

/** What lists and figures of the back office say while their data fails, is old, or changes under somebody’s hands. */

const failing = (page: Page, pattern: RegExp) => page.route(pattern, (route: Route) => route.fulfill({ status: 422 }));

test('a part whose data fails says what failed and tries again, and the rest of the screen works', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/422|Failed to load resource/);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await failing(page, /\/api\/admin\/(overview|sales)/);
  await page.goto('/admin');
  await expect(page.getByText('Brojevi odeljaka: nije učitano.')).toBeVisible();
  await expect(page.getByText('Prodaja kroz vreme: nije učitano.')).toBeVisible();
  await expect(page.getByRole('link', { name: /Vaučeri/ }).first()).toContainText('nije učitano');
  await expect(page.getByRole('heading', { name: 'Poslednje radnje' })).toBeVisible();
  await expectAccessible(page);
  const charts = page.getByRole('region', { name: 'Prodaja kroz vreme' });
  const retry = charts.getByRole('button', { name: 'Pokušaj ponovo' });
  const report = charts.getByRole('button', { name: partReport.button });
  await expect(report).toHaveCount(0);
  for (let tries = 0; tries < 3; tries += 1)
    await Promise.all([page.waitForResponse(/\/api\/admin\/overview\/sales/), retry.click()]);

  // Tried three times in vain it can be reported, once; a report that is refused says so and can be sent again.
  await page.route('/api/problems', (route: Route) =>
    route.fulfill({ status: 429, json: { code: 'TOO_MANY_REQUESTS', status: 429, data: { seconds: 60 } } }),
  );
  await report.click();
  await expect(charts.getByText(common.tooMany(1))).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('report.png') });
  await page.unroute('/api/problems');
  const [sent] = await Promise.all([page.waitForRequest('/api/problems'), report.click()]);
  expect(sent.postDataJSON()).toMatchObject({ message: expect.stringContaining('Prodaja kroz vreme'), path: '/admin' });
  const number = (await sent.response())!.headers()['x-request-id']!;
  await expect(charts.getByText(partReport.reported(number))).toBeFocused();
  await expect(report).toHaveCount(0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: test.info().outputPath('reported.png') });

  await retry.focus();
  await page.unrouteAll();
  // Other journeys sell meanwhile: then it has been read again by itself, and the button is gone.
  await page.keyboard.press('Enter');
  await expect(charts.getByRole('figure').first()).toBeVisible();
  // The others are read again by themselves.
  await expect(page.getByText('nije učitano')).toHaveCount(0, { timeout: 20_000 });

  await failing(page, /\/api\/admin\/(event|events|people\/count|network\/people|door)/);
  for (const [address, what] of [
    ['/admin/event-payments', 'Zbir po paketu i zemlji: nije učitano.'],
    ['/admin/add-to-network', 'Korisnik koji se dodaje: nije učitano.'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByText(what).first()).toBeVisible();
  }
});

test('what is typed into the search of a list stays as it was typed, also the space before a pause', async ({
  page,
  context,
  request,
}) => {
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto('/admin/users');
  const search = page.getByRole('searchbox').first();
  await search.pressSequentially('Vid ', { delay: 30 });
  await expect(page).toHaveURL(/[?&]q=Vid$/);
  await search.pressSequentially('S');
  await expect(search).toHaveValue('Vid S');
  await expect(page).toHaveURL(/[?&]q=Vid(\+|%20)S$/);
  await search.fill('');
  await expect(page).toHaveURL(/\/admin\/users$/);
});

test('the arrows walk the open menu of a row, and the list stays where it is', async ({ page, context, request }) => {
  const family = `Meni${Date.now()}`;
  for (const name of ['Ana', 'Vera']) await member(request, somebody(name, family));
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto(`/admin/users?q=${family}`);
  const menus = page.getByRole('button', { name: /^Radnje: / });
  await expect(menus).toHaveCount(2);
  await menus.first().focus();
  await page.keyboard.press('Enter');
  const actions = page.getByRole('menuitem');
  await expect(actions.first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(actions.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(actions.first()).toBeFocused();
  await actions.first().dispatchEvent('keydown', { key: 'т' });
  await expect(actions.filter({ hasText: 'Trajno obriši…' }), 'by its first letter, typed in Cyrillic').toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menus.first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(menus.nth(1), 'without a menu they lead to the next row').toBeFocused();
});

test('payment orders and figures that could not be read say so, and are neither none nor for ever on their way', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/422|Failed to load resource/);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await failing(page, /\/api\/admin\/(payouts|campaigns\/behind)/);
  await page.goto('/admin/bank?payouts=all');
  const dialog = page.getByRole('dialog', { name: 'Nalog za isplatu' });
  await expect(dialog.getByText('Nalozi: nije učitano.')).toBeVisible();
  await expect(dialog.getByText('Još nijedan nalog nije napravljen.')).toHaveCount(0);
  await expectAccessible(page);
  await page.goto('/admin/tvs');
  const behind = page.locator('dl').getByText('nije učitano', { exact: true });
  await expect(behind).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll();
  await page.reload();
  await expect(page.getByText('prikazuje sada')).toBeVisible();
  await expect(behind).toHaveCount(0);
});

test('a list says from the stream whether it refreshes, and hears of what others do', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/422|Failed to load resource|ERR_FAILED/);
  const session = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  await useSession(context, session);
  await page.goto('/admin/vouchers');
  await expect(page.getByText('Lista se osvežava sama.')).toBeVisible();
  const note = `Proba ${crypto.randomUUID().slice(0, 8)}`;
  const issue = await request.post('/api/admin/vouchers', {
    data: { key: crypto.randomUUID(), bannerCount: 5, count: 1, note },
    headers: { authorization: `Bearer ${session.access_token}` },
  });
  expect(issue.ok(), await issue.text()).toBe(true);
  await expect(page.getByText(note)).toBeVisible();

  await page.route('**/api/live/admin', (route) => route.abort());
  await page.goto('/admin/mail');
  await expect(page.getByText(/Veza je prekinuta\. Prikazano je stanje iz \d\d:\d\d/)).toBeVisible();
  await page.unrouteAll();
  await expect(page.getByText('Lista se osvežava sama.')).toBeVisible({ timeout: 20_000 });
  const who = somebody('Nada', 'Novak');
  await applicant(request, who);
  await expect(page.getByText(who.email).first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Pretraga svega' }).fill('vaučeri');
  await page.getByRole('option').filter({ hasText: 'Vaučeri' }).first().click();
  await expect(page).toHaveURL(/\/admin\/vouchers/);
  await expect(page.getByText('Lista se osvežava sama.'), 'over the connection that is there').toBeVisible();
});

test('until the codes of a new series have come, none of the list before stands under it', async ({
  page,
  context,
  request,
}) => {
  const session = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  await useSession(context, session);
  const issue = await request.post('/api/admin/vouchers', {
    data: { key: crypto.randomUUID(), bannerCount: 5, count: 2, note: 'Ranija serija' },
    headers: { authorization: `Bearer ${session.access_token}` },
  });
  expect(issue.ok(), await issue.text()).toBe(true);
  await page.goto('/admin/vouchers');
  await expect(page.locator('tbody tr').nth(1)).toBeVisible();

  const answers = Promise.withResolvers<void>();
  await page.route(/\/api\/admin\/vouchers\?.*batch=/, async (route) => {
    await answers.promise;
    await route.continue();
  });
  const note = `Nova ${crypto.randomUUID().slice(0, 8)}`;
  await page.getByRole('button', { name: 'Izdaj vaučere' }).first().click();
  await page.getByLabel('L-banera na svakom kodu').fill('77');
  await page.getByRole('textbox', { name: /^Napomena/ }).fill(note);
  await page.getByRole('button', { name: 'Nastavi', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Izdaj 1 kod' }).click();
  await expect(page).toHaveURL(/batch=/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('tbody tr')).toHaveCount(0);
  answers.resolve();
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await expect(page.locator('tbody tr')).toContainText('77');
});

for (const [where, place] of [
  ['stays in its list', '/admin/vouchers'],
  ['leaves its list', '/admin/vouchers?state=unused'],
] as const)
  test(`a question about a row that a colleague settles meanwhile says so and does nothing, when the row ${where}`, async ({
    page,
    context,
    request,
    quiet,
  }) => {
    quiet.allow(/409/);
    const session = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
    const headers = { authorization: `Bearer ${session.access_token}` };
    await useSession(context, session);
    const note = `Pitanje ${crypto.randomUUID().slice(0, 8)}`;
    const data = { key: crypto.randomUUID(), bannerCount: 5, count: 2, note };
    const { rows } = await (await request.post('/api/admin/vouchers', { data, headers })).json();
    await page.goto(place);
    await page
      .getByRole('row')
      .filter({ hasText: note })
      .first()
      .getByRole('button', { name: /^Poništi/ })
      .click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('alert')).toHaveCount(0);
    for (const { id } of rows) await request.post(`/api/admin/vouchers/${id}/void`, { headers });
    await expect(dialog.getByRole('alert')).toContainText('ovo više nije moguće');
    await expect(dialog.getByRole('button', { name: /^Poništi/ })).toBeDisabled();
    await expectAccessible(page);
  });
