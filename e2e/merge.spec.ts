import type { Page } from '@playwright/test';
import { anotherAt, testAlone } from './own-server.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  another,
  expect,
  expectAccessible,
  reserved,
  signInByHand,
  somebody,
  test,
  useSession,
} from './story.ts';

/** Two people change the same thing: each sees what the other wrote, chooses, and nothing is lost. */

const admin = (request: Parameters<typeof signInByHand>[0]) => signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);

test('two correct the same guest: the second sees both sides, chooses field by field, and keeps what only one changed', async ({
  page,
  browser,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/status of 409/);
  const who = somebody('Goran', 'Gostić');
  const { number } = await reserved(request, who);
  await useSession(context, await admin(request));
  const colleague = await another(browser, quiet, page, await admin(request));
  const open = async (on: Page) => {
    await on.goto(`/admin/event-payments?q=${who.username}`);
    await on.getByRole('button', { name: `Gost: ${number}, ` }).click();
    return on.getByRole('dialog', { name: `Gost, rezervacija ${number}` });
  };
  const [mine, theirs] = [await open(page), await open(colleague)];

  await theirs.getByLabel('Prezime').fill('Gostović');
  await theirs.getByLabel('Telefon').fill('0659876543');
  await theirs.getByRole('button', { name: 'Sačuvaj i pošalji novo uputstvo' }).click();
  await expect(theirs).toBeHidden();

  await mine.getByLabel('Ime', { exact: true }).fill('Goranka');
  await mine.getByLabel('Prezime').fill('Gostić-Perić');
  await mine.getByRole('button', { name: 'Sačuvaj i pošalji novo uputstvo' }).click();
  const merge = page.getByRole('dialog', { name: 'Podaci gosta su u međuvremenu izmenjeni' });
  await expect(merge.getByText(/^Vi, u drugom prozoru, sačuvano u \d/).first()).toBeVisible();
  await expect(merge.getByText('Gostović')).toBeVisible();
  await expect(merge.getByText('Gostić-Perić')).toBeVisible();
  const take = merge.getByRole('button', { name: 'Sačuvaj izabrano' });
  await expect(take, 'the surname was changed by both').toBeDisabled();
  await expect(merge.getByText('Izaberite još 1 polje: Prezime.')).toBeVisible();
  await expectAccessible(page);

  await merge.getByRole('button', { name: 'Nazad na obrazac' }).click();
  await expect(mine.getByLabel('Prezime'), 'what was typed is there').toHaveValue('Gostić-Perić');
  await mine.getByRole('button', { name: 'Sačuvaj i pošalji novo uputstvo' }).click();
  const surnames = merge.getByRole('group', { name: 'Prezime' }).getByRole('radio');
  await surnames.first().check();

  // Changed once more while somebody chooses.
  const again = await open(colleague);
  await again.getByLabel('Prezime').fill('Gostović-Ilić');
  await again.getByRole('button', { name: 'Sačuvaj i pošalji novo uputstvo' }).click();
  await expect(again).toBeHidden();
  await expect(merge.getByRole('alert')).toContainText('vaš izbor je ostao. Proverite polje Prezime.');
  await expect(merge.getByText('Gostović-Ilić')).toBeVisible();
  await expect(surnames.first(), 'what was chosen stays').toBeChecked();
  await page.screenshot({ path: test.info().outputPath('again.png') });
  await surnames.last().check();
  await take.click();
  await expect(mine, 'nothing is asked again').toBeHidden();
  for (const one of [page, colleague]) {
    const row = one.getByRole('row').filter({ hasText: 'Goranka Gostović-Ilić' });
    await expect(row).toBeVisible();
    await expect(row, 'nobody else touched the phone').toContainText(/987\s?65\s?43/);
  }
});

// There is one event, and other journeys publish it.
testAlone(
  'two publish the way to the event: the second sees what stands there and loses neither side',
  async ({ page, browser, context, request, quiet, baseURL }) => {
    quiet.allow(/status of 409/);
    await useSession(context, await admin(request));
    const other = await anotherAt(browser, baseURL);
    other.on('page', (opened) => quiet.watch(opened));
    await useSession(other, await admin(request));
    const colleague = await other.newPage();
    const open = async (on: Page) => {
      await on.goto('/admin/event-payments');
      await on.getByRole('button', { name: 'Dolazak i satnica' }).click();
      const dialog = on.getByRole('dialog', { name: 'Dolazak i satnica' });
      await expect(dialog.getByLabel('Telefon na dan događaja')).toBeVisible();
      return dialog;
    };
    const fill = async (dialog: Awaited<ReturnType<typeof open>>, fields: Record<string, string>) => {
      for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(label).fill(text);
    };
    const whole = {
      'Prijava na ulazu': '20. septembra od 8:30',
      'Telefon na dan događaja': '+382 30 123 456',
      'Oznaka A na mapi': 'autobuska stanica, peške 12 minuta',
      'Oznaka B na mapi': 'magistrala iz pravca Bara',
      'Oznaka P na mapi': 'parking za goste, iza hotela',
    };
    const [mine, theirs] = [await open(page), await open(colleague)];
    await fill(theirs, { ...whole, 'Telefon na dan događaja': '+382 30 999 999' });
    await theirs.getByRole('button', { name: 'Sačuvaj i objavi' }).click();
    await expect(theirs).toBeHidden();

    await fill(mine, { ...whole, 'Sobe su slobodne od': '14 časova' });
    await expect(mine.getByText('Neko je u međuvremenu objavio izmene.')).toBeVisible();
    await mine.getByRole('button', { name: 'Sačuvaj i objavi' }).click();
    const merge = page.getByRole('dialog', { name: 'Dolazak i satnica su u međuvremenu izmenjeni' });
    await expect(merge.getByText('+382 30 999 999')).toBeVisible();
    await expect(merge.getByText('+382 30 123 456')).toBeVisible();
    await expectAccessible(page);
    await merge.getByRole('group', { name: 'Telefon na dan događaja' }).getByRole('radio').last().check();
    await merge.getByRole('button', { name: 'Sačuvaj izabrano' }).click();
    await expect(mine.getByLabel('Telefon na dan događaja')).toHaveValue('+382 30 999 999');
    await expect(mine.getByLabel('Sobe su slobodne od'), 'mine alone').toHaveValue('14 časova');
    await mine.getByRole('button', { name: 'Sačuvaj i objavi' }).click();
    await expect(mine).toBeHidden();

    const again = await open(colleague);
    await expect(again.getByLabel('Telefon na dan događaja')).toHaveValue('+382 30 999 999');
    await expect(again.getByLabel('Sobe su slobodne od')).toHaveValue('14 časova');
    await other.close();
  },
);
