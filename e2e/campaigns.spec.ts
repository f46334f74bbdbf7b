import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { campaignRefusals } from '#domain/campaigns/copy.ts';
import { editorCopy } from '#domain/campaigns/own-copy.ts';
import { dayOf } from '#domain/time.ts';
import { LAST_MOMENT_SECONDS, UNDO_SECONDS } from '#domain/undo.ts';
import { database, runningCampaign, withoutFile } from './adverts-on-tv.ts';
import { discard } from './asks-first.ts';
import { buyDelivered } from './delivered.ts';
import { holdAnswer } from './held-answer.ts';
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

/** An L of red with an empty window, 1920 × 1080; `mark` stands in the window, another shade is another picture. */
async function banner({ mark = false, shade = 0 } = {}): Promise<Buffer> {
  const { data, info } = await sharp({
    create: { width: 1920, height: 1080, channels: 4, background: { r: 222, g: 68 + shade, b: 48, alpha: 1 } },
  })
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (let row = 0; row < 864; row += 1) data.fill(0, 4 * (row * 1920 + 384), 4 * (row * 1920 + 1920));
  if (mark) for (let row = 300; row < 420; row += 1) data.fill(255, 4 * (row * 1920 + 900), 4 * (row * 1920 + 1100));
  return sharp(data, { raw: info }).png().toBuffer();
}

async function turnOnTv(browser: Browser, watch: (page: Page) => void): Promise<Page> {
  const context = await browser.newContext({
    baseURL: new URL(test.info().project.use.baseURL!).origin,
    viewport: { width: 1920, height: 1080 },
  });
  const tv = await context.newPage();
  watch(tv);
  await tv.goto('/tv');
  return tv;
}

test('a company’s banner is refused once, mended, approved, seen on a linked TV, counted, and ended', async ({
  page,
  context,
  browser,
  request,
  quiet,
}) => {
  test.setTimeout(600_000);
  quiet.allow(/status of 422/);
  quiet.allow(/ERR_INTERNET_DISCONNECTED/);
  const company = somebody('Sofija', 'Obradović');
  await useSession(context, await member(request, company));
  const admin = await another(browser, quiet, page, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));

  await admin.goto('/admin/vouchers');
  await admin.getByRole('button', { name: 'Izdaj vaučere' }).first().click();
  await admin.getByLabel('L-banera na svakom kodu').fill('500');
  await admin.getByRole('textbox', { name: /^Napomena/ }).fill(company.username);
  await admin.getByRole('button', { name: 'Nastavi', exact: true }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Izdaj 1 kod' }).click();
  await expect(admin.getByRole('heading', { name: `Serija od 1 koda: ${company.username}` })).toBeVisible();
  await expect(admin.locator('tbody tr')).toHaveCount(1);
  const code = await admin.locator('td b').first().innerText();
  await page.goto('/account#reklame');
  await expect(page.getByText('Još nemate kampanju.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Vaucher kod' }).fill(code);
  await page.getByRole('button', { name: 'Iskoristi kod' }).click();
  await expect(page.getByText('slobodno 500')).toBeVisible();

  await page.getByRole('button', { name: 'Napravite prvu kampanju' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Nova kampanja' })).toBeVisible();
  await page.getByLabel('Naziv kampanje').fill('Tople kifle od 6 ujutru');
  await page.getByLabel('Adresa koju otvara QR kod').fill('https://pekara.example/kifle');
  await page.getByLabel('Izaberi datoteku').setInputFiles({
    name: 'puna.png',
    mimeType: 'image/png',
    buffer: await banner({ mark: true }),
  });
  await expect(page.getByText('Prozor za program nije prazan.')).toBeVisible();
  await page.getByLabel('Izaberi datoteku').setInputFiles({
    name: 'kifle.png',
    mimeType: 'image/png',
    buffer: await banner(),
  });
  await expect(page.getByText('1920 × 1080 px · 0,0 MB · spremno za pregled')).toBeVisible();
  const today = dayOf(new Date());
  await page.getByLabel('Od', { exact: true }).fill(today);
  await page.getByLabel('Budžet kampanje').fill('400');
  await page.getByLabel('Što brže').check();
  const cell = page.getByRole('gridcell', { name: /^Ponedeljak, 3–4 h/ });
  await cell.click();
  await expect(cell).toHaveAccessibleName(/ne prikazuje se/);
  await page.keyboard.press(' ');
  await expect(cell).not.toHaveAccessibleName(/ne prikazuje se/);
  const monday = page.getByRole('button', { name: /^pon: / });
  const hours = await page.getByRole('gridcell', { selected: true }).count();
  await monday.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Otkaži' }).click();
  await monday.press(' ');
  await page.getByRole('dialog').getByRole('button', { name: 'Otkaži' }).click();
  await expect(page.getByRole('gridcell', { selected: true }), 'no hour changed').toHaveCount(hours);
  // A stroke of the mouse that jumps over hours, and the same back.
  const from = page.getByRole('gridcell', { name: /^Utorak, 3–4 h/ });
  const between = page.getByRole('gridcell', { name: /^Utorak, 6–7 h/ });
  for (const isOn of [false, true]) {
    await from.hover();
    await page.mouse.down();
    await page.getByRole('gridcell', { name: /^Utorak, 9–10 h/ }).hover();
    await page.mouse.up();
    await expect(between).toHaveAttribute('aria-selected', String(isOn));
  }
  // Of one region, so that TVs of other journeys have nothing of it.
  const regions = page.getByRole('group', { name: 'Region' });
  await regions.getByRole('button', { name: 'Ostali regioni…' }).click();
  // The estimate of before is read as well as the new one, for as long as it stands there.
  let estimate = () => {};
  const held = new Promise<void>((resolve) => {
    estimate = resolve;
  });
  await page.route('**/campaigns/audience', async (route) => {
    await held;
    await route.continue();
  });
  const nis = regions.getByRole('button', { name: /^Niš(?!avski)/ });
  await nis.click();
  await expect(nis).toHaveAttribute('aria-pressed', 'true');
  await page.getByLabel('Da li reklama govori').selectOption({ label: 'Ništa od ovoga' });
  await page.getByLabel('Imamo prava na sve').check();
  await expect(page.locator('[data-old]')).toBeVisible();
  await expectAccessible(page);
  estimate();
  await expect(page.locator('[data-old]')).toHaveCount(0);
  await page.screenshot({ path: test.info().outputPath('editor.png'), fullPage: true });
  await page.getByRole('button', { name: 'Pošalji na pregled' }).click();
  await expect(page.getByText('Kampanja je poslata na pregled.')).toBeVisible();
  await expect(page.getByText('Kampanja je na pregledu.')).toBeVisible();

  await admin.goto('/admin/campaigns');
  await admin.getByRole('button', { name: /Tople kifle od 6 ujutru/ }).click();
  await expect(admin.getByRole('heading', { name: 'Tople kifle od 6 ujutru' })).toBeVisible();
  await expectAccessible(admin);
  await admin.screenshot({ path: test.info().outputPath('review.png'), fullPage: true });
  await admin.keyboard.press('b');
  await admin.getByRole('button', { name: 'Tekst je previše sitan' }).click();
  await admin.getByRole('button', { name: 'Odbij i pošalji' }).click();
  await expect(admin.getByText('„Tople kifle od 6 ujutru“ je vraćena firmi.')).toBeVisible();
  expect(await mailTo(company.email, 'campaigns.rejected')).toContain('sitniji od 28 px');

  await expect(page.getByText('Razlog zbog kog je kampanja vraćena:')).toBeVisible();
  await page.getByLabel('Imamo prava na sve').check();
  await page.getByRole('button', { name: 'Ispravi i pošalji ponovo' }).click();
  await expect(page.getByText('Kampanja je na pregledu.')).toBeVisible();
  await admin.getByRole('button', { name: /Tople kifle od 6 ujutru/ }).click();
  await admin.getByRole('button', { name: 'Odobri' }).click();
  await expect(admin.getByText(/^„Tople kifle od 6 ujutru“ je odobrena/)).toBeVisible();
  await admin.getByRole('button', { name: 'Opozovi' }).click();
  await expect(admin.getByText('„Tople kifle od 6 ujutru“ ponovo čeka pregled.')).toBeVisible();
  await admin.getByRole('button', { name: 'Odobri' }).click();
  await expect(page.getByText('Emituje se')).toBeVisible();
  const approvedAt = Date.now();

  const viewer = somebody('Đorđe', 'Mladenović');
  const viewerPage = await another(browser, quiet, page, await member(request, viewer));
  const { serial } = await buyDelivered(viewerPage, admin, viewer);
  const tv = await turnOnTv(browser, quiet.watch);
  const address = await tv.getByText('Bez kamere?').innerText();
  await viewerPage.goto(`/device-login/${/device-login\/(\d+)/.exec(address)![1]}`);
  await viewerPage.getByLabel('Region').selectOption({ label: 'Niš' });
  await viewerPage.getByLabel('Domaćinstvo').check();
  await expect(viewerPage.getByLabel('Serijski broj uređaja')).toHaveValue(serial);
  await viewerPage.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(viewerPage.getByText('Sačuvano. Važi od sledeće reklame.')).toBeVisible();

  // While the approval can be undone no TV has anything of the campaign, and one that got nothing asks again after minutes.
  await tv.waitForTimeout(Math.max(0, approvedAt + (UNDO_SECONDS + LAST_MOMENT_SECONDS + 1) * 1000 - Date.now()));
  await tv.reload();
  // A busy machine may cut a play off; the next one comes within a minute.
  await expect(tv.getByText('Reklama', { exact: true })).toBeVisible({ timeout: 100_000 });
  await tv.screenshot({ path: test.info().outputPath('tv-banner.png') });
  await tv.keyboard.press('Enter');
  await expect(tv.getByRole('dialog', { name: 'QR kod oglašivača' })).toContainText('Otvara se pekara.example');
  await tv.screenshot({ path: test.info().outputPath('tv-code.png') });
  await tv.keyboard.press('Escape');
  await expect(tv.getByText('Viđeno')).toBeVisible({ timeout: 100_000 });
  await tv.context().setOffline(true);
  await expect(tv.getByText(/^Nema interneta od/)).toBeVisible({ timeout: 10_000 });
  await expect(tv.getByText('1 viđena reklama je sačuvana')).toBeVisible();
  await tv.screenshot({ path: test.info().outputPath('tv-offline.png') });
  await tv.context().setOffline(false);
  await expect(tv.getByText('Veza se vratila')).toBeVisible({ timeout: 20_000 });
  await expect(tv.getByText('1 sačuvana reklama je poslata.')).toBeVisible();

  await page.reload();
  const report = page.getByRole('region', { name: 'Šta je prikazano' });
  await expect(report.getByRole('definition').first()).toHaveText('1');
  await expect(report).toContainText(/od \d+ prijavljenih/);
  const table = page.waitForEvent('download');
  await report.getByRole('button', { name: 'Preuzmi CSV', exact: true }).click();
  expect(readFileSync(await (await table).path(), 'utf8')).toMatch(/;kifle\.png;Ostalo;Ostalo;Uračunat;1/);
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('running.png'), fullPage: true });
  await page.getByRole('button', { name: 'Završi kampanju' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Završi kampanju' }).click();
  await expect(page.getByText('Kampanja je završena.')).toBeVisible();
  await page.goto('/account#reklame');
  await expect(page.getByText('Završena', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('list.png'), fullPage: true });
  await tv.context().close();
  await admin.context().close();
  await viewerPage.context().close();
});

test('the last change of a draft is kept by whoever leaves at once, and nothing is sent while its limit is none', async ({
  page,
  context,
  request,
}) => {
  const company = await member(request, somebody('Nevena', 'Ristić'));
  const db = await database();
  await db.query(
    `insert into ledger (profile_id, unit, delta, reason, reference, actor) values ($1, 'banner', 500, 'correction', $2, 'system')`,
    [company.user.id, `e2e ${randomUUID()}`],
  );
  await useSession(context, company);
  const id = randomUUID();
  const draft = async () => (await db.query('select name, state, cap from campaigns where id = $1', [id])).rows[0];
  await page.goto(`/account/campaigns/${id}`);
  await page.getByLabel('Naziv kampanje').fill('Brze kifle');
  const saved = page.waitForResponse(`**/api/campaigns/${id}`);
  await page.getByRole('link', { name: /^← / }).click();
  await expect(page).toHaveURL(/account#reklame$/);
  await (await saved).finished();
  expect(await draft()).toMatchObject({ name: 'Brze kifle' });
  await page.goBack();
  await expect(page.getByLabel('Naziv kampanje')).toHaveValue('Brze kifle');

  await page.getByLabel('Adresa koju otvara QR kod').fill('https://pekara.example/kifle');
  const file = { name: 'kifle.png', mimeType: 'image/png', buffer: await banner() };
  await page.getByLabel('Izaberi datoteku').setInputFiles(file);
  await expect(page.getByText('1920 × 1080 px · 0,0 MB · spremno za pregled')).toBeVisible();
  await page.getByLabel('Budžet kampanje').fill('400');
  await page.getByLabel('Da li reklama govori').selectOption({ label: 'Ništa od ovoga' });
  await page.getByLabel('Imamo prava na sve').check();
  const cap = page.getByLabel('Najviše po televizoru dnevno');
  await cap.fill('5');
  await expect.poll(draft).toMatchObject({ cap: 5 });
  await cap.fill('0');
  await page.getByRole('button', { name: 'Pošalji na pregled' }).click();
  await expect(page.getByText('Upišite broj od 1 do 1.000, ili ostavite prazno.')).toHaveCount(2);
  await page.screenshot({ path: test.info().outputPath('cap.png'), fullPage: true });
  expect(await draft()).toMatchObject({ state: 'draft', cap: 5 });
  await cap.fill('3');
  await page.getByRole('button', { name: 'Pošalji na pregled' }).click();
  await expect(page.getByText('Kampanja je na pregledu.')).toBeVisible();
  expect(await draft()).toMatchObject({ state: 'review', cap: 3 });
  await db.end();
});

test('a campaign that is sent back leads its company from „Moje reklame“ to the very picture, which is replaced in one step, sent again and approved', async ({
  page,
  context,
  browser,
  request,
  quiet,
}) => {
  const session = await member(request, somebody('Milena', 'Jovanović'));
  const db = await database();
  await db.query(
    `insert into ledger (profile_id, unit, delta, reason, reference, actor) values ($1, 'banner', 500, 'correction', $2, 'system')`,
    [session.user.id, `e2e ${randomUUID()}`],
  );
  await useSession(context, session);
  const admin = await another(browser, quiet, page, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  const id = randomUUID();
  const name = `Vruć burek ${id.slice(0, 8)}`;
  const picture = async (file: string, shade: number) => ({
    name: file,
    mimeType: 'image/png',
    buffer: await banner({ shade }),
  });
  const ready = page.getByText('1920 × 1080 px · 0,0 MB · spremno za pregled');
  await page.goto(`/account/campaigns/${id}`);
  await page.getByLabel('Naziv kampanje').fill(name);
  await page.getByLabel('Adresa koju otvara QR kod').fill('https://pekara.example/burek');
  for (const [n, file] of ['kifle.png', 'burek.png'].entries()) {
    await page.getByLabel('Izaberi datoteku').setInputFiles(await picture(file, 40 * n));
    await expect(ready).toHaveCount(n + 1);
  }
  await page.getByLabel('Budžet kampanje').fill('400');
  await page.getByLabel('Da li reklama govori').selectOption({ label: 'Ništa od ovoga' });
  await page.getByLabel('Imamo prava na sve').check();
  await page.getByRole('button', { name: 'Pošalji na pregled' }).click();
  await expect(page.getByText('Kampanja je na pregledu.')).toBeVisible();

  const waiting = admin.getByRole('button', { name: new RegExp(name) });
  const reason = 'Red „poručite“ je visok 24 px. Povećajte ga.';
  await admin.goto('/admin/campaigns');
  await waiting.click();
  await expect(admin.getByRole('heading', { name })).toBeVisible();
  await admin.getByRole('button', { name: 'Odbij sa razlogom' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Zašto se odbija' });
  await dialog.getByRole('textbox').fill(reason);
  await dialog.getByLabel('burek.png').check();
  await dialog.getByRole('button', { name: 'Odbij i pošalji' }).click();
  await expect(admin.getByText(`„${name}“ je vraćena firmi.`)).toBeVisible();

  await page.goto('/account#reklame');
  await expect(page.getByText(reason)).toBeVisible();
  await page.getByRole('link', { name: `Ispravi i pošalji ponovo: ${name}` }).click();
  await expect(page).toHaveURL(new RegExp(`/account/campaigns/${id}#advert-`));
  await expect(page.getByText(reason)).toBeVisible();
  const named = page.getByRole('listitem').filter({ hasText: 'Zbog ove reklame je kampanja vraćena.' });
  await expect(named).toContainText('burek.png');
  await expect(named).toBeFocused();
  await expect(named).toBeInViewport();
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('sent-back.png'), fullPage: true });
  const choosing = page.waitForEvent('filechooser');
  await named.getByRole('button', { name: 'Zameni: burek.png' }).click();
  await (await choosing).setFiles(await picture('burek-krupno.png', 80));
  await expect(named).toHaveCount(0);
  await expect(ready).toHaveCount(2);
  await expect(page.getByRole('listitem').filter({ has: ready })).toContainText(['kifle.png', 'burek-krupno.png']);
  await page.getByLabel('Imamo prava na sve').check();
  await page.getByRole('button', { name: 'Ispravi i pošalji ponovo' }).click();
  await expect(page.getByText('Kampanja je na pregledu.')).toBeVisible();

  await waiting.click();
  await expect(admin.getByRole('heading', { name })).toBeVisible();
  await admin.getByRole('button', { name: 'Odobri', exact: true }).click();
  await expect(admin.getByText(new RegExp(`^„${name}“ je odobrena`))).toBeVisible();
  await expect(page.getByText('Zakazana')).toBeVisible();
  await db.query("update campaigns set state = 'done' where id = $1", [id]);
  await db.end();
  await admin.context().close();
});

test('a draft says that it is saved only when it is, and what is no value is neither called saved nor lost without a question', async ({
  page,
  context,
  request,
}) => {
  const company = await member(request, somebody('Nevena', 'Ristić'));
  await useSession(context, company);
  await page.goto(`/account/campaigns/${randomUUID()}`);
  await page.getByLabel('Naziv kampanje').fill('Brze kifle');
  await page.getByLabel('Budžet kampanje').fill('sto');
  await expect(page.getByText(editorCopy.budgetMissing)).toBeVisible();
  await expect(page.getByText(/^Nacrt · sačuvano u /)).toBeVisible();
  await page.getByRole('button', { name: editorCopy.save }).click();
  await expect(page.getByText(editorCopy.savedRest)).toBeVisible();
  await expect(page.getByText(editorCopy.savedDraft)).toHaveCount(0);
  await page.getByLabel('Od', { exact: true }).fill('2030-05-02');
  await page.getByLabel('Do', { exact: true }).fill('2030-05-01');
  await expect(page.getByText(editorCopy.wrong.dates)).toBeVisible();
  await page.getByLabel('Do', { exact: true }).fill('2030-05-09');
  await expect(page.getByText(editorCopy.wrong.dates)).toHaveCount(0);
  await page.getByRole('link', { name: /^← / }).click();
  await discard(page);
  await expect(page).toHaveURL(/account#reklame$/);

  const tab = page.getByRole('tab', { name: /^Za ispravku/ });
  await tab.click();
  await page.getByRole('link', { name: 'Brze kifle' }).click();
  await expect(page.getByLabel('Naziv kampanje')).toHaveValue('Brze kifle');
  await page.goBack();
  await expect(tab).toHaveAttribute('aria-selected', 'true');

  // What is deleted is not asked about.
  await page.getByRole('link', { name: 'Brze kifle' }).click();
  await page.getByLabel('Budžet kampanje').fill('sto');
  await page.getByRole('button', { name: 'Obriši nacrt' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Obriši nacrt' }).click();
  await expect(page).toHaveURL(/account#reklame$/);
});

test('a day that is being typed takes the estimate away and nothing else', async ({ page, context, request }) => {
  await useSession(context, await member(request, somebody('Nevena', 'Ristić')));
  const viewing = Array.from({ length: 168 }, () => 100);
  const audience = { regions: [], venues: [], reached: 20, waiting: 0, dailySeconds: 3_000, viewing };
  await page.route('**/campaigns/audience', (route) => route.fulfill({ json: audience }));
  await page.goto(`/account/campaigns/${randomUUID()}`);
  await page.getByLabel('Naziv kampanje').fill('Brze kifle');
  await expect(page.getByText(editorCopy.need)).toBeVisible();
  const until = page.getByLabel('Do', { exact: true });
  const day = await until.inputValue();
  await until.fill('');
  await expect(page.getByText(editorCopy.estimateDays)).toBeVisible();
  await expect(page.getByLabel('Naziv kampanje')).toHaveValue('Brze kifle');
  await until.fill(day);
  await expect(page.getByText(editorCopy.need)).toBeVisible();
});

test('a draft that was sent in another window says why it is not saved here', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/status of 4(09|22)/);
  const company = await member(request, somebody('Nevena', 'Ristić'));
  const db = await database();
  await useSession(context, company);
  const id = randomUUID();
  await page.goto(`/account/campaigns/${id}`);
  await expect(page.getByLabel('Naziv kampanje')).toBeVisible();
  await db.query(`update campaigns set state = 'review', sent_at = now(), sendings = 1 where id = $1`, [id]);
  await db.end();
  await page.getByLabel('Naziv kampanje').fill('Brze kifle');
  await expect(page.getByRole('status').filter({ hasText: campaignRefusals.CAMPAIGN_CHANGED })).toBeVisible();
  await page.getByRole('button', { name: editorCopy.save }).click();
  await expect(page.getByText(`${editorCopy.notSaved} ${campaignRefusals.CAMPAIGN_CHANGED}`).last()).toBeVisible();
});

test('a copy that is asked for twice is made once', async ({ page, context, request }) => {
  const company = await member(request, somebody('Nevena', 'Ristić'));
  const db = await database();
  const advert = { region: 'ZA', kind: 'banner', file: await banner(), seconds: 15 };
  const id = await runningCampaign(db, { company: company.user.id, ...advert });
  await withoutFile(db, id);
  await useSession(context, company);
  await page.goto(`/account/campaigns/${id}`);
  const copy = page.getByRole('button', { name: editorCopy.copy });
  await expect(copy).toBeVisible();
  const { done, answer } = await holdAnswer(page, '**/api/campaigns');
  await copy.dblclick();
  await done;
  await expect(copy).toBeDisabled();
  answer();
  await expect(page.getByLabel('Naziv kampanje')).toBeVisible();
  const { rows } = await db.query('select id from campaigns where profile_id = $1', [company.user.id]);
  await db.end();
  expect(rows).toHaveLength(2);
});
