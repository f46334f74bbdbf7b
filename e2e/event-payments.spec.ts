import type { Page } from '@playwright/test';
import { camtFile } from '../server/test/statements.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  expect,
  expectAccessible,
  reserved,
  signInByHand,
  somebody,
  test,
  useSession,
} from './story.ts';

test('new rows appear by themselves, wait while a row is being edited, and no other page is read again', async ({
  page,
  context,
  request,
}) => {
  const who = somebody('Nada', 'Redova');
  const first = await reserved(request, who);
  for (let n = 0; n < 54; n += 1) await reserved(request, who);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto(`/admin/event-payments?q=${who.username}`);
  const rows = page.getByRole('row').filter({ hasText: who.email });
  await page.getByRole('button', { name: 'Prikaži još' }).click();
  await expect(rows).toHaveCount(55);
  // Where the button was, a row is under the pointer now: rows do not move under it.
  await page.mouse.move(0, 0);

  const read: string[] = [];
  page.on('request', (asked) => {
    const { pathname, searchParams } = new URL(asked.url());
    if (pathname === '/api/admin/event/reservations') read.push(searchParams.get('after') ?? 'first');
  });
  const { number } = await reserved(request, who);
  await expect(rows).toHaveCount(56);
  await expect(rows.first()).toContainText(String(number));

  const note = page.getByLabel(`Beleška za rezervaciju ${number}`);
  await note.fill('zove u');
  for (const [more, line] of [
    [1, '1 nov red, prikaži'],
    [1, '2 nova reda, prikaži'],
    [3, '5 novih redova, prikaži'],
  ] as const) {
    for (let n = 0; n < more; n += 1) await reserved(request, who);
    await expect(page.getByRole('button', { name: line, exact: true })).toBeVisible();
  }
  await expect(note).toBeFocused();
  await expect(note).toHaveValue('zove u');
  await expect(rows).toHaveCount(56);
  await expect(rows.first()).toContainText(String(number));
  await expectAccessible(page);

  await page.getByRole('button', { name: '5 novih redova, prikaži' }).click();
  await expect(rows).toHaveCount(61);
  await expect(page.getByRole('button', { name: /prikaži$/ })).toBeHidden();
  await expect(rows.first()).not.toContainText('zove u');
  await expect(page.getByRole('button', { name: `Rezervacija ${number}, 1 beleška` })).toContainText('zove u');
  await expect(rows.last()).toContainText(String(first.number));
  expect(new Set(read), 'the second page is not read again').toEqual(new Set(['first']));
});

test('a colleague’s note appears beside what is being typed, and one’s own is changed and deleted', async ({
  page,
  context,
  request,
}) => {
  const who = somebody('Neda', 'Notić');
  const { number } = await reserved(request, who);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto(`/admin/event-payments?q=${who.username}`);
  const colleague = await context.newPage();
  await colleague.goto(`/admin/event-payments?q=${who.username}`);
  const field = (on: Page) => on.getByLabel(`Beleška za rezervaciju ${number}`);
  await field(page).fill('dolazi');
  await field(colleague).fill('drugo ime uplatioca');
  await field(colleague).press('Enter');
  const one = page.getByRole('button', { name: `Rezervacija ${number}, 1 beleška` });
  await expect(one).toContainText('drugo ime uplatioca');
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('dolazi');
  await field(page).press('Enter');
  await page.getByRole('button', { name: `Rezervacija ${number}, 2 beleške` }).click();

  const dialog = page.getByRole('dialog', { name: `Beleške, rezervacija ${number}` });
  await expect(dialog.getByRole('listitem')).toHaveText([/drugo ime uplatioca/, /dolazi/]);
  await dialog
    .getByRole('listitem')
    .last()
    .getByRole('button', { name: /^Izmeni/ })
    .click();
  await dialog.getByLabel(/^Tekst beleške/).fill('dolazi sa sestrom');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Tekst nije sačuvan' }).getByRole('button', { name: 'Ostani' }).click();
  await dialog.getByRole('listitem').last().getByRole('button', { name: 'Sačuvaj belešku' }).click();
  await expect(dialog.getByRole('listitem').last()).toContainText('dolazi sa sestrom');
  await expect(dialog.getByRole('listitem').last()).toContainText('izmenjeno');
  await expectAccessible(page);
  await dialog
    .getByRole('listitem')
    .last()
    .getByRole('button', { name: /^Obriši/ })
    .click();
  await dialog.getByRole('button', { name: 'Obriši', exact: true }).click();
  await expect(dialog.getByRole('listitem')).toHaveText([/drugo ime uplatioca/]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(one).toContainText('drugo ime uplatioca');
});

test('the organiser imports a statement once, confirms what fits with one press, and the family gets two tickets', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/status of 500|Internal Server Error/);
  const who = somebody('Žarko', 'Šćepanović');
  const { number, reference, link } = await reserved(request, who);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto(`/admin/event-payments?q=${who.username}`);
  const row = page.getByRole('row').filter({ hasText: who.email });
  await expect(row).toContainText('Čeka plaćanje');

  await page.route('**/confirm', (route) => route.fulfill({ status: 500, body: '{}' }));
  await row.getByRole('button', { name: /^Potvrdi uplatu/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Potvrdi uplatu' }).click();
  await expect(page.getByRole('dialog').getByText('Nije moguće potvrditi uplatu.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row).toContainText('Čeka plaćanje');
  await page.unroute('**/confirm');
  await page.route('**/notes', (route) => route.fulfill({ status: 500, body: '{}' }));
  const note = row.getByLabel(`Beleška za rezervaciju ${number}`);
  await note.fill('zove u petak');
  await note.press('Enter');
  await expect(page.getByText('Nije moguće ažurirati belešku.')).toBeVisible();
  await expect(note, 'what was typed is not lost').toHaveValue('zove u petak');
  await page.unroute('**/notes');
  await note.press('Enter');
  await expect(row.getByRole('button', { name: `Rezervacija ${number}, 1 beleška` })).toContainText('zove u petak');

  const statement = {
    name: `izvod-${number}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `Datum;Iznos;Poziv na broj;${who.username}\n21.11.2026;32.011,00;97 ${reference.replaceAll('-', '')};Uplata\n`,
    ),
  };
  await page.getByRole('button', { name: 'Učitaj izvod banke' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles(statement);
  await expect(dialog.getByText('Šta je u kojoj koloni?')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Račun', { exact: true }).selectOption('999000000000010142');
  await dialog.getByRole('button', { name: 'Učitaj izvod' }).click();
  const agrees = dialog.getByRole('table').getByText('Slaže se', { exact: true });
  await expect(agrees).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Potvrdi 1 uplatu' })).toBeHidden();
  await dialog.getByLabel(/^Zbir izvoda/).fill('32.011,00');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Proveri zbir' }).click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await dialog.getByRole('button', { name: 'Potvrdi 1 uplatu' }).click();
  await expect(agrees).toBeHidden();
  await dialog.locator('input[type=file]').setInputFiles(statement);
  await expect(page.getByText(/^Ovaj izvod je već učitan/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Zatvori' }).first().click();
  await expect(row).toContainText('Plaćeno');

  const sheet = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Preuzmi Excel' }).click();
  expect((await sheet).suggestedFilename()).toMatch(/\.xlsx$/);

  await page.goto(new URL(link).pathname);
  await expect(page.getByRole('img', { name: /^QR kod karte broj/ })).toHaveCount(2);
  await expect(page.getByText('Karta 2 od 2')).toBeVisible();
  await expectAccessible(page);
});

test('a payment that a colleague settles moves no other under the mouse, and is not decided about in a window that is open', async ({
  page,
  context,
  request,
  quiet,
}) => {
  test.skip(test.info().project.use.isMobile === true, 'a mouse');
  quiet.allow(/409/);
  const who = somebody('Rada', 'Mirić');
  const [upper, lower, less] = [
    await reserved(request, who),
    await reserved(request, who),
    await reserved(request, who),
  ];
  const session = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const headers = { authorization: `Bearer ${session.access_token}` };
  await useSession(context, session);
  await page.goto(`/admin/event-payments?q=${who.username}`);
  await expect(page.getByText('Lista se osvežava sama.')).toBeVisible();
  await page.getByRole('button', { name: 'Učitaj izvod banke' }).click();
  const statement = page.getByRole('dialog', { name: 'Učitaj izvod banke' });
  const imported = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/api/admin/bank/statements'),
  );
  const payers = [`${who.username} gore`, `${who.username} dole`, `${who.username} manje`] as const;
  await statement.locator('input[type=file]').setInputFiles({
    name: 'izvod.xml',
    mimeType: 'application/xml',
    buffer: Buffer.from(
      camtFile(
        [upper, lower, less].map(({ number, reference }, n) => ({
          amount: n === 2 ? '16006.00' : '32011.00',
          currency: 'RSD',
          reference: `97 ${reference}`,
          payer: payers[n]!,
          bankReference: `${who.username}${number}`,
        })),
      ),
    ),
  });
  const { importId } = await (await imported).json();
  const row = (payer: string) => statement.getByRole('row').filter({ hasText: payer });
  const { rows } = await (await request.get(`/api/admin/bank/statements/${importId}/lines`, { headers })).json();
  const dismiss = async (payer: string) => {
    const { id } = (rows as { id: string; payer: string }[]).find((line) => line.payer === payer)!;
    const answer = await request.post(`/api/admin/bank/lines/${id}/dismiss`, { headers });
    expect(answer.status(), await answer.text()).toBe(200);
  };

  const button = row(payers[1]).getByRole('button', { name: /^Potvrdi/ });
  await button.scrollIntoViewIfNeeded();
  await button.hover();
  const stood = await row(payers[1]).boundingBox();
  await dismiss(payers[0]);
  for (let n = 0; n < 8; n += 1) {
    await button.hover({ position: { x: 4 + n, y: 4 } });
    await page.waitForTimeout(250);
  }
  expect(await row(payers[1]).boundingBox(), 'it stands where it stood').toEqual(stood);
  await expect(row(payers[0])).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(row(payers[0])).toHaveCount(0);
  await expect(row(payers[1])).toBeVisible();

  await row(payers[2])
    .getByRole('button', { name: /^Odluči/ })
    .click();
  const decision = page.getByRole('dialog', { name: 'Odluka o uplati' });
  await expect(decision.getByRole('button', { name: /^Upiši/ })).toBeEnabled();
  await dismiss(payers[2]);
  await expect(decision.getByRole('alert')).toContainText('ovo više nije moguće');
  await expect(decision.getByRole('button', { name: /^Upiši/ })).toBeDisabled();
  await decision.getByRole('radio').first().press('Enter');
  await expect(decision.getByRole('alert')).toContainText('ovo više nije moguće');
  await expectAccessible(page);
});

test('a payment that is less is decided on beside what is expected; a paid reservation is cancelled and its money is owed back', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/status of 500|Internal Server Error/);
  const who = somebody('Nataša', 'Drašković');
  const { number, reference, link } = await reserved(request, who);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto(`/admin/event-payments?q=${who.username}`);
  const row = page.getByRole('row').filter({ hasText: who.email });
  await expect(row).toContainText('Čeka plaćanje');

  const payer = who.username.toUpperCase();
  await page.getByRole('button', { name: 'Učitaj izvod banke' }).click();
  const statement = page.getByRole('dialog', { name: 'Učitaj izvod banke' });
  await statement.locator('input[type=file]').setInputFiles({
    name: `izvod-${number}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `Datum;Iznos;Poziv na broj;Uplatilac ${payer}\n21.11.2026;16.006,00;97 ${reference};${payer}\n`,
    ),
  });
  await statement.getByLabel('Račun', { exact: true }).selectOption('999000000000010142');
  await statement.getByRole('button', { name: 'Učitaj izvod' }).click();
  await statement.getByLabel(/^Zbir izvoda/).fill('16.006,00');
  await statement.getByRole('button', { name: 'Proveri zbir' }).click();
  await statement.getByRole('button', { name: /^Preskoči: / }).click();
  await statement.getByRole('button', { name: 'Poništi', exact: true }).click();
  await statement.getByRole('button', { name: /^Odluči: .*16\.006,00/ }).click();
  const decision = page.getByRole('dialog', { name: 'Odluka o uplati' });
  await expect(decision).toContainText('Nedostaje');
  await expect(decision.getByText('16.005,00').first()).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await decision.getByText('Prihvati kao celu uplatu').click();
  await decision.getByRole('button', { name: /^Prihvati / }).click();
  await expect(decision.getByRole('alert')).toHaveText('Upišite razlog razlike.');
  await expect(decision.getByRole('alert'), 'what became of a press is read where it was pressed').toBeFocused();
  await decision.getByText('Upiši kao deo i traži ostatak').click();
  await decision.getByRole('button', { name: /^Upiši .* kao deo/ }).click();
  await expect(decision).toBeHidden();
  await statement.getByRole('button', { name: /^Rešene/ }).click();
  await expect(statement.getByRole('table')).toContainText('Deo, čeka ostatak');
  await expect(statement.getByRole('table')).toContainText(ADMIN_EMAIL);
  await expectAccessible(page);
  await statement.getByRole('button', { name: 'Zatvori' }).first().click();
  await expect(row).toContainText('stiglo 16.006,00');

  await row.getByRole('button', { name: /^Potvrdi uplatu/ }).click();
  const confirming = page.getByRole('dialog');
  await confirming.getByRole('button', { name: 'Potvrdi uplatu' }).click();
  await confirming.getByLabel('Razlog razlike').fill('Ostatak donet u gotovini');
  await test.step('a reason that was refused stays in its field', async () => {
    await page.route('**/confirm', (route) => route.fulfill({ status: 500, body: '{}' }));
    await confirming.getByRole('button', { name: 'Potvrdi uplatu' }).click();
    await expect(confirming.getByText('Nije moguće potvrditi uplatu.')).toBeVisible();
    await expect(confirming.getByLabel('Razlog razlike')).toHaveValue('Ostatak donet u gotovini');
    await page.unroute('**/confirm');
  });
  await expectAccessible(page);
  await confirming.getByRole('button', { name: 'Potvrdi uplatu' }).click();
  await expect(row).toContainText('Plaćeno');

  await row.getByRole('button', { name: /^Gost: / }).click();
  const guest = page.getByRole('dialog');
  await guest.getByLabel('Prezime').fill('');
  await guest.getByRole('button', { name: 'Sačuvaj i pošalji nove karte' }).click();
  await expect(guest.getByLabel('Prezime')).toBeFocused();
  await guest.getByLabel('Prezime').fill('Drašković Ilić');
  await expectAccessible(page);
  await guest.getByRole('button', { name: 'Sačuvaj i pošalji nove karte' }).click();
  await expect(row).toContainText('Drašković Ilić');
  expect((await request.get(`/api/event/tickets/${link.split('/').at(-1)}`)).status()).toBe(404);

  await row.getByRole('button', { name: /^Otkaži: / }).click();
  const removal = page.getByRole('dialog');
  await removal.getByRole('button', { name: 'Otkaži rezervaciju' }).click();
  await expect(removal.getByText('Upišite razlog.')).toBeVisible();
  await removal.getByLabel('Razlog (ide u poruku)').selectOption('Rezervacija je otkazana na Vaš zahtev.');
  await expectAccessible(page);
  await removal.getByRole('button', { name: 'Otkaži rezervaciju' }).click();
  await expect(row).toContainText('Otkazano');
  await expect(row).toContainText('na Vaš zahtev');

  await page.getByRole('button', { name: /^Za vraćanje/ }).click();
  const owed = page.getByRole('dialog', { name: 'Za vraćanje' });
  const sum = owed.getByRole('row').filter({ hasText: who.email });
  await expect(sum).toContainText('16.006,00');
  await expectAccessible(page);
  await sum.getByRole('button', { name: /^Označi kao vraćeno: / }).click();
  await expect(sum).toBeHidden();
});
