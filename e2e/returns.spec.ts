import { randomInt } from 'node:crypto';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  another,
  expect,
  expectAccessible,
  mailTo,
  member,
  purchasePath,
  signInByHand,
  somebody,
  startPayment,
  test,
  useSession,
} from './story.ts';

test('a buyer withdraws from a delivered device with our label, and gets the money back less the label, step by step @phone', async ({
  page,
  context,
  browser,
  request,
  quiet,
}) => {
  // A device that does not belong to the return is refused.
  quiet.allow(/status of 422/);
  const who = somebody('Đurđica', 'Šćepanović');
  await useSession(context, await member(request, who));
  await page.goto(purchasePath('Vidik – 1 uređaj', 219));
  const payment = await startPayment(page);
  await payment.getByRole('button', { name: /^Plati 219/ }).click();
  await expect(payment.getByRole('heading', { level: 1 })).toBeVisible();

  const admin = await another(browser, quiet, page, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  const serial = `VDK-33-${randomInt(100_000, 999_000)}`;
  await admin.goto('/admin/stock');
  await admin.getByRole('button', { name: 'Skeniraj prijem' }).click();
  await admin.getByLabel('Skenirajte serijski broj').fill(serial);
  await admin.getByLabel('Skenirajte serijski broj').press('Enter');
  await expect(admin.getByRole('list', { name: 'Skenirano' })).toContainText('Primljen.');
  await admin.goto(`/admin/sales?q=${who.username}`);
  await admin.getByRole('row').filter({ hasText: 'Vidik – 1 uređaj' }).getByRole('link').first().click();
  await expect(admin.getByRole('heading', { level: 1, name: /^Narudžbina \d+$/ })).toBeVisible();
  const number = /orders\/(\d+)/.exec(admin.url())![1]!;
  const strip = admin.getByRole('region', { name: 'Sledeći korak' });
  await strip.getByLabel('Serijski broj 1 od 1').fill(serial);
  await admin.keyboard.press('Enter');
  await expect(strip.getByLabel('Masa, kg')).toBeFocused();
  await admin.keyboard.press('Enter');
  await strip.getByLabel('Broj računa').fill(`AB12CD34-AB12CD34-${randomInt(1, 1_000_000)}`);
  await admin.keyboard.press('Enter');
  await strip.getByLabel('Nalepnica 1 od 1').fill(`${number}-1-1`);
  await admin.keyboard.press('Enter');
  await expect(strip.getByRole('button', { name: 'Predaj kuriru' })).toBeFocused();
  await admin.keyboard.press('Enter');
  await strip.getByRole('button', { name: 'Isporučeno' }).press('Enter');
  await expect(strip).toContainText('Nema šta da se uradi.');

  await page.goto('/account#narudzbine');
  await page.getByRole('link', { name: 'Vratite uređaj ili prijavite kvar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Odustanak od kupovine' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: serial })).toBeChecked();
  await expect(page.getByText('215,42 €')).toBeVisible();
  await page.getByLabel('Razlog').fill('Jedan televizor u lokalu nema slobodan USB ulaz.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Pošalji izjavu' }).click();
  await expect(page.getByText('Izjava je primljena. Potvrda stiže na vašu email adresu.')).toBeVisible();
  expect(await mailTo(who.email, 'returns.asked')).toContain(serial);
  await expect(page.getByText('Zatraženo')).toBeVisible();

  await expect(admin.getByText('Odustanak od kupovine: 1 uređaj'), 'without a reload').toBeVisible();
  await admin.getByRole('button', { name: 'Pošalji nalepnicu' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel('Broj nalepnice').fill('TT0000014821');
  await expectAccessible(admin);
  await dialog.getByRole('button', { name: 'Pošalji nalepnicu' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await mailTo(who.email, 'returns.label')).toContain('TT0000014821');
  await admin.getByRole('button', { name: 'Primljeno' }).click();
  await dialog.getByLabel('Serijski brojevi').fill('VDK-33-000001');
  await dialog.getByRole('button', { name: 'Primljeno' }).click();
  await expect(dialog.getByText(`Nije skenirano: ${serial}.`, { exact: false })).toBeVisible();
  await dialog.getByLabel('Serijski brojevi').fill(serial);
  await dialog.getByRole('button', { name: 'Primljeno' }).click();
  await expect(dialog).toHaveCount(0);
  await admin.getByRole('button', { name: 'Odluči' }).click();
  await expect(dialog.getByText('Vraća se 215,42 € na karticu; odbijena je nalepnica 3,58 €.')).toBeVisible();
  await expectAccessible(admin);
  await dialog.getByRole('button', { name: 'Novac nazad' }).last().click();
  await expect(dialog).toHaveCount(0);
  await expect(admin.getByText('Vraćen novac: 215,42 €.'), 'without a reload').toBeVisible();
  expect(await mailTo(who.email, 'refunds.paid-back')).toContain('215,42');
  await page.reload();
  await expect(page.getByText('Novac nazad')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nema uređaja koji mogu da se vrate' })).toBeVisible();
});
