import { randomInt, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import { foldText } from '#domain/fold.ts';

/** Shared by the journeys: people, their browsers, and the rule that a page logs no error on the console. */

export const ADMIN_EMAIL = 'admin@vidik.example';
export const ADMIN_PASSWORD = process.env.E2E_ADMIN_PASSWORD ?? '';
export const PASSWORD = 'jedna-duga-lozinka';
const STORAGE_KEY = 'vidik.auth';

export interface Somebody {
  firstName: string;
  lastName: string;
  username: string;
  email: string;
  phone: string;
}

/** A person of this test only; a shared phone number would be listed as a duplicate in other tests' requests. */
export function somebody(firstName = 'Milica', lastName = 'Živković'): Somebody {
  const username = `${firstName.toLowerCase()}-${randomUUID().slice(0, 8)}`;
  const phone = `+38164${randomInt(1_000_000, 10_000_000)}`;
  return { firstName, lastName, username, email: `${foldText(username)}@primer.rs`, phone };
}

interface Allowance {
  /** Console errors that this journey provokes on purpose, for example a refused password. */
  allow(pattern: RegExp): void;
  watch(page: Page): void;
}

export const test = base.extend<{ quiet: Allowance; context: BrowserContext }>({
  quiet: [
    async ({ browser }, use) => {
      const allowed: RegExp[] = [];
      const heard: string[] = [];
      await use({
        allow: (pattern) => allowed.push(pattern),
        watch(page) {
          page.on('pageerror', (error) => heard.push(`${page.url()}: ${error.message}`));
          page.on('console', (message) => {
            if (message.type() === 'error') heard.push(`${page.url()}: ${message.text()} ${message.location().url}`);
          });
        },
      });
      // The browsers of others stay open until the worker ends, and their lists refresh with every later journey.
      await Promise.all(browser.contexts().map((context) => context.close()));
      expect(
        heard.filter((line) => !allowed.some((pattern) => pattern.test(line))),
        'nothing on the console',
      ).toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ context, quiet }, use) => {
    context.on('page', (page) => quiet.watch(page));
    await use(context);
  },
});
export { expect };

/** Another person's browser, signed in or not, as wide as this project's. */
export async function another(browser: Browser, quiet: Allowance, page: Page, session?: object): Promise<Page> {
  const origin = new URL(test.info().project.use.baseURL!).origin;
  const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch, locale, timezoneId } = test.info().project.use;
  const context = await browser.newContext({
    baseURL: origin,
    viewport: viewport ?? page.viewportSize(),
    ...(userAgent ? { userAgent } : {}),
    ...(deviceScaleFactor ? { deviceScaleFactor } : {}),
    ...(isMobile ? { isMobile } : {}),
    ...(hasTouch ? { hasTouch } : {}),
    ...(locale ? { locale } : {}),
    ...(timezoneId ? { timezoneId } : {}),
    ...(session ? { storageState: { cookies: [], origins: [{ origin, localStorage: [stored(session)] }] } } : {}),
  });
  context.on('page', (opened) => quiet.watch(opened));
  return context.newPage();
}

const stored = (session: object) => ({ name: STORAGE_KEY, value: JSON.stringify(session) });

/** Signs this browser in without the form, before its first page is opened. */
export async function useSession(context: BrowserContext, session: object) {
  await context.addInitScript(
    ([name, value]) => {
      if (window.location.protocol === 'about:') return;
      if (window.sessionStorage.getItem('e2e.signed-in')) return;
      window.sessionStorage.setItem('e2e.signed-in', '1');
      window.localStorage.setItem(name!, value!);
    },
    [STORAGE_KEY, JSON.stringify(session)],
  );
}

interface Signed {
  access_token: string;
  user: { id: string };
}

export async function signInByHand(request: APIRequestContext, email: string, password: string): Promise<Signed> {
  const answer = await request.post('/auth/v1/token?grant_type=password', { data: { email, password } });
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
}

/** An applicant who has registered; their browser's session. */
export async function applicant(request: APIRequestContext, who: Somebody): Promise<Signed> {
  const answer = await request.post('/auth/v1/signup', {
    data: {
      email: who.email,
      password: PASSWORD,
      data: {
        first_name: who.firstName,
        last_name: who.lastName,
        username: who.username,
        phone: who.phone,
        city: 'Čačak',
        country: 'RS',
      },
    },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
}

/** The same, already approved. */
export async function member(request: APIRequestContext, who: Somebody): Promise<Signed> {
  const session = await applicant(request, who);
  await approve(request, session);
  return session;
}

export async function approve(request: APIRequestContext, { user }: Signed): Promise<void> {
  const admin = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const answer = await request.post('/api/admin/registration-requests/approve', {
    data: { ids: [user.id] },
    headers: { authorization: `Bearer ${admin.access_token}` },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** A reservation made without the dialog. */
export async function reserved(request: APIRequestContext, who: Somebody) {
  const answer = await request.post('/api/event/reservations', {
    data: {
      key: randomUUID(),
      personalInfo: { firstName: who.firstName, lastName: who.lastName, email: who.email, phone: '0641234567' },
      selectedCountry: 'RS',
      selectedPackage: 'two-tickets-accommodation',
    },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  const { number, instructions, link } = await answer.json();
  return { number: number as number, reference: instructions.reference as string, link: link as string };
}

/** What a request carries to be this person's. */
export const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

/** The access token this browser would send now. */
export const tokenOf = (page: Page): Promise<string> =>
  page.evaluate((key) => JSON.parse(window.localStorage.getItem(key) ?? '{}').access_token, STORAGE_KEY);

export const purchasePath = (product: string, price: number) =>
  `/usb-purchase?${new URLSearchParams({ product, price: String(price) })}`;

export async function fillSignIn(page: Page, email: string, password: string) {
  await page.getByLabel('Email adresa').fill(email);
  await page.getByLabel('Lozinka', { exact: true }).fill(password);
  await page.locator('form').getByRole('button', { name: 'Prijavite se', exact: true }).click();
}

export async function fillSignUp(page: Page, who: Somebody) {
  await page.getByLabel('Ime', { exact: true }).fill(who.firstName);
  await page.getByLabel('Prezime').fill(who.lastName);
  await page.getByRole('textbox', { name: 'Grad' }).fill('Čačak');
  await page.getByLabel('Zemlja').selectOption('RS');
  await page.getByLabel('Telefon').fill(who.phone);
  await page.getByLabel('Korisničko ime').fill(who.username);
  await page.getByLabel('Email adresa').fill(who.email);
  await page.getByLabel('Lozinka', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox').check();
}

/** On a phone the menu is behind a button. */
export async function openMenu(page: Page) {
  const button = page.getByRole('button', { name: 'Otvori meni' });
  if (await button.isVisible()) await button.click();
}

/** WCAG 2.2 AA, with the page as it stands now. */
export async function expectAccessible(page: Page) {
  // In the page itself, and its faults alone: otherwise axe opens a blank page each time and writes out all that is right.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(
    violations.map(
      ({ id, help, nodes }) => `${id}: ${help} at ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
    ),
    page.url(),
  ).toEqual([]);
}

/** The newest mail of that kind to that address, decoded from quoted-printable. */
export async function mailTo(email: string, template: string, nth = 1, patience = 30_000): Promise<string> {
  const outbox = path.join(process.env.E2E_DATA_DIR!, 'outbox');
  const ending = `-${template}-${email}.eml`;
  const mails = () =>
    readdirSync(outbox)
      .filter((name) => name.endsWith(ending))
      .sort();
  await expect
    .poll(() => mails().length, { message: `${template} to ${email}`, timeout: patience })
    .toBeGreaterThanOrEqual(nth);
  const newest = mails().at(-1)!;
  return readFileSync(path.join(outbox, newest), 'utf8')
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** The six digits of the nth such mail to that address. */
export async function mailedCode(email: string, nth = 1): Promise<string> {
  const text = (await mailTo(email, 'accounts.reauthentication', nth)).split('Content-Type: text/plain')[1]!;
  return /\b\d{6}\b/.exec(text)![0];
}

/** The same without a page: afterwards this session may change sign-in data. */
export async function proveByCode(request: APIRequestContext, email: string, { access_token }: Signed): Promise<void> {
  const headers = { authorization: `Bearer ${access_token}` };
  expect((await request.get('/auth/v1/reauthenticate', { headers })).status()).toBe(200);
  const proof = { code: await mailedCode(email) };
  expect((await request.post('/api/me/proof', { data: proof, headers })).status()).toBe(200);
}

/** Requests the code in the dialog „confirm it is you“, reads it in the mailbox and types it. */
export async function proveByMail(page: Page, email: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Potvrdite da ste to vi' });
  await dialog.getByRole('button', { name: 'Kod na email' }).click();
  await expect(dialog.getByLabel('Kod iz poruke')).toBeVisible();
  await dialog.getByLabel('Kod iz poruke').fill(await mailedCode(email));
  await dialog.getByRole('button', { name: 'Nastavi' }).click();
  await expect(dialog).toBeHidden();
}

export async function fillAddress(page: Page) {
  await page.getByLabel('Ulica').fill('Ulica lipa');
  await page.getByLabel('Broj', { exact: true }).fill('14');
  await page.getByLabel('Poštanski broj').fill('32000');
  await page.getByRole('checkbox', { name: /Prihvatam/ }).check();
}

/** What an invoice to a company needs, and the terms. */
export async function fillCompany(page: Page, taxNumber: string) {
  await page.getByLabel('Naziv firme').fill('Pekara na uglu');
  await page.getByLabel('PIB').fill(taxNumber);
  await page.getByLabel('Matični broj').fill('17162544');
  await page.getByLabel('Adresa firme').fill('Knez Mihailova 1');
  await page.getByRole('textbox', { name: 'Grad' }).fill('Beograd');
  await page.getByLabel('Poštanski broj').fill('11000');
  await page.getByLabel('Kontakt telefon').fill('+381 64 123 4567');
  await page.getByRole('checkbox').check();
}

/** Fills what the profile does not know and orders; answers with the tab of the payment page. */
export async function startPayment(page: Page): Promise<Page> {
  await expect(page.getByLabel('Prezime')).not.toHaveValue('');
  await fillAddress(page);
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Naruči uz obavezu plaćanja' }).click();
  const payment = await popup;
  await payment.waitForURL(/\/pay\//);
  return payment;
}
