import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  another,
  applicant,
  approve,
  expect,
  expectAccessible,
  fillSignIn,
  fillSignUp,
  mailTo,
  member,
  openMenu,
  PASSWORD,
  purchasePath,
  signInByHand,
  somebody,
  test,
  tokenOf,
  useSession,
} from './story.ts';

const WAITING = 'Zahtev za registraciju je poslat';

test('an applicant waits, is approved with the page open, and is redirected', { tag: '@phone' }, async ({
  page,
  browser,
  request,
  quiet,
}) => {
  const adminPage = await another(browser, quiet, page, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await adminPage.goto('/admin/registration-requests');
  await expect(adminPage.getByText('Lista se osvežava sama.')).toBeVisible();

  const who = somebody();
  await page.goto('/auth');
  await expect(page.getByRole('heading', { level: 1, name: 'Dobro došli kod kuće.' })).toBeVisible();
  await page.getByRole('tab', { name: 'Registracija' }).click();
  await expect(page).toHaveURL(/tab=registracija/);
  await fillSignUp(page, who);
  await page.getByRole('button', { name: 'Pošaljite zahtev' }).dblclick();
  await expect(page.getByText('Registracija uspešna!')).toBeVisible();
  await expect(page).toHaveURL('/pending-approval');
  await expect(page.getByRole('heading', { name: WAITING })).toBeVisible();
  await expect(page.getByText(`stiže na ${who.email}`)).toBeVisible();
  await expect(page.getByText('Zahtev je kod nas.')).toBeVisible();
  const steps = page.getByRole('list', { name: 'Tok zahteva' }).getByRole('listitem');
  await expect(steps.nth(0)).toContainText(/^Zahtev poslat\d+\. \d+\. \d{4}\. u \d\d:\d\d$/);
  await expect(steps.nth(1)).toContainText('obično do kraja narednog radnog dana');

  const row = adminPage.getByRole('row').filter({ hasText: who.email });
  await expect(row).toHaveCount(1);
  await row.getByRole('checkbox').check();
  await expect(adminPage.getByText('Izabran je 1 zahtev')).toBeVisible();
  await adminPage.getByRole('button', { name: 'Odobri izabrane' }).click();
  await expect(adminPage.getByText('Uspešno odobreno 1 korisnika')).toBeVisible();
  await expect(row).toHaveCount(0);
  await adminPage.getByRole('button', { name: 'Poništi', exact: true }).click();
  await expect(adminPage.getByText('Odobrenje je poništeno; 1 zahtev ponovo čeka.')).toBeVisible();
  await expect(row).toHaveCount(1);
  await row.getByRole('button', { name: /^Odobri/ }).click();
  await expect(row).toHaveCount(0);

  await expect(page).toHaveURL('/');
  await expect(page.getByText('Vaš nalog je odobren. Dobro došli!')).toBeVisible();
  await adminPage.context().close();
});

test('an applicant who is approved while the page is closed is led to the chosen purchase when it is opened again', async ({
  page,
  context,
  request,
}) => {
  const session = await applicant(request, somebody());
  await useSession(context, session);
  const chosen = purchasePath('Vidik – 10 uređaja', 1999);
  await page.goto(chosen);
  await expect(page.getByText(/10 uređaja · 1\.999.*\([\d.]+\sRSD, PDV je uračunat\)$/)).toBeVisible();
  await expect(page, 'the choice is kept').toHaveURL('/pending-approval');
  await page.goto('about:blank');
  await approve(request, session);
  await page.goto('/pending-approval');
  await expect(page).toHaveURL(chosen);
  await expect(page.getByText('Vaš nalog je odobren. Dobro došli!')).toBeVisible();
});

test('an applicant whose request is deleted sees a message and can register again', async ({
  page,
  browser,
  request,
  quiet,
  context,
}) => {
  quiet.allow(/status of 40[13]/);
  const who = somebody('Petar', 'Vučinić');
  await useSession(context, await applicant(request, who));
  await page.goto('/pending-approval');
  await expect(page.getByText('Strana se sama menja čim stigne odgovor.')).toBeVisible();

  const adminPage = await another(browser, quiet, page, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await adminPage.goto(`/admin/registration-requests?q=${who.username}`);
  await adminPage.getByRole('button', { name: 'Radnje: Petar Vučinić' }).click();
  await adminPage.getByRole('menuitem', { name: 'Obriši zahtev…' }).click();
  const dialog = adminPage.getByRole('dialog');
  await expect(dialog).toContainText(`Petar Vučinić, ${who.email}. Nalog se uklanja.`);
  await dialog.getByRole('button', { name: 'Obriši zahtev' }).click();
  await expect(dialog.getByText('Izaberite ili upišite razlog; podnosilac ga dobija u poruci.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Podaci nisu potpuni ili nisu tačni.' }).click();
  await dialog.getByRole('button', { name: 'Obriši zahtev' }).click();
  await expect(adminPage.getByText('Zahtev za registraciju je uspešno obrisan')).toBeVisible();
  await adminPage.context().close();
  expect(await mailTo(who.email, 'accounts.rejected')).toContain('Podaci nisu potpuni');

  await expect(page.getByRole('heading', { name: 'Zahtev više nije aktivan' })).toBeVisible();
  await page.getByRole('link', { name: 'Registrujte se ponovo' }).click();
  await fillSignUp(page, who);
  await page.getByRole('button', { name: 'Pošaljite zahtev' }).click();
  await expect(page).toHaveURL('/pending-approval');
});

test('many requests are chosen by range and by keyboard, all of a view at once, and deleted with one question', async ({
  page,
  context,
  request,
}) => {
  test.skip(test.info().project.use.isMobile === true, 'a keyboard');
  const family = `Zbor${Date.now()}`;
  const people = ['Ana', 'Branko', 'Vera', 'Goran'].map((name) => somebody(name, family));
  for (const who of people) await applicant(request, who);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto(`/admin/registration-requests?q=${family}`);
  const boxes = page.getByRole('checkbox', { name: /^Izaberi: / });
  await expect(boxes).toHaveCount(4);

  await boxes.nth(0).check();
  await boxes.nth(2).click({ modifiers: ['Shift'] });
  const bar = page.getByRole('region', { name: 'Izbor' });
  await expect(bar).toContainText('Izabrana su 3 zahteva');
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();

  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(boxes.nth(3)).toBeChecked();
  await page.keyboard.press('Shift+ArrowUp');
  await expect(bar).toContainText('Izabrana su 2 zahteva');
  await bar.getByRole('button', { name: 'Izaberi sva 4 zahteva iz ovog prikaza' }).click();
  await expect(bar).toContainText('Izabrana su 4 zahteva');
  await page.getByRole('searchbox').fill(`${family} nema`);
  await expect(bar).toContainText('4 nisu u ovom prikazu');

  await bar.getByRole('button', { name: 'Obriši izabrane…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Obrisati 4 zahteva?' });
  await dialog.getByRole('button', { name: 'Za ovu osobu ili firmu već postoji nalog.' }).click();
  await dialog.getByRole('button', { name: 'Obriši 4 zahteva' }).click();
  await expect(page.getByText('Obrisana su 4 zahteva.')).toBeVisible();
  await expect(bar).toBeHidden();
});

test('held down, A approves the one request that was looked at and none after it', async ({
  page,
  context,
  request,
}) => {
  const family = `Drug${Date.now()}`;
  for (const name of ['Ana', 'Branko', 'Vera']) await applicant(request, somebody(name, family));
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto(`/admin/registration-requests?q=${family}`);
  const boxes = page.getByRole('checkbox', { name: /^Izaberi: / });
  await expect(boxes).toHaveCount(3);
  await page.keyboard.press('j');
  await expect(boxes.first()).toBeFocused();
  for (let time = 0; time < 3; time += 1) await page.keyboard.down('a');
  await page.keyboard.up('a');
  await expect(page.getByText('Uspešno odobreno 1 korisnika')).toHaveCount(1);
  await expect(boxes).toHaveCount(2);
});

test('a waiting account cannot buy, neither on the screen nor by asking the server', async ({
  page,
  context,
  request,
}) => {
  await useSession(context, await applicant(request, somebody()));
  await page.goto(purchasePath('Vidik – 1 uređaj', 219));
  await expect(page).toHaveURL('/pending-approval');
  await expect(page.getByText('Dok čekate, kupovina nije dostupna.')).toBeVisible();
  const answer = await request.post('/api/functions/create-payment', {
    data: { productName: 'Vidik – 1 uređaj', productPrice: 219 },
    headers: { authorization: `Bearer ${await tokenOf(page)}` },
  });
  expect([answer.status(), (await answer.json()).message]).toEqual([403, 'Vaš nalog još čeka odobrenje.']);

  await page.goto('/');
  await expect(page.getByText('Vaš nalog čeka odobrenje. Javljamo vam se email porukom.')).toBeVisible();
  await expect(page.getByText('Vaš nalog je spreman.')).toHaveCount(0);
  await page.goto('/marketing-packages');
  await expect(page.getByText('Vaš nalog čeka odobrenje; dugme do tada pamti vaš izbor.')).toBeVisible();
  // The button leads to the waiting page itself, not to a purchase that sends away.
  await expect(page.locator('a[href^="/pending-approval?next="]').first()).toBeVisible();
  await expect(page.locator('a[href^="/marketing-purchase"]')).toHaveCount(0);
  await page.goto('/pending-approval');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Otvorite „Moj nalog“' }).click();
  await expect(page).toHaveURL('/account#bezbednost');
  await expect(page.getByRole('heading', { name: 'Email adresa', exact: true })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Vrati se na početnu' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Uspešno ste se odjavili!')).toBeVisible();
  expect(await page.evaluate(() => Object.keys(window.localStorage))).toEqual([]);
});

test('signing in returns to the page that required it, and signing out applies to every tab', {
  tag: '@phone',
}, async ({ page, context, request, quiet }) => {
  quiet.allow(/status of 400/);
  const who = somebody();
  await member(request, who);
  await page.goto('/usb-packages');
  await page.getByRole('link', { name: /pojačaj snagu/ }).click();
  await expect(page).toHaveURL(/\/auth\?next=/);
  await fillSignIn(page, who.email, 'pogrešna lozinka');
  await expect(page.getByRole('alert')).toHaveText('Neispravni podaci za prijavljivanje');
  await expect(page.getByLabel('Lozinka', { exact: true })).toBeFocused();
  await fillSignIn(page, who.email.toUpperCase(), PASSWORD);
  await expect(page.getByText('Uspešno ste se prijavili!')).toBeVisible();
  await expect(page).toHaveURL(purchasePath('Vidik – 10 uređaja', 1999));
  await expect(page.getByLabel('Ime', { exact: true })).toHaveValue('Milica');

  const second = await context.newPage();
  await second.goto('/auth');
  await expect(second).toHaveURL('/');
  await openMenu(second);
  await second.getByRole('button', { name: 'Odjava' }).click();
  await expect(second.getByText('Uspešno ste se odjavili!')).toBeVisible();
  await expect(page).toHaveURL(/\/auth\?next=/);
  await expect(page.getByText('Niste više prijavljeni. Prijavite se ponovo da biste nastavili.')).toBeVisible();
});

test('whoever forgot the password asks for another mail once a minute, and reads that it was asked for', async ({
  page,
  request,
}) => {
  const who = somebody();
  await member(request, who);
  await page.clock.install();
  await page.goto('/auth/forgot');
  await page.getByLabel('Email adresa').fill(who.email);
  await page.getByRole('button', { name: 'Pošaljite link' }).click();
  const said = page.getByRole('status').filter({ hasText: who.email });
  await expect(said).toContainText('za koji minut stiže poruka sa linkom');
  const again = page.getByRole('button', { name: 'Pošalji ponovo' });
  await expect(again).toBeDisabled();
  await expect(page.getByText(/^Novu poruku možete da tražite za \d+ sekund[aeiu]\.$/)).toBeVisible();
  await expectAccessible(page);
  await mailTo(who.email, 'accounts.recovery');

  await page.clock.fastForward('01:01');
  await again.click();
  await expect(said).toContainText('za koji minut stiže nova poruka sa linkom');
  await expect(again).toBeDisabled();
  await mailTo(who.email, 'accounts.recovery', 2);
});

test('the forms show one sentence for each mistake', async ({ page, request, quiet }) => {
  quiet.allow(/status of 422/);
  const who = somebody();
  await applicant(request, who);
  await page.goto('/auth');
  await page.locator('form').getByRole('button', { name: 'Prijavite se', exact: true }).click();
  await expect(page.getByText('Email je obavezan.')).toBeVisible();
  await expect(page.getByText('Lozinka je obavezna.')).toBeVisible();
  await expect(page.getByLabel('Email adresa')).toBeFocused();

  await page.getByRole('button', { name: 'Nemate nalog? Registrujte se.' }).click();
  await page.getByRole('button', { name: 'Pošaljite zahtev' }).click();
  await expect(page.getByRole('alert')).toHaveText('Proverite 9 označenih polja.');
  await expect(page.getByLabel('Ime', { exact: true })).toBeFocused();
  await expect(page.getByText('Lozinka mora imati najmanje 6 karaktera')).toBeVisible();

  await fillSignUp(page, { ...who, username: somebody().username });
  await page.getByText('Podaci firme').click();
  await page.getByLabel('PIB').fill('12 34a');
  await page.getByRole('button', { name: 'Pošaljite zahtev' }).click();
  await expect(page.getByText('Upišite samo cifre.')).toBeVisible();
  await page.getByLabel('PIB').fill('100002887');
  await expect(page.getByText('Upišite samo cifre.')).toBeHidden();

  await page.getByRole('tab', { name: 'Prijava' }).click();
  await page.getByRole('tab', { name: 'Registracija' }).click();
  await expect(page.getByLabel('PIB'), 'nothing typed is lost by a look at the other tab').toHaveValue('100002887');
  await page.getByRole('button', { name: 'Pošaljite zahtev' }).click();
  await expect(page.getByText('Korisnik sa ovim email-om već postoji')).toBeVisible();
  await expect(page.getByLabel('Email adresa')).toBeFocused();
});

test('after signing in everybody is redirected to the page of their level', async ({ page, context, request }) => {
  for (const path of ['/admin', '/admin/sales', '/admin/registration-requests', '/usb-purchase?product=x&price=1']) {
    await page.goto(path);
    await expect(page, path).toHaveURL(`/auth?${new URLSearchParams({ next: path })}`);
  }
  await page.goto('/pending-approval');
  await expect(page).toHaveURL('/auth');
  await page.getByRole('link', { name: 'Nazad na početnu' }).click();
  await expect(page).toHaveURL('/');

  await useSession(context, await member(request, somebody()));
  const tab = await context.newPage();
  for (const path of ['/admin', '/admin/sales', '/admin/registration-requests', '/pending-approval', '/auth']) {
    await tab.goto(path);
    await expect(tab, path).toHaveURL('/');
  }
  for (const path of ['/auth?next=https://zlo.example', '/auth?next=//zlo.example']) {
    await tab.goto(path);
    await expect(tab, path).toHaveURL('/');
  }
  await expect(tab.getByText('Access denied')).toHaveCount(0);
});

test('registering and signing in work with the keyboard alone', async ({ page, request }) => {
  const who = somebody();
  await member(request, who);
  await page.goto('/auth');
  await expect(page.getByRole('tab', { name: 'Prijava' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Preskoči na sadržaj' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Nazad na početnu' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tab', { name: 'Prijava' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Registracija' })).toBeFocused();
  await expect(page.getByLabel('Prezime')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Prijava' })).toBeFocused();
  await expect(page.getByLabel('Prezime')).toBeHidden();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Email adresa')).toBeFocused();
  await page.keyboard.type(who.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Prikaži lozinku' })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByLabel('Lozinka', { exact: true })).toHaveAttribute('type', 'text');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
});
