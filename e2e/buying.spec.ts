import type { Browser, Page } from '@playwright/test';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  another,
  expect,
  fillAddress,
  fillSignUp,
  member,
  purchasePath,
  signInByHand,
  somebody,
  startPayment,
  test,
  useSession,
} from './story.ts';

const TEN = purchasePath('Vidik – 10 uređaja', 1999);

test('a person registers, is approved and buys ten devices, and the admin’s list shows the sale by itself', {
  tag: '@phone',
}, async ({ page, browser, request, quiet }) => {
  const who = somebody();
  const admin = await another(browser, quiet, page, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await admin.goto('/admin');
  await admin.getByRole('link', { name: /Zahtevi za registraciju/ }).click();
  await expect(admin.getByText('Lista se osvežava sama.')).toBeVisible();

  await page.goto('/');
  await page.goto('/usb-packages');
  await expect(page.getByText('17.999')).toBeVisible();
  await page.getByRole('link', { name: /pojačaj snagu/ }).click();
  await page.getByRole('tab', { name: 'Registracija' }).click();
  await fillSignUp(page, who);
  await page.getByRole('button', { name: 'Pošaljite zahtev' }).click();
  await expect(page).toHaveURL('/pending-approval');
  await expect(page.getByText('10 uređaja')).toBeVisible();

  await admin
    .getByRole('button', { name: `Odobri: ${who.firstName} ${who.lastName}` })
    .first()
    .waitFor();
  await admin
    .getByRole('row')
    .filter({ hasText: who.email })
    .getByRole('button', { name: /^Odobri/ })
    .click();
  await expect(admin.getByText('Uspešno odobreno 1 korisnika')).toBeVisible();
  await expect(page, 'the package that was chosen before registering').toHaveURL(TEN);

  await admin.goto(`/admin/sales?q=${who.username}`);
  await expect(admin.getByText(`Nema narudžbina za „${who.username}“.`)).toBeVisible();
  const sale = admin.getByRole('row').filter({ hasText: 'Vidik – 10 uređaja' });

  await page.goto('/usb-packages');
  await page.getByRole('link', { name: /pojačaj snagu/ }).click();
  await expect(page).toHaveURL(TEN);
  const payment = await startPayment(page);
  await expect(sale).toContainText('Na čekanju');
  await expect(page.getByRole('heading', { name: 'Čekamo potvrdu plaćanja' })).toBeFocused();
  await payment.getByRole('button', { name: /^Plati 1\.999/ }).click();
  await expect(payment).toHaveURL(/\/payment-success\?session_id=/);
  await expect(payment.getByRole('heading', { name: 'Uspešno plaćanje!' })).toBeVisible();

  await expect(sale).toContainText('Plaćeno');
  await expect(sale).toContainText('1.999,00 €');
  await expect(sale).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Uspešno plaćanje!' }), 'the first tab noticed alone').toBeVisible();
  await page.getByRole('link', { name: 'Otvorite narudžbinu' }).click();
  await expect(page).toHaveURL(/\/account\/orders\/\d+$/);
  await payment.getByRole('link', { name: 'OK' }).click();
  await expect(payment).toHaveURL('/');
  await admin.context().close();
});

test('a declined card, the way back, and a transfer that arrives later', { tag: '@phone' }, async ({
  page,
  context,
  request,
}) => {
  await useSession(context, await member(request, somebody()));
  await page.goto(purchasePath('Vidik – 1 uređaj', 219));
  const payment = await startPayment(page);
  await payment.getByRole('button', { name: 'Neka banka odbije' }).click();
  await expect(payment.getByRole('alert')).toContainText('Banka nije odobrila plaćanje.');
  const sessionId = payment.url().split('/').at(-1)!.split('?')[0]!;
  const unpaid = await context.newPage();
  await unpaid.goto(`/payment-success?session_id=${sessionId}`);
  await expect(unpaid.getByText('Plaćanje nije završeno')).toBeVisible();
  await unpaid.close();

  await payment.getByRole('link', { name: 'Nazad u prodavnicu' }).click();
  await expect(payment).toHaveURL(purchasePath('Vidik – 1 uređaj', 219));
  await payment.close();

  const again = page.waitForEvent('popup');
  await page.getByRole('link', { name: /Otvorite plaćanje ponovo/ }).click();
  const transfer = await again;
  await transfer.getByRole('button', { name: 'Platiću uplatom preko banke' }).click();
  await expect(transfer).toHaveURL(/\/payment-success\?session_id=/);
  await expect(transfer.getByRole('heading', { name: 'Uplata je u toku' })).toBeVisible();
  const bank = await context.newPage();
  await bank.goto(`/sandbox/pay/${sessionId}`);
  await bank.getByRole('button', { name: 'Uplata je stigla' }).click();
  await bank.close();
  await expect(transfer.getByRole('heading', { name: 'Uspešno plaćanje!' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Uspešno plaćanje!' })).toBeVisible();
});

test('a missing, an unknown and another person’s session id each have their error', async ({
  page,
  context,
  request,
  browser,
  quiet,
}) => {
  quiet.allow(/status of 404/);
  await page.goto('/payment-success');
  await expect(page.getByRole('heading', { name: 'Plaćanje nije potvrđeno' })).toBeVisible();
  await expect(page.getByText('Nedostaje ID sesije')).toBeVisible();
  await page.goto('/payment-success?session_id=cs_test_izmisljen');
  await expect(page.getByText('Greška pri verifikaciji plaćanja')).toBeVisible();

  await useSession(context, await member(request, somebody()));
  const owner = await context.newPage();
  await owner.goto(purchasePath('Vidik – 1 uređaj', 219));
  const payment = await startPayment(owner);
  const sessionId = payment.url().split('/').at(-1)!.split('?')[0]!;
  await payment.getByRole('button', { name: /^Plati 219/ }).click();
  await expect(payment.getByRole('heading', { name: 'Uspešno plaćanje!' })).toBeVisible();

  const stranger = await strangerIn(browser, quiet, page, await member(request, somebody('Ana', 'Šarić')));
  await stranger.goto(`/payment-success?session_id=${sessionId}`);
  await expect(stranger.getByText('Greška pri verifikaciji plaćanja')).toBeVisible();
  await stranger.getByRole('link', { name: 'Povratak na početnu stranu' }).click();
  await expect(stranger).toHaveURL('/');
  await stranger.context().close();
});

test('an unknown product, a changed price and an empty address start no payment', async ({
  page,
  context,
  request,
}) => {
  await useSession(context, await member(request, somebody()));
  const calls: string[] = [];
  page.on('request', (asked) => calls.push(asked.url()));
  for (const [path, text] of [
    ['/usb-purchase', 'U adresi nedostaje proizvod ili cena.'],
    [purchasePath('Vidik – 7 uređaja', 219), 'Taj proizvod ne postoji u ponudi.'],
    [purchasePath('Vidik – 1 uređaj', 1), 'Cena se ne slaže sa cenovnikom: tačna cena je 219 €.'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('alert')).toContainText(text);
    await expect(page.getByRole('button', { name: 'Naruči uz obavezu plaćanja' })).toHaveCount(0);
  }
  await page.getByRole('link', { name: 'Nazad na pakete' }).click();
  await expect(page).toHaveURL('/usb-packages');
  expect(calls.filter((url) => url.includes('create-payment'))).toEqual([]);
});

test('the buyer form asks for what is missing, and a blocked tab leaves a way to pay', async ({
  page,
  context,
  request,
}) => {
  await useSession(context, await member(request, somebody()));
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto(TEN);
  await page.getByRole('button', { name: 'Naruči uz obavezu plaćanja' }).click();
  await expect(page.getByRole('alert')).toHaveText('Proverite 4 označena polja.');
  await expect(page.getByText('Popunite polje: Ulica.')).toBeVisible();
  await expect(page.getByText('Za nastavak prihvatite uslove.')).toBeVisible();
  await fillAddress(page);
  const started = page.waitForRequest(/create-payment/);
  await page.getByRole('button', { name: 'Naruči uz obavezu plaćanja' }).dblclick();
  await started;
  await expect(page.getByRole('heading', { name: 'Plaćanje je spremno' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Otvorite plaćanje/ })).toHaveAttribute('target', '_blank');
  await page.getByRole('link', { name: 'Nastavite u ovoj kartici' }).click();
  await page.getByRole('button', { name: /^Plati 1\.999/ }).click();
  await expect(page.getByRole('heading', { name: 'Uspešno plaćanje!' })).toBeVisible();
});

test('whoever changes an order that waits for its payment finds the form as it was sent, with the recipient', async ({
  page,
  context,
  request,
}) => {
  await useSession(context, await member(request, somebody()));
  await page.goto(purchasePath('Vidik – 1 uređaj', 219));
  const other = page.getByRole('checkbox', { name: 'Paket preuzima neko drugi' });
  await other.check();
  await page.getByLabel('Ime i prezime primaoca').fill('Ana Šarić');
  await page.getByLabel('Telefon primaoca').fill('+381 63 555 0186');
  await fillAddress(page);
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Naruči uz obavezu plaćanja' }).click();
  const payment = await popup;
  await payment.waitForURL(/\/pay\//);
  await payment.close();
  await page.getByRole('button', { name: 'Izmenite podatke' }).click();
  await expect(other).toBeChecked();
  await expect(page.getByLabel('Ime i prezime primaoca')).toHaveValue('Ana Šarić');
  await expect(page.getByLabel('Telefon primaoca')).toHaveValue('+381 63 555 0186');
  await expect(page.getByLabel('Ulica')).toHaveValue('Ulica lipa');
  await expect(page.getByRole('checkbox', { name: /Prihvatam/ })).toBeChecked();

  await page.getByLabel('Ime i prezime primaoca').fill('Ana Šarić Đokić');
  const asked = page.waitForRequest(/create-payment/);
  await page.getByRole('button', { name: 'Naruči uz obavezu plaćanja' }).click();
  expect((await asked).postDataJSON()).toMatchObject({
    buyerInfo: { recipientName: 'Ana Šarić Đokić', recipientPhone: '+381 63 555 0186', address: 'Ulica lipa' },
  });
  await expect(page.getByRole('heading', { name: 'Čekamo potvrdu plaćanja' })).toBeVisible();
});

const strangerIn = (browser: Browser, quiet: Parameters<typeof another>[1], page: Page, session: object) =>
  another(browser, quiet, page, session);
