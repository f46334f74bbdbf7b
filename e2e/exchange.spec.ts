import { randomInt } from 'node:crypto';
import { expectEscAsks } from './asks-first.ts';
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

test('staff exchange a faulty device under warranty: it comes back, another one leaves without a receipt, and the buyer follows it @phone', async ({
  page,
  context,
  browser,
  request,
  quiet,
}) => {
  // Another device than the one that is waited for is refused.
  quiet.allow(/status of 422/);
  const who = somebody('Đurđica', 'Šćepanović');
  await useSession(context, await member(request, who));
  const admin = await another(browser, quiet, page, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  const { serial, order } = await buyDelivered(page, admin, who);

  await admin.getByRole('button', { name: 'Još', exact: true }).click();
  await admin.getByRole('menuitem', { name: 'Zameni uređaj' }).click();
  const dialog = admin.getByRole('dialog');
  await expect(dialog.getByLabel('Neispravan uređaj')).toHaveValue(serial);
  await dialog.getByRole('button', { name: 'Započni zamenu' }).click();
  await expect(dialog.getByText('Opišite kvar sa bar 10 karaktera.')).toBeVisible();
  await dialog.getByLabel('Šta nije u redu').fill('Slika se prekida posle dva minuta.');
  await expectEscAsks(admin);
  await expect(dialog.getByLabel('Šta nije u redu')).toHaveValue('Slika se prekida posle dva minuta.');
  await dialog.getByRole('button', { name: 'Kupac ga šalje' }).click();
  await dialog.getByLabel('Broj nalepnice').fill('TT0000014830');
  await expectAccessible(admin);
  await dialog.getByRole('button', { name: 'Započni zamenu' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await mailTo(who.email, 'fulfilment.exchange-asked')).toContain('TT0000014830');
  await page.goto(`/account/orders/${order}`);
  await expect(page.getByText('Čekamo vaš uređaj')).toBeVisible();
  await expect(page.getByText('Kuriru pokažite broj TT0000014830.')).toBeVisible();
  await expectAccessible(page);

  await admin.getByRole('button', { name: 'Primljeno' }).click();
  await dialog.getByLabel('Serijski broj').fill('VDK-33-000001');
  await dialog.getByRole('button', { name: 'Primljeno' }).click();
  await expect(dialog.getByText(`Zamena se čeka za uređaj ${serial}.`, { exact: false })).toBeVisible();
  await dialog.getByLabel('Serijski broj').fill(serial);
  await admin.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  expect(await mailTo(who.email, 'fulfilment.exchange-received')).toContain(serial);

  const replacement = `VDK-34-${randomInt(100_000, 999_000)}`;
  const shelf = await admin.context().newPage();
  await shelf.goto('/admin/stock');
  await shelf.getByRole('button', { name: 'Skeniraj prijem' }).click();
  await shelf.getByLabel('Skenirajte serijski broj').fill(replacement);
  await shelf.getByLabel('Skenirajte serijski broj').press('Enter');
  await expect(shelf.getByRole('list', { name: 'Skenirano' })).toContainText('Primljen.');
  await shelf.close();

  const strip = admin.getByRole('region', { name: 'Sledeći korak' });
  await expect(strip).toContainText('Spakujte zamenu');
  await expectAccessible(admin);
  await strip.getByLabel(`Umesto ${serial}`).fill(replacement);
  await admin.keyboard.press('Enter');
  await expect(strip.getByLabel('Masa, kg')).toBeFocused();
  await admin.keyboard.press('Enter');
  await strip.getByLabel('Nalepnica 1 od 1').fill(`${order}-2-1`);
  await admin.keyboard.press('Enter');
  await expect(strip.getByRole('button', { name: 'Predaj kuriru' }), 'no receipt is asked for').toBeFocused();
  await admin.keyboard.press('Enter');
  expect(await mailTo(who.email, 'fulfilment.exchange-sent')).toContain(replacement);
  await expect(admin.getByRole('cell', { name: 'Zapisnik o povraćaju', exact: true })).toBeVisible();
  await strip.getByRole('button', { name: 'Isporučeno' }).press('Enter');
  await expect(strip).toContainText('Nema šta da se uradi.');
  await expect(admin.getByText(`Zamenjeno: umesto ${serial} kupac ima ${replacement}.`)).toBeVisible();
  expect(await mailTo(who.email, 'fulfilment.exchange-delivered')).toContain(replacement);

  await admin.goto(`/admin/stock?q=${serial}`);
  await admin.getByRole('button', { name: 'Ispravan, na zalihe' }).click();
  const looked = admin.getByRole('dialog', { name: 'Vraćanje na zalihe' });
  await expect(looked.getByLabel('Serijski brojevi')).toHaveValue(serial);
  await expectAccessible(admin);
  await looked.getByRole('button', { name: /^Vrati 1\suređaj na zalihe/ }).click();
  await expect(admin.getByText('Na zalihe je vraćen 1 uređaj.')).toBeVisible();
  await expect(admin.getByText(`${serial} je na zalihama, ispravan, kutija otvorena.`, { exact: false })).toBeVisible();

  await page.reload();
  await expect(page.getByText('Zamenjeno')).toBeVisible();
  await expect(page.getByText(`Novi uređaj: ${replacement}`, { exact: false })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /^VDK-/ })).toHaveText([replacement]);
});
