import { type APIRequestContext, expect as check } from '@playwright/test';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  applicant,
  expect,
  expectAccessible,
  member,
  signInByHand,
  somebody,
  test,
  useSession,
} from './story.ts';

const buyer = (name: object, phone: string) => ({
  ...name,
  country: 'RS',
  address: 'Ulica lipa',
  addressNumber: '14',
  city: 'Čačak',
  postalCode: '32000',
  phone,
});

/** An unpaid order, placed without the shop's screens. */
async function place(request: APIRequestContext, token: string, name: object, phone: string): Promise<void> {
  const placed = await request.post('/api/functions/create-payment', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      productName: 'Vidik – 1 uređaj',
      productPrice: 219,
      buyerInfo: buyer(name, phone),
      termsVersion: '2026-11-01',
    },
  });
  check(placed.status(), await placed.text()).toBe(200);
}

test('each number of today opens the list with so many rows', async ({ page, context, request }) => {
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
  const today = page.getByRole('navigation', { name: 'Danas' });
  await expect(today.getByRole('link')).toHaveCount(11);
  await expectAccessible(page);
  const names = ['Za odobrenje', 'Za pakovanje', 'Za poziv', 'Nepovezane uplate', 'Pouzeće kasni', 'Neuspele poruke'];
  for (const name of names) {
    await page.goto('/admin');
    const link = today.getByRole('link').filter({ hasText: name });
    const told = Number(((await link.locator('.num').textContent()) ?? '').replaceAll('.', ''));
    await link.click();
    await expect(page).not.toHaveURL(/\/admin$/);
    const rows = page.locator('main tbody tr');
    // Lists are read in pages of fifty; other journeys go on meanwhile.
    await expect.poll(async () => Math.abs((await rows.count()) - Math.min(told, 50))).toBeLessThanOrEqual(2);
  }
  for (const [name, where] of [
    ['Reklame za pregled', page.getByRole('tab', { name: /^Čekaju pregled \d+$/, selected: true })],
    ['Reklame zaostaju', page.getByRole('tab', { name: /^Zaostaju \d+$/, selected: true })],
  ] as const) {
    await page.goto('/admin');
    const link = today.getByRole('link').filter({ hasText: name });
    const told = Number(await link.locator('.num').textContent());
    await link.click();
    await expect
      .poll(async () => Math.abs(Number(/\d+$/.exec((await where.textContent()) ?? '')?.[0]) - told))
      .toBeLessThanOrEqual(2);
  }
  for (const [name, title] of [
    ['Mesta za potvrdu', 'Svi televizori'],
    ['TV van veze', 'Svi televizori'],
    ['Sumnjivi televizori', 'Sumnjivi televizori'],
  ] as const) {
    await page.goto('/admin');
    const link = today.getByRole('link').filter({ hasText: name });
    const told = Number(await link.locator('.num').textContent());
    await link.click();
    const list = page.getByRole('heading', { level: 2, name: title });
    await expect(list).toBeVisible();
    const rows = page.locator('section').filter({ has: list }).locator('tbody tr');
    await expect.poll(async () => Math.abs((await rows.count()) - Math.min(told, 50))).toBeLessThanOrEqual(2);
  }
});

test('by keyboard alone half a phone number opens the order, and a name without its marks the person', async ({
  page,
  context,
  request,
}) => {
  const who = somebody('Đorđe', 'Šćućurić');
  const { access_token } = await member(request, who);
  const digits = String(Date.now()).slice(-6);
  const { firstName, lastName } = who;
  await place(request, access_token, { firstName, lastName }, `+381 64 ${digits}`);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto('/admin');
  await expect(page.getByRole('button', { name: 'Pretraga' })).toBeVisible();

  const field = page.getByRole('combobox', { name: 'Pretraga svega' });
  const inHand = page.locator('[role=option][aria-selected=true]');
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type(digits);
  await expect(inHand).toContainText('Đorđe Šćućurić');
  await expect(inHand).toContainText('Narudžbina');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toContainText(/^Narudžbina \d+/);
  const number = ((await title.textContent()) ?? '').replace(/\D/g, '');

  await page.keyboard.press('Control+k');
  await expect(inHand).toContainText(number);
  await page.keyboard.type(`djordje scucuric ${who.username.slice(-8)}`);
  const person = page.getByRole('option').filter({ hasText: 'Član' });
  await expect(person).toHaveCount(1);
  await expect(page.getByText('Traži se…')).toHaveCount(0);
  while (!(await person.getAttribute('aria-selected'))?.includes('true')) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/users\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Đorđe Šćućurić');

  // Esc clears, then closes, and the focus is back where it was.
  await page.getByRole('button', { name: 'Pretraga' }).focus();
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await page.keyboard.type('qzx');
  await expect(page.getByText('Nema ničeg za „qzx“.').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Pretraga' })).toBeFocused();
});

test('the list of keys opens with ?, and switches off those that work without Ctrl', async ({
  page,
  context,
  request,
}) => {
  const family = `Taster${Date.now()}`;
  await applicant(request, somebody('Ana', family));
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto(`/admin/registration-requests?q=${family}`);
  const box = page.getByRole('checkbox', { name: /^Izaberi: / });
  await expect(box).toHaveCount(1);
  const search = page.getByRole('searchbox');
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await expect(search, 'the key is not typed').toHaveValue(family);
  await search.blur();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(box).toBeChecked();
  await page.keyboard.press('x');
  await expect(box).not.toBeChecked();

  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Prečice' });
  await expect(dialog.getByText('Pretraga svega')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('checkbox', { name: 'Tasteri rade sami za sebe' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await box.focus();
  await page.keyboard.press('x');
  await page.keyboard.press('?');
  await expect(dialog).toBeHidden();
  await expect(box).not.toBeChecked();
});
