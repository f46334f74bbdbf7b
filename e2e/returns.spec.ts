import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import sharp from 'sharp';
import { database } from './adverts-on-tv.ts';
import { expectEscAsks } from './asks-first.ts';
import { buyDelivered } from './delivered.ts';
import { layoutProblems } from './layout.ts';
import { asker } from './longest-orders.ts';
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
  await page.getByRole('link', { name: 'Nazad na narudžbinu' }).click();
  await page.getByRole('button', { name: 'Ostani' }).click();
  await expect(page.getByLabel('Razlog')).toHaveValue('Jedan televizor u lokalu nema slobodan USB ulaz.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Pošalji izjavu' }).click();
  await expect(page.getByText('Izjava je primljena. Potvrda stiže na vašu email adresu.')).toBeVisible();
  expect(await mailTo(who.email, 'returns.asked')).toContain(serial);
  await expect(page.getByText('Zatraženo')).toBeVisible();

  await expect(admin.getByText('Odustanak od kupovine: 1 uređaj'), 'without a reload').toBeVisible();
  const step = admin.getByRole('region', { name: 'Sledeći korak' });
  await expect(step).toContainText('Kupac traži povraćaj: 1 od 1.');
  await step.getByRole('link', { name: 'Odluči' }).click();
  await expect(admin.locator('#returns')).toBeFocused();
  expect(admin.url(), 'no step in the history, so that Esc leads back to the list').not.toContain('#');
  await admin.getByRole('button', { name: 'Pošalji nalepnicu' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel('Broj nalepnice').fill('TT0000014821');
  await expectEscAsks(admin);
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
  await expect(step).toContainText('Vraćen uređaj je pregledan, odlučite o povraćaju.');
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

test('the price of a faulty device is reduced without its being sent, and its buyer reads it @phone', async ({
  page,
  context,
  browser,
  request,
  quiet,
}) => {
  const who = somebody('Žarko', 'Šćekić');
  await useSession(context, await member(request, who));
  const admin = await another(browser, quiet, page, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  const { order } = await buyDelivered(page, admin, who);
  await page.goto(`/account/orders/${order}`);
  const ways = page.getByRole('region', { name: 'Vraćanje i reklamacija' });
  await expect(ways.getByText('Još 14 dana za odustanak')).toBeVisible();
  await expect(ways.getByRole('link', { name: 'Odustani od kupovine' })).toBeVisible();
  await expectAccessible(page);
  await ways.getByRole('link', { name: 'Prijavi kvar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Prijava kvara' })).toBeVisible();
  await page.getByLabel('Šta nije u redu').fill('Kućište je izgrebano, predlažem umanjenje cene.');
  await page.getByRole('button', { name: 'Pošalji reklamaciju' }).click();
  await expect(page.getByText('Reklamacija je primljena. Potvrda stiže na vašu email adresu.')).toBeVisible();

  await admin.getByRole('button', { name: 'Umanji cenu' }).click();
  const dialog = admin.getByRole('dialog');
  await expect(
    dialog.getByText('Kupac zadržava uređaj, a deo cene se vraća na karticu: manje od 219,00 €.'),
  ).toBeVisible();
  await dialog.getByLabel('Obrazloženje za kupca').fill('Ogrebotina ne utiče na rad, vraćamo Vam 50 evra.');
  await dialog.getByLabel('Iznos u evrima').fill('219');
  await expect(dialog.getByText('Upišite iznos manji od 219,00 €, na primer 19,90.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Umanjena cena' })).toBeDisabled();
  await dialog.getByLabel('Iznos u evrima').fill('50');
  await expectAccessible(admin);
  await dialog.getByRole('button', { name: 'Umanjena cena' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(admin.getByText('Vraćen novac: 50,00 €.'), 'without a reload').toBeVisible();
  expect(await mailTo(who.email, 'refunds.paid-back')).toContain('50,00');
  await page.reload();
  await expect(page.getByText('Umanjena cena')).toBeVisible();

  // The rest goes back as well, and the device stays.
  const desk = asker(request, (await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD)).access_token);
  const path = `/admin/orders/${order}/refunds`;
  const { version, payments } = await desk<{ version: number; payments: { key: string }[] }>('get', path);
  const rest = { payment: payments[0]!.key, scope: 'whole', reason: 'agreement', goods: 'none', shown: 16_900 };
  await desk('post', path, { ...rest, id: randomUUID(), version });
  expect(await mailTo(who.email, 'refunds.paid-back', 2)).toContain('169,00');
  await page.reload();
  await expect(page.getByText('Novac za ovu narudžbinu je već vraćen. Garancija važi i dalje.')).toBeVisible();
  await expect(page.getByText('Rok za odustanak je istekao')).toHaveCount(0);
});

/** As a camera writes it, with the place where it was taken. */
const photo = (background: string) =>
  sharp({ create: { width: 3000, height: 2000, channels: 3, background } })
    .withExif({ IFD0: { Make: 'Telefon' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '43/1 53/1 29/1' } })
    .jpeg()
    .toBuffer();

/** Somebody who answers customers and sees no sales; their session. */
async function support(request: APIRequestContext) {
  const session = await member(request, somebody('Jasna', 'Đurić'));
  const db = await database();
  const { id } = session.user;
  await db.query('update profiles set is_admin = true where id = $1', [id]);
  await db.query('insert into staff_members (profile_id, version, changed_at) values ($1, 1, now())', [id]);
  await db.query(`insert into staff_duties (profile_id, duty, since) values ($1, 'support', now())`, [id]);
  await db.end();
  return session;
}

test('a buyer reports a fault with pictures, takes one back and adds one later; staff look at them on the order and beside the task @phone', async ({
  page,
  context,
  browser,
  request,
  quiet,
}) => {
  // A file that is no picture is refused, and the network is away for a while.
  quiet.allow(/status of 422/);
  quiet.allow(/ERR_INTERNET_DISCONNECTED/);
  const who = somebody('Ljubica', 'Đoković');
  await useSession(context, await member(request, who));
  const admin = await another(browser, quiet, page, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  const { serial, order } = await buyDelivered(page, admin, who);

  await page.goto(`/account/orders/${order}/return`);
  await page.getByRole('button', { name: 'Prijava kvara' }).click();
  await page.getByLabel('Šta nije u redu').fill('Slika se prekida posle dva minuta.');
  const chooser = page.locator('input[type=file]').first();
  const file = async (name: string, background: string) => ({
    name,
    mimeType: 'image/jpeg',
    buffer: await photo(background),
  });
  const text = { name: 'racun.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Ovo nije slika. '.repeat(50)) };
  const large = { name: 'velika.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(9 * 1024 * 1024) };
  await chooser.setInputFiles([await file('kutija.jpg', '#35a35c'), await file('ekran.jpg', '#de4430'), text, large]);
  await expect(page.getByText('Slika velika.jpg je veća od 8 MB.')).toBeVisible();
  await expect(page.getByText('Slika racun.jpg nije ni JPG ni PNG.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ukloni sliku 2' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Skloni poruku o slici velika.jpg' }).click();
  await page.getByRole('button', { name: 'Skloni poruku o slici racun.jpg' }).click();

  const opener = page.getByRole('button', { name: 'Otvori sliku 1' });
  await opener.click();
  await expect(page.getByRole('dialog').getByRole('img', { name: 'Slika 1 od 2' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog').getByRole('img', { name: 'Slika 2 od 2' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Ukloni sliku 1' }).click();
  await expect(page.getByRole('button', { name: 'Ukloni sliku 2' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Dodaj slike/ })).toBeFocused();

  await page.reload();
  await expect(page.getByRole('button', { name: 'Ukloni sliku 1' }), 'it waits for the return').toBeVisible();
  await page.getByRole('button', { name: 'Prijava kvara' }).click();
  await page.getByLabel('Šta nije u redu').fill('Slika se prekida posle dva minuta.');
  await page.getByRole('button', { name: 'Pošalji reklamaciju' }).click();
  await expect(page.getByText('Reklamacija je primljena. Potvrda stiže na vašu email adresu.')).toBeVisible();
  const pictures = admin.getByRole('list', { name: 'Slike kupca' });
  await expect(pictures.getByRole('listitem'), 'without a reload').toHaveCount(1);
  await expect(admin.getByText(`Kupac vraća: ${serial}. Priložena 1 slika.`)).toBeVisible();

  await context.setOffline(true);
  await page.locator('input[type=file]').setInputFiles(await file('kabl.jpg', '#2f50cf'));
  await expect(page.getByText('0% · čeka vezu')).toBeVisible();
  await context.setOffline(false);
  await expect(pictures.getByRole('listitem'), 'without a reload').toHaveCount(2);
  await pictures.getByRole('button', { name: 'Otvori sliku 2' }).press('Enter');
  await expect(admin.getByRole('dialog').getByRole('img', { name: 'Slika 2 od 2' })).toBeVisible();
  await expectAccessible(admin);
  await admin.keyboard.press('ArrowLeft');
  await expect(admin.getByRole('dialog').getByRole('img', { name: 'Slika 1 od 2' })).toBeVisible();
  await admin.keyboard.press('Escape');
  await expect(admin.getByRole('dialog')).toHaveCount(0);

  const theirs = await another(browser, quiet, page, await support(request));
  await theirs.goto('/admin#zadaci');
  const task = theirs.getByRole('region', { name: 'Reklamacija' }).getByRole('listitem').filter({ hasText: who.email });
  await expect(task).toContainText('Slika se prekida posle dva minuta.');
  const beside = task.getByRole('list', { name: 'Slike kupca' });
  await expect(beside.locator('img')).toHaveCount(2);
  const small = (await beside.getByRole('button', { name: 'Otvori sliku 1' }).boundingBox())!;
  expect(Math.round(small.width), 'as large as on the order').toBeGreaterThanOrEqual(80);
  await expectAccessible(theirs);
  expect(await layoutProblems(theirs)).toEqual([]);
  await theirs.setViewportSize(page.viewportSize()!);
  await beside.getByRole('button', { name: 'Otvori sliku 2' }).click();
  await expect(theirs.getByRole('dialog').getByRole('img', { name: 'Slika 2 od 2' })).toBeVisible();
  await expectAccessible(theirs);

  await admin.getByRole('button', { name: 'Otkaži vraćanje' }).click();
  await admin.getByRole('dialog').getByLabel('Obrazloženje za kupca').fill('Kupac zadržava uređaj.');
  await expectEscAsks(admin);
  await admin.getByRole('dialog').getByRole('button', { name: 'Otkaži vraćanje' }).click();
  await expect(page.getByText('Otkazano')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Slike', exact: true }).getByRole('listitem')).toHaveCount(2);
});
