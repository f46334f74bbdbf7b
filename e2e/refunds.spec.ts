import { randomUUID } from 'node:crypto';
import { meanwhile } from '#domain/merging-copy.ts';
import { refundCopy } from '#domain/refunds/copy.ts';
import { discard, expectEscAsks } from './asks-first.ts';
import { asker, statement } from './longest-orders.ts';
import { endWaiting, orderedByTransfer } from './statements.ts';
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

test('what a colleague gives back while the dialog is open is in the preview before anything goes, and Esc asks before what was typed is lost', async ({
  page,
  context,
  browser,
  request,
  quiet,
}) => {
  // While the colleague's money is under way no other refund can be planned.
  quiet.allow(/status of 4(09|22)/);
  const who = somebody('Ljubiša', 'Đokić');
  await useSession(context, await member(request, who));
  await page.goto(purchasePath('Vidik – 1 uređaj', 219));
  const payment = await startPayment(page);
  await payment.getByRole('button', { name: /^Plati 219/ }).click();

  const session = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const admin = await another(browser, quiet, page, session);
  await admin.goto(`/admin/sales?q=${who.username}`);
  await admin.getByRole('row').filter({ hasText: 'Vidik – 1 uređaj' }).getByRole('link').first().click();
  await admin.getByRole('button', { name: 'Vrati novac' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Povraćaj novca' });
  await dialog.getByRole('button', { name: 'Drugi iznos' }).click();
  await dialog.getByLabel('Iznos u evrima').fill('50');
  await dialog.getByLabel('Razlog').selectOption('Dogovor sa kupcem');
  await dialog.getByLabel('Objašnjenje za kupca').fill('Oštećena kutija.');
  await expect(dialog.getByText('Ostaje plaćeno 169,00 €.')).toBeVisible();
  await expectEscAsks(admin);
  await expect(dialog.getByLabel('Objašnjenje za kupca')).toHaveValue('Oštećena kutija.');

  const number = Number(/orders\/(\d+)/.exec(admin.url())![1]);
  const headers = { authorization: `Bearer ${session.access_token}` };
  const address = `/api/admin/orders/${number}/refunds`;
  const { version, payments } = await (await request.get(address, { headers })).json();
  const less = { payment: payments[0].key, scope: 'amount', amount: 1_900, reason: 'agreement', goods: 'none' };
  const given = await request.post(address, { headers, data: { ...less, id: randomUUID(), version, shown: 1_900 } });
  expect(given.ok(), await given.text()).toBe(true);
  await expect(dialog.getByText('Ostaje plaćeno 150,00 €.'), 'without a change in the dialog').toBeVisible();
  await dialog.getByRole('button', { name: 'Vrati 50,00 €' }).click();
  await expect(admin.getByText('Povraćaj 50,00 € je upisan.')).toBeVisible();
  await expect(admin.getByText('Vraćen novac: 50,00 €.')).toBeVisible();

  await admin.getByRole('button', { name: 'Vrati novac' }).click();
  await dialog.getByLabel('Objašnjenje za kupca').fill('Još nešto.');
  await dialog.getByRole('button', { name: 'Odustani' }).click();
  await discard(admin);
  await expect(dialog).toHaveCount(0);
});

test('staff give a part of a card payment back by keyboard and see every effect first; what is above the limit waits for somebody else', async ({
  page,
  context,
  browser,
  request,
  quiet,
}) => {
  const who = somebody('Ljubiša', 'Đokić');
  await useSession(context, await member(request, who));
  await page.goto(purchasePath('Vidik – 10 uređaja', 1999));
  const payment = await startPayment(page);
  await payment.getByRole('button', { name: /^Plati 1/ }).click();

  const admin = await another(browser, quiet, page, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await admin.goto(`/admin/sales?q=${who.username}`);
  await admin.getByRole('row').filter({ hasText: 'Vidik – 10 uređaja' }).getByRole('link').first().click();
  const give = admin.getByRole('button', { name: 'Vrati novac' });
  await expect(give).toBeVisible();
  await admin.getByRole('heading', { level: 1 }).click();
  await admin.keyboard.press('r');
  const dialog = admin.getByRole('dialog', { name: 'Povraćaj novca' });
  await expect(dialog.getByRole('button', { name: 'Vrati 199,90 €' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Jedan uređaj više' }).click();
  await expect(dialog.getByRole('button', { name: 'Vrati 399,80 €' })).toBeVisible();
  await expect(dialog.getByText('Ostaje plaćeno 1.599,20 €.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Vrati 399,80 €' }).click();
  await expect(dialog.getByText('Izaberite razlog.')).toBeVisible();
  await dialog.getByLabel('Razlog').selectOption('Dogovor sa kupcem');
  await expectAccessible(admin);
  await dialog.getByRole('button', { name: 'Vrati 399,80 €' }).click();
  await expect(admin.getByText('Povraćaj 399,80 € je upisan.')).toBeVisible();
  await expect(admin.getByText('Vraćen novac: 399,80 €.'), 'without a reload').toBeVisible();
  await expect(admin.getByText('Delimično vraćeno').first()).toBeVisible();
  expect(await mailTo(who.email, 'refunds.paid-back')).toContain('399,80');

  await give.click();
  await dialog.getByRole('button', { name: 'Ceo iznos' }).click();
  await dialog.getByLabel('Razlog').selectOption('Dogovor sa kupcem');
  await dialog.getByRole('button', { name: 'Pošalji na potvrdu' }).click();
  await expect(admin.getByText('Povraćaj 1.599,20 € čeka potvrdu druge osobe.')).toBeVisible();
  await expect(admin.getByText('Potvrda mora da bude od druge osobe.')).toBeVisible();
  await expect(give).toHaveCount(0);
  await admin.getByRole('button', { name: 'Odbij' }).click();
  await expect(admin.getByText('Povraćaj je odbijen: 1.599,20 €.')).toBeVisible();
});

test('a payment that a colleague gives back meanwhile stays chosen: another of the same amount goes back only when it is chosen', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/status of 4(09|22)/);
  const DEVICE = 2_566_000;
  const who = somebody('Ljubiša', 'Đokić');
  const { access_token } = await member(request, who);
  const { number, reference } = await orderedByTransfer(request, who, access_token);
  const session = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const desk = asker(request, session.access_token);
  const read = () =>
    desk<{ version: number; payments: { key: string; isSurplus: boolean }[] }>(
      'get',
      `/admin/orders/${number}/refunds`,
    );
  // The same money comes twice.
  for (const [decision, shown, payments] of [
    ['confirm', DEVICE, 1],
    ['keep', 0, 2],
  ] as const) {
    const { lines } = await statement(request, session, `izvod-${decision}.xml`, [
      { amount: '25660.00', currency: 'RSD', reference, payer: who.lastName, bankReference: randomUUID() },
    ]);
    await desk('post', `/admin/bank/lines/${lines[0]}/hold`, { decision, shown });
    await endWaiting(number);
    await expect.poll(async () => (await read()).payments.length, { timeout: 60_000 }).toBe(payments);
  }

  await useSession(context, session);
  await page.goto(`/admin/orders/${number}`);
  await page.getByRole('button', { name: 'Vrati novac' }).click();
  const dialog = page.getByRole('dialog', { name: 'Povraćaj novca' });
  await dialog.getByRole('button', { name: 'Ceo iznos' }).click();
  await dialog.getByLabel('Razlog').selectOption('Dogovor sa kupcem');
  const give = dialog.getByRole('button', { name: 'Vrati 25.660,00 RSD' });
  await expect(give).toBeEnabled();

  const { version, payments } = await read();
  const [first, second] = [payments.find((one) => !one.isSurplus)!, payments.find((one) => one.isSurplus)!];
  const chosen = dialog.getByLabel(refundCopy.payment, { exact: true });
  await expect(chosen).toHaveValue(first.key);
  const colleague = asker(request, (await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD)).access_token);
  const whole = { payment: first.key, scope: 'whole', reason: 'agreement', goods: 'none' };
  await colleague('post', `/admin/orders/${number}/refunds`, { ...whole, id: randomUUID(), version, shown: DEVICE });

  await expect(dialog.getByRole('alert').filter({ hasText: meanwhile.impossible })).toBeVisible();
  await expect(chosen).toHaveValue(first.key);
  await expect(give).toBeDisabled();
  await expectAccessible(page);
  await chosen.selectOption(second.key);
  await dialog.getByRole('button', { name: 'Ceo iznos' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: meanwhile.impossible })).toHaveCount(0);
  await expect(dialog.getByText('Ova uplata nije ništa platila, pa se račun ne umanjuje.')).toBeVisible();
  await give.click();
  await expect(page.getByText('Povraćaj 25.660,00 RSD je upisan.')).toBeVisible();
});
