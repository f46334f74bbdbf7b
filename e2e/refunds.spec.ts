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
