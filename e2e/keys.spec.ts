import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dayOf } from '#domain/time.ts';
import { layoutProblems } from './layout.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD, expect, expectAccessible, signInByHand, test, useSession } from './story.ts';

test('the super-admin makes a key, a program asks with it, and revoked it is refused @phone', async ({
  page,
  context,
  request,
  quiet,
}) => {
  // The form is refused once, and the program after the end.
  quiet.allow(/401|403|409|422/);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/admin');
  await page.getByRole('link', { name: /Pristup za programe/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pristup za programe' })).toBeVisible();
  const list = page.getByRole('region', { name: /^Ključevi/ });
  await expect(list).toBeVisible();

  const name = `Skener u magacinu ${randomUUID().slice(0, 8)}`;
  await page.getByRole('button', { name: 'Napravi ključ' }).first().click();
  const form = page.getByRole('dialog', { name: 'Novi ključ' });
  await expect(form.getByLabel('Naziv')).toBeFocused();
  await expect(form.getByLabel('bezbednost')).toHaveCount(0);
  await form.getByLabel('Dozvoljene mreže').fill('127.0.0.1\n203.0.113.300');
  await form.getByRole('button', { name: 'Napravi ključ' }).click();
  for (const sentence of [
    'Upišite naziv.',
    'Izaberite bar jednu dužnost.',
    'Red 2 nije adresa mreže. Primer: 203.0.113.18 ili 203.0.113.0/24.',
    /^Izaberite dan od danas do/,
  ])
    await expect(form.getByText(sentence)).toBeVisible();
  await expect(form.getByLabel('Naziv')).toBeFocused();
  await expectAccessible(page);

  await form.getByLabel('Naziv').fill(name);
  await page.keyboard.press('Escape');
  const unsaved = page.getByRole('dialog', { name: 'Tekst nije sačuvan' });
  await unsaved.getByRole('button', { name: 'Ostani' }).click();
  await form.getByLabel('magacin').check();
  await form.getByRole('button', { name: 'Čita i upisuje' }).click();
  await form.getByLabel('Dozvoljene mreže').fill('127.0.0.0/8\n::1');
  const ends = dayOf(new Date(Date.now() + 5 * 86_400_000));
  await form.getByLabel('Važi do').fill(ends);
  await form.getByRole('button', { name: 'Napravi ključ' }).click();

  const made = page.getByRole('dialog', { name: 'Ključ je napravljen' });
  await expect(made).toContainText(`„${name}“, važi do`);
  await expectAccessible(page);
  const secret = (
    await made
      .getByText(/vdk_[0-9A-Za-z]{49}$/)
      .last()
      .innerText()
  ).replace(/^.*vdk_/s, 'vdk_');
  await made.getByRole('button', { name: 'Kopiraj' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  const download = page.waitForEvent('download');
  await made.getByRole('button', { name: 'Preuzmi kao datoteku' }).click();
  expect((await readFile(await (await download).path(), 'utf8')).trim()).toBe(secret);
  await expect(made.getByRole('button', { name: 'Završi' })).toBeDisabled();
  await page.keyboard.press('Escape');
  const leaving = page.getByRole('dialog', { name: 'Ključ nije sačuvan' });
  await leaving.getByRole('button', { name: 'Ostani' }).click();
  await made.getByLabel('Ključ je sačuvan na sigurnom mestu.').check();
  await made.getByRole('button', { name: 'Završi' }).click();
  await expect(made).toHaveCount(0);

  const row = list.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText(`vdk_…${secret.slice(-4)}`);
  await expect(row).toContainText('čita i upisuje');
  await expect(row).toContainText('Ističe za 5 dana');
  await expect(row).toContainText('još nije korišćen');

  const ask = (path: string, more: object = {}) =>
    request.get(path, { headers: { authorization: `Bearer ${secret}`, 'accept-language': 'en', ...more } });
  const answer = await ask('/api/admin/stock');
  expect(answer.status()).toBe(200);
  expect(await (await ask('/api/admin/orders')).json()).toMatchObject({
    code: 'KEY_FORBIDDEN',
    message: 'The API key lacks the duty that this needs, or whoever made it no longer has it.',
  });
  const limit = (warnBelow: number) =>
    request.post('/api/admin/stock/limit', {
      headers: { authorization: `Bearer ${secret}`, 'idempotency-key': name.replaceAll(' ', '-') },
      data: { warnBelow },
    });
  // What is set already would change nothing, and nothing would be written down.
  const { project, retry } = test.info();
  const wanted = 1 + 2 * retry + Number(project.name === 'phone');
  expect((await limit(wanted)).status()).toBe(200);
  const again = await limit(wanted);
  expect([again.status(), again.headers()['idempotency-replayed']]).toEqual([200, 'true']);
  expect((await limit(wanted + 1)).status()).toBe(422);
  await expect(row).toContainText('danas u');
  await expectAccessible(page);

  await row.getByRole('button', { name: `Opozovi ključ ${name}` }).click();
  const question = page.getByRole('dialog', { name: 'Opozvati ključ?' });
  await expect(question).toContainText(`„${name}“, poslednji put danas u`);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Opozovi ključ' }).click();
  await expect(page.getByText(`Ključ „${name}“ je opozvan i više ne radi.`)).toBeVisible();
  await expect(row).toContainText('Opozvan');
  await expect(row.getByRole('button')).toHaveCount(0);
  expect(await (await ask('/api/admin/stock')).json()).toMatchObject({
    code: 'KEY_REFUSED',
    message: 'The API key was revoked.',
  });

  await page.goto(`/admin/audit?action=stock.limit-set`);
  await expect(page.getByText(`ključ: ${name}`).first()).toBeVisible();
});

test('without keys the page says what one is for, and what cannot be read is tried again', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/503|Failed to load/);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.route('**/api/admin/keys', (route) => route.fulfill({ json: [] }));
  await page.goto('/admin/keys');
  await expect(page.getByText('Još nema ključeva.')).toBeVisible();
  await expectAccessible(page);
  await page.route('**/api/admin/keys', (route) =>
    route.fulfill({ status: 503, json: { code: 'SERVICE_UNAVAILABLE' } }),
  );
  await page.reload();
  const again = page.getByRole('button', { name: 'Pokušaj ponovo' });
  await expect(again).toBeVisible({ timeout: 60_000 });
  // Pressed, it stays under the hand and says that it is at work, until there is an answer.
  const answers = Promise.withResolvers<void>();
  await page.route('**/api/admin/keys', async (route) => {
    await answers.promise;
    await route.continue();
  });
  // The page may have tried again by itself meanwhile, because a key of another journey was used: then it says so already.
  await again.click({ timeout: 5_000 }).catch(() => {});
  const failed = page.getByRole('region', { name: 'Ključevi', exact: true }).getByRole('alert');
  await expect(failed.getByRole('button')).toBeDisabled();
  await expect(failed).toContainText('nije učitano');
  answers.resolve();
  await expect(page.getByRole('region', { name: /^Ključevi/ })).toBeVisible();
  await expect(again).toHaveCount(0);
});

test('„Uputstvo za API“ is opened, read and followed by keyboard, on a phone and at every width', async ({
  page,
  context,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto('/admin/keys');
  const guide = page.getByRole('link', { name: 'Uputstvo za API' });
  await guide.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Vidik API' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/api');
  await expectAccessible(page);

  // From the top by Tab: the description for tools, the domains, then the first procedure.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'openapi.json' })).toBeFocused();
  await page.keyboard.press('Tab');
  const domains = page.getByRole('navigation', { name: 'Domains' }).getByRole('link');
  await expect(domains.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\w+$/);
  const opened = page.locator('details[open]');
  await expect(opened).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(page.locator('summary:focus')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(opened).toHaveCount(1);
  await expect(opened.getByRole('heading', { name: 'Example' })).toBeVisible();
  // What is wider than a phone is scrolled by keyboard.
  const texts = opened.locator('pre');
  for (let at = 0; at < (await texts.count()); at += 1) {
    await expect
      .poll(async () => {
        await page.keyboard.press('Tab');
        return texts.nth(at).evaluate((text) => text === document.activeElement);
      })
      .toBe(true);
  }
  await expectAccessible(page);
  await page.evaluate(() => {
    for (const one of [...document.querySelectorAll('details')].slice(0, 40)) one.open = true;
  });
  await expectAccessible(page);
  expect(await layoutProblems(page)).toEqual([]);
});
