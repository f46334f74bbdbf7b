import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  another,
  expect,
  expectAccessible,
  signInByHand,
  somebody,
  test,
  useSession,
} from './story.ts';

type Visitor = ReturnType<typeof somebody>;

const reserveButton = (page: Page) => page.getByRole('button', { name: 'Rezervišite mesto' }).first();

/** Through the first three steps to the last look before anything is written. */
async function choose(page: Page, who: Visitor, pack: RegExp) {
  await fillPersonal(page, who);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /Srbija/ }).click();
  await dialog.getByRole('button', { name: pack }).click();
  await expect(dialog.getByText('Proverite pa potvrdite')).toBeVisible();
}

/** Reads the dialog's last look and confirms it. */
async function confirm(page: Page) {
  await page.getByRole('checkbox', { name: /^Poznato mi je/ }).check();
  await page.getByRole('button', { name: 'Potvrdi rezervaciju' }).click();
}

/** How many reservations the organiser sees of this person. */
async function reservationsOf(request: APIRequestContext, who: Visitor): Promise<number> {
  const { access_token } = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const answer = await request.get(`/api/admin/event/reservations?search=${who.username}`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  return (await answer.json()).rows.length;
}

async function fillPersonal(page: Page, who: Visitor) {
  await page.getByLabel('Ime', { exact: true }).fill(who.firstName);
  await page.getByLabel('Prezime').fill(who.lastName);
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Telefon').fill('064 123 4567');
  await page.getByRole('button', { name: 'Nastavi' }).click();
}

test('a visitor reserves in four steps, and the organiser records the payment', async ({
  page,
  browser,
  request,
  quiet,
}) => {
  const who = somebody('Jelena', 'Đorđević');
  const admin = await another(browser, quiet, page, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await admin.goto(`/admin/event-payments?q=${who.username}`);
  await expect(admin.getByText('Nema rezervacija za izabrani filter.')).toBeVisible();

  await page.goto('/event/karte');
  await page.getByRole('button', { name: 'Izaberite paket: Standardna soba + karta' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Korak 1 od 4')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Nastavi' }).click();
  await expect(page.getByText('Ime je obavezno', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Ime', { exact: true })).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel('Ime', { exact: true }).fill('J');
  await expect(page.getByText('Ime je obavezno', { exact: true })).toBeHidden();
  await fillPersonal(page, who);

  await expect(dialog.getByText('Korak 2 od 4')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /Srbija/ }).click();
  await expect(dialog.getByText('Korak 3 od 4')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Nazad' }).click();
  await expect(dialog.getByRole('button', { name: /Srbija/ })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Nastavi' }).click();
  await dialog.getByRole('button', { name: /Standardna soba/ }).click();

  await expect(dialog.getByText('Korak 4 od 4')).toBeVisible();
  await expect(dialog.getByText('Ništa još nije upisano.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^Poznato mi je/ })).not.toBeChecked();
  await page.getByRole('button', { name: 'Potvrdi rezervaciju' }).click();
  await expect(dialog.getByText('Za rezervaciju potvrdite ovu napomenu.')).toBeVisible();
  await expectAccessible(page);
  expect(await reservationsOf(request, who), 'nothing is written before it is confirmed').toBe(0);
  await page.getByRole('button', { name: 'Izmeni: Telefon' }).click();
  await expect(dialog.getByText('Korak 1 od 4')).toBeVisible();
  await page.goBack();
  await confirm(page);
  await expect(dialog.getByText('16.005,00')).toBeVisible();
  await expect(dialog.getByRole('img', { name: /NBS IPS QR kod za uplatu/ })).toBeVisible();
  await expectAccessible(page);
  const number = /\d+/.exec(
    (await dialog
      .getByText(/^Broj rezervacije/)
      .locator('..')
      .textContent()) ?? '',
  )![0];
  const picture = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Sačuvaj QR' }).click();
  expect((await picture).suggestedFilename()).toBe(`vidik-uplata-${number}.png`);

  await page.reload();
  await expect(dialog.getByText(/^Broj rezervacije/).locator('..')).toContainText(number);
  await page.getByRole('button', { name: 'Zatvori', exact: true }).last().click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('link', { name: 'Otvorite rezervaciju' })).toHaveAttribute('href', /^\/event\/karta\//);
  await reserveButton(page).click();
  await expect(page.getByLabel('Ime', { exact: true })).toHaveValue('');

  const row = admin.getByRole('row').filter({ hasText: who.email });
  await expect(row).toContainText('Čeka plaćanje');
  await row.getByLabel(`Beleška za rezervaciju ${number}`).fill('uplata stiže u petak');
  await row.getByLabel(`Beleška za rezervaciju ${number}`).press('Enter');
  await row.getByRole('button', { name: /^Potvrdi uplatu/ }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Potvrdi uplatu' }).click();
  await expect(row).toContainText('Plaćeno');
  await expect(admin.getByText('Uplata je potvrđena. Kupcu je poslata karta.')).toBeVisible();
  await admin.reload();
  await expect(row.getByRole('button', { name: `Rezervacija ${number}, 1 beleška` })).toContainText(
    'uplata stiže u petak',
  );
  await expectAccessible(admin);
});

test('new rows appear by themselves, wait while a row is being edited, and no other page is read again', async ({
  page,
  context,
  request,
}) => {
  const who = somebody('Nada', 'Redova');
  const first = await reserved(request, who);
  for (let n = 0; n < 54; n += 1) await reserved(request, who);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto(`/admin/event-payments?q=${who.username}`);
  const rows = page.getByRole('row').filter({ hasText: who.email });
  await page.getByRole('button', { name: 'Prikaži još' }).click();
  await expect(rows).toHaveCount(55);
  // Where the button was, a row is under the pointer now: rows do not move under it.
  await page.mouse.move(0, 0);

  const read: string[] = [];
  page.on('request', (asked) => {
    const { pathname, searchParams } = new URL(asked.url());
    if (pathname === '/api/admin/event/reservations') read.push(searchParams.get('after') ?? 'first');
  });
  const { number } = await reserved(request, who);
  await expect(rows).toHaveCount(56);
  await expect(rows.first()).toContainText(String(number));

  const note = page.getByLabel(`Beleška za rezervaciju ${number}`);
  await note.fill('zove u');
  for (const [more, line] of [
    [1, '1 nov red, prikaži'],
    [1, '2 nova reda, prikaži'],
    [3, '5 novih redova, prikaži'],
  ] as const) {
    for (let n = 0; n < more; n += 1) await reserved(request, who);
    await expect(page.getByRole('button', { name: line, exact: true })).toBeVisible();
  }
  await expect(note).toBeFocused();
  await expect(note).toHaveValue('zove u');
  await expect(rows).toHaveCount(56);
  await expect(rows.first()).toContainText(String(number));
  await expectAccessible(page);

  await page.getByRole('button', { name: '5 novih redova, prikaži' }).click();
  await expect(rows).toHaveCount(61);
  await expect(page.getByRole('button', { name: /prikaži$/ })).toBeHidden();
  await expect(rows.first()).not.toContainText('zove u');
  await expect(page.getByRole('button', { name: `Rezervacija ${number}, 1 beleška` })).toContainText('zove u');
  await expect(rows.last()).toContainText(String(first.number));
  expect(new Set(read), 'the second page is not read again').toEqual(new Set(['first']));
});

test('when the server fails, the dialog says so, keeps everything, and tries again', async ({ page, quiet }) => {
  quiet.allow(/event\/reservations|status of 500|Error/);
  const who = somebody('Marko', 'Vuković');
  await page.goto('/event/karte');
  await reserveButton(page).click();
  await fillPersonal(page, who);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /Crna Gora/ }).click();
  await dialog.getByRole('button', { name: /Samo karta za event/ }).click();
  await page.route('**/api/event/reservations', (route) => route.fulfill({ status: 500, body: '{}' }));
  await confirm(page);
  const failed = dialog.getByText('Došlo je do greške pri kreiranju rezervacije. Molimo pokušajte ponovo.');
  await expect(failed).toBeVisible();
  await expect(failed).toBeInViewport();
  await page.unroute('**/api/event/reservations');
  await page.getByRole('button', { name: 'Potvrdi rezervaciju' }).click();
  await expect(dialog.getByText('99,99').first()).toBeVisible();
  await expect(dialog.getByRole('img', { name: /EPC QR kod za uplatu/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('a dialog closed while the reservation is being written tells its number, and makes no second one', async ({
  page,
  request,
}) => {
  const who = somebody('Nikola', 'Tesić');
  await page.goto('/event/karte');
  await reserveButton(page).click();
  await choose(page, who, /Samo karta za event/);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/event/reservations', async (route) => {
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  });
  await confirm(page);
  await expect(page.getByRole('button', { name: 'Rezervišemo…' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  // A second try while nothing is known yet is the same reservation.
  await reserveButton(page).click();
  await expect(page.getByRole('dialog').getByText('Proverite pa potvrdite')).toBeVisible();
  await page.keyboard.press('Escape');
  answer();
  await expect(page.getByText(/^Rezervacija broj \d+ je zabeležena\. Uputstvo/)).toBeVisible();
  await page.getByRole('button', { name: 'Otvorite rezervaciju' }).click();
  await expect(page).toHaveURL(/\/event\/karta\//);
  expect(await reservationsOf(request, who)).toBe(1);
});

test('an answer that is lost is asked for again with the same key, also after a reload', async ({
  page,
  request,
  quiet,
}) => {
  quiet.allow(/event\/reservations|Failed to (fetch|load)|No answer/);
  const who = somebody('Mileva', 'Marić');
  await page.goto('/event/karte');
  await reserveButton(page).click();
  await choose(page, who, /Samo karta za event/);
  let lost = 0;
  await page.route('**/api/event/reservations', async (route) => {
    await route.fetch();
    lost += 1;
    await route.abort('connectionreset');
  });
  await confirm(page);
  await expect.poll(() => lost).toBeGreaterThan(1);
  await page.unroute('**/api/event/reservations');
  await page.reload();
  await expect(page.getByRole('dialog').getByText(/^Broj rezervacije/)).toBeVisible();
  expect(await reservationsOf(request, who)).toBe(1);
});

test("closing asks when something was typed; the phone's Back goes one step back and out of the first one", async ({
  page,
}) => {
  const dialog = page.getByRole('dialog');
  await page.goto('/event/karte');
  await reserveButton(page).click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog, 'nothing was typed').toBeHidden();
  await reserveButton(page).click();
  await choose(page, somebody(), /Samo karta za event/);
  await page.goBack();
  await expect(dialog.getByText('Korak 3 od 4')).toBeVisible();
  await page.goBack();
  await expect(dialog.getByText('Korak 2 od 4')).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Ime', { exact: true })).not.toHaveValue('');
  await page.goBack();
  await expect(page.getByText('Zatvoriti rezervaciju?')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Nastavi rezervaciju' }).click();
  await expect(page.getByLabel('Ime', { exact: true })).not.toHaveValue('');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Zatvori', exact: true }).last().click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/event\/karte$/);
  await reserveButton(page).click();
  await expect(page.getByLabel('Ime', { exact: true })).toHaveValue('');
});

/** A reservation made without the dialog. */
async function reserved(request: APIRequestContext, who: Visitor) {
  const answer = await request.post('/api/event/reservations', {
    data: {
      key: randomUUID(),
      personalInfo: { firstName: who.firstName, lastName: who.lastName, email: who.email, phone: '0641234567' },
      selectedCountry: 'RS',
      selectedPackage: 'two-tickets-accommodation',
    },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  const { number, instructions, link } = await answer.json();
  return { number: number as number, reference: instructions.reference as string, link: link as string };
}

test('a payment line is copied, with a message of two seconds', async ({ page, context, request }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { link, reference } = await reserved(request, somebody('Ljubica', 'Njegovan'));
  await page.goto(new URL(link).pathname);
  await expect(page.getByText(/^Uplata još nije evidentirana/)).toBeVisible();
  const copy = page.getByRole('button', { name: /^(Kopiraj Poziv na broj|Kopirano)$/ });
  const asked = Date.now();
  await copy.click();
  await expect(copy).toContainText('Kopirano');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reference);
  await expect(copy).not.toContainText('Kopirano');
  expect(Date.now() - asked).toBeGreaterThan(1_500);
  await expectAccessible(page);
});

test('packages that are gone or nearly gone say so, and cannot be chosen', async ({ page }) => {
  await page.route('**/api/event/offer', async (route) => {
    const offer = await (await route.fetch()).json();
    await route.fulfill({
      json: { ...offer, soldOut: ['apartment-package'], fewLeft: { 'ticket-only': 3 } },
    });
  });
  await page.goto('/event/karte');
  await expect(
    page.getByRole('button', { name: 'Jednosoban apartman + karta: Ovaj paket je popunjen.' }),
  ).toBeDisabled();
  await expect(page.getByText('Ostala su još 3 mesta')).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: 'Izaberite paket: Jednosoban apartman + karta' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Rezervišite mesto' }).first().click();
  await fillPersonal(page, somebody());
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Crna Gora/ })
    .click();
  await expect(page.getByRole('button', { name: /Jednosoban apartman/ })).toBeDisabled();
  await expectAccessible(page);
});

test('a colleague’s note appears beside what is being typed, and one’s own is changed and deleted', async ({
  page,
  context,
  request,
}) => {
  const who = somebody('Neda', 'Notić');
  const { number } = await reserved(request, who);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto(`/admin/event-payments?q=${who.username}`);
  const colleague = await context.newPage();
  await colleague.goto(`/admin/event-payments?q=${who.username}`);
  const field = (on: Page) => on.getByLabel(`Beleška za rezervaciju ${number}`);
  await field(page).fill('dolazi');
  await field(colleague).fill('drugo ime uplatioca');
  await field(colleague).press('Enter');
  const one = page.getByRole('button', { name: `Rezervacija ${number}, 1 beleška` });
  await expect(one).toContainText('drugo ime uplatioca');
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('dolazi');
  await field(page).press('Enter');
  await page.getByRole('button', { name: `Rezervacija ${number}, 2 beleške` }).click();

  const dialog = page.getByRole('dialog', { name: `Beleške, rezervacija ${number}` });
  await expect(dialog.getByRole('listitem')).toHaveText([/drugo ime uplatioca/, /dolazi/]);
  await dialog
    .getByRole('listitem')
    .last()
    .getByRole('button', { name: /^Izmeni/ })
    .click();
  await dialog.getByLabel(/^Tekst beleške/).fill('dolazi sa sestrom');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Tekst nije sačuvan' }).getByRole('button', { name: 'Ostani' }).click();
  await dialog.getByRole('listitem').last().getByRole('button', { name: 'Sačuvaj belešku' }).click();
  await expect(dialog.getByRole('listitem').last()).toContainText('dolazi sa sestrom');
  await expect(dialog.getByRole('listitem').last()).toContainText('izmenjeno');
  await expectAccessible(page);
  await dialog
    .getByRole('listitem')
    .last()
    .getByRole('button', { name: /^Obriši/ })
    .click();
  await dialog.getByRole('button', { name: 'Obriši', exact: true }).click();
  await expect(dialog.getByRole('listitem')).toHaveText([/drugo ime uplatioca/]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(one).toContainText('drugo ime uplatioca');
});

test('the organiser imports a statement once, confirms what fits with one press, and the family gets two tickets', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/status of 500|Internal Server Error/);
  const who = somebody('Žarko', 'Šćepanović');
  const { number, reference, link } = await reserved(request, who);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto(`/admin/event-payments?q=${who.username}`);
  const row = page.getByRole('row').filter({ hasText: who.email });
  await expect(row).toContainText('Čeka plaćanje');

  await page.route('**/confirm', (route) => route.fulfill({ status: 500, body: '{}' }));
  await row.getByRole('button', { name: /^Potvrdi uplatu/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Potvrdi uplatu' }).click();
  await expect(page.getByText('Nije moguće potvrditi uplatu.')).toBeVisible();
  await expect(row).toContainText('Čeka plaćanje');
  await page.unroute('**/confirm');
  await page.route('**/notes', (route) => route.fulfill({ status: 500, body: '{}' }));
  const note = row.getByLabel(`Beleška za rezervaciju ${number}`);
  await note.fill('zove u petak');
  await note.press('Enter');
  await expect(page.getByText('Nije moguće ažurirati belešku.')).toBeVisible();
  await expect(note, 'what was typed is not lost').toHaveValue('zove u petak');
  await page.unroute('**/notes');
  await note.press('Enter');
  await expect(row.getByRole('button', { name: `Rezervacija ${number}, 1 beleška` })).toContainText('zove u petak');

  const statement = {
    name: `izvod-${number}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `Datum;Iznos;Poziv na broj;${who.username}\n21.11.2026;32.011,00;97 ${reference.replaceAll('-', '')};Uplata\n`,
    ),
  };
  await page.getByRole('button', { name: 'Učitaj izvod banke' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles(statement);
  await expect(dialog.getByText('Šta je u kojoj koloni?')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Učitaj izvod' }).click();
  const agrees = dialog.getByRole('table').getByText('Slaže se', { exact: true });
  await expect(agrees).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await dialog.getByRole('button', { name: 'Potvrdi 1 uplatu' }).click();
  await expect(agrees).toBeHidden();
  await dialog.locator('input[type=file]').setInputFiles(statement);
  await expect(page.getByText(/^Ovaj izvod je već učitan/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Zatvori' }).first().click();
  await expect(row).toContainText('Plaćeno');

  const sheet = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Preuzmi Excel' }).click();
  expect((await sheet).suggestedFilename()).toMatch(/\.xlsx$/);

  await page.goto(new URL(link).pathname);
  await expect(page.getByRole('img', { name: /^QR kod karte broj/ })).toHaveCount(2);
  await expect(page.getByText('Karta 2 od 2')).toBeVisible();
  await expectAccessible(page);
});

test('a payment that is less is decided on beside what is expected; a paid reservation is cancelled and its money is owed back', async ({
  page,
  context,
  request,
}) => {
  const who = somebody('Nataša', 'Drašković');
  const { number, reference, link } = await reserved(request, who);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto(`/admin/event-payments?q=${who.username}`);
  const row = page.getByRole('row').filter({ hasText: who.email });
  await expect(row).toContainText('Čeka plaćanje');

  const payer = who.username.toUpperCase();
  await page.getByRole('button', { name: 'Učitaj izvod banke' }).click();
  const statement = page.getByRole('dialog', { name: 'Učitaj izvod banke' });
  await statement.locator('input[type=file]').setInputFiles({
    name: `izvod-${number}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `Datum;Iznos;Poziv na broj;Uplatilac ${payer}\n21.11.2026;16.006,00;97 ${reference};${payer}\n`,
    ),
  });
  await statement.getByRole('button', { name: 'Učitaj izvod' }).click();
  await statement.getByRole('button', { name: /^Preskoči: / }).click();
  await statement.getByRole('button', { name: 'Poništi', exact: true }).click();
  await statement.getByRole('button', { name: /^Odluči: .*16\.006,00/ }).click();
  const decision = page.getByRole('dialog', { name: 'Odluka o uplati' });
  await expect(decision).toContainText('Nedostaje');
  await expect(decision.getByText('16.005,00').first()).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await decision.getByText('Prihvati kao celu uplatu').click();
  await decision.getByRole('button', { name: /^Prihvati / }).click();
  await expect(decision.getByText('Upišite razlog razlike.')).toBeVisible();
  await decision.getByText('Upiši kao deo i traži ostatak').click();
  await decision.getByRole('button', { name: /^Upiši .* kao deo/ }).click();
  await expect(decision).toBeHidden();
  await statement.getByRole('button', { name: /^Rešene/ }).click();
  await expect(statement.getByRole('table')).toContainText('Deo, čeka ostatak');
  await expect(statement.getByRole('table')).toContainText(ADMIN_EMAIL);
  await expectAccessible(page);
  await statement.getByRole('button', { name: 'Zatvori' }).first().click();
  await expect(row).toContainText('stiglo 16.006,00');

  await row.getByRole('button', { name: /^Potvrdi uplatu/ }).click();
  const confirming = page.getByRole('dialog');
  await confirming.getByRole('button', { name: 'Potvrdi uplatu' }).click();
  await confirming.getByLabel('Razlog razlike').fill('Ostatak donet u gotovini');
  await expectAccessible(page);
  await confirming.getByRole('button', { name: 'Potvrdi uplatu' }).click();
  await expect(row).toContainText('Plaćeno');

  await row.getByRole('button', { name: /^Gost: / }).click();
  const guest = page.getByRole('dialog');
  await guest.getByLabel('Prezime').fill('Drašković Ilić');
  await expectAccessible(page);
  await guest.getByRole('button', { name: 'Sačuvaj i pošalji nove karte' }).click();
  await expect(row).toContainText('Drašković Ilić');
  expect((await request.get(`/api/event/tickets/${link.split('/').at(-1)}`)).status()).toBe(404);

  await row.getByRole('button', { name: /^Otkaži: / }).click();
  const removal = page.getByRole('dialog');
  await removal.getByRole('button', { name: 'Otkaži rezervaciju' }).click();
  await expect(removal.getByText('Upišite razlog.')).toBeVisible();
  await removal.getByLabel('Razlog (ide u poruku)').selectOption('Rezervacija je otkazana na Vaš zahtev.');
  await expectAccessible(page);
  await removal.getByRole('button', { name: 'Otkaži rezervaciju' }).click();
  await expect(row).toContainText('Otkazano');
  await expect(row).toContainText('na Vaš zahtev');

  await page.getByRole('button', { name: /^Za vraćanje/ }).click();
  const owed = page.getByRole('dialog', { name: 'Za vraćanje' });
  const sum = owed.getByRole('row').filter({ hasText: who.email });
  await expect(sum).toContainText('16.006,00');
  await expectAccessible(page);
  await sum.getByRole('button', { name: /^Označi kao vraćeno: / }).click();
  await expect(sum).toBeHidden();
});
