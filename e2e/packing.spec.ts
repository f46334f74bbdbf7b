import { randomInt } from 'node:crypto';
import { fulfilmentRefusals } from '#domain/fulfilment/copy.ts';
import { database } from './adverts-on-tv.ts';
import { handOver, markDelivered } from './delivered.ts';
import { asker } from './longest-orders.ts';
import { fillShelf } from './shelf.ts';
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

test('a paid order is packed by keyboard, undone, packed again, handed over and delivered, and its buyer reads it @phone', async ({
  page,
  context,
  browser,
  request,
  quiet,
}) => {
  // A serial number and a label that do not belong here are refused; at last the network is gone.
  quiet.allow(/status of 4(09|22)|ERR_CONNECTION_RESET|Failed to fetch/);
  const who = somebody('Ljubica', 'Đorđević');
  await useSession(context, await member(request, who));
  await page.goto(purchasePath('Vidik – 1 uređaj', 219));
  const payment = await startPayment(page);
  await payment.getByRole('button', { name: /^Plati 219/ }).click();
  await expect(payment.getByRole('heading', { level: 1 })).toBeVisible();

  const session = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const admin = await another(browser, quiet, page, session);
  const colleague = asker(request, session.access_token);
  await fillShelf(request);
  const serial = `VDK-32-${randomInt(100_000, 999_000)}`;
  await admin.goto('/admin/stock');
  await admin.getByRole('button', { name: 'Skeniraj prijem' }).click();
  await admin.getByLabel('Skenirajte serijski broj').fill(serial);
  await admin.getByLabel('Skenirajte serijski broj').press('Enter');
  await expect(admin.getByRole('list', { name: 'Skenirano' })).toContainText('Primljen.');

  await admin.goto(`/admin/sales?q=${who.username}`);
  await admin.getByRole('row').filter({ hasText: 'Vidik – 1 uređaj' }).getByRole('checkbox').check();
  const bar = admin.getByRole('region', { name: 'Izbor' });
  const listed = admin.waitForEvent('download');
  await bar.getByRole('button', { name: 'Spisak za pakovanje' }).click();
  expect((await listed).suggestedFilename()).toMatch(/\.pdf$/);
  await bar.getByRole('button', { name: 'Spakuj redom' }).click();
  await expect(admin.getByRole('heading', { level: 1, name: /^Narudžbina \d+$/ })).toBeVisible();
  const number = /orders\/(\d+)/.exec(admin.url())![1]!;
  const strip = admin.getByRole('region', { name: 'Sledeći korak' });
  const field = strip.getByLabel('Serijski broj 1 od 1');
  await expect(field).toBeFocused();
  await admin.keyboard.type('VDK-32-000');
  await admin.keyboard.press('Enter');
  await expect(strip.getByText('„VDK-32-000“ nije serijski broj.', { exact: false })).toBeVisible();
  await field.fill(serial);
  await admin.keyboard.press('Enter');
  await expect(strip.getByLabel('Masa, kg')).toBeFocused();
  await expectAccessible(admin);
  await admin.keyboard.press('Enter');
  await expect(admin.getByText(`Narudžbina ${number} je spakovana.`)).toBeVisible();
  await expect(strip.getByLabel('Broj računa')).toBeFocused();
  await admin.keyboard.press('Escape');
  await admin.keyboard.press('z');
  await expect(admin.getByText('Pakovanje je poništeno.')).toBeVisible();

  // Not packed any more, so the buyer may still say that it goes to somebody else; a code of another country is refused.
  await page.goto(`/account/orders/${number}`);
  await page.getByRole('button', { name: 'Izmeni adresu isporuke' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Ime i prezime primaoca').fill('Šefika Ćosić');
  await dialog.getByLabel('Mesto').fill('Čačak');
  await dialog.getByLabel('Poštanski broj').fill('1000');
  await dialog.getByRole('button', { name: 'Sačuvaj adresu' }).click();
  await expect(dialog.getByLabel('Poštanski broj')).toBeFocused();
  await dialog.getByLabel('Poštanski broj').fill('32000');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Sačuvaj adresu' }).click();
  await expect(page.getByText('Adresa isporuke je sačuvana.')).toBeVisible();
  await expect(page.getByText('32000 Čačak')).toBeVisible();
  await expect(admin.getByText('Šefika Ćosić')).toBeVisible();
  await mailTo(who.email, 'orders.delivery-changed');

  await expect(field).toBeFocused();
  await admin.keyboard.type(serial);
  await admin.keyboard.press('Enter');
  await expect(strip.getByLabel('Masa, kg')).toBeFocused();
  await admin.keyboard.press('Enter');
  await expect(strip.getByLabel('Broj računa')).toBeFocused();
  // Somebody else enters one meanwhile: it is said, and what was typed stays.
  const [receipt, theirs] = [1, 2].map((kind) => `AB12CD34-AB12CD34-${kind}${randomInt(100_000, 1_000_000)}`);
  await admin.keyboard.type(receipt!);
  const { id: order } = await colleague<{ id: string }>('get', `/admin/orders/${number}/packing`);
  await colleague('post', `/admin/orders/${order}/receipt`, { kind: 'receipt', number: theirs });
  await expect(strip.getByRole('alert')).toContainText(`U međuvremenu je upisan broj ${theirs}`);
  await expect(strip.getByLabel('Broj računa')).toHaveValue(receipt!);
  await expectAccessible(admin);
  await admin.keyboard.press('Enter');
  const label = strip.getByLabel('Nalepnica 1 od 1');
  await expect(label).toBeFocused();
  await admin.keyboard.type('1-1-1');
  await admin.keyboard.press('Enter');
  await expect(strip.getByText('Nalepnica je sa paketa narudžbine 1.', { exact: false })).toBeVisible();
  const db = await database();
  await db.query('update orders set disputed = true where number = $1', [number]);
  await expect(strip.getByText(`Pošiljka ${number}-2 je spakovana, ali se ne predaje.`)).toBeVisible();
  await expect(strip).toContainText('Kupac osporava plaćanje kod svoje banke.');
  await expect(strip.getByRole('button', { name: 'Predaj kuriru' }), 'nobody scans labels in vain').toHaveCount(0);
  await expectAccessible(admin);
  await db.query('update orders set disputed = false where number = $1', [number]);
  await db.end();
  await expect(label).toBeFocused();
  await label.fill(`${number}-2-1`);
  await admin.keyboard.press('Enter');
  await expectAccessible(admin);
  await expect(strip.getByRole('button', { name: 'Predaj kuriru' })).toBeFocused();
  await admin.keyboard.press('Enter');
  await expect(admin.getByText(`Pošiljka ${number}-2 je predata kuriru. Kupac dobija poruku.`)).toBeVisible();
  await strip.getByRole('button', { name: 'Isporučeno' }).press('Enter');
  await expect(strip).toContainText('Nema šta da se uradi.');
  await expect(admin.getByText(`Garantni list G-${number}.`)).toBeVisible();
  await expect(admin.getByRole('button', { name: new RegExp(`^Otvori.*Garantni list G-${number}$`) })).toBeVisible();

  await page.goto(`/account/orders/${number}`);
  await expect(page.getByRole('heading', { name: /^Isporučeno \d/ })).toBeVisible();
  await expect(page.getByText(serial)).toBeVisible();
  await expect(page.getByText(`G-${number},`)).toBeVisible();
  await expectAccessible(page);
  const [, link] = /href="[^"]*(\/parcel\/[\w-]{22})"/.exec(await mailTo(who.email, 'fulfilment.sent'))!;
  const guest = await another(browser, quiet, page);
  await guest.clock.install();
  await guest.goto(link!);
  await expect(guest.getByRole('heading', { level: 1, name: /^Isporučeno/ })).toBeVisible();
  await expect(guest.getByText('Pre nego što kurir dođe'), 'nobody comes any more').toHaveCount(0);
  await expect(guest.getByText(serial)).toHaveCount(0);
  await expect(guest.getByText(who.lastName)).toHaveCount(0);
  await expectAccessible(guest);
  await guest.route('**/api/parcels/*', (route) => route.abort('connectionreset'));
  await guest.clock.fastForward('01:05');
  await expect(guest.getByText(/^Prikazano je stanje iz/)).toBeVisible({ timeout: 15_000 });
  await expectAccessible(guest);
});

test('a hundred devices go in four boxes: every number scanned once, a label for each box, one parcel, and its buyer reads all of them @phone', async ({
  page,
  context,
  browser,
  request,
  quiet,
}) => {
  const COUNT = 100;
  const IN_BOX = 25;
  const who = somebody('Živana', 'Đurić');
  await useSession(context, await member(request, who));
  await page.goto(purchasePath('Vidik – 100 uređaja', 17999));
  const payment = await startPayment(page);
  await payment.getByRole('button', { name: /^Plati / }).click();
  await expect(payment.getByRole('heading', { level: 1 })).toBeVisible();

  const admin = await another(browser, quiet, page, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await fillShelf(request);
  const first = randomInt(1, 9_000) * 100;
  const serials = Array.from({ length: COUNT }, (_, n) => `VDK-34-${String(first + n).padStart(6, '0')}`);
  await admin.goto('/admin/stock');
  const intake = admin.getByRole('region', { name: 'Prijem', exact: true });
  await intake.locator('input[type=file]').setInputFiles({
    name: 'prijem.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Serijski broj', ...serials].join('\r\n')),
  });
  await intake.getByLabel('Dokument').fill(`Otpremnica ${first}`);
  await intake.getByRole('button', { name: `Primi ${COUNT} uređaja` }).click();
  await expect(admin.getByText(/^Prijem \d+: primljen/)).toBeVisible();

  await admin.goto(`/admin/sales?q=${who.username}`);
  await admin.getByRole('row').filter({ hasText: 'Vidik – 100 uređaja' }).getByRole('link').first().click();
  await expect(admin.getByRole('heading', { level: 1, name: /^Narudžbina \d+$/ })).toBeVisible();
  const number = /orders\/(\d+)/.exec(admin.url())![1]!;
  const strip = admin.getByRole('region', { name: 'Sledeći korak' });
  for (const [n, serial] of serials.entries()) {
    const field = strip.getByLabel(`Serijski broj ${n + 1} od ${COUNT}`);
    // The scanner of box four comes upon one that is packed already.
    if (n === 3 * IN_BOX + 1) {
      await field.fill(serials[0]!);
      await admin.keyboard.press('Enter');
      await expect(strip.getByText(fulfilmentRefusals.SERIAL_TWICE({ serial: serials[0]! }))).toBeVisible();
    }
    await field.fill(serial);
    await admin.keyboard.press('Enter');
    const isFull = (n + 1) % IN_BOX === 0 && n + 1 < COUNT;
    if (isFull) await strip.getByRole('button', { name: 'Nova kutija' }).click();
  }
  await expect(strip.getByText('Svi serijski brojevi su upisani.')).toBeVisible();
  await expect(strip.getByText(/^Kutija 4, 25 uređaja/)).toBeVisible();
  await expect(strip.getByLabel('Masa kutije 4, kg')).toBeFocused();
  await expectAccessible(admin);
  await admin.screenshot({ path: test.info().outputPath('boxes.png'), fullPage: true });
  await admin.keyboard.press('Enter');
  await expect(admin.getByText(`Narudžbina ${number} je spakovana.`)).toBeVisible();
  await handOver(admin, number, COUNT / IN_BOX);
  await markDelivered(admin);

  await page.goto(`/account/orders/${number}`);
  await expect(page.getByRole('heading', { name: /^Isporučeno \d/ })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /^VDK-34-/ })).toHaveCount(COUNT);
  await expect(page.getByText(`G-${number},`)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await expectAccessible(page);
});
