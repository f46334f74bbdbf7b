import type { APIRequestContext, Page } from '@playwright/test';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  another,
  applicant,
  expect,
  expectAccessible,
  member,
  signInByHand,
  somebody,
  test,
  useSession,
} from './story.ts';

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text }).first();

async function officeOf(request: APIRequestContext) {
  const session = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const headers = { authorization: `Bearer ${session.access_token}` };
  const edit = async (id: string, from: object, to: object) => {
    const answer = await request.post(`/api/admin/people/${id}`, { data: { from, to }, headers });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  return { session, edit };
}

test('two admins edit the same person: the slower one is told, keeps what was typed, and decides', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/409/);
  const who = somebody('Sanja', 'Uredska');
  const { user } = await member(request, who);
  const { session, edit } = await officeOf(request);
  await useSession(context, session);
  await page.goto(`/admin/users?q=${who.username}`);
  await rowOf(page, who.email)
    .getByRole('button', { name: /^Izmeni:/ })
    .click();
  const form = page.getByRole('form', { name: `Izmena podataka: ${who.email}` });
  await expectAccessible(page);

  await edit(user.id, { city: 'Čačak' }, { city: 'Niš' });
  await expect(rowOf(page, who.email)).toContainText('Niš');
  await form.getByLabel('Grad').fill('Bor');
  await form.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText('Došlo je do greške prilikom čuvanja izmena.')).toBeVisible();
  await expect(form.getByText('Neko je u međuvremenu upisao: Niš.')).toBeVisible();
  await expect(form.getByLabel('Grad')).toHaveValue('Bor');
  await form.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText('Izmene su sačuvane.')).toBeVisible();
  await expect(rowOf(page, who.email)).toContainText('Bor');
});

test('labels exclude each other where they must, and another admin sees them at once', async ({
  page,
  browser,
  context,
  request,
  quiet,
}) => {
  const who = somebody('Mitar', 'Oznaka');
  await member(request, who);
  const { session } = await officeOf(request);
  await useSession(context, session);
  const colleague = await another(browser, quiet, page, (await officeOf(request)).session);
  for (const one of [page, colleague]) await one.goto(`/admin/users?q=${who.username}`);
  const label = (one: Page, name: string) => rowOf(one, who.email).getByRole('button', { name, exact: true });

  await label(page, 'Partner').click();
  await expect(page.getByText('Korisnik je označen kao partner.')).toBeVisible();
  await label(page, 'Monter').click();
  await expect(page.getByText('Korisnik je označen kao monter.')).toBeVisible();
  await expect(label(page, 'Partner')).toHaveAttribute('aria-pressed', 'false');
  await expect(label(colleague, 'Monter')).toHaveAttribute('aria-pressed', 'true');
  await label(page, 'Firma').click();
  await expect(page.getByText('Korisnik je označen kao firma.')).toBeVisible();
  await expect(label(page, 'Monter')).toHaveAttribute('aria-pressed', 'true');
});

test('the super-admin erases a person after typing the address; the log remembers it', async ({
  page,
  context,
  request,
}) => {
  const who = somebody('Brisko', 'Nestanović');
  await member(request, who);
  await useSession(context, (await officeOf(request)).session);
  await page.goto(`/admin/users?q=${who.username}`);
  await rowOf(page, who.email)
    .getByRole('button', { name: /^Trajno obriši:/ })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Nema narudžbina, paketa ni povezanih televizora.')).toBeVisible();
  const yes = dialog.getByRole('button', { name: 'Trajno obriši' });
  await dialog.getByLabel('Za potvrdu upišite email adresu korisnika.').fill('neko@drugi.rs');
  await expect(yes).toBeDisabled();
  await dialog.getByLabel('Za potvrdu upišite email adresu korisnika.').fill(who.email);
  await yes.click();
  await expect(page.getByText('Korisnik je trajno obrisan.')).toBeVisible();
  await expect(page.getByText('Nema korisnika za izabrani filter.')).toBeVisible();

  await page.goto('/admin/audit?action=accounts.erased');
  await page
    .getByRole('button', { name: /^Prikaži izmene: Korisnik trajno obrisan/ })
    .first()
    .click();
  await expect(page.getByRole('row').filter({ hasText: 'Narudžbina' }).first()).toBeVisible();
  await expect(page.getByText(who.email)).toHaveCount(0);
  await expectAccessible(page);
});

test('the link from the admin’s mail opens the list with the request chosen, and the mail can be read again', async ({
  page,
  context,
  request,
  quiet,
}) => {
  // The test's own script that signs the browser in is not let into the frame either.
  quiet.allow(/about:srcdoc/);
  const who = somebody('Prijava', 'Izmejla');
  const { user } = await applicant(request, who);
  await useSession(context, (await officeOf(request)).session);
  await page.goto(`/admin/registration-requests?request=${user.id}`);
  await expect(page.getByText('Zahtev iz poruke je izabran.')).toBeVisible();
  await expect(rowOf(page, who.email).getByRole('checkbox')).toBeChecked();

  await page.goto(`/admin/mail?q=${encodeURIComponent(who.email)}`);
  await page
    .getByRole('button', { name: /^Pogledaj poruku:/ })
    .first()
    .click();
  const frame = page.getByRole('dialog').locator('iframe');
  await expect(frame).toHaveAttribute('sandbox', '');
  await expect(frame.contentFrame().getByText('Prijava Izmejla').first()).toBeVisible();
});

test('the screens of the back office are accessible and fit the screen', async ({ page, context, request }) => {
  await useSession(context, (await officeOf(request)).session);
  for (const [path, text] of [
    ['/admin', 'Poslednje radnje'],
    ['/admin/users', 'Lista se osvežava sama.'],
    ['/admin/mail', 'Email poruke'],
    ['/admin/audit', 'Dnevnik'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
    await expectAccessible(page);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      path,
    ).toBeLessThanOrEqual(0);
  }
});
