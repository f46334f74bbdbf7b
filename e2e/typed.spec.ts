import type { APIRequestContext, Page } from '@playwright/test';
import { writing } from '#domain/copy.ts';
import { discard, expectEscAsks } from './asks-first.ts';
import { holdAnswer } from './held-answer.ts';
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

/** Dialogs whose field stands in no form, each opened from a page where nothing else is needed. */
interface Opened {
  at: (username: string) => string;
  open: (page: Page) => Promise<void>;
  field: string;
  cancel: string;
}

const DIALOGS: Record<string, Opened> = {
  'devices that are written off': {
    at: () => '/admin/stock',
    open: (page) => page.getByRole('button', { name: 'Otpiši' }).click(),
    field: 'Serijski brojevi',
    cancel: 'Odustani',
  },
  'a registration that is rejected': {
    at: (username) => `/admin/registration-requests?q=${username}`,
    open: async (page) => {
      await page.getByRole('button', { name: /^Radnje: / }).click();
      await page.getByRole('menuitem', { name: 'Obriši zahtev…' }).click();
    },
    field: 'Razlog (šalje se podnosiocu)',
    cancel: 'Otkaži',
  },
};

for (const [name, { at, open, field, cancel }] of Object.entries(DIALOGS))
  test(`${name}: Esc, the cross and Cancel ask before what was typed is lost @phone`, async ({
    page,
    context,
    request,
  }) => {
    const who = somebody('Petar', 'Vučinić');
    await applicant(request, who);
    await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
    await page.goto(at(who.username));
    await open(page);
    const dialog = page.getByRole('dialog').filter({ has: page.getByLabel(field) });
    await page.keyboard.press('Escape');
    await expect(dialog, 'nothing was typed').toHaveCount(0);

    await open(page);
    await dialog.getByLabel(field).fill('VDK-31-000001');
    await expectEscAsks(page);
    await expect(dialog.getByLabel(field)).toHaveValue('VDK-31-000001');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Zatvori', exact: true }).click();
    await page.getByRole('button', { name: 'Ostani' }).click();
    await dialog.getByRole('button', { name: cancel, exact: true }).click();
    await discard(page);
    await expect(dialog).toHaveCount(0);
    await open(page);
    await expect(dialog.getByLabel(field)).toHaveValue('');
  });

/** The dialog that rejects a new registration, its reason typed. */
async function rejectionWithReason(page: Page, request: APIRequestContext) {
  const who = somebody('Petar', 'Vučinić');
  await applicant(request, who);
  const { at, open, field } = DIALOGS['a registration that is rejected']!;
  await page.goto(at(who.username));
  await open(page);
  const dialog = page.getByRole('dialog', { name: 'Brisanje zahteva' });
  const reason = dialog.getByLabel(field);
  await reason.fill('Za ovu adresu već postoji nalog.');
  return { dialog, reason, who };
}

test('a reason that was refused stays in its field, and the request in its list', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/status of 500|Internal Server Error/);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  const { dialog, reason, who } = await rejectionWithReason(page, request);
  await page.route('**/registration-requests/delete', (route) => route.fulfill({ status: 500, body: '{}' }));
  await dialog.getByRole('button', { name: 'Obriši zahtev' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(reason).toHaveValue('Za ovu adresu već postoji nalog.');
  await expect(dialog).toContainText(who.email);
  await expectAccessible(page);
  await page.unroute('**/registration-requests/delete');
  await dialog.getByRole('button', { name: 'Obriši zahtev' }).click();
  await expect(page.getByText('Zahtev za registraciju je uspešno obrisan')).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test('without a network a dialog says at once that nothing was sent, and can be closed', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/Failed to (fetch|load)|ERR_/);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  const { dialog } = await rejectionWithReason(page, request);
  await context.setOffline(true);
  await dialog.getByRole('button', { name: 'Obriši zahtev' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Ništa nije poslato');
  await expect(dialog.getByRole('button', { name: 'Otkaži' })).toBeEnabled();
  await context.setOffline(false);
  await dialog.getByRole('button', { name: 'Obriši zahtev' }).click();
  await expect(page.getByText('Zahtev za registraciju je uspešno obrisan')).toBeVisible();
});

test('what is said while an answer that was lost is asked for again is read out, although a dialog is open', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/Failed to (fetch|load)|ERR_/);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  const { dialog } = await rejectionWithReason(page, request);
  await page.route('**/api/admin/registration-requests/delete', (route) => route.abort('connectionreset'));
  await dialog.getByRole('button', { name: 'Obriši zahtev' }).click();
  await expect(page.getByRole('status').filter({ hasText: writing.checking })).toBeVisible();
  await expect(dialog).toBeVisible();
  await page.unrouteAll();
  await expect(page.getByText('Zahtev za registraciju je uspešno obrisan')).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test('Back asks before the reason for ending a contract is lost; an address that only confirms an erasure is not asked about', async ({
  page,
  context,
  request,
}) => {
  const who = somebody('Đurđica', 'Čvorović');
  const { user } = await member(request, who);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto(`/admin/users/${user.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Đurđica Čvorović');
  await page.keyboard.press('e');
  const choose = async (action: string) => {
    await page.getByRole('button', { name: 'Radnje: Đurđica Čvorović' }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await choose('Raskini odmah…');
  const dialog = page.getByRole('dialog', { name: 'Raskid bez otkaznog roka' });
  await dialog.getByLabel('Razlog raskida').fill('Više naloga istog lica.');
  await page.goBack();
  await page.getByRole('button', { name: 'Ostani' }).click();
  await expect(dialog.getByLabel('Razlog raskida')).toHaveValue('Više naloga istog lica.');
  await page.keyboard.press('Escape');
  await discard(page);
  await expect(dialog).toHaveCount(0);

  await choose('Trajno obriši…');
  const erasing = page.getByRole('dialog', { name: 'Trajno brisanje korisnika' });
  await erasing.getByRole('textbox').fill(who.email);
  await page.keyboard.press('Escape');
  await expect(erasing).toHaveCount(0);
});

test('what is typed into one’s own data while they are saved stays typed, also what stood there before', async ({
  page,
  context,
  request,
}) => {
  await useSession(context, await member(request, somebody()));
  await page.goto('/account');
  const name = page.getByLabel('Ime', { exact: true });
  const city = page.getByRole('textbox', { name: 'Grad' });
  const address = page.getByLabel('Ulica');
  const save = page.getByRole('button', { name: 'Sačuvaj izmene' });
  await name.fill('Milena');
  await address.fill('Ulica lipa');
  const { done, answer } = await holdAnswer(page, '**/api/me');
  await save.click();
  await done;
  await name.fill('Milica');
  await city.fill('Novi Sad');
  answer();
  await expect(page.getByText('Podaci su sačuvani.')).toBeVisible();
  await expect(city).toHaveValue('Novi Sad');
  await expect(name).toHaveValue('Milica');
  await expect(address).toHaveValue('Ulica lipa');
  await expect(page.getByText('Imate izmene koje nisu sačuvane.')).toBeVisible();

  await save.click();
  await expect(page.getByText('Imate izmene koje nisu sačuvane.')).toBeHidden();
  await expect(save).toBeDisabled();
  await page.reload();
  await expect(city).toHaveValue('Novi Sad');
  await expect(name).toHaveValue('Milica');
  await expect(address).toHaveValue('Ulica lipa');
});

test('the next note about a person may be typed while the one before is saved', async ({ page, context, request }) => {
  const { user } = await member(request, somebody('Đurđica', 'Čvorović'));
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto(`/admin/users/${user.id}`);
  const field = page.getByLabel('Interna beleška');
  await field.fill('Zvala u petak.');
  const { done, answer } = await holdAnswer(page, `**/people/${user.id}/notes`);
  await field.press('Enter');
  await done;
  await field.fill('Zove ponovo u ponedeljak.');
  answer();
  await expect(page.getByText('Beleška je sačuvana.')).toBeVisible();
  await expect(field).toHaveValue('Zove ponovo u ponedeljak.');
  await field.press('Enter');
  await expect(field).toHaveValue('');
  for (const said of ['Zvala u petak.', 'Zove ponovo u ponedeljak.'])
    await expect(page.getByText(said), 'in the history and among the notes').toHaveCount(2);
});
