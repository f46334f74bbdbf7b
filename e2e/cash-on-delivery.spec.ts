import { randomInt } from 'node:crypto';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  another,
  expect,
  expectAccessible,
  fillAddress,
  mailTo,
  member,
  purchasePath,
  signInByHand,
  somebody,
  test,
  useSession,
} from './story.ts';

/** More than all other journeys together have bought: a device is free. */
const IN_STOCK = 2000;

test('paid on delivery: ordered, called about, packed, delivered and settled; another one is not taken @phone', async ({
  page,
  context,
  browser,
  request,
  quiet,
}) => {
  const admin = await another(browser, quiet, page, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  const series = randomInt(10, 99);
  const first = randomInt(1, 900) * 1000;
  const serial = (n: number) => `VDK-${series}-${String(first + n).padStart(6, '0')}`;
  await admin.goto('/admin/stock');
  const intake = admin.getByRole('region', { name: 'Prijem', exact: true });
  await intake.locator('input[type=file]').setInputFiles({
    name: 'prijem.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Serijski broj', ...Array.from({ length: IN_STOCK }, (_, n) => serial(n))].join('\r\n')),
  });
  await intake.getByLabel('Dokument').fill(`Otpremnica ${first}`);
  await intake.getByRole('button', { name: /^Primi 2.000 uređaja|^Primi 2000 uređaja/ }).click();
  await expect(admin.getByText(/^Prijem \d+: primljen/)).toBeVisible({ timeout: 20_000 });

  const who = somebody('Đorđe', 'Šćepanović');
  await useSession(context, await member(request, who));
  const ten = purchasePath('Vidik – 10 uređaja', 1999);
  await page.goto(ten);
  await expect(page.getByRole('radio', { name: 'Pouzeće' })).toBeDisabled();
  await expect(page.getByText('Za ovaj iznos pouzeće nije moguće.', { exact: false })).toBeVisible();
  await page.goto(purchasePath('Vidik – 1 uređaj', 219));
  await fillAddress(page);
  const phone = `+381 63 ${randomInt(1_000_000, 9_999_999)}`;
  await page.getByLabel('Telefon', { exact: true }).fill(phone);
  await page.getByRole('radio', { name: 'Pouzeće' }).check();
  const summary = page.getByRole('region', { name: 'Vaša narudžbina' });
  await expect(page.getByText(`Pre slanja vas zovemo na ${phone}.`, { exact: false })).toBeVisible();
  await expect(page.getByText('26.050 RSD').first()).toBeVisible();
  await expect(summary.or(page.locator('main')).first()).toContainText('Naknada za pouzeće');
  await page.getByRole('checkbox', { name: /Uslove/ }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Naruči uz obavezu plaćanja' }).click();
  await expect(page).toHaveURL(/\/account\/orders\/\d+$/);
  await expect(page.getByRole('heading', { name: 'Kuriru plaćate' })).toBeVisible();
  await expectAccessible(page);
  const number = /\d+$/.exec(page.url())![0];
  await mailTo(who.email, 'orders.on-delivery');

  // Danas says whom to call; without an outcome nothing is packed.
  await admin.goto('/admin');
  await admin.getByRole('link', { name: /Za poziv/ }).click();
  await admin.getByRole('link', { name: number, exact: true }).click();
  const strip = admin.getByRole('region', { name: 'Sledeći korak' });
  await expect(strip).toContainText('Kupac još nije potvrdio pouzeće telefonom.');
  const panel = admin.getByRole('region', { name: 'Pozovite kupca pre slanja' });
  await panel.getByRole('button', { name: 'Upiši ishod poziva' }).click();
  await panel.getByRole('radio', { name: /Ne javlja se/ }).check();
  await expectAccessible(admin);
  await panel.getByRole('button', { name: 'Upiši: ne javlja se' }).click();
  await expect(admin.getByText('Upisano: ne javlja se.')).toBeVisible();
  await panel.getByRole('button', { name: 'Upiši ishod poziva' }).click();
  await expect(panel.getByText('Pokušaj 2 od 3')).toBeVisible();
  await panel.getByRole('radio', { name: /^Potvrđuje narudžbinu/ }).check();
  await panel.getByRole('button', { name: 'Upiši: potvrđuje narudžbinu' }).click();
  await expect(panel).toBeHidden();

  const deliver = async (n: number, end: 'Isporučeno' | 'Kupac odbio', at: string) => {
    await strip.getByLabel('Serijski broj 1 od 1').fill(serial(n));
    await admin.keyboard.press('Enter');
    await expect(strip.getByLabel('Masa, kg')).toBeFocused();
    await admin.keyboard.press('Enter');
    await expect(strip.getByLabel('Broj računa')).toBeFocused();
    await admin.keyboard.type(`AB12CD34-AB12CD34-${randomInt(1, 1_000_000)}`);
    await admin.keyboard.press('Enter');
    await strip.getByLabel('Nalepnica 1 od 1').fill(`${at}-1-1`);
    await admin.keyboard.press('Enter');
    await strip.getByRole('button', { name: 'Predaj kuriru' }).click();
    await strip.getByRole('button', { name: end }).click();
  };
  await deliver(0, 'Isporučeno', number);
  await expect(admin.getByText('Poravnato').first()).toBeVisible();
  await expect(admin.getByText('Kurir je naplatio: 26.050,00 RSD', { exact: false })).toBeVisible();
  await expectAccessible(admin);
  await page.reload();
  await expect(page.getByRole('heading', { name: /^Isporučeno \d/ })).toBeVisible();
  await mailTo(who.email, 'fulfilment.sent');

  // The same once more, and nobody takes it.
  await page.goto(purchasePath('Vidik – 1 uređaj', 219));
  await page.getByRole('radio', { name: 'Pouzeće' }).check();
  await page.getByRole('checkbox', { name: /Uslove/ }).check();
  await page.getByRole('button', { name: 'Naruči uz obavezu plaćanja' }).click();
  await expect(page).toHaveURL(/\/account\/orders\/\d+$/);
  const second = /\d+$/.exec(page.url())![0];
  expect(second).not.toBe(number);
  await admin.goto(`/admin/orders/${second}`);
  await panel.getByRole('button', { name: 'Upiši ishod poziva' }).click();
  await panel.getByRole('radio', { name: /^Potvrđuje narudžbinu/ }).check();
  await panel.getByRole('button', { name: 'Upiši: potvrđuje narudžbinu' }).click();
  await deliver(1, 'Kupac odbio', second);
  await expect(admin.getByText('Knjižno odobrenje', { exact: false }).first()).toBeVisible();
  await expect(admin.getByText('Otkazana').first()).toBeVisible();
  await admin.context().close();
});
