import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  another,
  applicant,
  expect,
  expectAccessible,
  member,
  purchasePath,
  signInByHand,
  somebody,
  test,
  useSession,
} from './story.ts';

/** What the button has said of itself since then. */
const pressedOf = (toggle: Locator) =>
  toggle.evaluateHandle((button) => {
    const values: (string | null)[] = [];
    new MutationObserver(() => values.push(button.getAttribute('aria-pressed'))).observe(button, { attributes: true });
    return values;
  });

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

test('two admins edit the same person: the slower one sees the other’s change, keeps what was typed, and decides', async ({
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

  await edit(user.id, { city: 'Čačak', phone: who.phone }, { city: 'Niš', phone: '+381 60 999 888' });
  await expect(rowOf(page, who.email)).toContainText('Niš');
  await form.getByLabel('Grad').fill('Bor');
  await form.getByRole('button', { name: 'Sačuvaj' }).click();
  const conflict = page.getByRole('dialog', { name: 'Podaci su u međuvremenu izmenjeni' });
  await expect(conflict.getByRole('status')).toHaveText('Izaberite još 1 polje: Grad.');
  await expect(conflict.getByRole('button', { name: 'Sačuvaj izabrano' })).toBeDisabled();
  await expectAccessible(page);
  await conflict.getByRole('button', { name: 'Nazad na obrazac' }).click();
  await expect(form.getByLabel('Grad')).toHaveValue('Bor');
  await expect(form.getByLabel('Telefon'), 'untouched fields are the colleague’s').toHaveValue('+381 60 999 888');
  await edit(user.id, { city: 'Niš' }, { city: 'Užice' });
  await form.getByRole('button', { name: 'Sačuvaj' }).click();
  const own = conflict.getByRole('radio', { name: /Bor/ });
  await own.check();
  await edit(user.id, { city: 'Užice' }, { city: 'Kikinda' });
  await expect(conflict.getByRole('alert'), 'once more, while one chooses').toContainText('Proverite polje Grad.');
  await expect(conflict.getByText('Kikinda')).toBeVisible();
  await expect(own, 'what was chosen stays').toBeChecked();
  await conflict.getByRole('button', { name: 'Sačuvaj izabrano' }).click();
  await expect(page.getByText('Izmene su sačuvane.')).toBeVisible();
  await expect(rowOf(page, who.email)).toContainText('Bor');
});

test('what was typed into a person’s form stays there when it is refused', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/status of 4\d\d/);
  const [who, other] = [somebody('Sanja', 'Uredska'), somebody('Zora', 'Zauzeta')];
  for (const one of [who, other]) await member(request, one);
  await useSession(context, (await officeOf(request)).session);
  await page.goto(`/admin/users?q=${who.username}`);
  await rowOf(page, who.email)
    .getByRole('button', { name: /^Izmeni:/ })
    .click();
  const form = page.getByRole('form', { name: `Izmena podataka: ${who.email}` });
  await form.getByLabel('Grad').fill('Bor');
  await form.getByLabel('Korisničko ime').fill(other.username);
  await form.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(form.getByLabel('Korisničko ime')).toHaveAttribute('aria-invalid', 'true');
  await expect(form.getByLabel('Grad')).toHaveValue('Bor');
  await expect(form.getByLabel('Korisničko ime')).toHaveValue(other.username);
  await expectAccessible(page);
  await form.getByLabel('Korisničko ime').fill(`${who.username}-2`);
  await form.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText('Izmene su sačuvane.')).toBeVisible();
  await expect(form).toHaveCount(0);
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
  const said = page.getByText('Korisnik je označen kao monter. Oznaka partnera je uklonjena.');
  await expect(label(page, 'Partner')).toHaveAttribute('aria-pressed', 'false');
  await said.getByRole('button', { name: 'Poništi' }).click();
  await expect(page.getByText('Korisnik je označen kao partner. Oznaka montera je uklonjena.')).toBeVisible();
  await expect(label(page, 'Partner')).toHaveAttribute('aria-pressed', 'true');
  await expect(label(colleague, 'Monter')).toHaveAttribute('aria-pressed', 'false');
  await label(page, 'Monter').click();
  await expect(said).toBeVisible();
  await expect(label(colleague, 'Monter')).toHaveAttribute('aria-pressed', 'true');
  await label(page, 'Firma').click();
  await expect(page.getByText('Korisnik je označen kao firma.')).toBeVisible();
  await expect(label(page, 'Monter')).toHaveAttribute('aria-pressed', 'true');
});

test('a list that was read before a label was set does not show it as it was before', async ({
  page,
  context,
  request,
}) => {
  const who = somebody('Rada', 'Sporović');
  const { user } = await member(request, who);
  const { session, edit } = await officeOf(request);
  await useSession(context, session);
  await page.goto(`/admin/users?q=${who.username}`);
  const row = rowOf(page, who.email);
  const partner = row.getByRole('button', { name: 'Partner', exact: true });
  await expect(partner).toBeVisible();

  const read = Promise.withResolvers<void>();
  const comes = Promise.withResolvers<void>();
  await page.route(/\/api\/admin\/people\?/, async (route) => {
    const response = await route.fetch();
    read.resolve();
    await comes.promise;
    await route.fulfill({ response });
  });
  await edit(user.id, { phone: who.phone }, { phone: '+381 64 111 222' });
  await read.promise;
  await partner.click();
  await expect(page.getByText('Korisnik je označen kao partner.')).toBeVisible();
  const shown = await pressedOf(partner);
  comes.resolve();
  await expect(row).toContainText('111 222');
  await expect(partner).toHaveAttribute('aria-pressed', 'true');
  expect(await shown.jsonValue()).not.toContain('false');
});

test('a next page that was asked for before a label was set comes all the same', async ({ page, context, request }) => {
  const family = `Stranić${Date.now()}`;
  for (const one of ['Ana', 'Branko']) await member(request, somebody(one, family));
  await useSession(context, (await officeOf(request)).session);
  const [asked, comes] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // As if a page were one row.
  await page.route(/\/api\/admin\/people\?/, async (route) => {
    const url = new URL(route.request().url());
    const isFirst = !url.searchParams.has('after');
    url.searchParams.delete('after');
    const response = await route.fetch({ url: url.href });
    const { rows } = await response.json();
    if (!isFirst) asked.resolve();
    if (!isFirst) await comes.promise;
    await route.fulfill({ response, json: { rows: isFirst ? [rows[0]] : rows.slice(1), next: isFirst ? '1' : null } });
  });
  await page.goto(`/admin/users?q=${family}`);
  const rows = page.getByRole('row').filter({ hasText: family });
  const partner = rows.first().getByRole('button', { name: 'Partner', exact: true });
  await page.getByRole('button', { name: 'Prikaži još' }).click();
  await asked.promise;
  await partner.click();
  await expect(page.getByText('Korisnik je označen kao partner.')).toBeVisible();
  const shown = await pressedOf(partner);
  comes.resolve();
  await expect(rows).toHaveCount(2);
  await expect(partner).toHaveAttribute('aria-pressed', 'true');
  expect(await shown.jsonValue()).not.toContain('false');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the list of people is gone through by keyboard, says how much of it is shown, and blocks somebody after a question', async ({
  page,
  context,
  request,
}) => {
  const family = `Gusta${Date.now()}`;
  for (const one of ['Ana', 'Branko']) await member(request, somebody(one, family));
  await useSession(context, (await officeOf(request)).session);
  await page.goto(`/admin/users?q=${family}`);
  const name = (first: string) => page.getByRole('link', { name: `${first} ${family}` });
  await expect(page.getByText('Prikazano 1–2 od 2')).toBeVisible();
  for (const [key, first] of [
    ['j', 'Branko'],
    ['j', 'Ana'],
    ['k', 'Branko'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(name(first)).toBeFocused();
  }
  await page.keyboard.press('e');
  const form = page.getByRole('form', { name: /^Izmena podataka: branko/ });
  await expect(form).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);

  const menu = page.getByRole('button', { name: `Radnje: Branko ${family}` });
  await menu.click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Izmeni',
    'Otvori profil',
    'Blokiraj nalog…',
    'Otkaži uz 30 dana…',
    'Raskini odmah…',
    'Trajno obriši…',
  ]);
  await page.getByRole('menuitem', { name: 'Blokiraj nalog…' }).click();
  await expect(page.getByRole('dialog')).not.toContainText('Ključevi za programe');
  await page.getByRole('dialog').getByRole('button', { name: 'Blokiraj nalog' }).click();
  await expect(page.getByText('Nalog je blokiran.')).toBeVisible();
  await expect(menu).toBeFocused();
  await expect(page.getByRole('row').filter({ hasText: 'Branko' })).toContainText('Blokiran');
  await menu.click();
  await expect(page.getByRole('menuitem').nth(2)).toHaveText('Odblokiraj nalog…');
  await page.keyboard.press('Escape');

  await page.goto('/admin/users');
  for (const width of [390, 1024, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.locator('tbody tr[data-line]').first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath(`users-${width}.png`), fullPage: true });
  }
});

test('the super-admin erases a person after typing the address, and the log has an entry', async ({
  page,
  context,
  request,
}) => {
  const who = somebody('Brisko', 'Nestanović');
  await member(request, who);
  await useSession(context, (await officeOf(request)).session);
  await page.goto(`/admin/users?q=${who.username}`);
  await rowOf(page, who.email).getByRole('button', { name: 'Radnje: Brisko Nestanović' }).click();
  const items = page.getByRole('menuitem');
  await expect(items.last()).toHaveText('Trajno obriši…');
  await expectAccessible(page);
  await items.last().click();
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

test('an administrator sees why a colleague’s account is read-only; the super-admin proves their identity and changes it', async ({
  page,
  browser,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/status of 403/);
  const [who, colleague] = [somebody('Goran', 'Kolega'), somebody('Vesna', 'Koleginica')];
  const { user } = await member(request, who);
  const adminSession = await member(request, colleague);
  const { session } = await officeOf(request);
  const headers = { authorization: `Bearer ${session.access_token}` };
  for (const id of [user.id, adminSession.user.id]) {
    const made = await request.post(`/api/admin/people/${id}/roles/admin`, { data: { on: true }, headers });
    expect(made.status(), await made.text()).toBe(200);
  }
  const mayChange = (at: Page) => rowOf(at, who.email).getByRole('button', { name: /^Izmeni:/ });

  const other = await another(browser, quiet, page, adminSession);
  await other.goto(`/admin/users?q=${who.username}`);
  await expect(rowOf(other, who.email).getByRole('button', { name: 'Partner' })).toBeDisabled();
  await mayChange(other).click();
  await expect(other.getByText('Nalog administratora menja samo glavni administrator.')).toBeVisible();
  await expect(other.getByLabel('Grad')).not.toBeEditable();
  await expect(other.getByRole('button', { name: 'Sačuvaj' })).toBeHidden();
  await expect(other.getByRole('button', { name: 'Oduzmi administratorska prava' })).toBeHidden();
  await expectAccessible(other);
  await other.context().close();

  await useSession(context, session);
  await page.goto(`/admin/users?q=${who.username}`);
  await page.getByRole('button', { name: /^Radnje: Goran/ }).click();
  await page.getByRole('menuitem', { name: 'Blokiraj nalog…' }).click();
  await expect(page.getByRole('dialog')).toContainText('Ključevi za programe');
  await page.getByRole('dialog').getByRole('button', { name: 'Otkaži' }).click();
  await mayChange(page).click();
  // The proof of this session is made old: the first try is refused, and the second is the page's own after the dialog.
  let refused = false;
  await page.route('**/api/admin/people/*/roles/admin', (route) => {
    if (refused) return route.continue();
    refused = true;
    return route.fulfill({
      status: 403,
      contentType: 'application/json',
      body: JSON.stringify({ defined: true, code: 'PROOF_NEEDED', status: 403, message: '' }),
    });
  });
  await page.getByRole('button', { name: 'Oduzmi administratorska prava' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Oduzmi administratorska prava' }).click();
  const dialog = page.getByRole('dialog', { name: 'Potvrdite da ste to vi' });
  await dialog.getByLabel('Lozinka', { exact: true }).fill(ADMIN_PASSWORD);
  await dialog.getByRole('button', { name: 'Nastavi' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Administratorska prava su oduzeta.')).toBeVisible();
});

test('a list is passed with one Tab stop a row and the arrows, names lead to their pages, and a message covers no row', {
  tag: '@phone',
}, async ({ page, context, request }) => {
  const who = somebody('Tasa', 'Tasterić');
  const { user } = await member(request, who);
  const { session } = await officeOf(request);
  for (const phone of ['064 111 2233', '064 111 2234'])
    await request.post('/api/event/reservations', {
      data: {
        key: randomUUID(),
        selectedCountry: 'RS',
        selectedPackage: 'ticket-only',
        personalInfo: { firstName: who.firstName, lastName: who.lastName, email: who.email, phone },
      },
    });
  await useSession(context, session);
  await page.goto(`/admin/event-payments?q=${who.username}`);
  const rows = page.locator('tbody tr[data-line]');
  await expect(rows).toHaveCount(2);
  const stops = () =>
    rows.evaluateAll((all) =>
      all.map(
        (row) =>
          [...row.querySelectorAll<HTMLElement>('a[href], button, textarea')].filter(({ tabIndex }) => tabIndex === 0)
            .length,
      ),
    );
  expect(await stops()).toEqual([1, 1]);
  const number = rows.nth(0).getByRole('link').first();
  await number.focus();
  await page.keyboard.press('ArrowRight');
  await expect(rows.nth(0).getByRole('link', { name: `${who.firstName} ${who.lastName}` })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1).getByRole('link', { name: `${who.firstName} ${who.lastName}` })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(rows.nth(0).getByRole('link', { name: `${who.firstName} ${who.lastName}` })).toBeFocused();
  const note = rows.nth(0).getByRole('textbox');
  await note.fill('zove');
  await page.keyboard.press('ArrowLeft');
  await expect(note, 'in a field the arrows belong to its text').toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  await expect(rows.nth(0).getByRole('button', { name: /^Potvrdi uplatu/ })).toBeFocused();
  expect(await stops()).toEqual([1, 1]);
  await expectAccessible(page);

  await rows
    .nth(0)
    .getByRole('link', { name: `${who.firstName} ${who.lastName}` })
    .click();
  await expect(page).toHaveURL(/\/admin\/users\?q=/);
  await page
    .getByRole('row')
    .filter({ hasText: who.email })
    .getByRole('button', { name: /^Izmeni/ })
    .click();
  await page
    .getByRole('navigation', { name: `Ostalo o nalogu ${who.email}` })
    .getByRole('link', { name: 'Dnevnik' })
    .click();
  await expect(page).toHaveURL(/\/admin\/audit\?subject=/);
  await expect(page.getByRole('row').filter({ hasText: who.email }).first()).toBeVisible();
  await page.goto(`/admin/audit?subject=${user.id}`);
  await page
    .getByRole('link', { name: `Korisnik ${who.email}` })
    .first()
    .click();
  await expect(page).toHaveURL(/\/admin\/users\?q=/);

  await page.goto('/admin/users');
  const last = page.locator('tbody tr[data-line]').last();
  await last.getByRole('button', { name: 'Firma', exact: true }).click();
  const message = page.getByText(/označen kao firma|Oznaka firme je uklonjena/);
  await expect(message).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect
    .poll(
      async () => (await last.boundingBox())!.y + (await last.boundingBox())!.height - (await message.boundingBox())!.y,
    )
    .toBeLessThanOrEqual(0);
});

test('the dashboard says that nobody sends mails, and how far a backup is that is late', async ({
  page,
  context,
  request,
}) => {
  const { session } = await officeOf(request);
  await useSession(context, session);
  const notice = (words: RegExp) => page.getByRole('status').filter({ hasText: words });
  const upkeep: object[] = [
    { jobsWait: true, isBackupLate: true },
    { jobsWait: false, isBackupLate: true, backup: { done: 3, total: 7 } },
    { jobsWait: false, isBackupLate: false, backup: { done: 4, total: 7 } },
  ];
  const headers = { authorization: `Bearer ${session.access_token}` };
  const overview = await (await request.get('/api/admin/overview', { headers })).json();
  await page.route('**/api/admin/overview', (route) =>
    route.fulfill({ json: { ...overview, upkeep: { ...overview.upkeep, ...upkeep[0] } } }),
  );
  await page.goto('/admin');
  await expect(notice(/^Poruke se trenutno ne šalju/)).toContainText('Prodavnica još nema rezervnu kopiju');
  await expectAccessible(page);
  upkeep.shift();
  await page.reload();
  await expect(notice(/Upravo se pravi rezervna kopija: 42%\./)).toBeVisible();
  await expect(notice(/Poruke se trenutno ne šalju/)).toHaveCount(0);
  upkeep.shift();
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Admin odeljci' })).toBeVisible();
  await expect(notice(/rezervna kopija/)).toHaveCount(0);
});

test('a shop with pretended payments says so on /admin and before paying', async ({ page, context, request }) => {
  const { session } = await officeOf(request);
  await useSession(context, session);
  const payments = page.getByRole('note').filter({ hasText: 'Plaćanja na ovoj adresi su probna' });
  const limits = page.getByRole('note').filter({ hasText: 'RATE_LIMITS=off' });
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(payments, 'not on one’s own machine').toBeHidden();
  await expect(limits).toBeHidden();

  // What the server of a public address answers (server/payments/pretended.test.ts).
  await page.route('**/api/me', async (route) => {
    const response = await route.fetch();
    const me = await response.json();
    await route.fulfill({ response, json: { ...me, paymentsArePretended: true, limitsAreOff: true } });
  });
  await page.goto('/admin');
  await expect(payments).toBeVisible();
  await expect(limits).toBeVisible();
  await expectAccessible(page);
  await page.goto(purchasePath('Vidik – 1 uređaj', 219));
  await expect(payments).toBeVisible();
  await expect(limits).toBeHidden();
});
