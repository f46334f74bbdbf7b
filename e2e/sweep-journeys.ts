import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Browser, BrowserContext, Page } from '@playwright/test';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  applicant,
  bearer,
  expect,
  fillSignIn,
  fillSignUp,
  member,
  useSession as openSession,
  PASSWORD,
  signInByHand,
  somebody,
} from './story.ts';

interface Given {
  page: Page;
  context: BrowserContext;
  request: APIRequestContext;
  browser: Browser;
}

/** A journey up to the press that changes something. */
export interface Prepared {
  press: () => Promise<void>;
  /** Where it may wait for the network, what is pressed without one; it is sent by itself when the network is back. */
  pressOffline?: () => Promise<void>;
  /** The address and method of the write. */
  request: RegExp;
  method: string;
  /** Read on the screen when it is done. */
  done: string | RegExp;
  /** How often it was done, asked of the server. */
  deeds: () => Promise<number>;
}

const admin = (request: APIRequestContext) => signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);

async function read(request: APIRequestContext, token: string, path: string) {
  const answer = await request.get(path, bearer(token));
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
}

const signsIn = async (request: APIRequestContext, email: string): Promise<boolean> =>
  (await request.post('/auth/v1/token?grant_type=password', { data: { email, password: PASSWORD } })).ok();

/** A member at the top of the network, and the code that invites others. */
async function inviter(request: APIRequestContext) {
  const who = somebody('Jelena', 'Đorđević');
  const session = await member(request, who);
  const { access_token } = await admin(request);
  const data = { p_ref: 'root', p_user: session.user.id };
  expect((await request.post('/api/rpc/enroll_ref', { data, ...bearer(access_token) })).status()).toBe(200);
  const { code } = await read(request, session.access_token, '/api/network/mine');
  return { who, code: code as string };
}

/** An approved member, signed in on this page. */
async function signedIn({ context, request }: Given) {
  const who = somebody();
  await member(request, who);
  const session = await signInByHand(request, who.email, PASSWORD);
  await openSession(context, session);
  // Another session, so that the page's own may end or be renewed.
  const { access_token: token, user } = await signInByHand(request, who.email, PASSWORD);
  return { who, token, user };
}

export const JOURNEYS: Record<string, (given: Given) => Promise<Prepared>> = {
  'Signing in': async ({ page, request }) => {
    const who = somebody();
    await member(request, who);
    await page.goto('/auth');
    await page.getByLabel('Email adresa').fill(who.email);
    await expect(page.getByRole('tab', { name: 'Prijava' })).toBeVisible();
    return {
      press: () => fillSignIn(page, who.email, PASSWORD),
      request: /auth\/v1\/token\?grant_type=password/,
      method: 'POST',
      done: 'Uspešno ste se prijavili!',
      deeds: async () => ((await page.evaluate(() => localStorage.getItem('vidik.auth'))) ? 1 : 0),
    };
  },

  Registering: async ({ page, request }) => {
    const who = somebody();
    await page.goto('/auth?tab=registracija');
    await fillSignUp(page, who);
    return {
      press: () => page.getByRole('button', { name: 'Pošaljite zahtev' }).click(),
      request: /auth\/v1\/signup/,
      method: 'POST',
      done: 'Registracija uspešna!',
      deeds: async () => Number(await signsIn(request, who.email)),
    };
  },

  'Registering by a member’s link': async ({ page, request }) => {
    const { who: above, code } = await inviter(request);
    const who = somebody('Nikola', 'Ćosić');
    await page.goto(`/ref-register?code=${code}`);
    await page.getByLabel('Email adresa').fill(who.email);
    await page.getByLabel('Lozinka', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Ime', { exact: true }).fill(who.firstName);
    await page.getByLabel('Prezime').fill(who.lastName);
    await page.getByLabel('Korisničko ime').fill(who.username);
    await page.getByLabel('Telefon').fill(who.phone);
    await page.getByLabel('Zemlja').selectOption('RS');
    await page.getByRole('textbox', { name: 'Grad' }).fill('Čačak');
    await page.getByRole('checkbox').check();
    return {
      press: () => page.getByRole('button', { name: 'Registrujte se' }).click(),
      request: /auth\/v1\/signup/,
      method: 'POST',
      done: `Osoba koja vas je preporučila: ${above.username}.`,
      deeds: async () => {
        if (!(await signsIn(request, who.email))) return 0;
        const { access_token } = await signInByHand(request, who.email, PASSWORD);
        return (await read(request, access_token, '/api/network/mine')) ? 1 : 0;
      },
    };
  },

  'Entering the network with a code': async (given) => {
    const { page, request } = given;
    const { who: above, code } = await inviter(request);
    const { token } = await signedIn(given);
    await page.goto('/account#mreza');
    await page.getByLabel('Referal kod').fill(code);
    return {
      press: () => page.getByRole('button', { name: 'Uđi u mrežu' }).click(),
      request: /api\/rpc\/enroll_with_referral/,
      method: 'POST',
      done: `Sada ste u mreži. Osoba koja vas je preporučila: ${above.username}.`,
      deeds: async () => ((await read(request, token, '/api/network/mine')) ? 1 : 0),
    };
  },

  'Asking for a new password': async ({ page, request }) => {
    const who = somebody();
    await applicant(request, who);
    await page.goto('/auth/forgot');
    await page.getByLabel('Email adresa').fill(who.email);
    return {
      press: () => page.getByRole('button', { name: 'Pošaljite link' }).click(),
      request: /auth\/v1\/recover/,
      method: 'POST',
      done: 'Proverite poštu',
      deeds: async () => Number(await page.getByText('Proverite poštu').isVisible()),
    };
  },

  'Changing the profile': async (given) => {
    const { page, request } = given;
    const { token } = await signedIn(given);
    await page.goto('/account');
    await page.getByRole('textbox', { name: 'Grad' }).fill('Užice');
    return {
      press: () => page.getByRole('button', { name: 'Sačuvaj izmene' }).click(),
      pressOffline: () => page.getByRole('button', { name: 'Sačuvaj kad se veza vrati' }).click(),
      request: /api\/me$/,
      method: 'POST',
      done: 'Podaci su sačuvani.',
      deeds: async () => Number((await read(request, token, '/api/me')).city === 'Užice'),
    };
  },

  'Redeeming a voucher': async (given) => {
    const { page, request } = given;
    const { token } = await signedIn(given);
    const { access_token } = await admin(request);
    const data = { key: randomUUID(), bannerCount: 700, count: 1 };
    const issued = await request.post('/api/admin/vouchers', { data, ...bearer(access_token) });
    expect(issued.status(), await issued.text()).toBe(200);
    const { rows } = await issued.json();
    await page.goto('/account#reklame');
    await page.getByRole('textbox', { name: 'Vaucher kod' }).fill(rows[0].code);
    return {
      press: () => page.getByRole('button', { name: 'Iskoristi kod' }).click(),
      request: /api\/vouchers\/redeem/,
      method: 'POST',
      done: 'Dodano je 700 L-banera na vaš nalog.',
      deeds: async () => (await read(request, token, '/api/vouchers/mine')).length,
    };
  },

  'Ending another session': async (given) => {
    const { page, request } = given;
    const { who, token } = await signedIn(given);
    const other = await signInByHand(request, who.email, PASSWORD);
    await page.goto('/account#bezbednost');
    const ends = page.getByRole('button', { name: /^Odjavi: / }).first();
    await expect(ends).toBeVisible();
    return {
      press: () => ends.click(),
      request: /api\/me\/sessions\/[^/]+\/end/,
      method: 'POST',
      done: 'Uređaj je odjavljen.',
      deeds: async () => {
        const sessions = await Promise.all(
          [token, other.access_token].map((one) => request.get('/api/me/sessions', bearer(one))),
        );
        return sessions.filter((answer) => answer.status() === 401).length;
      },
    };
  },

  'Closing the account': async (given) => {
    const { page, request } = given;
    const { token } = await signedIn(given);
    await page.goto('/account#podaci');
    await page.getByRole('button', { name: 'Zatvorite nalog…' }).click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByLabel('Vaša lozinka', { exact: true });
    await field.fill(PASSWORD);
    return {
      press: () => dialog.getByRole('button', { name: 'Zatvori nalog zauvek' }).click(),
      request: /api\/me\/close/,
      method: 'POST',
      done: /Nalog je zatvoren/,
      deeds: async () => Number((await request.get('/api/me', bearer(token))).status() === 401),
    };
  },

  'Changing somebody’s data as staff': async ({ page, context, request }) => {
    const who = somebody('Sanja', 'Uredska');
    await member(request, who);
    const session = await admin(request);
    await openSession(context, session);
    await page.goto(`/admin/users?q=${who.username}`);
    await page
      .getByRole('button', { name: /^Izmeni:/ })
      .first()
      .click();
    const form = page.getByRole('form', { name: `Izmena podataka: ${who.email}` });
    await form.getByLabel('Grad').fill('Bor');
    const { access_token } = await signInByHand(request, who.email, PASSWORD);
    return {
      press: () => form.getByRole('button', { name: 'Sačuvaj' }).click(),
      request: /api\/admin\/people\/[^/]+$/,
      method: 'POST',
      done: /Izmene su sačuvane/,
      deeds: async () => Number((await read(request, access_token, '/api/me')).city === 'Bor'),
    };
  },
};
