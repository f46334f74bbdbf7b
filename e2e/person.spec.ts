import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  another,
  expect,
  expectAccessible,
  member,
  purchasePath,
  signInByHand,
  somebody,
  startPayment,
  test,
  useSession,
} from './story.ts';

test('staff find a person by a name without diacritics, read what happened, write a note and change the data', {
  tag: '@phone',
}, async ({ page, context, browser, request, quiet }) => {
  const who = somebody('Đorđe', 'Žeravčić');
  await useSession(context, await member(request, who));
  await page.goto(purchasePath('Vidik – 1 uređaj', 219));
  const payment = await startPayment(page);
  await payment.getByRole('button', { name: /^Plati 219/ }).click();
  await expect(payment).toHaveURL(/payment-success/);

  const admin = await another(browser, quiet, page, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await admin.goto('/admin');
  await expect(admin.getByRole('heading', { name: 'Danas' })).toBeVisible();
  await admin.keyboard.press('Control+k');
  const palette = admin.getByRole('dialog', { name: 'Pretraga svega' });
  await palette.getByRole('combobox').fill(`djordje zeravcic ${who.username}`);
  await palette.getByRole('option').filter({ hasText: who.email }).first().click();

  await expect(admin.getByRole('heading', { level: 1, name: 'Đorđe Žeravčić' })).toBeVisible();
  const sums = admin.getByRole('group', { name: 'Ukratko' });
  await expect(sums.getByRole('button', { name: /Kupovina/ })).toContainText('219,00 €');
  await expect(admin.getByRole('row').filter({ hasText: 'Vidik – 1 uređaj' })).toContainText('Plaćeno');
  await expect(admin.getByText('Plaćeno: 219,00 €.')).toBeVisible();
  await expectAccessible(admin);

  await sums.getByRole('button', { name: /Poruke/ }).click();
  await expect(admin.getByText(/„Potvrda kupovine“/).first()).toBeVisible();
  await expect(admin.getByText('Plaćeno: 219,00 €.')).toHaveCount(0);
  await sums.getByRole('button', { name: /Poruke/ }).click();

  await admin.getByRole('heading', { level: 1 }).click();
  await admin.keyboard.press('b');
  await expect(admin.getByLabel('Interna beleška')).toBeFocused();
  await admin.keyboard.type('Zvati posle 17 časova. Interfon ne radi.');
  await admin.keyboard.press('Enter');
  await expect(admin.getByText('Beleška je sačuvana.')).toBeVisible();
  await expect(sums.getByRole('button', { name: /Beleške/ })).toContainText('1');
  await expect(admin.getByText('Zvati posle 17 časova. Interfon ne radi.')).toHaveCount(2);

  await admin.getByRole('heading', { level: 1 }).click();
  await admin.keyboard.press('e');
  const form = admin.getByRole('form', { name: new RegExp(who.email) });
  await form.getByLabel('Grad').fill('Niš');
  await form.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(admin.getByText('Izmene su sačuvane.')).toBeVisible();
  await admin.getByRole('link', { name: 'Đorđe Žeravčić' }).click();
  await expect(admin.getByText('Niš, Srbija')).toBeVisible();
  await admin
    .getByRole('group', { name: 'Prikaži u istoriji' })
    .getByRole('button', { name: 'Radnje osoblja' })
    .click();
  await expect(admin.getByText('Podaci izmenjeni')).toBeVisible();

  quiet.allow(/status of 404/);
  await admin.goto('/admin/users/00000000-0000-4000-8000-000000000000');
  await expect(admin.getByRole('heading', { name: 'Ovog korisnika više nema.' })).toBeVisible();
  await admin.context().close();
});

test('a note begun about one person is not in the field of the next one', async ({ page, context, request }) => {
  const [one, two] = [somebody('Đorđe', 'Žeravčić'), somebody('Ljubica', 'Đoković')];
  const { user } = await member(request, one);
  await member(request, two);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  const title = page.getByRole('heading', { level: 1 });
  const note = page.getByLabel('Interna beleška');
  await page.goto(`/admin/users/${user.id}`);
  await expect(title).toHaveText('Đorđe Žeravčić');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Pretraga svega' });
  await palette.getByRole('combobox').fill(two.username);
  await palette.getByRole('option').filter({ hasText: two.email }).first().click();
  await expect(title).toHaveText('Ljubica Đoković');
  // Both have been read, so neither is drawn anew for want of data.
  await page.goBack();
  await expect(title).toHaveText('Đorđe Žeravčić');
  await note.fill('Zvati posle 17 časova.');
  await page.goForward();
  await page.getByRole('button', { name: 'Odbaci tekst' }).click();
  await expect(title).toHaveText('Ljubica Đoković');
  await expect(note).toHaveValue('');
});
