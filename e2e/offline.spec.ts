import type { Page } from '@playwright/test';
import { unsavedCopy } from '#domain/unsaved-copy.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  expect,
  expectAccessible,
  member,
  PASSWORD,
  signInByHand,
  somebody,
  test,
  useSession,
} from './story.ts';

/** Parts of a page that do not arrive, links without a network, and text that is not saved yet. */

/** From now on these files do not come; returns what lets them come again. */
async function hold(page: Page, files: RegExp): Promise<() => Promise<void>> {
  await page.route(files, (route) => route.abort('connectionreset'));
  return () => page.unroute(files);
}

test('a dialog whose code does not arrive says so in its own place, and opens when the network is back', async ({
  page,
  quiet,
}) => {
  quiet.allow(/ERR_CONNECTION_RESET|Failed to fetch/);
  const release = await hold(page, /\/assets\/reservation-dialog-.*\.js/);
  await page.goto('/event/karte');
  await page.getByRole('button', { name: 'Rezervišite mesto' }).first().click();
  const failure = page.getByRole('dialog', { name: 'Rezervacija se nije učitala' });
  await expect(failure).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
  await failure.getByRole('button', { name: 'Pokušaj ponovo' }).click();
  await expect(failure.getByRole('button', { name: 'Učitaj stranu ponovo' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(failure).toBeHidden();

  await page.getByRole('button', { name: 'Rezervišite mesto' }).first().click();
  await expect(failure).toBeVisible();
  await release();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByRole('dialog').getByText('Korak 1')).toBeVisible();
});

test('a link whose page does not arrive leaves the page and what was typed in it', async ({ page, context, quiet }) => {
  quiet.allow(/ERR_CONNECTION_RESET|ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  await page.goto('/event/karte');
  await page.goto('/auth');
  const email = page.getByLabel('Email adresa');
  await email.fill('milica@primer.rs');
  const release = await hold(page, /\/assets\/forgot\.page-.*\.js/);
  await page.getByRole('link', { name: /Zaboravili ste lozinku/ }).click();
  await expect(page.getByText('Ta strana se nije učitala.')).toBeVisible();
  await expect(page).toHaveURL(/\/auth$/);
  await expect(email).toHaveValue('milica@primer.rs');
  await release();

  await context.setOffline(true);
  await page.getByRole('link', { name: /Zaboravili ste lozinku/ }).click();
  await expect(page.getByText('Nema veze, pa se ta strana ne otvara.')).toBeVisible();
  await expect(email).toHaveValue('milica@primer.rs');
  await context.setOffline(false);
  await page.getByRole('link', { name: /Zaboravili ste lozinku/ }).click();
  await expect(page).toHaveURL(/\/auth\/forgot$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('after a release a link in an open tab still leads to its page; what was typed is asked about first', async ({
  page,
  quiet,
}) => {
  quiet.allow(/404/);
  await page.goto('/auth?tab=registracija');
  await page.getByLabel('Prezime').fill('Živković');
  await page.route(/\/assets\/home\.page-.*\.js/, (route) => route.fulfill({ status: 404 }));
  const back = page.getByRole('link', { name: 'Nazad na početnu' });
  const question = page.getByRole('dialog', { name: 'Tekst nije sačuvan' });
  await back.click();
  await question.getByRole('button', { name: 'Ostani' }).click();
  await expect(page.getByLabel('Prezime')).toHaveValue('Živković');
  await back.click();
  await expect(question).toBeVisible();
  await page.unrouteAll();
  await question.getByRole('button', { name: 'Odbaci tekst' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a dialog with typed text asks before Esc, its cross or its button takes it away; an empty one does not', async ({
  page,
  context,
  request,
}) => {
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto('/admin/vouchers');
  const dialog = page.getByRole('dialog', { name: 'Izdavanje vaučera' });
  const question = page.getByRole('dialog', { name: 'Tekst nije sačuvan' });
  await page.getByRole('button', { name: 'Izdaj vaučere' }).first().click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Izdaj vaučere' }).first().click();
  await dialog.getByLabel(/Napomena/).fill('Sajam u Čačku');
  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Ostani' }).click();
  await expect(dialog.getByLabel(/Napomena/)).toHaveValue('Sajam u Čačku');
  await dialog.getByRole('button', { name: 'Zatvori' }).click();
  await question.getByRole('button', { name: 'Ostani' }).click();
  await dialog.getByRole('button', { name: 'Otkaži' }).click();
  await question.getByRole('button', { name: 'Odbaci tekst' }).click();
  await expect(dialog).toBeHidden();
});

test('what is typed into the profile survives a closed tab, waits for the network, and is saved before leaving', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const who = somebody();
  await member(request, who);
  const session = await signInByHand(request, who.email, PASSWORD);
  await useSession(context, session);
  const headers = { authorization: `Bearer ${session.access_token}` };
  const city = async () => (await (await request.get('/api/me', { headers })).json()).city;
  page.on('dialog', (dialog) => dialog.accept());
  await page.goto('/account');
  const field = page.getByRole('textbox', { name: 'Grad' });
  await field.fill('Užice');
  await page.reload();
  await expect(page.getByText('Vraćen je tekst koji nije sačuvan')).toBeVisible();
  await expect(field).toHaveValue('Užice');
  await page.getByRole('button', { name: 'Odbaci', exact: true }).click();
  await expect(field).toHaveValue('Čačak');
  await page.reload();
  await expect(field).toHaveValue('Čačak');
  await expect(page.getByText('Vraćen je tekst')).toHaveCount(0);

  await field.fill('Bor');
  await context.setOffline(true);
  const later = page.getByRole('button', { name: 'Sačuvaj kad se veza vrati' });
  await later.click();
  await expect(page.getByText('Čeka 1 promena. Šaljemo čim se veza vrati.')).toBeVisible();
  await page.getByRole('button', { name: 'Odustani od nje' }).click();
  await expect(page.getByText('Čeka 1 promena')).toHaveCount(0);
  await later.click();
  await context.setOffline(false);
  await expect(page.getByText('Podaci su sačuvani.')).toBeVisible();
  await expect(page.getByText('Poslata je 1 promena.')).toBeVisible();
  expect(await city()).toBe('Bor');

  await field.fill('Vranje');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Uslovi za članove' }).click();
  const question = page.getByRole('dialog', { name: unsavedCopy.title });
  await expect(question, '„Odbaci tekst“ forgets it').toContainText('ako odete bez čuvanja, tekst se gubi.');
  await question.getByRole('button', { name: 'Sačuvaj i idi' }).click();
  await expect(page).toHaveURL(/terms/);
  expect(await city()).toBe('Vranje');
});
