import { randomUUID } from 'node:crypto';
import { loseAnswer } from './held-answer.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  another,
  expect,
  expectAccessible,
  mailTo,
  member,
  signInByHand,
  somebody,
  test,
  useSession,
} from './story.ts';

test('the super-admin gives duties with the keyboard, the person opens only what they allow, and loses a page that is taken @phone', async ({
  page,
  browser,
  context,
  request,
  quiet,
}) => {
  // Pages that were open when the duty was taken ask once more and are refused.
  quiet.allow(/403|ERR_CONNECTION_RESET|Failed to fetch/);
  // Both projects see everybody's rows: the name is this run's own.
  const who = somebody('Đurđica', `Čvorović ${randomUUID().slice(0, 8)}`);
  const name = `${who.firstName} ${who.lastName}`;
  const session = await member(request, who);
  const owner = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  await useSession(context, owner);

  await page.goto('/admin');
  await page.getByRole('link', { name: /Dužnosti/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dužnosti' })).toBeVisible();
  await page.getByRole('button', { name: 'Dodaj osobu' }).first().click();
  const adding = page.getByRole('dialog', { name: 'Dodaj osobu' });
  await adding.getByLabel('Ime ili email').fill(who.username);
  await adding.getByRole('button', { name }).click();

  const box = (duty: string) => page.getByRole('checkbox', { name: `${name}: ${duty}` });
  await box('prodaja').focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Space', 'ArrowRight', 'Space'])
    await page.keyboard.press(key);
  await expect(box('podrška')).toBeFocused();
  const bar = page.getByRole('region', { name: 'Nesačuvane izmene' });
  await expect(bar).toContainText('2 izmene nisu sačuvane.');
  await expect(bar).toContainText(`${name}: daje se događaj · ${name}: daje se podrška`);
  await expectAccessible(page);
  await bar.getByRole('button', { name: 'Sačuvaj uz potvrdu' }).click();
  const saving = page.getByRole('dialog', { name: 'Potvrdite da ste to vi' });
  await saving.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(saving.getByText('Upišite razlog.')).toBeVisible();
  await saving.getByLabel('Razlog').fill('Sezona događaja');
  await saving.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText('Sačuvane su 2 izmene. Osoba dobija poruku.')).toBeVisible();
  await expect(bar).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Poslednje izmene' })).toContainText('dobija: događaj, podrška');
  expect(await mailTo(who.email, 'accounts.duties-changed')).toContain(
    `Promenu je napravio glavni administrator (${ADMIN_EMAIL})`,
  );

  const theirs = await another(browser, quiet, page, session);
  await theirs.goto('/admin/mail');
  await expect(theirs.getByRole('heading', { level: 1, name: 'Email poruke' })).toBeVisible();
  await theirs.goto('/admin/sales');
  await expect(theirs.getByRole('heading', { name: 'Nemate pristup ovoj strani.' })).toBeVisible();
  await expect(theirs.getByText('Za stranu „Prodaja“ treba dužnost prodaja ili knjigovodstvo.')).toBeVisible();
  await expectAccessible(theirs);
  await theirs.getByRole('link', { name: 'Nazad na Admin Dashboard' }).click();
  const cards = theirs.getByRole('navigation', { name: 'Admin odeljci' }).getByRole('link');
  await expect(cards).toHaveCount(4);
  await theirs.goto('/admin/mail');
  await expect(theirs.getByRole('heading', { level: 1, name: 'Email poruke' })).toBeVisible();

  await box('podrška').uncheck();
  await bar.getByRole('button', { name: 'Sačuvaj uz potvrdu' }).click();
  await saving.getByLabel('Razlog').fill('Kraj smene');
  await saving.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText('Sačuvana je 1 izmena. Osoba dobija poruku.')).toBeVisible();
  await expect(theirs.getByRole('heading', { name: 'Nemate pristup ovoj strani.' })).toBeVisible();

  await loseAnswer(page, '**/api/admin/staff');
  await box('podrška').check();
  await bar.getByRole('button', { name: 'Sačuvaj uz potvrdu' }).click();
  await saving.getByLabel('Razlog').fill('Nova smena');
  await saving.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText('Dužnosti su sada onakve kakve ste izabrali.')).toBeVisible();
  await expect(box('podrška')).toBeChecked();
  await expect(bar).toHaveCount(0);
});
