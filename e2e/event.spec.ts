import type { Page } from '@playwright/test';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  another,
  expect,
  expectAccessible,
  signInByHand,
  somebody,
  test,
} from './story.ts';

type Visitor = ReturnType<typeof somebody>;

async function fillPersonal(page: Page, who: Visitor) {
  await page.getByLabel('Ime', { exact: true }).fill(who.firstName);
  await page.getByLabel('Prezime').fill(who.lastName);
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Telefon').fill('064 123 4567');
  await page.getByRole('button', { name: 'Nastavi' }).click();
}

test('a visitor reserves in four steps, the organiser records the payment, and the ticket admits once', async ({
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
  await expect(dialog.getByText('16.005,00')).toBeVisible();
  await expect(dialog.getByRole('img', { name: /NBS IPS QR kod za uplatu/ })).toBeVisible();
  await expectAccessible(page);
  const number = /\d+/.exec((await dialog.getByText(/^Broj rezervacije/).textContent()) ?? '')![0];

  await page.reload();
  await expect(dialog.getByText(`Broj rezervacije: ${number}.`)).toBeVisible();
  await page.getByRole('button', { name: 'Zatvori', exact: true }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Rezervišite mesto' }).first().click();
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
  await expect(row.getByLabel(`Beleška za rezervaciju ${number}`)).toHaveValue('uplata stiže u petak');
  await expectAccessible(admin);

  await admin.goto('/admin/check-in');
  const code = admin.getByLabel('Broj karte ili rezervacije');
  await code.fill(number);
  await code.press('Enter');
  await expect(admin.getByText('Važi, pustite')).toBeVisible();
  await code.fill(number);
  await code.press('Enter');
  await expect(admin.getByText('Već iskorišćena')).toBeVisible();
  await expectAccessible(admin);
});

test('when the server fails, the dialog says so, keeps everything, and tries again', async ({ page, quiet }) => {
  quiet.allow(/event\/reservations|status of 500/);
  const who = somebody('Marko', 'Vuković');
  await page.goto('/event/karte');
  await page.getByRole('button', { name: 'Rezervišite mesto' }).first().click();
  await fillPersonal(page, who);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /Crna Gora/ }).click();
  await page.route('**/api/event/reservations', (route) => route.fulfill({ status: 500, body: '{}' }));
  await dialog.getByRole('button', { name: /Samo karta za event/ }).click();
  await expect(
    dialog.getByText('Došlo je do greške pri kreiranju rezervacije. Molimo pokušajte ponovo.'),
  ).toBeVisible();
  await page.unroute('**/api/event/reservations');
  await dialog.getByRole('button', { name: 'Pokušajte ponovo' }).click();
  await expect(dialog.getByText('99,99').first()).toBeVisible();
  await expect(dialog.getByRole('img', { name: /EPC QR kod za uplatu/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
