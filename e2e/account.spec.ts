import { readFile } from 'node:fs/promises';
import type { Page, Route } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { unsavedCopy } from '#domain/unsaved-copy.ts';
import { discard } from './asks-first.ts';
import {
  another,
  applicant,
  bearer,
  expect,
  expectAccessible,
  fillSignIn,
  mailTo,
  member,
  openMenu,
  PASSWORD,
  proveByCode,
  proveByMail,
  signInByHand,
  somebody,
  test,
  useSession,
} from './story.ts';

test('a member changes the profile, adds a second step, ends other sessions, downloads their data and closes the account', async ({
  page,
  context,
  browser,
  request,
  quiet,
}) => {
  test.setTimeout(240_000);
  quiet.allow(/status of (40[0139]|422)/);
  const who = somebody();
  await useSession(context, await member(request, who));
  await page.goto('/account');
  await expect(page.getByRole('heading', { name: 'Moj nalog', level: 1 })).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Ime', { exact: true }).fill('Milena');
  await page.getByRole('textbox', { name: 'Grad' }).fill('');
  await page.getByRole('button', { name: 'Sačuvaj izmene' }).click();
  await expect(page.getByText('Popunite polje: Grad.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Grad' }).fill('Novi Sad');
  await page.getByRole('button', { name: 'Sačuvaj izmene' }).click();
  await expect(page.getByText('Podaci su sačuvani.')).toBeVisible();
  await expect(page.getByText('Milena Živković')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Grad' })).toHaveValue('Novi Sad');

  const elsewhere = await another(browser, quiet, page, await signInByHand(request, who.email, PASSWORD));
  await elsewhere.goto('/account#bezbednost');
  await expect(elsewhere.getByRole('button', { name: 'Odjavi sve ostale' })).toBeVisible();

  await openSection(page, 'Bezbednost');
  await expect(page).toHaveURL('/account#bezbednost');
  await expect(page.getByText('Ovaj uređaj')).toHaveCount(1);
  await page.getByRole('button', { name: 'Odjavi sve ostale' }).click();
  await expect(page.getByText('Drugih prijavljenih uređaja nema.')).toBeVisible();
  await expect(elsewhere, 'the other browser is out at once, and comes back to the same place').toHaveURL(
    `/auth?${new URLSearchParams({ next: '/account#bezbednost' })}`,
  );

  await page.getByRole('button', { name: 'Uključite' }).click();
  await expect(page.getByRole('dialog', { name: 'Potvrdite da ste to vi' })).toBeVisible();
  await expectAccessible(page);
  await proveByMail(page, who.email);
  await expect(page.getByRole('img', { name: 'QR kod za aplikaciju za potvrdu' })).toBeVisible();
  await expectAccessible(page);
  const secret = (await page.locator('code').first().innerText()).replaceAll(/\s/g, '');
  const totp = new TOTP({ secret });
  await page.getByLabel('Kod iz aplikacije').fill('000000');
  await page.getByRole('button', { name: 'Potvrdi i uključi' }).click();
  await expect(page.getByText('Kod nije tačan ili je istekao.')).toBeVisible();
  await page.getByLabel('Kod iz aplikacije').fill(totp.generate());
  await page.getByRole('button', { name: 'Potvrdi i uključi' }).click();
  const codes = page.getByRole('list', { name: 'Rezervni kodovi' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [spare, spareForData] = await codes.allInnerTexts();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Preuzmi kao datoteku' }).click();
  expect(await readFile(await (await saved).path(), 'utf8')).toContain(spare);
  await page.getByRole('button', { name: 'Kodovi su sačuvani' }).click();
  await expect(page.getByText('Ostalo je 10 od 10')).toBeVisible();
  const changes = page.getByRole('list', { name: 'Poslednje promene' });
  await expect(changes.getByText('Dodata aplikacija za kodove')).toBeVisible();
  await expect(changes.getByText('Napravljeni novi rezervni kodovi')).toBeVisible();
  await page.getByRole('button', { name: 'To je moja promena' }).click();
  await expectAccessible(page);

  await fillSignIn(elsewhere, who.email, PASSWORD);
  await expect(elsewhere.getByRole('heading', { name: 'Potvrda u dva koraka' })).toBeVisible();
  await elsewhere.getByRole('button', { name: 'Nemate telefon pri ruci? Upišite rezervni kod.' }).click();
  await elsewhere.getByLabel('Rezervni kod').fill(spare!);
  await elsewhere.getByRole('button', { name: 'Potvrdi' }).click();
  await expect(elsewhere).toHaveURL('/account#bezbednost');
  await expect(elsewhere.getByText('Ostalo je 9 od 10')).toBeVisible();
  await elsewhere.getByRole('button', { name: /^Odjavi: / }).click();
  await expect(elsewhere.getByText('Uređaj je odjavljen.')).toBeVisible();
  await expect(page).toHaveURL(/\/auth\?next=/);

  await fillSignIn(page, who.email, PASSWORD);
  await expect(page.getByLabel('Kod', { exact: true })).toBeVisible();
  await page.getByLabel('Kod', { exact: true }).fill(totp.generate({ timestamp: Date.now() + 30_000 }));
  await page.getByRole('button', { name: 'Potvrdi' }).click();
  await expect(page).toHaveURL('/account#bezbednost');

  await openSection(page, 'Podaci i zatvaranje');
  await expectAccessible(page);
  const proof = page.getByRole('dialog', { name: 'Potvrdite da ste to vi' });
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: /JSON/ }).click();
  const file = await downloaded;
  expect(file.suggestedFilename()).toMatch(/^vidik-moji-podaci-.*\.json$/);
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
    profile: [{ firstName: 'Milena', city: 'Novi Sad' }],
    account: [{ email: who.email }],
  });
  await expect(proof, 'signing in was the proof').toBeHidden();

  // As if that were more than ten minutes ago: the first try is refused, and the second is the page's own after the dialog.
  const refused = { defined: true, code: 'PROOF_NEEDED', status: 403, message: '' };
  await page.route('**/api/me/data/html', (route) => route.fulfill({ status: 403, json: refused }), { times: 1 });
  await page.getByRole('button', { name: /HTML/ }).click();
  await expect(proof).toContainText('U datoteci je sve što čuvamo o vama.');
  await expect(proof.getByLabel('Kod iz aplikacije ili rezervni kod')).toBeFocused();
  await expectAccessible(page);
  await proof.getByRole('button', { name: 'Nastavi' }).click();
  await expect(proof.getByText('Upišite kod.')).toBeVisible();
  await proof.getByLabel('Kod iz aplikacije ili rezervni kod').fill('000000');
  await proof.getByRole('button', { name: 'Nastavi' }).click();
  await expect(proof.getByText('Kod nije tačan ili je već iskorišćen.')).toBeVisible();
  await proof.getByLabel('Kod iz aplikacije ili rezervni kod').fill(spareForData!);
  const readable = page.waitForEvent('download');
  await proof.getByRole('button', { name: 'Nastavi' }).click();
  expect((await readable).suggestedFilename()).toMatch(/^vidik-moji-podaci-.*\.html$/);

  await page.getByRole('button', { name: 'Zatvorite nalog…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(who.email);
  await dialog.getByLabel('Vaša lozinka').fill('pogrešna lozinka');
  await dialog.getByRole('button', { name: 'Zatvori nalog zauvek' }).click();
  await expect(dialog.getByText('Lozinka nije tačna.')).toBeVisible();
  await dialog.getByLabel('Vaša lozinka').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Zatvori nalog zauvek' }).click();
  await expect(page).toHaveURL('/account-closed');
  await expect(page.getByRole('heading', { name: 'Nalog je zatvoren', level: 1 })).toBeVisible();
  await expect(page.getByText(`Potvrda je poslata na ${who.email}.`)).toBeVisible();
  await expect(page.getByText('Reklamni paketi se više ne obnavljaju')).toBeVisible();
  await expectAccessible(page);

  await page.goto('/auth');
  await fillSignIn(page, who.email, PASSWORD);
  await expect(page.getByRole('alert')).toContainText('Ovaj nalog je zatvoren');
  await elsewhere.context().close();
});

test('closing the account asks for nothing with the session that has ended', async ({ page, context, request }) => {
  const who = somebody('Zora', 'Ćosić');
  await useSession(context, await member(request, who));
  await page.goto('/account#podaci');
  await page.getByRole('button', { name: 'Zatvorite nalog…' }).click();
  const dialog = page.getByRole('dialog');
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${new URL(answer.url()).pathname}`);
  });
  await dialog.getByLabel('Vaša lozinka').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Zatvori nalog zauvek' }).click();
  await expect(page).toHaveURL('/account-closed');
  await expect(page.getByText(`Potvrda je poslata na ${who.email}.`)).toBeVisible();
  expect(refused).toEqual([]);
  await page.goto('/account');
  await expect(page, 'this browser has forgotten the session').toHaveURL(/\/auth\?next=/);
});

test('„Moj nalog“ opens for members only, at the section that was asked for', { tag: '@phone' }, async ({
  page,
  context,
  request,
}) => {
  await page.goto('/account#narudzbine');
  await expect(page).toHaveURL(`/auth?${new URLSearchParams({ next: '/account#narudzbine' })}`);
  const who = somebody();
  await member(request, who);
  await fillSignIn(page, who.email, PASSWORD);
  await expect(page).toHaveURL('/account#narudzbine');
  await expect(page.getByText('Još nemate kupovina.')).toBeVisible();
  await expect(page.getByText('Potvrdite da čitate ovu poštu')).toBeVisible();
  await expectAccessible(page);

  const second = await context.newPage();
  await second.goto('/account#nema-toga');
  await expect(second.getByRole('heading', { name: 'Moji podaci' })).toBeVisible();
});

async function openSection(page: Page, name: string) {
  await page.getByRole('navigation', { name: 'Delovi naloga' }).getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible();
}

test('without a network another session is not ended, which is said at once, and the button waits for nothing', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const who = somebody();
  await useSession(context, await member(request, who));
  await signInByHand(request, who.email, PASSWORD);
  await page.goto('/account#bezbednost');
  const end = page.getByRole('button', { name: /^Odjavi: / });
  await expect(end).toBeVisible();
  await context.setOffline(true);
  await end.click();
  await expect(page.getByText(/^Nema veze sa internetom\. Ništa nije poslato/)).toBeVisible();
  await expect(end).toBeEnabled();
  await context.setOffline(false);
  await end.click();
  await expect(end).toHaveCount(0);
});

test('signing out asks about text that is not saved before it, and whoever stays is still signed in', async ({
  page,
  context,
  request,
}) => {
  await useSession(context, await member(request, somebody()));
  await page.goto('/account#profil');
  const name = page.getByLabel('Ime', { exact: true });
  await name.fill('Milena');
  await openMenu(page);
  await page.getByRole('button', { name: 'Odjava' }).click();
  const question = page.getByRole('dialog', { name: unsavedCopy.title });
  await question.getByRole('button', { name: unsavedCopy.stay }).click();
  await expect(name).toHaveValue('Milena');
  await page.getByRole('button', { name: 'Sačuvaj izmene' }).click();
  await expect(page.getByText('Podaci su sačuvani.')).toBeVisible();

  await name.fill('Milanka');
  await openMenu(page);
  await page.getByRole('button', { name: 'Odjava' }).click();
  await discard(page);
  await expect(page).toHaveURL('/');
  await page.goto('/account');
  await expect(page).toHaveURL(/\/auth\?/);
});

test('a change its owner did not make: the mailed link shows it, takes it back on a press, and asks for a new password', async ({
  page,
  context,
  browser,
  request,
  quiet,
}) => {
  quiet.allow(/status of (40[0134]|422)/);
  const who = somebody();
  const session = await member(request, who);
  await useSession(context, session);
  await page.goto('/account#bezbednost');
  await page.getByRole('button', { name: 'Promenite lozinku' }).click();
  await page.getByLabel('Sadašnja lozinka').fill(PASSWORD);
  await page.getByLabel('Nova lozinka', { exact: true }).fill('lopovova lozinka 1');
  await page.getByLabel('Ponovite novu lozinku').fill('lopovova lozinka 1');
  await page.locator('form').getByRole('button', { name: 'Promenite lozinku' }).click();
  await expect(page.getByText('Lozinka je promenjena. Ostali uređaji su odjavljeni.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Poništi promenu' })).toBeVisible();

  const mail = await mailTo(who.email, 'accounts.way-in-changed');
  const address = /\/auth\/undo#token=[\w-]+/.exec(mail)![0];
  const owner = await another(browser, quiet, page);
  const opened = await owner.goto(address);
  expect(opened!.headers()['referrer-policy']).toBe('no-referrer');
  await expect(owner.getByText('Sadašnja lozinka prestaje da važi')).toBeVisible();
  await expectAccessible(owner);
  await owner.reload();
  await expect(owner.getByText('Sadašnja lozinka prestaje da važi'), 'opening it does nothing').toBeVisible();
  await owner.getByRole('button', { name: 'Poništi promenu' }).click();
  await expect(owner.getByRole('heading', { name: 'Postavite novu lozinku' })).toBeVisible();
  await expect(page, 'everybody is out').toHaveURL(/\/auth\?next=/);
  await owner.getByRole('button', { name: 'Nastavi' }).click();
  await owner.getByLabel('Nova lozinka', { exact: true }).fill('prava nova lozinka 2');
  await owner.getByLabel('Ponovite novu lozinku').fill('prava nova lozinka 2');
  await owner.getByRole('button', { name: 'Sačuvaj lozinku' }).click();
  await expect(owner.getByText('Nova lozinka je sačuvana. Prijavite se.')).toBeVisible();

  await owner.goto(address);
  await expect(owner.getByText('Link je već iskorišćen ili nije ispravan.')).toBeVisible();
  await expectAccessible(owner);
  await owner.context().close();
});

/** The first request of that kind is lost before it arrives, which `lost` hears; `later` answers the next ones. */
async function loseFirst(
  page: Page,
  { method, address, lost, later }: { method: string; address: string; lost?: () => unknown; later?: Later },
) {
  let asked = 0;
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    asked += 1;
    if (asked > 1) return later ? later(route) : route.fallback();
    await lost?.();
    await route.abort('connectionreset');
  });
}
type Later = (route: Route) => Promise<void>;

const UNKNOWN = /^Još ne znamo da li je stiglo/;

test('a new password that was refused is not said to be there because the changes could not be read', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/ERR_CONNECTION_RESET|Failed to fetch|status of 4\d\d/);
  const session = await member(request, somebody('Zorica', 'Šarić'));
  const changed = await request.put('/auth/v1/user', {
    data: { password: 'lozinka od prošle godine', current_password: PASSWORD },
    ...bearer(session.access_token),
  });
  expect(changed.status(), await changed.text()).toBe(200);
  await useSession(context, session);
  await page.goto('/account#bezbednost');
  await expect(page.getByRole('button', { name: 'Poništi promenu' })).toBeVisible();
  await page.getByRole('button', { name: 'Promenite lozinku' }).click();
  await page.getByLabel('Sadašnja lozinka').fill('pogrešno otkucana');
  await page.getByLabel('Nova lozinka', { exact: true }).fill('sasvim nova lozinka 1');
  await page.getByLabel('Ponovite novu lozinku').fill('sasvim nova lozinka 1');
  const submit = page.locator('form').getByRole('button', { name: 'Promenite lozinku' });
  const problem = page.locator('form').getByText(UNKNOWN);
  const done = page.getByText(/^Lozinka je promenjena/);
  const changes = '**/api/me/changes';
  const unreadable = () => page.route(changes, (route) => route.abort('connectionreset'));
  const put = { method: 'PUT', address: '**/auth/v1/user' };

  await loseFirst(page, { ...put, lost: unreadable });
  await submit.click();
  await expect(problem, 'they could not be read afterwards').toBeVisible();
  await expect(done).toHaveCount(0);

  await page.unrouteAll();
  await loseFirst(page, { ...put, lost: () => page.unroute(changes) });
  await unreadable();
  const refused = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.status() >= 400);
  await submit.click();
  await refused;
  await expect(submit).toBeEnabled();
  await expect(problem, 'they could not be read before').toBeVisible();
  await expect(done).toHaveCount(0);

  await page.unrouteAll();
  await loseFirst(page, put);
  await submit.click();
  await expect(page.locator('form').getByText('Sadašnja lozinka nije tačna.')).toBeVisible();
});

test('a second step that was not turned off is not said to be off because the authenticators could not be read', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/ERR_CONNECTION_RESET|Failed to fetch|status of (404|422)/);
  const who = somebody('Rastko', 'Jović');
  const session = await member(request, who);
  await proveByCode(request, who.email, session);
  const asked = bearer(session.access_token);
  const added = await request.post('/auth/v1/factors', { data: { factor_type: 'totp' }, ...asked });
  const { id, totp } = await added.json();
  const challenge = await (await request.post(`/auth/v1/factors/${id}/challenge`, asked)).json();
  const code = new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate();
  const verified = await request.post(`/auth/v1/factors/${id}/verify`, {
    data: { challenge_id: challenge.id, code },
    ...asked,
  });
  expect(verified.status(), await verified.text()).toBe(200);
  await useSession(context, await verified.json());
  await page.goto('/account#bezbednost');
  await page.getByRole('button', { name: 'Isključite' }).click();
  await loseFirst(page, {
    method: 'DELETE',
    address: '**/auth/v1/factors/*',
    lost: () => page.route('**/auth/v1/user', (route) => route.abort('connectionreset')),
    later: (route) =>
      route.fulfill({ status: 422, json: { code: 422, error_code: 'insufficient_aal', msg: 'AAL2 required' } }),
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Isključite' }).click();
  await expect(page.getByText(UNKNOWN)).toBeVisible();
  await expect(page.getByText('Potvrda u dva koraka je isključena.')).toHaveCount(0);
  await page.unrouteAll();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Isključite' })).toBeVisible();
});

test('on a phone the row of sections shows on which side there are more of them', async ({
  page,
  context,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await useSession(context, await member(request, somebody()));
  await page.goto('/account');
  const menu = page.getByRole('navigation', { name: 'Delovi naloga' });
  await expect(menu).toBeVisible();
  const scrollTo = (share: number) =>
    menu.evaluate((row, to) => row.scrollTo(to * (row.scrollWidth - row.clientWidth), 0), share);
  const shaded = async () => {
    const { x, y, width } = (await menu.boundingBox())!;
    // Between the line above and the names: nothing but the ground of the row.
    const strip = await page.screenshot({ clip: { x, y: y + 4, width, height: 2 }, scale: 'css' });
    return page.evaluate(async (png) => {
      const image = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (one) => one.charCodeAt(0))]));
      const paper = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
      paper.drawImage(image, 0, 0);
      const light = (at: number) =>
        paper
          .getImageData(at, 0, 1, 1)
          .data.slice(0, 3)
          .reduce((sum, part) => sum + part);
      const ground = light(Math.round(image.width / 2));
      return { left: light(1) < ground - 60, right: light(image.width - 2) < ground - 60 };
    }, strip.toString('base64'));
  };
  await scrollTo(0);
  await expect.poll(shaded, 'at its beginning').toEqual({ left: false, right: true });
  await scrollTo(0.5);
  await expect.poll(shaded, 'in between').toEqual({ left: true, right: true });
  await scrollTo(1);
  await expect.poll(shaded, 'at its end').toEqual({ left: true, right: false });
  await expectAccessible(page);
});

test('a waiting account sees its devices and its data, and nothing else of „Moj nalog“', async ({
  page,
  context,
  request,
}) => {
  const who = somebody();
  await useSession(context, await applicant(request, who));
  await page.goto('/pending-approval');
  await page.getByRole('link', { name: 'Otvorite „Moj nalog“' }).click();
  await expect(page).toHaveURL('/account#bezbednost');
  await expect(page.getByText('Ovaj uređaj')).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Delovi naloga' }).getByRole('link');
  await expect(menu).toHaveText([/Bezbednost/, /Podaci\si\szatvaranje/]);
  await expectAccessible(page);
  await openSection(page, 'Podaci i zatvaranje');
  await expect(page.getByRole('button', { name: /JSON/ })).toBeVisible();
});
