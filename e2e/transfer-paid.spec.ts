import type { APIRequestContext, Page } from '@playwright/test';
import { COMPANY, camtFile, type SampleEntry } from '../server/test/statements.ts';
import { markDelivered, send } from './delivered.ts';
import { fillShelf } from './shelf.ts';
import { endWaiting, loadStatement, orderedByTransfer } from './statements.ts';
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

/** What a device costs by transfer, as a statement writes it. */
const DEVICE = '25660.00';

const statement = (mark: string, ...entries: Omit<SampleEntry, 'currency' | 'payer' | 'bankReference'>[]) =>
  camtFile(
    entries.map((entry, n) => ({
      ...entry,
      currency: 'RSD' as const,
      payer: `${mark} K${n + 1}`,
      bankReference: `${mark}${entry.amount}${n}`,
    })),
    { account: COMPANY },
  );

/** What was decided waits two minutes, which end here. */
const becomesPaid = async (request: APIRequestContext, token: string, number: string | number) => {
  await endWaiting(number);
  const read = async () => {
    const answer = await request.get(`/api/admin/orders/${number}`, { headers: { authorization: `Bearer ${token}` } });
    return (await answer.json()).status;
  };
  await expect.poll(read, { timeout: 60_000 }).toBe('paid');
};

const papers = (page: Page, kind: string) => page.getByRole('button', { name: new RegExp(`${kind} `) });

test('one device by transfer, from the shop to the delivered parcel: what to pay, the line of the statement, and a paper for each step @phone', async ({
  page,
  context,
  browser,
  request,
  quiet,
}) => {
  const who = somebody('Ljubica', 'Čeperković');
  await useSession(context, await member(request, who));
  await page.goto(purchasePath('Vidik – 1 uređaj', 219));
  await expect(page.getByLabel('Prezime')).not.toHaveValue('');
  await fillAddress(page);
  await page.getByRole('radio', { name: 'Uplata na račun' }).check();
  await page.getByRole('button', { name: 'Naruči uz obavezu plaćanja' }).click();
  await expect(page.getByRole('heading', { name: /^Čekamo uplatu do / })).toBeVisible();
  await expect(page.getByText('25.660,00 RSD')).toBeVisible();
  await expect(papers(page, 'Predračun')).toBeVisible();
  const number = /\d+$/.exec(page.url())![0];
  const [reference] = /\b\d{2}[-\u2011]5\d{10}\b/.exec(await page.locator('main').innerText())!;

  const session = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const admin = await another(browser, quiet, page, session);
  const mark = who.username.toUpperCase();
  await loadStatement(admin, statement(mark, { amount: DEVICE, reference: `97 ${reference.replace('\u2011', '-')}` }));
  const row = admin.getByRole('row').filter({ hasText: `${mark} K1` });
  await expect(row).toContainText('Slaže se');
  await admin.getByRole('button', { name: 'Potvrdi 1 uplatu' }).click();
  await expect(admin.getByText(/^Potvrđeno 1 uplata, 25\.660,00/)).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Čekamo uplatu do / }), 'nothing happens yet').toBeVisible();
  await becomesPaid(request, session.access_token, number);

  // The buyer's page says so by itself, and the advance invoice is there.
  await expect(page.getByRole('heading', { name: /^Čekamo uplatu do / })).toBeHidden();
  await expect(papers(page, 'Avansni račun')).toBeVisible();
  await expectAccessible(page);
  await mailTo(who.email, 'orders.paid');

  const { serial, order } = await send(admin, who);
  await markDelivered(admin);
  expect(order).toBe(number);
  await expect(admin.getByText(`Garantni list G-${number}.`)).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Isporučeno \d/ })).toBeVisible();
  await expect(page.getByText(serial)).toBeVisible();
  for (const kind of ['Predračun', 'Avansni račun', 'Račun', `Garantni list G-${number}`]) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: new RegExp(`: ${kind}`) }).click();
    expect((await download).suggestedFilename(), kind).toMatch(/\.pdf$/);
  }
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('delivered.png'), fullPage: true });
  await mailTo(who.email, 'fulfilment.delivered');
});

test('a payment that is less than asked for leaves the order waiting, and a second one by the same reference mends it', {
  tag: '@phone',
}, async ({ page, context, browser, request, quiet }) => {
  const who = somebody('Đorđe', 'Nešković');
  const buyer = await member(request, who);
  const { number, reference } = await orderedByTransfer(request, who, buyer.access_token);
  await useSession(context, buyer);
  await page.goto(`/account/orders/${number}`);
  await expect(page.getByText('25.660,00 RSD')).toBeVisible();
  await expect(papers(page, 'Predračun')).toHaveCount(1);

  const session = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const admin = await another(browser, quiet, page, session);
  const mark = who.username.toUpperCase();
  const row = admin.getByRole('row').filter({ hasText: `${mark} K1` });
  await loadStatement(admin, statement(mark, { amount: '10000.00', reference }));
  await expect(row).toContainText('Uplaćeno manje');
  const panel = admin.getByRole('complementary', { name: 'Šta radimo' });
  await expect(panel).toContainText('Nedostaje');
  await expect(panel).toContainText('15.660,00');
  await expect(admin.getByRole('button', { name: /^Potvrdi \d+ uplat/ }), 'nothing is confirmed in bulk').toHaveCount(
    0,
  );
  await admin.keyboard.press('Enter');
  await expect(row).toBeHidden();
  await endWaiting(number);
  expect(await mailTo(who.email, 'orders.part-paid', 1, 60_000)).toContain('15.660,00');
  await expect(page.getByRole('heading', { name: /^Čekamo uplatu do / })).toBeVisible();
  await expect(page.getByText('15.660,00 RSD')).toBeVisible();
  await expect(papers(page, 'Predračun'), 'for the whole and for the rest').toHaveCount(2);
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('part.png'), fullPage: true });

  await loadStatement(admin, statement(mark, { amount: '15660.00', reference }));
  await expect(row).toContainText('Slaže se');
  await admin.getByRole('button', { name: 'Potvrdi 1 uplatu' }).click();
  await expect(admin.getByText(/^Potvrđeno 1 uplata, 15\.660,00/)).toBeVisible();
  await becomesPaid(request, session.access_token, number);
  await expect(page.getByRole('heading', { name: /^Čekamo uplatu do / })).toBeHidden();
  await expect(papers(page, 'Avansni račun')).toBeVisible();
  await admin.goto(`/admin/orders/${number}`);
  await expect(admin.getByRole('region', { name: 'Sledeći korak' }).getByLabel('Serijski broj 1 od 1')).toBeVisible();
});

test('a transfer that comes after its order was called off opens it again at its price', {
  tag: '@phone',
}, async ({ page, context, browser, request, quiet }) => {
  const who = somebody('Šefika', 'Hadžić');
  const buyer = await member(request, who);
  const { number, reference } = await orderedByTransfer(request, who, buyer.access_token);
  await useSession(context, buyer);
  await page.goto(`/account/orders/${number}`);
  await page.getByRole('button', { name: 'Otkaži narudžbinu' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Otkaži narudžbinu' }).click();
  await expect(page.getByText('Po njoj se ništa ne plaća.')).toBeVisible();

  await fillShelf(request);
  const session = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const admin = await another(browser, quiet, page, session);
  const mark = who.username.toUpperCase();
  await loadStatement(admin, statement(mark, { amount: DEVICE, reference }));
  const row = admin.getByRole('row').filter({ hasText: `${mark} K1` });
  await expect(row).toContainText('Stiglo posle isteka');
  const panel = admin.getByRole('complementary', { name: 'Šta radimo' });
  await expect(panel).toContainText('Potvrda je ponovo otvara po njenoj ceni');
  await expect(admin.getByRole('button', { name: /^Potvrdi \d+ uplat/ }), 'nothing is confirmed in bulk').toHaveCount(
    0,
  );
  await expectAccessible(admin);
  await panel.getByRole('radio', { name: /^Potvrdi uplatu/ }).check();
  await panel.getByRole('button', { name: 'Upiši 25.660,00 RSD' }).click();
  await expect(row).toBeHidden();
  await becomesPaid(request, session.access_token, number);
  await expect(page.getByText('Po njoj se ništa ne plaća.')).toBeHidden();
  await expect(papers(page, 'Avansni račun')).toBeVisible();
  await mailTo(who.email, 'orders.paid');
  await admin.goto(`/admin/orders/${number}`);
  await expect(admin.getByText('Plaćeno').first()).toBeVisible();
  await expect(admin.getByRole('region', { name: 'Sledeći korak' }).getByLabel('Serijski broj 1 od 1')).toBeVisible();
});
