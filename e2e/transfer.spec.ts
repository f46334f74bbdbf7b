import type { APIRequestContext } from '@playwright/test';
import { daysLater } from '#domain/day.ts';
import { meanwhile, merging } from '#domain/merging-copy.ts';
import { changedCompanyCopy as companyCopy } from '#domain/orders/company/changed-company-copy.ts';
import { ownOrderCopy } from '#domain/orders/own/own-order-copy.ts';
import { discard } from './asks-first.ts';
import { asker } from './longest-orders.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  another,
  expect,
  expectAccessible,
  fillAddress,
  member,
  purchasePath,
  signInByHand,
  somebody,
  test,
  useSession,
} from './story.ts';

test('ten devices for a firm by transfer: the sum in dinars before ordering, what to pay after it, more time, and called off', {
  tag: '@phone',
}, async ({ page, context, browser, request, quiet }) => {
  const who = somebody('Anđelija', 'Đurđevak');
  await useSession(context, await member(request, who));
  await page.goto(purchasePath('Vidik – 10 uređaja', 1999));
  await fillAddress(page);
  await page.getByLabel('Naziv firme').fill('Pekara Đurđevak d.o.o.');
  const terms = page.getByRole('checkbox', { name: /Uslove za firme/ });
  await expect(terms, 'other terms are agreed to anew').not.toBeChecked();
  await page.getByRole('textbox', { name: 'PIB' }).fill('100002887');
  await page.getByRole('textbox', { name: 'Matični broj' }).fill('17162543');
  await page.getByLabel('Paket preuzima neko drugi').check();
  await page.getByLabel('Ime i prezime primaoca').fill('Sava Đurđevak');
  await page.getByLabel('Telefon primaoca').fill('+381 63 555 0143');
  const button = page.getByRole('button', { name: 'Naruči uz obavezu plaćanja' });
  await expect(page.getByText('Plaćanje se otvara u novoj kartici.')).toBeVisible();
  await page.getByRole('radio', { name: 'Uplata na račun' }).check();
  await expect(page.getByText('234.223 RSD')).toBeVisible();
  await expect(page.getByText('Danas ne plaćate ništa.')).toBeVisible();
  await terms.check();
  await expectAccessible(page);
  await button.click();

  await expect(page).toHaveURL(/\/account\/orders\/\d+$/);
  await expect(page.getByRole('heading', { name: /^Čekamo uplatu do / })).toBeVisible();
  await expect(page.getByText('234.223,00 RSD')).toBeVisible();
  await expect(page.getByRole('img', { name: /QR kod za uplatu/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Kopiraj Poziv na broj' })).toBeVisible();
  const paper = page.getByRole('button', { name: /P-\d{4}-\d{6}/ });
  const download = page.waitForEvent('download');
  await expect(page.getByText('PDF se pravi')).toBeHidden();
  await paper.click();
  expect((await download).suggestedFilename()).toMatch(/P-\d{4}-\d{6}/);
  await expectAccessible(page);
  const number = /\d+$/.exec(page.url())![0];

  const session = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const admin = await another(browser, quiet, page, session);
  await admin.goto(`/admin/orders/${number}`);
  await admin.getByRole('button', { name: 'Produži' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Produži' }).click();
  await expect(admin.getByText(/^Predračun važi do /)).toBeVisible();

  // A colleague gives it more time meanwhile: the question is asked again about the new state.
  const question = admin.getByRole('dialog', { name: `Otkazivanje narudžbine ${number}` });
  const yes = question.getByRole('button', { name: 'Otkaži narudžbinu' });
  await admin.getByRole('button', { name: 'Otkaži narudžbinu' }).click();
  await expect(yes).toBeEnabled();
  const headers = { authorization: `Bearer ${session.access_token}` };
  const { version, transfer } = await (await request.get(`/api/admin/orders/${number}`, { headers })).json();
  const validUntil = daysLater(transfer.validUntil, 1);
  const data = { version, validUntil };
  const longer = await request.post(`/api/admin/orders/${number}/extend`, { headers, data });
  expect(longer.ok(), await longer.text()).toBe(true);
  await expect(question.getByRole('alert')).toContainText('Stanje je u međuvremenu promenjeno.');
  await expect(yes).toBeDisabled();
  await expectAccessible(admin);
  await question.getByRole('button', { name: 'Nastavi sa novim stanjem' }).click();
  await expect(yes).toBeEnabled();

  await page.goto('/account#narudzbine');
  await page.getByRole('link', { name: /^Podaci za uplatu/ }).click();
  await expect(page).toHaveURL(new RegExp(`/account/orders/${number}$`));
  await page.getByRole('button', { name: 'Otkaži narudžbinu' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Otkaži narudžbinu' }).click();
  await expect(page.getByText('Po njoj se ništa ne plaća.')).toBeVisible();
  await expect(question.getByRole('alert')).toContainText('ovo više nije moguće');
  await expect(yes).toBeDisabled();
  await admin.context().close();
});

/** A device that a firm orders by transfer, without the shop's pages. */
async function orderedByFirm(request: APIRequestContext) {
  const session = await member(request, somebody('Radojka', 'Đukić'));
  const ordered = await request.post('/api/functions/create-payment', {
    headers: { authorization: `Bearer ${session.access_token}` },
    data: {
      productName: 'Vidik – 1 uređaj',
      productPrice: 219,
      way: 'transfer',
      buyerInfo: {
        firstName: 'Radojka',
        lastName: 'Đukić',
        companyName: 'Mlin i pekara Đukić',
        companyTaxNumber: '100002887',
        companyRegistrationNumber: '17162543',
        country: 'RS',
        address: 'Glavna',
        addressNumber: '1',
        city: 'Čačak',
        postalCode: '32000',
        phone: '+381641112222',
      },
    },
  });
  expect(ordered.ok(), await ordered.text()).toBe(true);
  const { number } = (await ordered.json()) as { number: number };
  return { session, number };
}

test('a firm mends its name and PIB on the page of its order, and pays another way; staff see it', {
  tag: '@phone',
}, async ({ page, context, browser, request, quiet }) => {
  const { session, number } = await orderedByFirm(request);
  await useSession(context, session);
  await page.goto(`/account/orders/${number}`);
  await expect(page.getByText('Mlin i pekara Đukić, PIB 100002887, MB 17162543')).toBeVisible();
  await page.getByRole('button', { name: 'Izmeni podatke firme' }).click();
  const form = page.getByRole('dialog', { name: `Podaci firme, narudžbina ${number}` });
  await form.getByLabel('Naziv firme').fill('Mlin Đukić DOO');
  await form.getByLabel('PIB').fill('12345');
  await form.getByRole('button', { name: 'Sačuvaj podatke' }).click();
  await expect(form.getByText('PIB nije ispravan. Proverite cifre.')).toBeVisible();
  await form.getByLabel('PIB').fill('101134702');
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('firm.png') });
  await form.getByRole('button', { name: 'Sačuvaj podatke' }).click();
  await expect(page.getByText('Mlin Đukić DOO, PIB 101134702, MB 17162543')).toBeVisible();

  await page.getByRole('button', { name: 'Platite pouzećem' }).click();
  const way = page.getByRole('dialog', { name: 'Drugi način plaćanja' });
  await way.getByRole('button', { name: 'Platite pouzećem' }).click();
  await expect(page.getByText('Narudžbina se plaća pouzećem.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Platite pouzećem' })).toBeHidden();
  await page.getByRole('button', { name: 'Platite karticom' }).click();
  await way.getByRole('button', { name: 'Platite karticom' }).click();
  await expect(page.getByText('Plaćanje karticom nije završeno.')).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('own-order.png'), fullPage: true });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);

  const admin = await another(browser, quiet, page, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await admin.goto(`/admin/orders/${number}`);
  await expect(admin.getByText('PIB 101134702')).toBeVisible();
  await expect(admin.getByText('Promenjeni podaci firme.')).toBeVisible();
  await admin.getByRole('button', { name: 'Izmeni podatke firme' }).click();
  await admin.getByRole('dialog').getByLabel('Matični broj').fill('07726716');
  await admin.getByRole('dialog').getByRole('button', { name: 'Sačuvaj podatke' }).click();
  await expect(admin.getByText('MB 07726716')).toBeVisible();
  await admin.screenshot({ path: test.info().outputPath('desk-order.png'), fullPage: true });
  await admin.context().close();
});

test('of the data of a firm that staff changed while its form is open the buyer sees both names and chooses, and takes the other numbers', async ({
  page,
  context,
  request,
}) => {
  const { session, number } = await orderedByFirm(request);
  await useSession(context, session);
  await page.goto(`/account/orders/${number}`);
  await page.getByRole('button', { name: 'Izmeni podatke firme' }).click();
  const form = page.getByRole('dialog', { name: companyCopy.title(number) });
  await form.getByLabel(companyCopy.name).fill('Mlin Đukić DOO');

  const staff = asker(request, (await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD)).access_token);
  const { version } = await staff<{ version: number }>('get', `/admin/orders/${number}`);
  const company = { name: 'Mlin i pekara Đukić d.o.o.', taxNumber: '101134702', registrationNumber: '07726716' };
  await staff('post', `/admin/orders/${number}/company`, { version, company });

  const save = form.getByRole('button', { name: companyCopy.save });
  await expect(form.getByRole('alert')).toContainText(meanwhile.changed);
  await expect(save).toBeDisabled();
  await expectAccessible(page);
  await form.getByRole('button', { name: meanwhile.seen }).click();
  const merge = page.getByRole('dialog', { name: companyCopy.merge });
  const names = merge.getByRole('group', { name: companyCopy.name });
  await expect(names.getByText('Mlin Đukić DOO')).toBeVisible();
  await expect(names.getByText(company.name)).toBeVisible();
  const take = merge.getByRole('button', { name: merging.save });
  await expect(take, 'the name was changed by both').toBeDisabled();
  await expectAccessible(page);
  await merge.getByRole('button', { name: merging.back }).click();
  await expect(form.getByLabel(companyCopy.name), 'what was typed is there').toHaveValue('Mlin Đukić DOO');
  await form.getByRole('button', { name: meanwhile.seen }).click();
  await names.getByRole('radio').first().check();
  await take.click();
  await expect(page.getByText('Mlin Đukić DOO, PIB 101134702, MB 07726716')).toBeVisible();

  // Called off meanwhile: nothing can be saved, and what was typed can still be copied.
  await page.getByRole('button', { name: 'Izmeni podatke firme' }).click();
  await form.getByLabel(companyCopy.name).fill('Mlin Đukić i sinovi');
  const last = await staff<{ version: number }>('get', `/admin/orders/${number}`);
  await staff('post', `/admin/orders/${number}/cancel`, { version: last.version });
  await expect(form.getByRole('alert')).toContainText(companyCopy.closed);
  await expect(form.getByLabel(companyCopy.name)).toHaveValue('Mlin Đukić i sinovi');
  await expect(save).toBeDisabled();
  await form.getByRole('button', { name: 'Otkaži' }).click();
  await discard(page);
  await expect(page.getByRole('button', { name: 'Izmeni podatke firme' })).toHaveCount(0);
});

test('a buyer who is asked whether to call an order off reads that it was called off meanwhile', async ({
  page,
  context,
  request,
}) => {
  const { session, number } = await orderedByFirm(request);
  await useSession(context, session);
  await page.goto(`/account/orders/${number}`);
  await page.getByRole('button', { name: ownOrderCopy.cancel }).click();
  const question = page.getByRole('dialog', { name: ownOrderCopy.cancelTitle(number) });
  await expect(question).toBeVisible();
  const staff = asker(request, (await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD)).access_token);
  const { version } = await staff<{ version: number }>('get', `/admin/orders/${number}`);
  await staff('post', `/admin/orders/${number}/cancel`, { version });
  await expect(question.getByRole('alert')).toContainText(ownOrderCopy.impossible);
  await expect(question.getByRole('button', { name: ownOrderCopy.cancel })).toBeDisabled();
  await question.getByRole('button', { name: ownOrderCopy.keep }).click();
  await expect(page.getByText(ownOrderCopy.cancelled)).toBeVisible();
  await expect(page.getByRole('button', { name: ownOrderCopy.cancel })).toHaveCount(0);
});

test('staff hear that an order is called off also when its page cannot be read again', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/ERR_FAILED|Failed to fetch/);
  const { number } = await orderedByFirm(request);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto(`/admin/orders/${number}`);
  await page.getByRole('button', { name: 'Otkaži narudžbinu' }).click();
  const question = page.getByRole('dialog', { name: ownOrderCopy.cancelTitle(number) });
  await page.route(`**/api/admin/orders/${number}`, (route) => route.abort());
  await question.getByRole('button', { name: 'Otkaži narudžbinu' }).click();
  await expect(question).toBeHidden({ timeout: 30_000 });
  await expect(page.getByText(/^Prikazano je stanje/)).toBeVisible();
});
