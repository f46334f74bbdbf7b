import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
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
  proveByCode,
  signInByHand,
  somebody,
  test,
  useSession,
} from './story.ts';

/** The public address of a household of this test only. */
const newHome = () => `10.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`;
const from = (home: string) => ({ 'x-forwarded-for': home });

/** A TV of a household. */
async function turnOnTv(
  browser: Browser,
  watch: (page: Page) => void,
  home: string,
  prepare?: (tv: Page) => Promise<unknown>,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: new URL(test.info().project.use.baseURL!).origin,
    viewport: { width: 1920, height: 1080 },
    extraHTTPHeaders: from(home),
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

test('a TV is linked from the phone, plays, and shows the code again when the owner unlinks it', async ({
  page,
  browser,
  context,
  request,
  quiet,
}) => {
  const home = newHome();
  await context.setExtraHTTPHeaders(from(home));
  quiet.allow(/status of 40[01]/);
  const who = somebody('Dragana', 'Ćirić');
  const session = await member(request, who);
  const tv = await turnOnTv(browser, quiet.watch, home);
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
  // The greeting stays for five seconds, so it is looked for before anything slow.
  await expect(tv.getByText('Prikazi se od sada beleže na nalog: Dragana')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Uspešno povezano!' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Gde stoji ovaj televizor?' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Region').selectOption('');
  await page.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText('Izaberite region.')).toBeVisible();
  await expect(page.getByText('Izaberite vrstu mesta.')).toBeVisible();
  await page.getByLabel('Region').selectOption({ label: 'Niš' });
  await page.getByLabel('Domaćinstvo').check();
  quiet.allow(/status of 409/);
  await page.getByLabel('Serijski broj uređaja').fill('VDK-26-999999');
  await page.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText('Ovaj serijski broj nije među uređajima koji su vam isporučeni.')).toBeVisible();
  await page.getByLabel('Serijski broj uređaja').fill('');
  await page.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText('Sačuvano. Važi od sledeće reklame.')).toBeVisible();

  await expect(tv.getByText('Vlasniče, upišite u nalogu serijski broj')).toBeVisible();
  await expectAccessible(tv);

  await tv.reload();
  await expect(tv.getByText('Vlasniče, upišite u nalogu serijski broj')).toBeVisible();
  const [device] = await (await request.get('/api/devices', authorised(session))).json();
  expect(device.lastSeenAt).not.toBeNull();
  await request.post(`/api/devices/${device.id}/unlink`, authorised(session));
  await expect(tv.getByText('Čekamo prijavu sa telefona…')).toBeVisible();
  expect(await numberOn(tv)).not.toBe(number);
  await tv.context().close();
});

test('a signed-in phone links by opening the link; the next phone sees that the TV is already linked', async ({
  page,
  browser,
  request,
  context,
  quiet,
}) => {
  const home = newHome();
  await context.setExtraHTTPHeaders(from(home));
  quiet.allow(/status of 40[149]/);
  const first = somebody();
  await useSession(context, await member(request, first));
  const tv = await turnOnTv(browser, quiet.watch, home);
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

test('a waiting account is refused with a sentence, and links by itself once it is approved', async ({
  page,
  browser,
  request,
  context,
  quiet,
}) => {
  const home = newHome();
  await context.setExtraHTTPHeaders(from(home));
  const session = await applicant(request, somebody());
  await useSession(context, session);
  const tv = await turnOnTv(browser, quiet.watch, home);
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

test('an account with two steps is asked for its code, and then linked', async ({
  page,
  browser,
  context,
  request,
  quiet,
}) => {
  const home = newHome();
  await context.setExtraHTTPHeaders(from(home));
  const who = somebody();
  const session = await member(request, who);
  await proveByCode(request, who.email, session);
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

  const tv = await turnOnTv(browser, quiet.watch, home);
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

test('registration leads back to the TV', async ({ page, browser, context, request, quiet }) => {
  const home = newHome();
  await context.setExtraHTTPHeaders(from(home));
  const who = somebody();
  await member(request, who);
  const tv = await turnOnTv(browser, quiet.watch, home);
  await page.goto(`/device-login/${await numberOn(tv)}`);
  await page.getByRole('button', { name: 'Nemate nalog? Registrujte se.' }).click();
  await expect(page).toHaveURL(/\/auth\?next=%2Fdevice-login%2F\d{9}&tab=registracija/);
  await page.getByRole('tab', { name: 'Prijava' }).click();
  await expect(page.getByLabel('Prezime')).toBeHidden();
  await fillSignIn(page, who.email, PASSWORD);
  await expect(page.getByRole('heading', { name: 'Uspešno povezano!' })).toBeVisible();
  await expect(tv.getByText('Uspešno povezano!')).toBeVisible();
  await tv.context().close();
});

test('wrong numbers and a failing server each have their sentence', async ({ page, context, request, quiet }) => {
  quiet.allow(/status of (404|500)|Internal Server Error/);
  await page.goto('/device-login/televizor');
  await expect(page.getByRole('alert')).toHaveText('Neispravan ID uređaja.');
  await expect(page.getByText('Pogledajte ekran televizora i skenirajte novi kod.')).toBeVisible();
  await page.goto('/device-login/12345');
  await expect(page.getByRole('alert')).toHaveText('TV uređaj sa ovim ID-om nije pronađen.');
  await expectAccessible(page);
  await page.goto('/Device-Login');
  await expect(page).toHaveURL('/device-login');
  const number = page.getByLabel('Broj sa ekrana televizora');
  await expect(number).toBeFocused();
  await number.press('Enter');
  await expect(page.getByText('Upišite broj sa ekrana televizora.')).toBeVisible();
  await number.fill('12345');
  await number.press('Enter');
  await expect(page.getByText('Broj ima devet cifara. Pogledajte ekran televizora.')).toBeVisible();
  await expectAccessible(page);
  await number.fill('100 000-000');
  await number.press('Enter');
  await expect(page).toHaveURL('/device-login/100000000');
  await expect(page.getByRole('alert')).toHaveText('TV uređaj sa ovim ID-om nije pronađen.');

  const home = newHome();
  await context.setExtraHTTPHeaders(from(home));
  const { number: waiting } = await (await request.post('/api/tv/pairings', { headers: from(home) })).json();
  await useSession(context, await member(request, somebody()));
  const phone = await context.newPage();
  await phone.route('**/api/devices/pairings/*/link', (route) => route.fulfill({ status: 500, body: '{}' }));
  await phone.goto(`/device-login/${waiting}`);
  await expect(phone.getByRole('alert')).toHaveText('Došlo je do greške pri povezivanju sa uređajem.');
  await phone.unroute('**/api/devices/pairings/*/link');
  await phone.getByRole('button', { name: 'Pokušaj ponovo' }).click();
  await expect(phone.getByRole('heading', { name: 'Uspešno povezano!' })).toBeVisible();
});

test('a TV without network says so, keeps its number, and is linked when the network returns', async ({
  browser,
  request,
  quiet,
}) => {
  const home = newHome();
  quiet.allow(/net::ERR_FAILED/);
  const session = await member(request, somebody('Jovana', 'Šarić'));
  const waits = '**/api/tv/pairings/*/wait*';
  const tv = await turnOnTv(browser, quiet.watch, home, (page) => page.route(waits, (route) => route.abort()));
  await expect(tv.getByText('Nema veze sa internetom. Proverite bežičnu mrežu.')).toBeVisible();
  const number = await numberOn(tv);
  await request.post(`/api/devices/pairings/${number}/link`, {
    headers: { ...authorised(session).headers, ...from(home) },
  });
  expect(await numberOn(tv)).toBe(number);
  await tv.unroute(waits);
  await expect(tv.getByText('Prikazi se od sada beleže na nalog: Jovana')).toBeVisible();
  await expect(tv.getByText('Nema veze sa internetom. Proverite bežičnu mrežu.')).toBeHidden();
  await tv.context().close();
});

test('a link from a chat links nothing: the page asks whether the TV is there, and for the digits on its screen', async ({
  page,
  browser,
  request,
  context,
  quiet,
}) => {
  quiet.allow(/status of 4(09|10)/);
  const tv = await turnOnTv(browser, quiet.watch, newHome());
  const number = await numberOn(tv);
  const digits = (await tv.getByText('Ako telefon pita za dve cifre:').locator('strong').textContent())!;
  expect(digits).toMatch(/^\d\d$/);
  await context.setExtraHTTPHeaders(from(newHome()));
  await useSession(context, await member(request, somebody()));
  await page.goto(`/device-login/${number}`);
  await expect(page.getByRole('heading', { name: 'Da li je ovaj televizor ispred vas?' })).toBeFocused();
  await expect(page.getByText(/^10\.\d+\.0\.0$/)).toBeVisible();
  await expectAccessible(page);
  await waiting(tv);

  const field = page.getByLabel('Dve cifre sa ekrana televizora');
  const button = page.getByRole('button', { name: 'Da, poveži ovaj televizor' });
  await button.click();
  await expect(page.getByText('Upišite obe cifre sa ekrana.')).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill(String((Number(digits) + 1) % 100).padStart(2, '0'));
  await button.click();
  await expect(page.getByText('Cifre nisu tačne. Imate još 2 pokušaja.')).toBeVisible();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  await waiting(tv);
  await field.fill(digits);
  await button.dblclick();
  await expect(page.getByRole('heading', { name: 'Uspešno povezano!' })).toBeFocused();
  await expect(tv.getByText('Uspešno povezano!')).toBeVisible();
  await tv.context().close();
});

test('after three wrong pairs of digits the TV shows another number', async ({
  page,
  browser,
  request,
  context,
  quiet,
}) => {
  quiet.allow(/status of 409/);
  const tv = await turnOnTv(browser, quiet.watch, newHome());
  const number = await numberOn(tv);
  const digits = (await tv.getByText('Ako telefon pita za dve cifre:').locator('strong').textContent())!;
  await context.setExtraHTTPHeaders(from(newHome()));
  await useSession(context, await member(request, somebody()));
  await page.goto(`/device-login/${number}`);
  for (const left of ['Imate još 2 pokušaja.', 'Imate još 1 pokušaj.', 'Televizor sada prikazuje novi kod;']) {
    await page.getByLabel('Dve cifre sa ekrana televizora').fill(String((Number(digits) + 7) % 100).padStart(2, '0'));
    await page.getByRole('button', { name: 'Da, poveži ovaj televizor' }).click();
    await expect(page.getByText(left)).toBeVisible();
  }
  await expect.poll(() => numberOn(tv)).not.toBe(number);
  await waiting(tv);
  await tv.context().close();
});

test('blocking the owner stops the TV and shows a sentence', async ({ browser, request, quiet }) => {
  quiet.allow(/status of 401/);
  const home = newHome();
  const session = await member(request, somebody());
  const tv = await turnOnTv(browser, quiet.watch, home);
  await request.post(`/api/devices/pairings/${await numberOn(tv)}/link`, {
    headers: { ...authorised(session).headers, ...from(home) },
  });
  await expect(tv.getByText('Vlasniče, upišite u nalogu serijski broj')).toBeVisible();
  const admin = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  await request.post(`/api/admin/people/${session.user.id}/block`, { data: { on: true }, ...authorised(admin) });
  await expect(tv.getByRole('heading', { name: 'Prikazivanje je zaustavljeno' })).toBeVisible();
  await expectAccessible(tv);
  await request.post(`/api/admin/people/${session.user.id}/block`, { data: { on: false }, ...authorised(admin) });
  await tv.reload();
  await expect(tv.getByText('Vlasniče, upišite u nalogu serijski broj')).toBeVisible();
  await tv.context().close();
});

test('the link in the mail shows the TV first, and unlinks it by a press, once', async ({
  page,
  browser,
  request,
  quiet,
}) => {
  quiet.allow(/status of 410/);
  const home = newHome();
  const who = somebody();
  const session = await member(request, who);
  const tv = await turnOnTv(browser, quiet.watch, home);
  const number = await numberOn(tv);
  await request.post(`/api/devices/pairings/${number}/link`, {
    headers: { ...authorised(session).headers, ...from(home) },
  });
  await expect(tv.getByText('Vlasniče, upišite u nalogu serijski broj')).toBeVisible();
  const link = await mailedTo(who.email, /\/device-unlink#[\w-]{43}/);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Prekid veze sa televizorom' })).toBeFocused();
  await expect(page.getByText(spaced(number)).last()).toBeVisible();
  await expectAccessible(page);
  await expect(tv.getByText('Vlasniče, upišite u nalogu serijski broj'), 'nothing happened by opening').toBeVisible();
  await page.getByRole('button', { name: 'Prekini vezu' }).click();
  await expect(page.getByRole('heading', { name: 'Veza je prekinuta' })).toBeFocused();
  await waiting(tv);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Ovaj link više ne važi' })).toBeVisible();
  await expectAccessible(page);
  await tv.context().close();
});

/** The first match in a mail to that address; without SMTP every mail is a file. */
async function mailedTo(email: string, pattern: RegExp): Promise<string> {
  const outbox = path.join(process.env.E2E_DATA_DIR!, 'outbox');
  let found: string | undefined;
  await expect
    .poll(() => {
      const texts = readdirSync(outbox).map((name) => readFileSync(path.join(outbox, name), 'utf8'));
      const mail = texts.find((text) => text.includes(`To: ${email}`) && text.includes('device-unlink'));
      found = mail
        ?.replace(/=\r?\n/g, '')
        .replaceAll('=3D', '=')
        .match(pattern)?.[0];
      return found;
    })
    .toBeTruthy();
  return found!;
}
