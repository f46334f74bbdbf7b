import { readFileSync } from 'node:fs';
import type { APIRequestContext } from '@playwright/test';
import { database } from './adverts-on-tv.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  expect,
  expectAccessible,
  member,
  signInByHand,
  somebody,
  test,
  useSession,
} from './story.ts';

/** Two unpaid orders of one buyer, placed without the shop's screens. */
async function placeTwo(request: APIRequestContext, token: string, name: object) {
  const headers = { authorization: `Bearer ${token}` };
  const buyerInfo = {
    ...name,
    country: 'RS',
    address: 'Ulica lipa',
    addressNumber: '14',
    city: 'Čačak',
    postalCode: '32000',
    phone: '064 987 65 43',
  };
  for (const [productName, productPrice] of [
    ['Vidik – 1 uređaj', 219],
    ['Vidik – 10 uređaja', 1999],
  ]) {
    const data = { productName, productPrice, buyerInfo, termsVersion: '2026-11-01' };
    const placed = await request.post('/api/functions/create-payment', { headers, data });
    expect(placed.status(), await placed.text()).toBe(200);
  }
}

test('staff find an order by what a caller says, keep the search as a view, and take what it shows as a file @phone', async ({
  page,
  context,
  request,
}) => {
  const who = somebody('Đorđe', 'Ćurčić');
  const { firstName, lastName } = who;
  await placeTwo(request, (await member(request, who)).access_token, { firstName, lastName });
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto('/admin/sales?view=to_pay');
  await page.getByRole('searchbox').fill(`Ђорђе curcic ${who.username.slice(-8)}`);
  const rows = page.getByRole('row').filter({ hasText: 'Đorđe Ćurčić' });
  await expect(rows).toHaveCount(2);
  await page.getByText(/^Kolone \d+/).click();
  // The order of the list and a column, before either is drawn.
  await page.evaluate(() => {
    const find = (what: string, words: string) =>
      [...document.querySelectorAll<HTMLElement>(what)].find((one) => one.innerText.startsWith(words))!;
    find('th button', 'Iznos').click();
    find('label', 'Telefon').click();
  });
  await expect(page).toHaveURL(/columns=.*phone/);
  await expect(page).toHaveURL(/sort=amount/);
  await expect(page.getByRole('checkbox', { name: 'Telefon' })).toBeChecked();
  await page.getByText(/^Kolone \d+/).click();
  await expect(rows.first()).toContainText('+381 64 9876543');
  await expectAccessible(page);
  await page.getByText(/^Kolone \d+/).click();
  await page.getByRole('checkbox', { name: 'Telefon' }).uncheck();
  await expect(page.getByText('Kolona „Telefon“ je sakrivena.')).toBeVisible();
  await expect(page).not.toHaveURL(/columns=.*phone/);
  await page.keyboard.press('z');
  await expect(page).toHaveURL(/columns=.*phone/);
  await page.getByText(/^Kolone \d+/).click();

  const filtered = page.url();
  await page.goto(`${filtered}&from=2026-11-02&to=2026-11-01`);
  await expect(page.getByText('Dan „Od“ je posle dana „Do“')).toBeVisible();
  await page.getByRole('button', { name: 'Ukloni filter: do' }).click();
  await expect(page.getByRole('button', { name: 'Dodaj filter' })).toBeFocused();
  await page.getByRole('button', { name: 'Obriši filtere' }).click();
  await expect(page).not.toHaveURL(/from=/);
  await expect(page.getByRole('button', { name: 'Dodaj filter' })).toBeFocused();
  await page.goto(filtered);
  await expect(rows).toHaveCount(2);

  await page.getByRole('button', { name: 'Sačuvaj pregled' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sačuvaj pregled' });
  await dialog.getByRole('button', { name: 'Sačuvaj pregled' }).click();
  await expect(dialog.getByText('Upišite naziv pregleda.')).toBeVisible();
  await dialog.getByLabel('Naziv pregleda').fill(who.username);
  await dialog.getByRole('button', { name: 'Sačuvaj pregled' }).click();
  await expect(page.getByText(`Pregled „${who.username}“ je sačuvan.`)).toBeVisible();
  await page.goto('/admin/sales');
  const views = page.getByRole('navigation', { name: 'Pregledi' });
  await views.getByRole('link', { name: `Moje: ${who.username} 2` }).click();
  await expect(rows).toHaveCount(2);

  await rows.filter({ hasText: '10 uređaja' }).getByRole('checkbox').check();
  const bar = page.getByRole('region', { name: 'Izbor' });
  await expect(bar).toContainText('Izabrana 1 narudžbina, 1.999,00 €');
  const saving = page.waitForEvent('download');
  await bar.getByRole('button', { name: 'Preuzmi CSV' }).click();
  const lines = readFileSync((await (await saving).path())!, 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('Đorđe Ćurčić');
  expect(lines[1]).toContain('(+381) 64 9876543');

  await views.getByRole('link', { name: /^Moje/ }).first().waitFor();
  await page.getByRole('button', { name: 'Obriši pregled' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Obriši pregled' }).click();
  await expect(page.getByText(`Pregled „${who.username}“ je obrisan.`)).toBeVisible();
  await expect(views.getByRole('link', { name: who.username })).toHaveCount(0);
});

test('a view of which nobody knows whether it was kept is kept under another name as well', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/status of 500|Internal Server Error/);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  const mark = crypto.randomUUID().slice(0, 8);
  await page.goto(`/admin/sales?q=${mark}`);
  await page.getByRole('button', { name: 'Sačuvaj pregled' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sačuvaj pregled' });
  const save = dialog.getByRole('button', { name: 'Sačuvaj pregled' });
  await dialog.getByLabel('Naziv pregleda').fill(`Prvi ${mark}`);
  await page.route('**/api/admin/orders/views', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    await route.fulfill({ status: 500, json: {} });
  });
  await save.click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await dialog.getByLabel('Naziv pregleda').fill(`Drugi ${mark}`);
  await save.click();
  await expect(page.getByText(`Pregled „Drugi ${mark}“ je sačuvan.`)).toBeVisible();
  const db = await database();
  const { rows } = await db.query('delete from sale_views where name like $1 returning name', [`% ${mark}`]);
  await db.end();
  expect(rows.map(({ name }) => name).sort()).toEqual([`Drugi ${mark}`, `Prvi ${mark}`]);
});
