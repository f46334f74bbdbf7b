import { fillShelf } from './shelf.ts';
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

test('staff enter the order of somebody who calls: found from the palette, told what it comes to, and mailed as if they had ordered themselves @phone', async ({
  page,
  context,
  browser,
  request,
  quiet,
}) => {
  const who = somebody('Đurđica', 'Šćepanović');
  await useSession(context, await member(request, who));
  const admin = await another(browser, quiet, page, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await admin.goto('/admin');
  await expect(admin.getByRole('heading', { name: 'Danas' })).toBeVisible();
  await admin.keyboard.press('Control+k');
  const palette = admin.getByRole('dialog', { name: 'Pretraga svega' });
  await palette.getByRole('combobox').fill('nova narud');
  await palette.getByRole('option').filter({ hasText: 'Nova narudžbina' }).click();

  await expect(admin.getByRole('heading', { level: 1, name: 'Nova narudžbina' })).toBeVisible();
  await admin.getByRole('searchbox').fill(who.username);
  await expectAccessible(admin);
  await admin.getByRole('list', { name: 'Nađeni korisnici' }).getByRole('link').first().click();
  await expect(admin.getByText(who.email)).toBeVisible();
  await admin.getByRole('button', { name: 'Naruči' }).click();
  await expect(admin.getByText('Popunite polje: Ulica.').first()).toBeVisible();

  await admin.getByLabel('Telefon', { exact: true }).fill('+381 63 555 0186');
  await admin.getByLabel('Zemlja').selectOption('RS');
  await admin.getByLabel('Grad').fill('Čačak');
  await admin.getByLabel('Ulica').fill('Ulica lipa');
  await admin.getByLabel('Broj', { exact: true }).fill('14');
  await admin.getByLabel('Poštanski broj').fill('32000');
  // On delivery needs a free device, which other journeys may hold.
  await expect(admin.getByRole('radio', { name: 'Uplata na račun' })).toBeChecked();
  const summary = admin.getByRole('complementary', { name: 'Pregled' });
  await expect(summary).toContainText('Za uplatu');
  await expect(summary).toContainText('25.660');
  const told = admin.getByRole('region', { name: 'Recite kupcu pre narudžbine' });
  await expect(told).toContainText('Ukupno plaćate 25.660');
  await expect(told).toContainText('14 dana od prijema uređaja');
  await expectAccessible(admin);
  const heard = admin.getByLabel('Kupac je ovo čuo i pristaje');
  await admin.getByRole('button', { name: 'Naruči' }).click();
  await expect(admin.getByText('Pročitajte kupcu ovaj tekst i označite da pristaje.')).toBeVisible();
  await expect(heard).toBeFocused();
  await expectAccessible(admin);
  // Other words are heard anew; a company is read nothing.
  await heard.check();
  await admin.getByRole('button', { name: '10 uređaja' }).click();
  await expect(heard).not.toBeChecked();
  await admin.getByRole('button', { name: '1 uređaj', exact: true }).click();
  await admin.getByLabel('Naziv firme').fill('Pekara');
  await expect(told).toBeHidden();
  await admin.getByLabel('Naziv firme').fill('');
  await heard.check();
  await admin.getByRole('button', { name: 'Naruči' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Potvrda narudžbine' });
  await expect(dialog).toContainText('Uplata na račun: 25.660');
  await expect(dialog).toContainText('Predračun stiže email porukom.');
  await expectAccessible(admin);
  await dialog.getByRole('button', { name: 'Upiši narudžbinu' }).click();

  await expect(admin.getByRole('heading', { level: 1, name: /^Narudžbina \d+$/ })).toBeVisible();
  await expect(admin.getByText(/Narudžbina \d+ je upisana\. Kupac dobija poruku\./)).toBeVisible();
  const order = /orders\/(\d+)/.exec(admin.url())![1]!;
  await expect(admin.getByText('Kupcu je pre toga pročitano šta mora da zna')).toBeVisible();
  const mail = await mailTo(who.email, 'orders.proforma');
  for (const words of [order, 'obrazac-za-odustanak.txt', '14 dana od prijema']) expect(mail).toContain(words);
  await page.goto(`/account/orders/${order}`);
  await expect(page.getByRole('heading', { level: 1, name: `Narudžbina ${order}` })).toBeVisible();
});

test('an order that is begun again for the same person begins with the person as they are now', async ({
  page,
  context,
  request,
}) => {
  const who = somebody('Rajna', 'Šćepanović');
  const { user } = await member(request, who);
  const session = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  await useSession(context, session);
  await page.goto(`/admin/new-order?person=${user.id}`);
  await expect(page.getByLabel('Grad')).toHaveValue('Čačak');
  await page.getByRole('link', { name: 'Drugi kupac' }).click();
  await expect(page.getByRole('searchbox')).toBeVisible();
  const answer = await request.post(`/api/admin/people/${user.id}`, {
    data: { from: { city: 'Čačak' }, to: { city: 'Niš' } },
    headers: { authorization: `Bearer ${session.access_token}` },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  await page.goBack();
  await expect(page.getByLabel('Grad')).toHaveValue('Niš');
});

test('a refused payment on delivery says why it is, until another phone is typed', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/422/);
  await fillShelf(request);
  const { user } = await member(request, somebody('Vukica', 'Šćepanović'));
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto(`/admin/new-order?person=${user.id}`);
  await page.getByLabel('Telefon', { exact: true }).fill('+381 63 555 0187');
  await page.getByLabel('Zemlja').selectOption('RS');
  await page.getByLabel('Grad').fill('Čačak');
  await page.getByLabel('Ulica').fill('Ulica lipa');
  await page.getByLabel('Broj', { exact: true }).fill('15');
  await page.getByLabel('Poštanski broj').fill('32000');
  const onDelivery = page.getByRole('radio', { name: 'Pouzeće' });
  await onDelivery.check();
  await page.getByLabel('Kupac je ovo čuo i pristaje').check();
  const refused = {
    defined: true,
    code: 'WAY_NOT_POSSIBLE',
    status: 422,
    message: '',
    data: { way: 'cash_on_delivery', why: 'stock' },
  };
  const placing = `**/api/admin/people/${user.id}/orders`;
  await page.route(placing, (route) => route.fulfill({ status: 422, json: refused }), { times: 1 });
  await page.getByRole('button', { name: 'Naruči' }).click();
  await page.getByRole('button', { name: 'Upiši narudžbinu' }).click();
  await expect(page.getByText('Trenutno nema slobodnih uređaja', { exact: false }).first()).toBeVisible();
  await expect(page.getByText('Za ovaj telefon ili adresu pouzeće nije moguće', { exact: false })).toHaveCount(0);
  await expect(onDelivery).toBeDisabled();
  await page.getByLabel('Telefon', { exact: true }).fill('+381 63 555 0188');
  await expect(onDelivery).toBeEnabled();
});
