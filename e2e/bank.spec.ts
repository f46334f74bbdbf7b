import { COMPANY, camtFile } from '../server/test/statements.ts';
import { holdAnswer } from './held-answer.ts';
import { loadStatement, orderedByTransfer } from './statements.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  expect,
  expectAccessible,
  member,
  signInByHand,
  somebody,
  test,
  useSession,
} from './story.ts';

test('a statement with every finding is decided at the desk: all that agrees with one press, the rest one by one, by keyboard, and taken back', async ({
  page,
  context,
  request,
}) => {
  const who = somebody('Nataša', 'Drašković');
  const { access_token } = await member(request, who);
  const one = await orderedByTransfer(request, who, access_token);
  const ten = await orderedByTransfer(request, who, access_token, 10);
  const mark = who.username.toUpperCase();
  const statement = camtFile(
    [
      { amount: '25660.00', currency: 'RSD', reference: one.reference, payer: `${mark} K1` },
      { amount: '100000.00', currency: 'RSD', reference: ten.reference, payer: `${mark} K2` },
      { amount: '12.00', currency: 'EUR', reference: ten.reference, payer: `${mark} K3` },
      { amount: '25660.00', currency: 'RSD', payer: `${mark} K4`, purpose: 'za uređaj' },
      { amount: '350.00', currency: 'RSD', payer: `${mark} K5`, purpose: 'Provizija', outgoing: true },
    ].map((entry, n) => ({ ...entry, currency: entry.currency as 'RSD' | 'EUR', bankReference: `${mark}${n}` })),
    { account: COMPANY },
  );
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await loadStatement(page, statement);
  const row = (name: string) => page.getByRole('row').filter({ hasText: `${mark} ${name}` });
  await expect(row('K1')).toContainText('Slaže se');
  await expect(row('K2')).toContainText('Uplaćeno manje');
  await expect(row('K3')).toContainText('Druga valuta');
  await expect(row('K4')).toContainText('Nepoznat poziv na broj');
  await expect(row('K5')).toContainText('Naknada banke ili nije naše');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Potvrdi 1 uplatu' }).click();
  await expect(page.getByText(/^Potvrđeno 1 uplata, 25\.660,00/)).toBeVisible();
  await expect(row('K1')).toBeHidden();
  await page.keyboard.press('z');
  await expect(page.getByText('Poništeno. Nijedan račun nije izdat.')).toBeVisible();
  await expect(row('K1')).toContainText('Slaže se');

  const panel = page.getByRole('complementary', { name: 'Šta radimo' });
  await expect(panel.getByRole('heading', { level: 2 })).toContainText('Red 2');
  await expect(panel).toContainText('Nedostaje');
  await page.keyboard.press('Enter');
  await expect(row('K2')).toBeHidden();
  await expect(panel.getByRole('heading', { level: 2 })).toContainText('Red 3');
  const switchLetters = (to: 'on' | 'off') =>
    page.evaluate((stored) => localStorage.setItem('vidik.single-keys', stored), to);
  await switchLetters('off');
  await page.keyboard.press('s');
  await page.keyboard.press('k');
  await expect(panel.getByRole('heading', { level: 2 }), 'letters are switched off').toContainText('Red 3');
  await expect(row('K3')).toBeVisible();
  await switchLetters('on');
  await page.keyboard.press('s');
  await expect(row('K3')).toBeHidden();
  await expect(panel.getByRole('heading', { level: 2 })).toContainText('Red 4');
  const search = panel.getByLabel('Ime, broj ili iznos');
  const suggested = (number: number) =>
    panel.getByRole('button', { name: `${number}, ${who.firstName} ${who.lastName}` });
  await search.fill(String(ten.number));
  await expect(suggested(ten.number)).toBeVisible();
  await expect(panel.getByRole('list', { name: 'Predlozi' }).getByRole('listitem')).toHaveCount(1);
  // What is found for the number before is still shown: Enter takes none of it.
  const answers = Promise.withResolvers<void>();
  const asked = page.waitForRequest((sent) => sent.url().includes(`search=${one.number}`));
  await page.route(new RegExp(`search=${one.number}`), async (route) => {
    await answers.promise;
    await route.continue();
  });
  await search.fill(String(one.number));
  await asked;
  await search.press('Enter');
  await expect(search).toBeFocused();
  await expect(panel).not.toContainText('Očekuje se');
  answers.resolve();
  await expect(suggested(one.number)).toBeVisible();
  await search.press('Enter');
  await expect(panel).toContainText('Očekuje se');
  await expect(panel).toContainText(String(one.number));
  await expect(panel.getByRole('radio', { checked: true })).toBeFocused();
  await expectAccessible(page);
  await row('K5').getByRole('button').click();
  await panel.getByRole('button', { name: 'Naknada banke' }).click();
  await panel.getByRole('button', { name: 'Zatvori red' }).click();
  await expect(row('K5')).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Sve', exact: true }).click();
  await expect(row('K5')).toContainText('Zatvoreno');
  await expect(row('K2')).toContainText('Sprovodi se u');
});

test('a row that a colleague settles stays chosen with what was typed, and no key writes anything until somebody goes on', async ({
  page,
  context,
  request,
}) => {
  const session = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const headers = { authorization: `Bearer ${session.access_token}` };
  await useSession(context, session);
  const mark = crypto.randomUUID().slice(0, 8).toUpperCase();
  const names = ['K1', 'K2', 'K3'];
  await loadStatement(
    page,
    camtFile(
      names.map((name, n) => ({
        amount: `${7_001 + n}.00`,
        currency: 'RSD' as const,
        payer: `${mark} ${name}`,
        purpose: 'za uređaj',
        bankReference: `${mark}${n}`,
      })),
      { account: COMPANY },
    ),
  );
  await expect(page).toHaveURL(/statement=/);
  const statement = new URL(page.url()).searchParams.get('statement');
  const lines = async () => {
    const answer = await request.get(`/api/admin/bank/statements/${statement}/lines`, { headers });
    return (await answer.json()).rows as { id: string; payer: string }[];
  };
  const panel = page.getByRole('complementary', { name: 'Šta radimo' });
  const inHand = panel.getByRole('heading', { level: 2 });
  await expect(inHand).toContainText('Red 1');
  await panel.getByRole('radio', { name: /^Nije naše/ }).check();
  const reason = panel.getByRole('textbox', { name: 'Šta je ovo' });
  await reason.fill('Uplata za drugu firmu, zvali smo');
  const [first] = await lines();
  expect((await request.post(`/api/admin/bank/lines/${first!.id}/dismiss`, { headers })).ok()).toBe(true);

  await expect(page.getByRole('row').filter({ hasText: `${mark} K1` })).toBeHidden();
  await expect(panel).toContainText('Ovaj red više nije na listi.');
  await expect(inHand).toContainText('Red 1');
  await expect(reason).toHaveValue('Uplata za drugu firmu, zvali smo');
  await expect(panel.getByRole('button', { name: 'Zatvori red' })).toHaveCount(0);
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('gone.png'), fullPage: true });
  await inHand.click();
  await page.keyboard.press('Enter');
  await page.keyboard.press('s');
  await panel.getByRole('button', { name: 'Sledeći red' }).click();
  await expect(inHand).toContainText('Red 2');
  await page.keyboard.press('j');
  await expect(inHand).toContainText('Red 3');
  expect((await lines()).map(({ payer }) => payer)).toEqual([`${mark} K2`, `${mark} K3`]);
});

test('while a decision is open, what came meanwhile is asked about again and Enter writes nothing', async ({
  page,
  context,
  request,
}) => {
  const who = somebody('Dragana', 'Čubrilo');
  const { access_token } = await member(request, who);
  const { reference } = await orderedByTransfer(request, who, access_token);
  const session = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const headers = { authorization: `Bearer ${session.access_token}` };
  await useSession(context, session);
  const mark = who.username.toUpperCase();
  const parts = ['10000.00', '5000.00'].map((amount, n) => ({
    amount,
    currency: 'RSD' as const,
    reference,
    payer: `${mark} K${n + 1}`,
    bankReference: `${mark}${n}`,
  }));
  await loadStatement(page, camtFile(parts, { account: COMPANY }));
  await expect(page).toHaveURL(/statement=/);
  const statement = new URL(page.url()).searchParams.get('statement');
  const lines = async () => {
    const answer = await request.get(`/api/admin/bank/statements/${statement}/lines?all=true`, { headers });
    return (await answer.json()).rows as { id: string; payer: string; state: string }[];
  };
  const panel = page.getByRole('complementary', { name: 'Šta radimo' });
  const inHand = panel.getByRole('heading', { level: 2 });
  await expect(inHand).toContainText('Red 1');
  await panel.getByRole('radio', { name: /^Prihvati/ }).check();
  const reason = panel.getByRole('textbox');
  await reason.fill('Dogovoreno telefonom');
  await expect(panel).toContainText('25.660,00');

  const second = (await lines()).find(({ payer }) => payer === `${mark} K2`)!;
  const data = { decision: 'part', shown: 2_566_000 };
  const held = await request.post(`/api/admin/bank/lines/${second.id}/hold`, { headers, data });
  expect(held.status(), await held.text()).toBe(200);

  const alert = panel.getByRole('alert');
  await expect(alert).toContainText('Stanje se u međuvremenu promenilo');
  await expect(panel.getByRole('radio', { name: /^Prihvati/ })).toBeChecked();
  await expect(panel, 'what was seen stands').toContainText('25.660,00');
  await expect(reason).toHaveValue('Dogovoreno telefonom');
  await expect(panel.getByRole('button', { name: /^Upiši/ })).toBeDisabled();
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('meanwhile.png'), fullPage: true });
  await panel.getByRole('radio', { name: /^Prihvati/ }).press('Enter');
  await inHand.click();
  await page.keyboard.press('Enter');
  await expect(alert).toBeVisible();
  expect((await lines()).map(({ state }) => state)).toEqual(['open', 'held']);

  await alert.getByRole('button', { name: 'Prikaži novo stanje' }).click();
  await expect(alert).toHaveCount(0);
  await expect(panel).toContainText('20.660,00');
  await expect(panel.getByRole('radio', { name: /^Prihvati/ })).toBeFocused();
  await expect(reason).toHaveValue('Dogovoreno telefonom');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row').filter({ hasText: `${mark} K1` })).toBeHidden();
  expect((await lines()).map(({ state }) => state)).toEqual(['held', 'held']);
});

test('the rate of the euro is announced for a day to come, read with who set it, and taken back', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/status of 422/);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto('/admin/bank');
  await page.getByRole('button', { name: 'Kurs evra: 117,17' }).click();
  const dialog = page.getByRole('dialog', { name: 'Kurs evra' });
  await expect(dialog.getByRole('row').filter({ hasText: 'od početka' })).toContainText('podešavanja firme');
  await dialog.getByRole('button', { name: 'Upiši kurs' }).click();
  await expect(dialog.getByText('Izaberite dan.')).toBeVisible();
  await expect(dialog.getByText('Upišite kurs, na primer 117,17.')).toBeVisible();
  await dialog.getByLabel('Važi od dana').fill('2091-05-06');
  await dialog.getByLabel('Dinara za 1 €').fill('118,5');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Upiši kurs' }).click();
  const question = page.getByRole('dialog', { name: 'Upisati ovaj kurs?' });
  await expect(question).toContainText('1 € = 118,50 RSD. Sada važi 117,17 RSD; razlika je +1,1%.');
  await expect(question).not.toContainText('više se ne menja');
  await question.getByRole('button', { name: 'Upiši', exact: true }).click();
  await expect(page.getByText('Kurs je upisan.')).toBeVisible();
  const row = dialog.getByRole('row').filter({ hasText: '118,50' });
  await expect(row).toContainText(ADMIN_EMAIL);
  await expect(row).toContainText('najavljen');
  await row.getByRole('button', { name: /^Obriši/ }).click();
  await expect(row).toBeHidden();
  await dialog.getByLabel('Važi od dana').fill('2020-01-01');
  await dialog.getByLabel('Dinara za 1 €').fill('117');
  await dialog.getByRole('button', { name: 'Upiši kurs' }).click();
  await question.getByRole('button', { name: 'Upiši', exact: true }).click();
  await expect(question.getByText(/^Taj dan je prošao\. Kurs može da važi najranije od/)).toBeVisible();
});

test('what was said of the columns of one statement is not taken for those of the next', async ({
  page,
  context,
  request,
}) => {
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto('/admin/bank');
  await page.getByRole('button', { name: 'Učitaj izvod banke' }).click();
  const dialog = page.getByRole('dialog', { name: 'Učitaj izvod banke' });
  // With a sign that no amount has: `Jedan f02927ad` would be one, and no name of a column.
  const mark = `_${crypto.randomUUID().slice(0, 8)}`;
  const load = (name: string, columns: string[]) =>
    dialog.locator('input[type=file]').setInputFiles({
      name: `${name}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(`${columns.join(';')}\r\n03.11.2026;100,00;Marko ${mark}\r\n`),
    });
  const { done, answer } = await holdAnswer(page, '**/api/admin/bank/statements');
  await load('prvi', [`Jedan ${mark}`, `Dva ${mark}`, `Tri ${mark}`]);
  await done;
  await page.keyboard.press('Escape');
  await expect(dialog, 'it stays until it has its answer').toBeVisible();
  answer();
  await dialog.getByRole('combobox', { name: /^Datum/ }).selectOption(`Jedan ${mark}`);
  await dialog.getByRole('combobox', { name: /^Iznos uplate/ }).selectOption(`Dva ${mark}`);
  await dialog.getByRole('combobox', { name: /^Račun(?! uplatioca)/ }).selectOption({ index: 1 });
  const submit = dialog.getByRole('button', { name: 'Učitaj izvod' });
  await expect(submit).toBeEnabled();
  await load('drugi', [`Alfa ${mark}`, `Beta ${mark}`, `Gama ${mark}`]);
  await expect(dialog.getByRole('columnheader', { name: `Alfa ${mark}` })).toBeVisible();
  await expect(submit).toBeDisabled();
  await expect(dialog.getByRole('combobox', { name: /^Datum/ })).toHaveValue('');
});

test('while an older statement is looked for, no other one is shown to be decided about', async ({
  page,
  context,
  request,
}) => {
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  const mark = crypto.randomUUID().slice(0, 8);
  const statement = (payer: string) =>
    camtFile([{ amount: '25660.00', currency: 'RSD', payer, purpose: 'za uređaj', bankReference: payer }], {
      account: COMPANY,
    });
  await loadStatement(page, statement(`${mark} STARIJI`));
  await expect(page.getByRole('row').filter({ hasText: `${mark} STARIJI` })).toBeVisible();
  const older = page.url();
  await loadStatement(page, statement(`${mark} NOVIJI`));
  await expect(page.getByRole('row').filter({ hasText: `${mark} NOVIJI` })).toBeVisible();

  // A list of one row a page, whose second page lets wait.
  const asked = Promise.withResolvers<void>();
  const comes = Promise.withResolvers<void>();
  await page.route(/\/api\/admin\/bank\/statements(\?.*)?$/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const url = new URL(route.request().url());
    const isSecond = url.searchParams.has('after');
    url.searchParams.delete('after');
    const response = await route.fetch({ url: url.href });
    const { rows } = await response.json();
    if (!isSecond) return route.fulfill({ response, json: { rows: rows.slice(0, 1), next: crypto.randomUUID() } });
    asked.resolve();
    await comes.promise;
    await route.fulfill({ response, json: { rows: rows.slice(1), next: null } });
  });
  await page.goto(older);
  await asked.promise;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Šta radimo' })).toHaveCount(0);
  comes.resolve();
  await expect(page.getByRole('row').filter({ hasText: `${mark} STARIJI` })).toBeVisible();
});
