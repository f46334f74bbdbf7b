import { randomInt, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { APIRequestContext } from '@playwright/test';
import { daysLater } from '#domain/day.ts';
import { callsCopy } from '#domain/orders/calls/calls-copy.ts';
import { changedDeliveryCopy } from '#domain/orders/delivery/changed-delivery-copy.ts';
import { beforeComma, dayOf, formatDate } from '#domain/time.ts';
import { COMPANY, camtFile } from '../server/test/statements.ts';
import { discard } from './asks-first.ts';
import { asker } from './longest-orders.ts';
import { fillShelf } from './shelf.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  another,
  expect,
  expectAccessible,
  fillAddress,
  mailTo,
  member,
  proveByMail,
  purchasePath,
  signInByHand,
  somebody,
  test,
  useSession,
} from './story.ts';

/** More than all other journeys together have bought: a device is free. */
const IN_STOCK = 2000;

test('paid on delivery: ordered, called about, packed, delivered and settled; another one is not taken; the money goes back to an account @phone', async ({
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
  await expect(page.getByText('do 100.000 RSD', { exact: true })).toBeVisible();
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
  // The courier is paid, and nobody here.
  await page.goto('/account#narudzbine');
  const listed = page.getByRole('row').filter({ hasText: number });
  await expect(listed).toContainText('Na čekanju');
  await expect(listed.getByRole('link', { name: /Nastavite plaćanje/ })).toHaveCount(0);
  await page.goto(`/account/orders/${number}`);

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

  quiet.allow(/status of 422/);
  // The first one's money goes back: the buyer names an account, and a statement shows the payout.
  await admin.goto(`/admin/orders/${number}`);
  await admin.getByRole('button', { name: /^Vrati novac/ }).click();
  const refund = admin.getByRole('dialog', { name: 'Povraćaj novca' });
  await refund.getByRole('button', { name: 'Ceo iznos' }).click();
  await refund.getByLabel('Razlog').selectOption({ label: 'Dogovor sa kupcem' });
  await expect(refund).toContainText('26.050,00 RSD ide u nalog za isplatu');
  await expect(refund.getByRole('button', { name: 'Vrati 26.050,00 RSD' })).toBeEnabled();
  await expectAccessible(admin);
  await refund.getByRole('button', { name: 'Vrati 26.050,00 RSD' }).click();
  await expect(refund).toBeHidden();
  await expect(admin.getByText('čeka račun kupca').first()).toBeVisible();

  const letter = await mailTo(who.email, 'payouts.account');
  const [link] = /\/refund\/[\w-]{22}/.exec(letter)!;
  await page.goto(`/account/orders/${number}`);
  await expect(page.getByRole('heading', { name: 'Vraćamo Vam 26.050,00 RSD' })).toBeVisible();
  await expectAccessible(page);
  // An open session alone names no account.
  quiet.allow(/status of 403/);
  await page.getByRole('button', { name: 'Upišite račun' }).click();
  await proveByMail(page, who.email);
  await expect(page).toHaveURL(link);
  await expect(page.getByRole('heading', { name: 'Vraćamo Vam 26.050,00 RSD' })).toBeVisible();
  const guest = await another(browser, quiet, page);
  await guest.goto(link);
  await expect(guest.getByRole('heading', { name: 'Vraćamo Vam 26.050,00 RSD' })).toBeVisible();
  await guest.getByLabel('Broj računa').fill('160-0000000123456-55');
  await guest.getByRole('button', { name: 'Sačuvaj račun' }).click();
  await expect(guest.getByText('Broj računa nije ispravan.', { exact: false })).toBeVisible();
  await expectAccessible(guest);
  await guest.getByLabel('Broj računa').fill('160-0000000123456-54');
  await guest.getByRole('button', { name: 'Sačuvaj račun' }).click();
  await expect(guest.getByText('Račun 160-•••••-54 je upisan.', { exact: false })).toBeVisible();
  await expectAccessible(guest);
  const change = guest.getByRole('button', { name: 'Promeni račun' });
  await expect(change, 'the form is gone, and its focus is not').toBeFocused();
  await change.press('Enter');
  await expect(guest.getByRole('form', { name: 'Račun za povraćaj' }).getByRole('textbox').first()).toBeFocused();
  await guest.getByRole('button', { name: 'Ostavi kako jeste' }).press('Enter');
  await expect(change).toBeFocused();

  await admin.goto('/admin/bank');
  await admin.getByRole('button', { name: /^Nalog za isplatu/ }).click();
  const orders = admin.getByRole('dialog', { name: 'Nalog za isplatu' });
  const mine = orders.getByRole('row').filter({ hasText: `Narudžbina ${number}` });
  await expect(mine).toContainText('160-0000000123456-54');
  // Whatever other journeys left waits for the next payment order.
  const others = orders
    .getByRole('row')
    .filter({ has: admin.getByRole('cell'), hasNotText: `Narudžbina ${number}` })
    .getByRole('checkbox', { checked: true });
  while ((await others.count()) > 0) await others.first().click();
  await mine.getByRole('checkbox').check();
  await expectAccessible(admin);
  await orders.getByRole('button', { name: 'Napravi nalog: 1 isplata, 26.050,00 RSD' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Napravi nalog', exact: true }).click();
  const words = await admin
    .getByText(/^Nalog \d+ je napravljen/)
    .first()
    .textContent();
  // Another journey may make one in the same moment.
  const title = admin.getByText(/^Nalog \d+/.exec(words!)![0], { exact: true });
  const made = orders.getByRole('group').filter({ has: title });
  await made.getByText(/^Nalog \d+/).click();
  const download = admin.waitForEvent('download');
  await made
    .getByRole('button', { name: /^pain.001/ })
    .first()
    .click();
  const xml = await readFile((await (await download).path())!, 'utf8');
  const reference = /<Ref>97(\d{13})<\/Ref>/.exec(xml)![1]!;
  await orders.getByRole('button', { name: 'Zatvori' }).click();
  // The order to the bank was made while this page stood open.
  quiet.allow(/status of 409/);
  await change.click();
  await guest.getByLabel('Broj računa').fill('160-0000000654321-05');
  await guest.getByRole('button', { name: 'Sačuvaj račun' }).click();
  await expect(guest.getByText('Nalog za isplatu na račun 160-•••••-54 je u banci.', { exact: false })).toBeVisible();
  await expect(guest.getByRole('button', { name: 'Sačuvaj račun' })).toHaveCount(0);

  const entry = {
    amount: '26050.00',
    currency: 'RSD' as const,
    outgoing: true,
    payer: who.firstName,
    reference: `97 ${reference}`,
  };
  await admin.getByRole('button', { name: 'Učitaj izvod banke' }).click();
  const load = admin.getByRole('dialog', { name: 'Učitaj izvod banke' });
  await load.locator('input[type=file]').setInputFiles({
    name: 'izvod.xml',
    mimeType: 'application/xml',
    buffer: Buffer.from(camtFile([{ ...entry, bankReference: reference }], { account: COMPANY })),
  });
  await expect(load).toBeHidden();
  await expect(admin.getByText('1 red je naša isplata', { exact: false })).toBeVisible();
  await expectAccessible(admin);
  await admin.getByRole('button', { name: 'Upiši 1 isplatu' }).click();
  await expect(admin.getByText('Upisano: 1 isplata.')).toBeVisible();
  await mailTo(who.email, 'refunds.paid-back');
  await guest.reload();
  await expect(guest.getByText('Novac je poslat na račun 160-•••••-54.')).toBeVisible();
  await admin.goto(`/admin/orders/${number}`);
  await expect(admin.getByText('isplaćeno', { exact: true })).toBeVisible();
});

/** A device that somebody orders on delivery, without the shop's pages. */
async function ordered(request: APIRequestContext): Promise<string> {
  return (await orderedBy(request)).number;
}

async function orderedBy(request: APIRequestContext) {
  const who = somebody('Đorđe', 'Šćepanović');
  const buyer = await member(request, who);
  const { access_token } = buyer;
  const answer = await request.post('/api/functions/create-payment', {
    headers: { authorization: `Bearer ${access_token}` },
    data: {
      productName: 'Vidik – 1 uređaj',
      productPrice: 219,
      way: 'cash_on_delivery',
      termsVersion: '2026-11-01',
      buyerInfo: {
        firstName: who.firstName,
        lastName: who.lastName,
        companyName: '',
        country: 'RS',
        city: 'Čačak',
        address: 'Ulica lipa',
        addressNumber: String(randomInt(100, 10_000)),
        postalCode: '32000',
        phone: who.phone,
      },
    },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return { buyer, number: String((await answer.json()).number) };
}

test('an outcome begun for one order is kept while its panel is closed, and is neither on the next order nor on the one before', async ({
  page,
  context,
  request,
}) => {
  const [one, two] = [await ordered(request), await ordered(request)];
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  const title = page.getByRole('heading', { level: 1 });
  const panel = page.getByRole('region', { name: 'Pozovite kupca pre slanja' });
  const open = panel.getByRole('button', { name: 'Upiši ishod poziva', expanded: false });
  const declines = panel.getByRole('radio', { name: /^Odustaje/ });
  const note = panel.getByLabel('Beleška');
  const go = async (number: string) => {
    await page
      .getByRole('navigation', { name: 'Susedne narudžbine' })
      .getByRole('link', { name: new RegExp(number) })
      .click();
  };
  const expectEmpty = async (number: string) => {
    await expect(title).toHaveText(`Narudžbina ${number}`);
    await open.click();
    await expect(declines).not.toBeChecked();
    await expect(note).toHaveValue('');
  };

  await page.goto(`/admin/orders/${one}?chosen=${one},${two}`);
  await expect(title).toHaveText(`Narudžbina ${one}`);
  // Both have been read, so neither is drawn anew for want of data.
  await go(two);
  await expect(title).toHaveText(`Narudžbina ${two}`);
  await go(one);
  await expect(title).toHaveText(`Narudžbina ${one}`);
  await open.click();
  await declines.check();
  await note.fill('Nema ga do petka.');
  await panel.getByRole('button', { name: 'Zatvori poziv' }).click();
  await expect(note).toBeHidden();
  await open.click();
  await expect(declines).toBeChecked();
  await expect(note).toHaveValue('Nema ga do petka.');

  await go(two);
  await page.getByRole('button', { name: 'Ostani' }).click();
  await expect(title).toHaveText(`Narudžbina ${one}`);
  await expect(note).toHaveValue('Nema ga do petka.');
  await go(two);
  await discard(page);
  await expectEmpty(two);
  await page.goBack();
  await expectEmpty(one);
});

test('another outcome, sent after the answer to the first one was lost, is entered as well and not taken for the first', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/status of 500|Internal Server Error/);
  const number = await ordered(request);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto(`/admin/orders/${number}`);
  const panel = page.getByRole('region', { name: callsCopy.title });
  const calls = `**/api/admin/orders/${number}/calls`;
  const keys: string[] = [];
  page.on('request', (sent) => {
    if (sent.method() === 'POST' && sent.url().endsWith(`/${number}/calls`)) keys.push(sent.postDataJSON().id);
  });
  await panel.getByRole('button', { name: callsCopy.open }).click();
  await panel.getByRole('radio', { name: /^Ne javlja se/ }).check();
  // It is written, and nobody hears of it.
  await page.route(calls, async (route) => {
    await route.fetch();
    await route.fulfill({ status: 500, body: '{}' });
  });
  await panel.getByRole('button', { name: callsCopy.go('no_answer') }).click();
  await expect(panel.getByRole('alert')).toBeVisible();
  await expect(panel.getByText(callsCopy.nth(2))).toBeVisible();
  expect(new Set(keys).size, 'asked for again as the same call').toBe(1);
  await page.unroute(calls);

  await panel.getByRole('radio', { name: /^Odustaje/ }).check();
  await panel.getByRole('button', { name: callsCopy.go('declined') }).click();
  await expect(page.getByText(callsCopy.done('declined'))).toBeVisible();
  await expect(panel).toHaveCount(0);
  await expect(page.getByText('Otkazana').first()).toBeVisible();
  expect(new Set(keys).size).toBe(2);
});

test('the outcome of a call is taken back with the message that says it, and the order waits for a call again', async ({
  page,
  context,
  request,
}) => {
  const number = await ordered(request);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto(`/admin/orders/${number}`);
  const panel = page.getByRole('region', { name: callsCopy.title });
  await panel.getByRole('button', { name: callsCopy.open }).click();
  await panel.getByRole('radio', { name: /^Potvrđuje narudžbinu/ }).check();
  await panel.getByRole('button', { name: callsCopy.go('confirmed') }).click();
  await expect(panel).toHaveCount(0);
  await page.getByRole('button', { name: 'Poništi' }).click();
  await expect(page.getByText(callsCopy.undone).first()).toBeVisible();
  await panel.getByRole('button', { name: callsCopy.open }).click();
  await expect(panel.getByText(callsCopy.nth(1))).toBeVisible();
  await expect(panel.getByText(callsCopy.first)).toBeVisible();
  await expectAccessible(page);
});

test('beside the call stands that too many parcels were not taken there, and the order is paid ahead from there', async ({
  page,
  context,
  request,
}) => {
  const number = await ordered(request);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.route(`**/api/admin/orders/${number}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), refusedParcels: 3 } });
  });
  await page.goto(`/admin/orders/${number}`);
  const panel = page.getByRole('region', { name: callsCopy.title });
  await expect(panel.getByRole('alert')).toContainText('3 odbijene pošiljke na ovaj telefon ili adresu');
  await expectAccessible(page);
  await panel.getByRole('button', { name: callsCopy.toTransfer }).click();
  await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('after the third call without an answer the buyer is given three days more, and the order ends at once', async ({
  page,
  context,
  request,
}) => {
  const number = await ordered(request);
  const signed = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const desk = asker(request, signed.access_token);
  for (let n = 0; n < 3; n += 1) {
    const { version } = await desk<{ version: number }>('get', `/admin/orders/${number}`);
    const call = { id: randomUUID(), outcome: 'no_answer', next: null, version };
    await desk('post', `/admin/orders/${number}/calls`, call);
  }
  await useSession(context, signed);
  await page.goto(`/admin/orders/${number}`);
  const panel = page.getByRole('region', { name: callsCopy.title });
  const today = dayOf(new Date());
  await expect(panel).toContainText(beforeComma(formatDate(daysLater(today, 3))));
  await panel.getByRole('button', { name: 'Produži 3 dana' }).click();
  await expect(panel).toContainText(beforeComma(formatDate(daysLater(today, 6))));
  await expectAccessible(page);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('e');
  const address = page.getByRole('dialog', { name: changedDeliveryCopy.title(Number(number)) });
  await expect(address).toBeVisible();
  await address.getByRole('button', { name: 'Otkaži' }).click();
  await expect(page.getByText('Predračun se za pouzeće ne izdaje.', { exact: false })).toBeVisible();

  await panel.getByRole('button', { name: callsCopy.cancelNow }).click();
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await question.getByRole('button', { name: 'Otkaži narudžbinu' }).click();
  await expect(page.getByText(`Narudžbina ${number} je otkazana.`)).toBeVisible();
  await expect(panel).toHaveCount(0);
});

test('what is typed about a call or an address stays when a colleague enters the call and packs meanwhile', async ({
  page,
  context,
  browser,
  request,
  quiet,
}) => {
  await fillShelf(request);
  const { buyer, number } = await orderedBy(request);
  const signed = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const colleague = asker(request, signed.access_token);
  const read = () => colleague<{ id: string; version: number }>('get', `/admin/orders/${number}`);
  const title = changedDeliveryCopy.title(Number(number));

  await useSession(context, buyer);
  await page.goto(`/account/orders/${number}`);
  const admin = await another(browser, quiet, page, signed);
  const desk = await another(browser, quiet, page, signed);
  for (const window of [admin, desk]) await window.goto(`/admin/orders/${number}`);
  const panel = desk.getByRole('region', { name: callsCopy.title });
  const enter = panel.getByRole('button', { name: callsCopy.go('declined') });
  await panel.getByRole('button', { name: callsCopy.open }).click();
  await panel.getByRole('radio', { name: /^Odustaje/ }).check();
  await panel.getByLabel(callsCopy.note).fill('Putuje do petka.');
  for (const window of [page, admin])
    await window.getByRole('button', { name: 'Izmeni adresu isporuke' }).first().click();
  const forms = [page, admin].map((window) => window.getByRole('dialog', { name: title }));
  for (const form of forms) await form.getByLabel(changedDeliveryCopy.address, { exact: true }).fill('Cara Dušana');

  const call = { id: randomUUID(), outcome: 'confirmed', next: null, version: (await read()).version };
  await colleague('post', `/admin/orders/${number}/calls`, call);
  await expect(panel.getByRole('alert')).toContainText('Ishod je upravo upisan: potvrđuje narudžbinu (');
  await expect(panel.getByLabel(callsCopy.note)).toHaveValue('Putuje do petka.');
  await expect(enter).toHaveCount(0);
  await expectAccessible(desk);
  await panel.getByRole('button', { name: callsCopy.onlyNote }).click();
  await expect(panel).toHaveCount(0);
  await expect(desk.getByText('Putuje do petka.')).toBeVisible();

  const serial = `VDK-39-${randomInt(100_000, 999_000)}`;
  await colleague('post', '/admin/stock/scans', { key: randomUUID(), serial });
  const { id, version } = await read();
  const parcel = { id: randomUUID(), version, courier: 'own', boxes: [{ grams: 350, serials: [serial] }] };
  await colleague('post', `/admin/orders/${id}/parcels`, parcel);
  for (const [at, window] of [page, admin].entries()) {
    const form = forms[at]!;
    await expect(form.getByRole('alert')).toContainText(changedDeliveryCopy.closed);
    await expect(form.getByLabel(changedDeliveryCopy.address, { exact: true })).toHaveValue('Cara Dušana');
    await expect(form.getByRole('button', { name: changedDeliveryCopy.save })).toBeDisabled();
    await expectAccessible(window);
    await form.getByRole('button', { name: 'Otkaži' }).click();
    await discard(window);
    await expect(form).toBeHidden();
    await expect(window.getByRole('button', { name: 'Izmeni adresu isporuke' })).toHaveCount(0);
  }
  await admin.context().close();
  await desk.context().close();
});

test.describe('at a desk abroad', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('the hour of the next call is one of Belgrade, chosen or typed', async ({ page, context, request }) => {
    const number = await ordered(request);
    await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
    await page.goto(`/admin/orders/${number}`);
    const panel = page.getByRole('region', { name: 'Pozovite kupca pre slanja' });
    const putOff = async () => {
      await panel.getByRole('button', { name: 'Upiši: ne javlja se' }).click();
      await expect(page.getByText('Upisano: ne javlja se.').last()).toBeVisible();
    };
    const open = async () => {
      await panel.getByRole('button', { name: 'Upiši ishod poziva' }).click();
      await panel.getByRole('radio', { name: /Ne javlja se/ }).check();
    };
    await open();
    await panel.getByRole('button', { name: 'Sutra u 10:00' }).click();
    await putOff();
    await expect(panel).toContainText(/Sledeći\spoziv.*\su\s10:00/);

    const day = daysLater(dayOf(new Date()), 3);
    await open();
    await panel.getByRole('button', { name: 'Drugo vreme' }).click();
    await panel.getByLabel('Dan i vreme').fill(`${day}T09:30`);
    await putOff();
    await expect(panel).toContainText(`Sledeći poziv ${formatDate(`${day}T12:00Z`)} u 09:30`);
  });
});

test('payment on delivery that is refused for one phone may be chosen again once another one is typed', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/422/);
  await fillShelf(request);
  await useSession(context, await member(request, somebody('Vukica', 'Šćepanović')));
  await page.goto(purchasePath('Vidik – 1 uređaj', 219));
  await fillAddress(page);
  const phone = page.getByLabel('Telefon', { exact: true });
  await phone.fill('+381 63 555 0187');
  const onDelivery = page.getByRole('radio', { name: 'Pouzeće' });
  await onDelivery.check();
  const refused = {
    defined: true,
    code: 'WAY_NOT_POSSIBLE',
    status: 422,
    message: '',
    data: { way: 'cash_on_delivery', why: 'refused' },
  };
  await page.route('**/api/functions/create-payment', (route) => route.fulfill({ status: 422, json: refused }), {
    times: 1,
  });
  await page.getByRole('button', { name: 'Naruči uz obavezu plaćanja' }).click();
  await expect(onDelivery).toBeDisabled();
  await expect(
    page.getByText('Za ovaj telefon ili adresu pouzeće nije moguće', { exact: false }).first(),
  ).toBeVisible();
  await phone.fill('+381 63 555 0188');
  await expect(onDelivery).toBeEnabled();
});
