import type { Browser, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  another,
  applicant,
  expect,
  expectAccessible,
  fillSignIn,
  member,
  PASSWORD,
  signInByHand,
  somebody,
  test,
  useSession,
} from './story.ts';

/** A TV in somebody's living room. */
async function turnOnTv(
  browser: Browser,
  watch: (page: Page) => void,
  prepare?: (tv: Page) => Promise<unknown>,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: new URL(test.info().project.use.baseURL!).origin,
    viewport: { width: 1920, height: 1080 },
  });
  const tv = await context.newPage();
  watch(tv);
  await prepare?.(tv);
  await tv.goto('/tv');
  return tv;
}

/** The nine digits on its screen. */
async function numberOn(tv: Page): Promise<string> {
  const label = await tv
    .getByRole('img', { name: /^QR kod za povezivanje televizora broj/ })
    .getAttribute('aria-label');
  return label!.replace(/\D/g, '');
}

const waiting = (tv: Page) => expect(tv.getByText('Čekamo prijavu sa telefona…')).toBeVisible();
const spaced = (number: string) => new RegExp(number.replace(/(\d{3})(?=\d)/g, '$1\\s'));

const authorised = (session: { access_token: string }) => ({
  headers: { authorization: `Bearer ${session.access_token}` },
});

test('a TV is linked from the phone, plays for its owner, and is back at the code when the owner unlinks it', async ({
  page,
  browser,
  request,
  quiet,
}) => {
  quiet.allow(/status of 40[01]/);
  const who = somebody('Dragana', 'Ćirić');
  const session = await member(request, who);
  const tv = await turnOnTv(browser, quiet.watch);
  await waiting(tv);
  await expect(tv.getByText(/^Kod se menja za \d:\d\d min/)).toBeVisible();
  await expectAccessible(tv);
  const number = await numberOn(tv);

  await page.goto(`/device-login/${number}`);
  await expect(page.getByText(spaced(number)).first()).toBeVisible();
  await expect(page.getByText('Povezujte samo televizor koji vidite pred sobom.')).toBeVisible();
  await expectAccessible(page);
  const button = page.getByRole('button', { name: 'Prijavi se i poveži' });
  await button.click();
  await expect(page.getByText('Email je obavezan.')).toBeVisible();
  await page.getByLabel('Email adresa').fill(who.email);
  await page.getByLabel('Lozinka', { exact: true }).fill('pogrešna lozinka');
  await button.click();
  await expect(page.getByRole('alert')).toHaveText('Neispravni podaci za prijavljivanje');
  await page.getByLabel('Lozinka', { exact: true }).fill(PASSWORD);
  await button.dblclick();
  await expect(page.getByRole('heading', { name: 'Uspešno povezano!' })).toBeFocused();
  await expectAccessible(page);

  await expect(tv.getByText('Uspešno povezano!')).toBeVisible();
  await expect(tv.getByText('Prikazi se od sada beleže na nalog: Dragana')).toBeVisible();
  await expect(tv.getByText('Demo program: oglasi su izmišljeni.')).toBeVisible();
  await tv.keyboard.press('ArrowRight');
  await expect(tv.getByText('Pritisnite OK za QR kod')).toBeVisible();
  await tv.keyboard.press('Enter');
  await expect(tv.getByRole('img', { name: /^QR kod sajta oglašivača/ })).toBeVisible();
  await expectAccessible(tv);
  await tv.keyboard.press('Escape');
  await expect(tv.getByRole('img', { name: /^QR kod sajta oglašivača/ })).toBeHidden();

  await tv.reload();
  await expect(tv.getByText('Demo program: oglasi su izmišljeni.')).toBeVisible();
  const [device] = await (await request.get('/api/devices', authorised(session))).json();
  expect(device.lastSeenAt).not.toBeNull();
  await request.post(`/api/devices/${device.id}/unlink`, authorised(session));
  const answered = Date.now();
  await tv.getByText('Čekamo prijavu sa telefona…').waitFor();
  expect(Date.now() - answered, 'milliseconds from unlinking to the code').toBeLessThan(1_000);
  expect(await numberOn(tv)).not.toBe(number);
  await tv.context().close();
});

test('who is signed in already links by opening the link; the next phone is told that it came late', async ({
  page,
  browser,
  request,
  context,
  quiet,
}) => {
  quiet.allow(/status of 40[149]/);
  const first = somebody();
  await useSession(context, await member(request, first));
  const tv = await turnOnTv(browser, quiet.watch);
  const number = await numberOn(tv);
  await page.goto(`/device-login/${number}`);
  await expect(page.getByRole('heading', { name: 'Uspešno povezano!' })).toBeVisible();
  await expect(tv.getByText('Uspešno povezano!')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Uspešno povezano!' }), 'again is no harm').toBeVisible();

  const late = await another(browser, quiet, page, await member(request, somebody('Petar', 'Vučinić')));
  await late.goto(`/device-login/${number}`);
  await expect(late.getByRole('alert')).toHaveText(/^Ovaj televizor je već povezan sa drugim nalogom\./);
  await late.context().close();

  const visitor = await another(browser, quiet, page);
  await visitor.goto(`/device-login/${number}`);
  await expect(visitor.getByRole('alert')).toHaveText('Ovaj kod je već iskorišćen: televizor je povezan.');
  await visitor.context().close();
  await tv.context().close();
});

test('a waiting account is refused in words, and links by itself once it is approved', async ({
  page,
  browser,
  request,
  context,
  quiet,
}) => {
  const session = await applicant(request, somebody());
  await useSession(context, session);
  const tv = await turnOnTv(browser, quiet.watch);
  await page.goto(`/device-login/${await numberOn(tv)}`);
  await expect(page.getByRole('alert')).toHaveText(
    'Vaš nalog još čeka odobrenje. Televizor možete da povežete čim ga odobrimo.',
  );
  await waiting(tv);
  const admin = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  await request.post('/api/admin/registration-requests/approve', {
    data: { ids: [session.user.id] },
    ...authorised(admin),
  });
  await expect(page.getByRole('heading', { name: 'Uspešno povezano!' })).toBeVisible();
  await expect(tv.getByText('Uspešno povezano!')).toBeVisible();
  await tv.context().close();
});

test('an account with two steps is asked for its code, and then linked', async ({ page, browser, request, quiet }) => {
  const who = somebody();
  const session = await member(request, who);
  const { id, totp } = await (
    await request.post('/auth/v1/factors', { data: { factor_type: 'totp' }, ...authorised(session) })
  ).json();
  const phone = new TOTP({ secret: Secret.fromBase32(totp.secret) });
  const challenge = await (await request.post(`/auth/v1/factors/${id}/challenge`, authorised(session))).json();
  const enrolled = await request.post(`/auth/v1/factors/${id}/verify`, {
    data: { challenge_id: challenge.id, code: phone.generate() },
    ...authorised(session),
  });
  expect(enrolled.status(), await enrolled.text()).toBe(200);

  const tv = await turnOnTv(browser, quiet.watch);
  await page.goto(`/device-login/${await numberOn(tv)}`);
  await page.getByLabel('Email adresa').fill(who.email);
  await page.getByLabel('Lozinka', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Prijavi se i poveži' }).click();
  const code = page.getByLabel('Kod', { exact: false });
  await code.fill(phone.generate({ timestamp: Date.now() + 30_000 }));
  await code.press('Enter');
  await expect(page.getByRole('heading', { name: 'Uspešno povezano!' })).toBeVisible();
  await expect(tv.getByText('Uspešno povezano!')).toBeVisible();
  await tv.context().close();
});

test('from registration the way leads back to the TV', async ({ page, browser, request, quiet }) => {
  const who = somebody();
  await member(request, who);
  const tv = await turnOnTv(browser, quiet.watch);
  await page.goto(`/device-login/${await numberOn(tv)}`);
  await page.getByRole('button', { name: 'Nemate nalog? Registrujte se.' }).click();
  await expect(page).toHaveURL(/\/auth\?next=%2Fdevice-login%2F\d{9}&tab=registracija/);
  await page.getByRole('tab', { name: 'Prijava' }).click();
  await fillSignIn(page, who.email, PASSWORD);
  await expect(page.getByRole('heading', { name: 'Uspešno povezano!' })).toBeVisible();
  await expect(tv.getByText('Uspešno povezano!')).toBeVisible();
  await tv.context().close();
});

test('bad numbers and a server in trouble are told in the words of the specification', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/status of (404|500)/);
  await page.goto('/device-login/televizor');
  await expect(page.getByRole('alert')).toHaveText('Neispravan ID uređaja.');
  await expect(page.getByText('Pogledajte ekran televizora i skenirajte novi kod.')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/device-login/100000000');
  await expect(page.getByRole('alert')).toHaveText('TV uređaj sa ovim ID-om nije pronađen.');

  const { number } = await (await request.post('/api/tv/pairings')).json();
  await useSession(context, await member(request, somebody()));
  const phone = await context.newPage();
  await phone.route('**/api/devices/pairings/*/link', (route) => route.fulfill({ status: 500, body: '{}' }));
  await phone.goto(`/device-login/${number}`);
  await expect(phone.getByRole('alert')).toHaveText('Došlo je do greške pri povezivanju sa uređajem.');
  await phone.unroute('**/api/devices/pairings/*/link');
  await phone.getByRole('button', { name: 'Pokušaj ponovo' }).click();
  await expect(phone.getByRole('heading', { name: 'Uspešno povezano!' })).toBeVisible();
});

test('a TV cut off from the network says so, keeps its number, and loses no link meanwhile', async ({
  browser,
  request,
  quiet,
}) => {
  quiet.allow(/net::ERR_FAILED/);
  const session = await member(request, somebody('Jovana', 'Šarić'));
  const waits = '**/api/tv/pairings/*/wait*';
  const tv = await turnOnTv(browser, quiet.watch, (page) => page.route(waits, (route) => route.abort()));
  await expect(tv.getByText('Nema veze sa internetom. Proverite bežičnu mrežu.')).toBeVisible();
  const number = await numberOn(tv);
  await request.post(`/api/devices/pairings/${number}/link`, authorised(session));
  expect(await numberOn(tv)).toBe(number);
  await tv.unroute(waits);
  await expect(tv.getByText('Prikazi se od sada beleže na nalog: Jovana')).toBeVisible();
  await expect(tv.getByText('Nema veze sa internetom. Proverite bežičnu mrežu.')).toBeHidden();
  await tv.context().close();
});
