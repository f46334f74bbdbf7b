import type { APIRequestContext, Page } from '@playwright/test';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  another,
  expect,
  expectAccessible,
  fillSignIn,
  member,
  PASSWORD,
  reserved,
  signInByHand,
  somebody,
  test,
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

test('a visitor reserves in four steps, and the organiser records the payment', { tag: '@phone' }, async ({
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

test('a reservation that lapsed behind an open tab is let go of, and one for an event that was cancelled says so', async ({
  page,
  quiet,
}) => {
  quiet.allow(/event\/reservations|status of (409|500)|Error/);
  const answer = async (status: number, code: string, message: string) => {
    await page.unroute('**/api/event/reservations');
    const json = { defined: true, code, status, message };
    await page.route('**/api/event/reservations', (route) =>
      route.fulfill(status === 500 ? { status, body: '{}' } : { status, json }),
    );
  };
  const dialog = page.getByRole('dialog');
  await page.goto('/event/karte');
  await reserveButton(page).click();
  await choose(page, somebody(), /Samo karta za event/);
  // Nobody reads what became of it.
  await answer(500, '', '');
  await confirm(page);
  await expect(dialog.getByText(/^Došlo je do greške pri kreiranju rezervacije/)).toBeVisible();
  await answer(409, 'EVENT_CANCELLED', 'Događaj je otkazan i rezervacije više ne primamo.');
  await page.getByRole('button', { name: 'Potvrdi rezervaciju' }).click();
  await expect(dialog.getByText('Događaj je otkazan i rezervacije više ne primamo.')).toBeVisible();
  await answer(409, 'RESERVATION_LAPSED', 'Ova rezervacija je istekla.');
  await page.getByRole('button', { name: 'Potvrdi rezervaciju' }).click();
  await expect(dialog.getByText('Ova rezervacija je istekla.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await reserveButton(page).click();
  await expect(page.getByLabel('Ime', { exact: true })).toHaveValue('');
});

test("closing asks when something was typed; the phone's Back goes one step back and out of the first one", {
  tag: '@phone',
}, async ({ page }) => {
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

test('a message that still stands when a dialog opens covers none of its buttons', { tag: '@phone' }, async ({
  page,
  request,
}) => {
  const who = somebody();
  await member(request, who);
  await page.goto(`/auth?${new URLSearchParams({ next: '/event/karte' })}`);
  await fillSignIn(page, who.email, PASSWORD);
  await reserveButton(page).click();
  const dialog = page.getByRole('dialog');
  const message = page.getByText('Uspešno ste se prijavili!').locator('..');
  const next = dialog.getByRole('button', { name: 'Nastavi' });
  await expect(next).toBeVisible();
  const { y, height } = (await message.boundingBox())!;
  expect(y + height).toBeLessThan((await next.boundingBox())!.y);
});
