import type { Page } from '@playwright/test';
import { mine } from '#domain/advertising/my-copy.ts';
import { refundCopy } from '#domain/refunds/copy.ts';
import { redeem } from '#domain/vouchers/copy.ts';
import { database } from './adverts-on-tv.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  another,
  expect,
  expectAccessible,
  fillCompany,
  fillSignIn,
  member,
  PASSWORD,
  signInByHand,
  somebody,
  test,
  useSession,
} from './story.ts';

test('a company subscribes, is not sold the same twice, and cancels; the admin’s list follows each step', async ({
  page,
  context,
  browser,
  request,
  quiet,
}) => {
  const who = somebody();
  const session = await member(request, who);
  const admin = await another(browser, quiet, page, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await admin.goto(`/admin/subscriptions?q=${who.username}`);
  await expect(admin.getByText(`Nema rezultata za „${who.username}“.`)).toBeVisible();
  await expect(admin.getByText('Lista se osvežava sama.')).toBeVisible();
  const sale = admin.getByRole('row').filter({ hasText: who.email });

  await useSession(context, session);
  await page.goto('/marketing-packages');
  await page.getByRole('link', { name: /^Kupite sada: paket Standard/ }).click();
  await expect(page).toHaveURL('/marketing-purchase?package=standard&price=249');
  await fillCompany(page, '100002888');
  await page.getByRole('button', { name: 'Pretplati se uz obavezu plaćanja' }).click();
  await expect(page.getByText('PIB nije ispravan. Proverite cifre.')).toBeVisible();
  await expect(page.getByText('Matični broj deluje neispravno.'), 'both at once').toBeVisible();
  await expect(page.getByLabel('PIB')).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel('PIB').fill('100002887');
  await page.getByRole('button', { name: 'Pretplati se uz obavezu plaćanja' }).click();
  await page.getByRole('button', { name: /^Plati 249/ }).click();
  await expect(page.getByRole('heading', { name: 'Uspešno plaćanje!' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Postavite oglas' })).toContainText(
    'traje nekoliko minuta',
  );
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Kopiraj Broj narudžbine' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^\d+$/);
  await expect(page.getByRole('definition').filter({ hasText: copied }).first()).toBeVisible();
  await expectAccessible(page);
  await expect(sale).toContainText('Pekara na uglu');
  await expect(sale).toContainText('249,00 €');
  await expect(sale).toContainText('Aktivna');
  await expect(sale).toHaveCount(1);

  await page.goto('/marketing-purchase?package=standard&price=249');
  await expect(page.getByRole('heading', { name: 'Ovaj paket vam je već aktivan' })).toBeVisible();
  await page.getByRole('link', { name: 'Vodite pretplatu u nalogu' }).click();
  await expect(page.getByText('Paket Standard, 249 € mesečno. Sledeća naplata:')).toBeVisible();
  await expect(page.getByText('slobodno 7.500')).toBeVisible();
  await expect(page.getByText('Od prvog ugovora odustajete u roku od 14 dana', { exact: false })).toBeVisible();
  await expect(page.getByRole('link', { name: mine.periods.backLink })).toHaveAttribute('href', /^mailto:/);
  const invoice = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Preuzmite: Račun R-/ }).click();
  expect((await invoice).suggestedFilename()).toMatch(/^racun-R-\d{4}-\d{6}\.pdf$/);
  await page.getByRole('button', { name: /^Pauziraj/ }).click();
  await expect(page.getByRole('heading', { name: 'Pauzirati paket Standard?' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Pauziraj' }).click();
  await expect(page.getByText('Pretplata na paket Standard je pauzirana. Ništa se ne naplaćuje.')).toBeVisible();
  await expect(sale).toContainText('Pauzirana');
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('paused.png') });
  await page.getByRole('button', { name: /^Nastavi pretplatu/ }).click();
  await expect(page.getByRole('dialog')).toContainText('Sa kartice naplaćujemo 249,00 € na dan');
  await page.getByRole('dialog').getByRole('button', { name: 'Nastavi pretplatu' }).click();
  await expect(page.getByText('Paket Standard, 249 € mesečno. Sledeća naplata:')).toBeVisible();
  await expect(sale).toContainText('Aktivna');
  // Whoever comes back from the payment provider may find the page as it was left, with its buttons.
  await page.route('**/api/advertising/portal', (route) => route.fulfill({ json: { url: '#reklame' } }), { times: 1 });
  const card = page.getByRole('button', { name: /^Promeni karticu/ });
  await card.click();
  await expect(page.getByRole('button', { name: mine.subscription.opening })).toBeDisabled();
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(card).toBeEnabled();
  await page.getByRole('button', { name: /^Otkaži pretplatu/ }).click();
  await page.getByRole('link', { name: 'Otkaži pretplatu' }).click();
  await page.getByRole('button', { name: 'Otkaži pretplatu' }).click();
  await page.getByRole('link', { name: 'Nazad u prodavnicu' }).click();
  await expect(page).toHaveURL('/account#reklame');
  await expect(page.getByText('Pretplata na paket Standard je otkazana i važi do')).toBeVisible();
  await expect(sale).toContainText('Otkazana, još važi');

  await sale.getByRole('button', { name: 'Dokumenti: Pekara na uglu' }).click();
  await admin.getByRole('menuitem', { name: /^Izdaj ponovo račun R-/ }).click();
  await expect(admin.getByLabel('Naziv firme')).toHaveValue('Pekara na uglu');
  await admin.getByLabel('Naziv firme').fill('Pekara na uglu d.o.o.');
  await expectAccessible(admin);
  const pib = admin.getByRole('dialog').getByLabel('PIB');
  await pib.fill('100002888');
  await admin.getByRole('button', { name: 'Izdaj ponovo' }).click();
  await expect(admin.getByText('PIB nije ispravan. Proverite cifre. Ako je tačan, pošaljite ponovo.')).toBeVisible();
  await expect(pib).toBeFocused();
  await pib.fill('100002887');
  await admin.getByRole('button', { name: 'Izdaj ponovo' }).click();
  await expect(sale).toContainText('Pekara na uglu d.o.o.');
  await expect(sale.getByRole('button', { name: /^Preuzmite: Knjižno odobrenje K-/ })).toBeVisible();
  await expect(sale.getByRole('button', { name: /^Preuzmite: Račun R-/ })).toHaveCount(2);
  await admin.goto(`/admin/subscriptions?view=subscriptions&q=${who.username}`);
  await expect(sale).toContainText('Otkazana, još važi');
  await expect(sale).toContainText('ostalo 7.500 od 7.500');
  await expectAccessible(admin);
  await admin.screenshot({ path: test.info().outputPath('subscriptions.png') });

  // The month's money goes back on its order, from the subscription and from its person.
  const back = admin.getByRole('dialog', { name: refundCopy.title });
  await sale.getByRole('button', { name: /^Radnje: Pekara na uglu/ }).click();
  await admin.getByRole('menuitem', { name: 'Vrati novac…' }).click();
  await expect(back).toContainText('Plaćeno 249,00 € karticom.');
  await expectAccessible(admin);
  await back.getByRole('button', { name: refundCopy.cancel }).click();
  await expect(admin).toHaveURL(/\/admin\/orders\/\d+$/);
  await admin.goBack();
  await expect(admin).toHaveURL(/view=subscriptions/);
  await admin.goto(`/admin/users/${session.user.id}`);
  await admin.getByRole('button', { name: /^Radnje: Pekara na uglu/ }).click();
  await expect(admin.getByRole('menuitem', { name: 'Vrati novac…' })).toBeVisible();
  await admin.keyboard.press('Escape');
  await admin.getByRole('row').filter({ hasText: 'Standard' }).getByRole('link', { name: refundCopy.open }).click();
  await expect(back).toContainText('Plaćeno 249,00 € karticom.');
  await back.getByRole('button', { name: refundCopy.cancel }).click();
  await admin.context().close();
});

test('who pays months ahead while the card is declined reads that the subscription ends then, and what was tried', async ({
  page,
  context,
  request,
}) => {
  const session = await member(request, somebody());
  await useSession(context, session);
  const db = await database();
  await db.query(
    `insert into subscriptions (id, profile_id, package_name, status, current_period_end, retry_at, attempts, amount, currency, question)
     values ('sub_' || gen_random_uuid(), $1, 'standard', 'past_due', now() + interval '28 days', '2031-03-05T11:00:00Z', 1, 24900, 'EUR', 1)`,
    [session.user.id],
  );
  await db.end();
  await page.goto('/marketing-purchase?package=standard&price=249');
  await expect(page.getByRole('heading', { name: 'Naplata za ovaj paket nije uspela' })).toBeVisible();
  await expect(page.getByText('Sa kartice ponovo naplaćujemo 5. marta 2031.')).toBeVisible();
  await page.getByRole('button', { name: 'Platite unapred, uplatom na račun' }).click();
  await expect(
    page.getByText('Kad uplata stigne, pretplata karticom se završava i više se ne naplaćuje'),
  ).toBeVisible();
  await expect(page.getByText('Ako naplata 5. marta 2031. uspe pre toga')).toBeVisible();
  await expect(page.getByText('Meseci plaćeni unapred počinju tog dana.')).toHaveCount(0);
  await expectAccessible(page);
});

test('an admin issues a voucher, a member redeems it, and the admin sees by whom', { tag: '@phone' }, async ({
  page,
  context,
  browser,
  request,
  quiet,
}) => {
  const who = somebody();
  const session = await member(request, who);
  const admin = await another(browser, quiet, page, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  const code = await issueVoucher(admin, who.username);

  await useSession(context, session);
  await page.goto('/account#reklame');
  await page.getByRole('textbox', { name: 'Vaucher kod' }).fill(`00 ${code}`);
  await page.getByRole('button', { name: 'Iskoristi kod' }).click();
  await expect(
    page.getByText('Vaucher kod je uspešno iskorišćen! Dodano je 1.234 L-banera na vaš nalog.'),
  ).toBeVisible();
  await expect(page.getByText('+1.234')).toBeVisible();
  await expectAccessible(page);
  await expect(admin.getByRole('row').filter({ hasText: who.email })).toContainText('Iskorišćen');
  await admin.context().close();
});

test('the next code may be typed while the one before is redeemed', async ({ page, context, request }) => {
  await useSession(context, await member(request, somebody()));
  await page.goto('/account#reklame');
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/api/vouchers/redeem', async (route) => {
    asked.resolve();
    await answered.promise;
    await route.fulfill({ json: { bannerCount: 5, balance: 5 } });
  });
  const code = page.getByRole('textbox', { name: redeem.label });
  await code.fill('4820 5917 3361');
  await page.getByRole('button', { name: redeem.button }).click();
  await asked.promise;
  await code.fill('4820 5917 3362');
  answered.resolve();
  await expect(page.getByText(redeem.success(5))).toBeVisible();
  await expect(code).toHaveValue('4820 5917 3362');
});

test('a visitor is asked to sign in before a voucher is checked, and returns to it', async ({ page, request }) => {
  const who = somebody();
  await member(request, who);
  await page.goto('/marketing-packages#vaucer=482059173361');
  const code = page.getByRole('textbox', { name: 'Vaucher kod' });
  await expect(code).toHaveValue(/^4820\s5917\s3361$/);
  await page.getByRole('button', { name: 'Iskoristi kod' }).click();
  await expect(page.getByText('Morate biti ulogovani da biste iskoristili vaucher kod.')).toBeVisible();
  await page.locator('form').getByRole('link', { name: 'Prijavite se' }).click();
  await expect(page).toHaveURL(/\/auth\?next=/);
  await fillSignIn(page, who.email, PASSWORD);
  await expect(page).toHaveURL('/marketing-packages#vaucer=482059173361');
  await expect(code).toHaveValue(/^4820\s5917\s3361$/);
});

test('the special package shows one day of its hundred locations, and a still picture of it without scripts', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto('/marketing-package');
  await expect(page.getByText('Specijalni Paket - 100 Lokacija').first()).toBeVisible();
  await expect(page.getByText('Prikazi i pregledi su ovde ravnomerno raspoređeni po danu.')).toBeVisible();
  await page.getByRole('slider', { name: 'Vreme u toku dana' }).fill('270');
  await expect(page.getByText('12:30')).toBeVisible();
  const counts = page.getByRole('figure').getByText('901 od 3.200 prikaza').locator('..');
  await expect(counts, 'it says that nothing of it was counted').toContainText(/^Primer/);
  await page.getByRole('slider').press('End');
  await expect(page.getByText('10.000 od najmanje 10.000 pregleda')).toBeVisible();

  const still = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const paper = await still.newPage();
  await paper.goto('/marketing-package');
  await expect(paper.locator('figure svg[role="img"] rect')).toHaveCount(100);
  await expect(paper.getByRole('slider')).toBeHidden();
  await expect(paper.getByRole('link', { name: /Kupite Specijalni paket/ })).toBeVisible();
  await still.close();
});

/** Issued in the back office; the page stays on that batch and shows what becomes of it. */
async function issueVoucher(admin: Page, note: string): Promise<string> {
  await admin.goto('/admin/vouchers');
  await admin.getByRole('button', { name: 'Izdaj vaučere' }).first().click();
  await admin.getByLabel('L-banera na svakom kodu').fill('1.234');
  await admin.getByRole('textbox', { name: /^Napomena/ }).fill(note);
  await admin.getByRole('button', { name: 'Nastavi', exact: true }).click();
  const question = admin.getByRole('dialog', { name: 'Izdati 1 kod?' });
  await expect(question).toContainText('1 kod × 1.234 L-banera = ukupno 1.234 L-banera.');
  await question.getByRole('button', { name: 'Izdaj 1 kod' }).click();
  await expect(admin.getByRole('heading', { name: `Serija od 1 koda: ${note}` })).toBeVisible();
  await expect(admin.locator('tbody tr')).toHaveCount(1);
  return admin.locator('td b').first().innerText();
}
