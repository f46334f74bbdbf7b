import { readFile } from 'node:fs/promises';
import { TOTP } from 'otpauth';
import {
  another,
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

test('a member keeps their account: changes the profile, adds a second step, sends other browsers away, leaves with their data', async ({
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
  await page.getByLabel('Grad').fill('');
  await page.getByRole('button', { name: 'Sačuvaj izmene' }).click();
  await expect(page.getByText('Popunite polje: Grad.')).toBeVisible();
  await page.getByLabel('Grad').fill('Novi Sad');
  await page.getByRole('button', { name: 'Sačuvaj izmene' }).click();
  await expect(page.getByText('Podaci su sačuvani.')).toBeVisible();
  await expect(page.getByText('Milena Živković')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Grad')).toHaveValue('Novi Sad');

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
  const spare = await codes.first().innerText();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Preuzmi kao datoteku' }).click();
  expect(await readFile(await (await saved).path(), 'utf8')).toContain(spare);
  await page.getByRole('button', { name: 'Kodovi su sačuvani' }).click();
  await expect(page.getByText('Ostalo je 10 rezervnih kodova.')).toBeVisible();

  await fillSignIn(elsewhere, who.email, PASSWORD);
  await expect(elsewhere.getByRole('heading', { name: 'Potvrda u dva koraka' })).toBeVisible();
  await elsewhere.getByRole('button', { name: 'Nemate telefon pri ruci? Upišite rezervni kod.' }).click();
  await elsewhere.getByLabel('Rezervni kod').fill(spare);
  await elsewhere.getByRole('button', { name: 'Potvrdi' }).click();
  await expect(elsewhere).toHaveURL('/account#bezbednost');
  await expect(elsewhere.getByText('Ostalo je 9 rezervnih kodova.')).toBeVisible();
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
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: /JSON/ }).click();
  const file = await downloaded;
  expect(file.suggestedFilename()).toMatch(/^vidik-moji-podaci-.*\.json$/);
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
    profile: [{ firstName: 'Milena', city: 'Novi Sad' }],
    account: [{ email: who.email }],
  });

  await page.getByRole('button', { name: 'Zatvorite nalog…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(who.email);
  await dialog.getByLabel('Vaša lozinka').fill('pogrešna lozinka');
  await dialog.getByRole('button', { name: 'Zatvori nalog zauvek' }).click();
  await expect(dialog.getByText('Lozinka nije tačna.')).toBeVisible();
  await dialog.getByLabel('Vaša lozinka').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Zatvori nalog zauvek' }).click();
  await expect(page.getByText('Nalog je zatvoren. Potvrda je u vašoj pošti.')).toBeVisible();
  await expect(page).toHaveURL('/');

  await page.goto('/auth');
  await fillSignIn(page, who.email, PASSWORD);
  await expect(page.getByRole('alert')).toContainText('Ovaj nalog je zatvoren');
  await elsewhere.context().close();
});

test('„Moj nalog“ opens for members only, at the section that was asked for', async ({ page, context, request }) => {
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

async function openSection(page: import('@playwright/test').Page, name: string) {
  await page.getByRole('navigation', { name: 'Delovi naloga' }).getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible();
}
