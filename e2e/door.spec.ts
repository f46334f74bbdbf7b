import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  another,
  expect,
  expectAccessible,
  fillSignIn,
  openMenu,
  signInByHand,
  somebody,
  test,
  useSession,
} from './story.ts';

/** The doors are open: playwright.config.ts makes today and tomorrow days of rehearsal. */
type Signed = Awaited<ReturnType<typeof signInByHand>>;

async function guest(
  request: APIRequestContext,
  { access_token }: Signed,
  { isPaid = true, selectedPackage = 'ticket-only', firstName = 'Đurđica' } = {},
) {
  const { lastName, email, username } = somebody(firstName, `Šćekić${randomUUID().slice(0, 6).replaceAll(/\d/g, 'x')}`);
  const answer = await request.post('/api/event/reservations', {
    data: {
      key: randomUUID(),
      personalInfo: { firstName, lastName, email, phone: '0641234567' },
      selectedCountry: 'RS',
      selectedPackage,
    },
  });
  const { number, link } = await answer.json();
  const headers = { authorization: `Bearer ${access_token}` };
  const found = await request.get(`/api/admin/event/reservations?search=${number}`, { headers });
  const [row] = (await found.json()).rows;
  if (isPaid) await request.post(`/api/admin/event/reservations/${row.id}/confirm`, { data: {}, headers });
  return { id: row.id as string, number: String(number), name: `${firstName} ${lastName}`, lastName, link, username };
}

const field = (page: Page) => page.getByLabel('Broj karte ili rezervacije');
const verdict = (page: Page, title: string) => page.getByText(title, { exact: true }).first();
async function type(page: Page, code: string) {
  await field(page).fill(code);
  await field(page).press('Enter');
}
/** On a wide screen the guests stand first. */
async function openDoor(page: Page) {
  await page.goto('/admin/check-in');
  await expect(page.getByRole('heading', { level: 1, name: 'Ulaz na događaj' })).toBeAttached();
  if (!(await field(page).isVisible())) await page.getByRole('button', { name: 'Skeniraj', exact: true }).click();
  await expect(field(page)).toBeVisible();
}

/** The list of guests is behind a button where the page shows the camera alone. */
async function openSearch(page: Page) {
  await expect(page.getByRole('heading', { level: 1, name: 'Ulaz na događaj' })).toBeAttached();
  const button = page.getByRole('button', { name: /^(Traži|Gosti)$/ }).first();
  await expect(button.or(page.getByRole('searchbox')).first()).toBeVisible();
  if (!(await page.getByRole('searchbox').isVisible())) await button.click();
}

/** After the last of what the page asks for has been answered: the account for rewards. A question still open would be refused. */
async function signOutOnAccount(page: Page) {
  await expect(page.getByRole('button', { name: /^(Upiši|Promeni) račun$/ })).toBeVisible();
  await openMenu(page);
  await page.getByRole('button', { name: 'Odjava' }).click();
  await expect(page).toHaveURL('/');
}

test('numbers typed while another is checked wait for their turn; nothing is admitted twice, and an entry is taken back', {
  tag: '@phone',
}, async ({ page, context, request }) => {
  const staff = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const [one, family, unpaid] = [
    await guest(request, staff),
    await guest(request, staff, { selectedPackage: 'two-tickets-accommodation', firstName: 'Njegoš' }),
    await guest(request, staff, { isPaid: false, firstName: 'Milutin' }),
  ];
  await useSession(context, staff);
  await page.goto('/admin/event-payments');
  await page.getByRole('link', { name: 'Ulaz na događaj' }).click();
  await expect(page).toHaveURL('/admin/check-in');
  await openDoor(page);

  const asked: string[] = [];
  await page.route('**/api/admin/event/check-in', async (route) => {
    asked.push(route.request().postDataJSON().code);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await route.continue();
  });
  await type(page, one.number);
  await field(page).press('Enter');
  await type(page, one.number);
  await type(page, unpaid.number);
  await expect(page.getByText(`${one.number}: proveravam…`)).toBeVisible();
  await expect(page.getByText(`${unpaid.number} čeka red`)).toBeVisible();
  await expect(field(page)).toBeFocused();
  await expect(verdict(page, 'Važi, pustite')).toBeVisible();
  await expect(verdict(page, 'Nije plaćeno')).toBeVisible();
  await expect(field(page)).toBeFocused();
  // The board names what other doors refuse, too: ours may still be on its way.
  await expect.poll(() => asked).toEqual([one.number, unpaid.number]);
  await page.unrouteAll({ behavior: 'wait' });

  await type(page, one.number);
  await expect(verdict(page, 'Već iskorišćena')).toBeVisible();
  await expect(page.getByText(/Ulaz zabeležen \d+\. \d+\. \d{4}\. u \d\d:\d\d, Glavni ulaz\./)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Ipak pusti, uz razlog' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Pusti', exact: true }).click();
  await expect(dialog.getByText('Upišite razlog.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Povratak posle pauze' }).click();
  await expect(verdict(page, 'Puštena ponovo')).toBeVisible();
  await expect(field(page)).toBeFocused();

  await type(page, family.number);
  await expect(verdict(page, 'Ko ulazi?')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: new RegExp(`^${family.number}-2`) }).click();
  await expect(page.getByText('Karta 2 od 2.')).toBeVisible();
  await expect(field(page)).toBeFocused();
  await page.getByRole('button', { name: 'Poništi ulaz' }).first().click();
  await dialog.getByRole('button', { name: 'Pogrešna osoba' }).click();
  await expect(page.getByText('Ulaz je poništen.').first()).toBeVisible();
  await expect(field(page)).toBeFocused();
  await type(page, `${family.number}-2`);
  await expect(page.getByText('Karta 2 od 2.')).toBeVisible();
});

test('an entry that is taken back from the list leaves the verdict about somebody else', async ({
  page,
  context,
  request,
}) => {
  const staff = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const [first, second] = [await guest(request, staff), await guest(request, staff, { firstName: 'Njegoš' })];
  await useSession(context, staff);
  await page.goto('/admin/check-in');
  await openSearch(page);
  const search = page.getByRole('searchbox');
  for (const who of [first, second]) {
    await search.fill(who.number);
    await page.getByRole('button', { name: `Pusti: ${who.name}, ${who.number}` }).click();
    await expect(page.getByRole('status').filter({ hasText: who.name })).toContainText('Važi, pustite');
  }
  await search.fill(first.number);
  await page.getByRole('button', { name: `Poništi ulaz: ${first.name}, ${first.number}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pogrešna osoba' }).click();
  await expect(page.getByRole('button', { name: `Pusti: ${first.name}, ${first.number}` })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: second.name })).toContainText('Važi, pustite');
});

test('a guest is found in either script and let in from the list; the other door sees it within a second', {
  tag: '@phone',
}, async ({ page, context, browser, request, quiet }) => {
  const staff = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const who = await guest(request, staff, { firstName: 'Ljubica' });
  await useSession(context, staff);
  await openDoor(page);
  const terrace = await another(browser, quiet, page, staff);
  await openDoor(terrace);
  await terrace.getByRole('button', { name: /^Ulaz: / }).click();
  const name = `Terasa ${randomUUID().slice(0, 4)}`;
  await terrace.getByLabel('Naziv ulaza').fill(name);
  await terrace.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(terrace.getByRole('button', { name: `Ulaz: ${name}. Promenite` })).toBeVisible();

  await openSearch(page);
  await page.getByRole('searchbox').fill('љубица');
  await expect(page.getByText(who.name).first()).toBeVisible();
  await page.getByRole('searchbox').fill(who.number);
  await expectAccessible(page);
  const count = terrace.getByText(/^Ušlo je \d+ od \d+$/);
  const before = await count.textContent();
  await page.getByRole('button', { name: `Pusti: ${who.name}, ${who.number}` }).click();
  await expect(verdict(page, 'Važi, pustite')).toBeVisible();
  await expect(count).not.toHaveText(before!, { timeout: 1_500 });
  await expect(page.getByRole('button', { name: `Poništi ulaz: ${who.name}, ${who.number}` })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
});

test('without a connection the list decides, entries are sent later exactly once, and two doors with one ticket are told', async ({
  page,
  context,
  browser,
  request,
  quiet,
}) => {
  quiet.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch|No answer|ERR_FAILED|TypeError/);
  const staff = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const [one, other, lost] = [
    await guest(request, staff),
    await guest(request, staff, { firstName: 'Njegoš' }),
    await guest(request, staff, { firstName: 'Anđela' }),
  ];
  await useSession(context, staff);
  await openDoor(page);
  const terrace = await another(browser, quiet, page, staff);
  await openDoor(terrace);

  // The answer is lost after the server let the guest in: the list says so too, and it is the same entry.
  await page.route('**/api/admin/event/check-in', async (route) => {
    await route.fetch();
    // A slow machine has given up on the answer by itself.
    await route.abort().catch(() => {});
  });
  await type(page, lost.number);
  await expect(verdict(page, 'Važi, pustite')).toBeVisible();
  await page.unroute('**/api/admin/event/check-in');

  await context.setOffline(true);
  await expect(page.getByText(/^Nema veze\. Proveravamo po listi iz \d\d:\d\d\./)).toBeVisible();
  for (const { number } of [one, other]) {
    await type(page, number);
    await expect(page.getByText(`${number}. Zabeleženo na ovom telefonu, šalje se kasnije.`)).toBeVisible();
  }
  await type(page, one.number);
  await expect(verdict(page, 'Već iskorišćena')).toBeVisible();
  await type(page, '999999');
  await expect(page.getByText(/^Nije na listi iz/)).toBeVisible();
  await expectAccessible(page);
  await type(terrace, other.number);
  await expect(verdict(terrace, 'Važi, pustite')).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText('Svi ulazi sa ovog uređaja su poslati.')).toBeVisible();
  for (const screen of [page, terrace])
    await expect(
      screen.getByText(new RegExp(`^Dok veze nije bilo, kartu ${other.number} su pustila dva ulaza`)),
    ).toBeVisible();
  const headers = { authorization: `Bearer ${staff.access_token}` };
  const log = async (id: string) => {
    const answer = await request.get(`/api/admin/audit?subject=${id}`, { headers });
    return (await answer.json()).rows.map(({ action }: { action: string }) => action);
  };
  for (const { id } of [one, lost])
    expect((await log(id)).filter((action: string) => action === 'events.admitted')).toHaveLength(1);
  expect((await log(other.id)).filter((action: string) => action === 'events.entry-clashed')).toHaveLength(1);
});

test('signing out on another page takes the guest list along, and a list of another day goes by itself', async ({
  page,
  context,
  request,
}) => {
  const staff = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  await guest(request, staff);
  await useSession(context, staff);
  await openDoor(page);
  const list = () => page.evaluate(() => window.localStorage.getItem('vidik.door.list'));
  await expect.poll(list).not.toBeNull();
  const kept = await list();
  await page.goto('/account');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await list(), 'while its day lasts').toBe(kept);
  const { list: text, ...rest } = JSON.parse(kept!);
  const yesterday = { ...rest, list: JSON.stringify({ ...JSON.parse(text), day: '2026-01-01' }) };
  await page.evaluate((old) => window.localStorage.setItem('vidik.door.list', old), JSON.stringify(yesterday));
  await page.reload();
  await expect.poll(list).toBeNull();

  await page.evaluate((today) => window.localStorage.setItem('vidik.door.list', today!), kept);
  await page.reload();
  const doorKeys = () =>
    page.evaluate(() =>
      Object.keys(window.localStorage)
        .filter((key) => key.startsWith('vidik.door'))
        .toSorted(),
    );
  // A check whose answer never came: it goes with the next sign-in, from the device and the door that made it.
  await page.evaluate(() => {
    window.localStorage.setItem('vidik.door', 'Terasa');
    window.localStorage.setItem('vidik.door.outbox', JSON.stringify([{ kind: 'question', key: 'k', code: 'x' }]));
  });
  await signOutOnAccount(page);
  await expect.poll(doorKeys).toEqual(['vidik.door', 'vidik.door.device', 'vidik.door.outbox']);

  await page.evaluate(() => window.localStorage.removeItem('vidik.door.outbox'));
  await page.goto('/auth?next=/account');
  await fillSignIn(page, ADMIN_EMAIL, ADMIN_PASSWORD);
  await expect(page).toHaveURL(/\/account/);
  await signOutOnAccount(page);
  await expect.poll(doorKeys, 'nothing waits to be sent').toEqual([]);
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });
  test('a door that is opened again without a connection, after its token has run out, decides by its list and goes on when the connection is back', async ({
    page,
    context,
    request,
    quiet,
  }) => {
    quiet.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|No answer|TypeError|503/);
    const staff = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
    const who = await guest(request, staff);
    await useSession(context, staff);
    await page.goto('/admin/check-in');
    await openSearch(page);
    const isKept = (path: string) => page.evaluate((of) => caches.match(of).then((kept) => kept !== undefined), path);
    await expect.poll(() => page.evaluate(() => window.localStorage.getItem('vidik.door.list'))).toContain(who.number);
    await expect.poll(() => isKept('/admin/check-in')).toBe(true);
    await context.setOffline(true);
    await page.evaluate(() => {
      const session = JSON.parse(window.localStorage.getItem('vidik.auth')!);
      window.localStorage.setItem('vidik.auth', JSON.stringify({ ...session, expires_at: session.expires_at - 900 }));
    });
    await page.reload();
    // For so long the sign-in client asks for another token.
    const saysSo = page.getByText(/^Nema veze\. Proveravamo po listi iz \d\d:\d\d\./);
    await expect(saysSo).toBeVisible({ timeout: 60_000 });
    await openSearch(page);
    await page.getByRole('button', { name: `Pusti: ${who.name}, ${who.number}` }).click();
    await expect(page.getByText(`${who.number}. Zabeleženo na ovom telefonu, šalje se kasnije.`)).toBeVisible();
    const search = page.getByRole('searchbox');
    await search.fill('Đur');
    await context.setOffline(false);
    await expect(page.getByText('Svi ulazi sa ovog uređaja su poslati.')).toBeVisible({ timeout: 150_000 });
    await expect(search, 'the screen has stayed').toHaveValue('Đur');
  });
});
