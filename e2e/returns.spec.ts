import { buyDelivered } from './delivered.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  another,
  expect,
  expectAccessible,
  mailTo,
  member,
  signInByHand,
  somebody,
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
  const admin = await another(browser, quiet, page, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  const { serial } = await buyDelivered(page, admin, who);

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
