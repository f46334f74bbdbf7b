import { randomInt, randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { earlierVersions } from '#domain/legal/versions.ts';
import { dayOf, formatDateInSentence } from '#domain/time.ts';
import { loseAnswer } from './held-answer.ts';
import { asker } from './longest-orders.ts';
import { fillShelf } from './shelf.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  another,
  expect,
  expectAccessible,
  fillSignIn,
  mailTo,
  member,
  PASSWORD,
  signInByHand,
  somebody,
  test,
  useSession,
} from './story.ts';

const today = () => dayOf(new Date());

test('a buyer withdraws from a device, and the admin has it with its deadline at once', async ({
  page,
  context,
  browser,
  request,
  quiet,
}) => {
  const who = somebody();
  const session = await member(request, who);
  await page.goto(await startPayment(request, session.access_token));
  await page.getByRole('button', { name: /^Plati 219/ }).click();
  await expect(page.getByRole('heading', { name: 'Uspešno plaćanje!' })).toBeVisible();
  const admin = await another(browser, quiet, page, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await admin.goto(`/admin/sales?withdrawn=1&q=${who.username}`);
  await expect(admin.getByText(`Nema narudžbina za „${who.username}“.`)).toBeVisible();

  await useSession(context, session);
  await page.goto('/terms-conditions');
  await page.getByRole('link', { name: 'Odustanite od kupovine' }).click();
  await expect(page).toHaveURL('/account#narudzbine');
  await page.getByRole('button', { name: /^Odustanite od kupovine/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Pošalji izjavu o odustanku' }).click();
  await expect(dialog.getByText('Upišite datum prijema.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Datum prijema uređaja').fill(today());
  await dialog.getByLabel('Razlog').fill('Ipak mi ne treba.');
  await dialog.getByRole('button', { name: 'Pošalji izjavu o odustanku' }).click();
  await expect(page.getByText('Odustanak primljen')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Odustanite od kupovine/ })).toHaveCount(0);

  const sale = admin.getByRole('row').filter({ hasText: 'Vidik – 1 uređaj' });
  await expect(sale).toContainText('Odustanak: vratiti do');
  await expect(sale).toContainText('Razlog: Ipak mi ne treba.');
  await expectAccessible(admin);
  await sale.getByRole('button', { name: /^Zatvori bez punog povraćaja/ }).click();
  const question = admin.getByRole('dialog');
  await question.getByLabel('Kako je rešeno').fill('Dogovorena zamena.');
  await question.getByRole('button', { name: 'Zatvori bez punog povraćaja' }).click();
  await expect(sale).toContainText('Odustanak: zatvoren');
  await expect(page.getByText('Odustanak zatvoren')).toBeVisible();

  await page.goto('/account#podaci');
  await expect(page.getByRole('row').filter({ hasText: 'Narudžbina broj' })).toContainText('Uslovi za članove');
  await admin.context().close();
});

test('of an order of which a part has come its buyer withdraws from the rest in the list, and nothing is late meanwhile', async ({
  page,
  context,
  request,
}) => {
  const who = somebody();
  const session = await member(request, who);
  await page.goto(await startPayment(request, session.access_token, ['Vidik – 10 uređaja', 1999]));
  await page.getByRole('button', { name: /^Plati 1\.999/ }).click();
  await expect(page.getByRole('heading', { name: 'Uspešno plaćanje!' })).toBeVisible();
  await useSession(context, session);
  await page.goto('/account#narudzbine');
  const order = page.getByRole('row').filter({ hasText: 'Vidik – 10 uređaja' });
  const number = await order.getByRole('link').first().innerText();
  await deliverOne(request, number);

  await page.reload();
  await order.getByRole('link', { name: 'Vratite uređaj ili prijavite kvar' }).click();
  await expect(page.getByText('rok od 14 dana počinje kada stigne i ostatak narudžbine')).toBeVisible();
  await page.goBack();
  await order.getByRole('button', { name: 'Odustanite od kupovine' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Ovom izjavom odustajete od uređaja koji još nisu stigli');
  await expect(dialog).toContainText('Novac za te uređaje vraćamo najkasnije');
  await expect(dialog.getByText('Da li je uređaj stigao?')).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Pošalji izjavu o odustanku' }).click();
  await expect(page.getByText('Odustanak primljen')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Odustanite od kupovine/ })).toHaveCount(0);
  await expect(order.getByRole('link', { name: 'Vratite uređaj ili prijavite kvar' })).toBeVisible();
  expect(await mailTo(who.email, 'orders.withdrawn')).toContain('izjava je o ure');
});

/** One device of a paid order of several is packed as a part of it, and arrives. */
async function deliverOne(request: APIRequestContext, number: string) {
  await fillShelf(request);
  const desk = asker(request, (await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD)).access_token);
  const serial = `VDK-35-${randomInt(100_000, 999_000)}`;
  await desk('post', '/admin/stock/scans', { key: randomUUID(), serial });
  const { id: order, version } = await desk<{ id: string; version: number }>('get', `/admin/orders/${number}`);
  const id = randomUUID();
  const boxes = [{ grams: 400, serials: [serial] }];
  const parcel = { id, version, courier: 'own', isPart: true, boxes };
  const { key } = await desk<{ key: string }>('post', `/admin/orders/${order}/parcels`, parcel);
  const receipt = `AB12CD34-AB12CD34-${randomInt(1, 1_000_000)}`;
  await desk('post', `/admin/orders/${order}/receipt`, { kind: 'receipt', number: receipt });
  await desk('post', `/admin/parcels/${id}/hand-over`, { labels: [`${key}-1`] });
  await desk('post', `/admin/parcels/${id}/move`, { from: 'handed_over', to: 'delivered' });
}

test('an admin gives notice, withdraws it, and ends a contract for a cause; the person sees each at once', async ({
  page,
  context,
  browser,
  request,
  quiet,
}) => {
  const who = somebody('Vuk', 'Čolić');
  await useSession(context, await member(request, who));
  await page.goto('/account');
  await expect(page.getByRole('heading', { name: 'Moj nalog' })).toBeVisible();
  const admin = await another(browser, quiet, page, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await admin.goto(`/admin/users?q=${who.username}`);
  const choose = async (action: string) => {
    await admin.getByRole('button', { name: 'Radnje: Vuk Čolić' }).click();
    await admin.getByRole('menuitem', { name: action }).click();
  };
  await choose('Otkaži uz 30 dana…');
  await expect(admin.getByRole('dialog')).toContainText('Dotle otkaz možete da povučete.');
  await expectAccessible(admin);
  await admin.getByRole('button', { name: 'Pošalji otkaz' }).click();
  await expect(admin.getByText(/^Otkazan do/)).toBeVisible();
  await expect(page.getByText(/^Ugovor je otkazan: nalog važi do/)).toBeVisible();

  await choose('Povuci otkaz…');
  await admin.getByRole('dialog').getByRole('button', { name: 'Povuci otkaz' }).click();
  await expect(page.getByText(/^Ugovor je otkazan/)).toHaveCount(0);

  quiet.allow(/status of 40[0139]|ERR_CONNECTION_RESET|Failed to fetch/);
  // It is done, and the answer to it is lost.
  await loseAnswer(admin, '**/api/admin/people/*/terminate');
  await choose('Raskini odmah…');
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Raskini odmah' }).click();
  await expect(dialog.getByText('Upišite razlog; vlasnik naloga ima pravo da ga zna.')).toBeVisible();
  await dialog.getByLabel('Razlog raskida').fill('Više naloga istog lica.');
  await dialog.getByRole('button', { name: 'Raskini odmah' }).click();
  await expect(dialog).toHaveCount(0);
  await admin.getByRole('button', { name: 'Izmeni: Vuk Čolić' }).click();
  await expect(admin.getByText(/^Nalog je zatvoren/)).toBeVisible();
  await expect(page).toHaveURL(/\/auth/);
  await fillSignIn(page, who.email, PASSWORD);
  await expect(page.getByText(/^Ovaj nalog je zatvoren/)).toBeVisible();
  await admin.context().close();
});

test('earlier versions of the terms stand apart from one another, the newest first', async ({ page }) => {
  await page.goto('/company-terms');
  const days = Object.values(earlierVersions).flatMap(({ of, version }) => (of === 'companyTerms' ? [version] : []));
  const earlier = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: /^\d+\. [a-z]+ \d{4}\.$/ }) });
  await expect(earlier).toHaveText(days.sort().reverse().map(formatDateInSentence));
  await expectAccessible(page);
});

/** The payment page of a device order. */
async function startPayment(
  request: APIRequestContext,
  token: string,
  [productName, productPrice] = ['Vidik – 1 uređaj', 219] as [string, number],
): Promise<string> {
  const answer = await request.post('/api/functions/create-payment', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      productName,
      productPrice,
      termsVersion: '2026-11-01',
      buyerInfo: {
        firstName: 'Milica',
        lastName: 'Živković',
        country: 'RS',
        address: 'Ulica lipa',
        addressNumber: '14',
        city: 'Čačak',
        postalCode: '32000',
        phone: '+381641234567',
      },
    },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as { url: string }).url;
}
