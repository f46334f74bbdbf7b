import type { Page } from '@playwright/test';
import { pages } from '#domain/pages.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  applicant,
  bearer,
  expect,
  expectAccessible,
  member,
  PASSWORD,
  purchasePath,
  signInByHand,
  somebody,
  test,
  useSession,
} from './story.ts';

test.describe.configure({ mode: 'parallel' });

/** States of the pages around signing in that an address alone leads to. */
const SIGN_IN_STATES = [
  ['/auth', 'Zaboravili ste lozinku?'],
  ['/auth?tab=registracija', 'Pošaljite zahtev'],
  ['/auth/forgot', 'Pošaljite link'],
  ['/auth/confirm', 'Zatražite novi link'],
  ['/auth/confirm#token_hash=x&type=signup', 'Potvrdi adresu'],
  ['/payment-success', 'Nedostaje ID sesije'],
] as const;

test('the pages around signing in meet WCAG 2.2 AA and never scroll sideways', async ({ page }) => {
  for (const [path, text] of SIGN_IN_STATES) {
    await page.goto(path);
    await expect(page.getByText(text).first()).toBeVisible();
    await expectAccessible(page);
    expect(await sideways(page), path).toBe(0);
  }
});

test('forms with mistakes in them too', async ({ page }) => {
  await page.goto('/auth?tab=registracija');
  await page.getByRole('button', { name: 'Pošaljite zahtev' }).click();
  await page.getByText('Podaci firme').click();
  await expectAccessible(page);
});

test('the screens of a waiting account and of a buyer too', async ({ page, context, request }) => {
  await useSession(context, await applicant(request, somebody()));
  await page.goto('/pending-approval');
  await expect(page.getByText('Strana se sama menja čim stigne odgovor.')).toBeVisible();
  await expectAccessible(page);
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Vrati se na početnu' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Uspešno ste se odjavili!')).toBeVisible();

  const buyer = await member(request, somebody());
  await page.evaluate((value) => window.localStorage.setItem('vidik.auth', value), JSON.stringify(buyer));
  await page.goto(purchasePath('Vidik – 100 uređaja', 17999));
  await expect(page.getByLabel('Prezime')).toHaveValue('Živković');
  await expectAccessible(page);
  expect(await sideways(page)).toBe(0);
  await page.getByRole('button', { name: 'Naruči uz obavezu plaćanja' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
});

test('a long address breaks instead of pushing the waiting page or the payment page sideways', async ({
  page,
  context,
  request,
}) => {
  const { email, ...who } = somebody();
  const long = { ...who, email: `aleksandar.${email.replace('-', '').replace('@', '@imejednevrlodugackefirme.')}` };
  await useSession(context, await applicant(request, long));
  await page.goto('/pending-approval');
  await expect(page.getByText(`stiže na ${long.email}`)).toBeVisible();
  expect(await sideways(page)).toBe(0);

  const admin = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const session = await signInByHand(request, long.email, PASSWORD);
  const ids = [session.user.id];
  await request.post('/api/admin/registration-requests/approve', { data: { ids }, ...bearer(admin.access_token) });
  const buyerInfo = { firstName: who.firstName, lastName: who.lastName, companyName: '', phone: who.phone };
  const address = { country: 'RS', address: 'Primer ulica', addressNumber: '1', city: 'Niš', postalCode: '18000' };
  const order = { productName: 'Vidik – 1 uređaj', productPrice: 219, buyerInfo: { ...buyerInfo, ...address } };
  const answer = await request.post('/api/functions/create-payment', { data: order, ...bearer(session.access_token) });
  await page.goto((await answer.json()).url);
  await expect(page.getByText(long.email)).toBeVisible();
  expect(await sideways(page)).toBe(0);
});

test('so does the bar that says on a public address that passwords may be tried without end', async ({
  page,
  context,
  request,
}) => {
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  // This server is at no public address.
  await page.route('**/api/me', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), limitsAreOff: true } });
  });
  await page.goto('/admin');
  const bar = page.getByRole('note').filter({ hasText: 'Ograničenja su isključena' });
  await expect(bar).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
    expect(await sideways(page)).toBe(0);
    await page.screenshot({ path: test.info().outputPath(`limits-${width}.png`) });
  }
});

test('the list of registrations does with its dialog open', { tag: '@phone' }, async ({ page, context, request }) => {
  // A second one: on a phone the menu of a card lies over the next card.
  for (let n = 0; n < 2; n += 1) await applicant(request, somebody('Jelena', 'Đorđević'));
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto(pages.adminRegistrationRequests.path);
  const menu = page.getByRole('button', { name: 'Radnje: Jelena Đorđević' }).first();
  await page.getByRole('checkbox', { name: 'Izaberi: Jelena Đorđević' }).first().check();
  await menu.click();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Obriši zahtev…' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
});

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
