import type { Page } from '@playwright/test';
import { editorCopy } from '#domain/campaigns/own-copy.ts';
import { unsavedCopy as unsaved } from '#domain/unsaved-copy.ts';
import { database, runningCampaign, waitingCampaign, withoutFile } from './adverts-on-tv.ts';
import { holdAnswer, loseAnswer } from './held-answer.ts';
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

/** Campaigns under somebody's hands: what a colleague, the company, another window or a failing server changes meanwhile. */

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

const shot = async (page: Page, name: string) => {
  await page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true });
  await page.setViewportSize(PHONE);
  await page.screenshot({ path: test.info().outputPath(`${name}-phone.png`), fullPage: true });
  await page.setViewportSize(DESKTOP);
};

test('a campaign that a colleague decides about stays chosen with its reason, and one sent anew is looked at before approval', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/409/);
  const db = await database();
  const company = (await member(request, somebody('Sofija', 'Obradović'))).user.id;
  const mark = crypto.randomUUID().slice(0, 8);
  const first = await waitingCampaign(db, { company, name: `Prva ${mark}`, seconds: 0 });
  const second = await waitingCampaign(db, { company, name: `Druga ${mark}`, seconds: 1 });
  const stateOf = async (id: string) =>
    (await db.query('select state from campaigns where id = $1', [id])).rows[0].state;
  const session = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const headers = { authorization: `Bearer ${session.access_token}` };
  await useSession(context, session);
  await page.goto('/admin/campaigns');
  await page.getByRole('button', { name: new RegExp(`Prva ${mark}`) }).click();
  await expect(page.getByRole('heading', { name: `Prva ${mark}` })).toBeVisible();
  await page.keyboard.press('b');
  const dialog = page.getByRole('dialog', { name: 'Zašto se odbija' });
  const reason = dialog.getByRole('textbox');
  await reason.fill('Na slici je znak druge firme.');

  const approved = await request.post(`/api/admin/campaigns/${first}/approve`, { headers, data: { sendings: 1 } });
  expect(approved.ok(), await approved.text()).toBe(true);
  await expect(page.getByText('Ova kampanja više ne čeka pregled.')).toBeAttached();
  await expect(reason).toHaveValue('Na slici je znak druge firme.');
  await dialog.getByRole('button', { name: 'Odbij i pošalji' }).click();
  await expect(dialog).toContainText('Ova kampanja više ne čeka pregled');
  await expect(reason).toHaveValue('Na slici je znak druge firme.');
  await dialog.getByRole('button', { name: 'Otkaži' }).click();
  await page.getByRole('button', { name: 'Odbaci tekst' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await expect(page.getByRole('heading', { name: `Prva ${mark}` })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Odobri', exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await shot(page, 'gone');
  await page.keyboard.press('o');
  await page.keyboard.press('b');
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { name: `Prva ${mark}` })).toHaveCount(0);
  // Another journey's may have come before it.
  await page.getByRole('button', { name: new RegExp(`Druga ${mark}`) }).click();
  await expect(page.getByRole('heading', { name: `Druga ${mark}` })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Odobri', exact: true })).toBeVisible();
  expect(await stateOf(second)).toBe('review');

  await db.query("update campaigns set sendings = 2, name = $2, starts_at = now() - interval '4 days' where id = $1", [
    second,
    `Treća ${mark}`,
  ]);
  await expect(page.getByText('Firma je u međuvremenu poslala kampanju ponovo.')).toBeVisible();
  await expect(page.getByRole('heading', { name: `Druga ${mark}` })).toBeVisible();
  await expectAccessible(page);
  await shot(page, 'sent-again');
  await page.keyboard.press('o');
  await page.getByRole('button', { name: 'Prikaži novu' }).click();
  await expect(page.getByRole('heading', { name: `Treća ${mark}` })).toBeVisible();
  expect(await stateOf(second)).toBe('review');
  await page.keyboard.press('o');
  await expect(page.getByText(`„Treća ${mark}“ je odobrena i emituje se.`)).toBeVisible();
  expect(await stateOf(second)).toBe('approved');
  await db.query("update campaigns set state = 'done' where id = any($1)", [[first, second]]);
  await db.end();
});

test('a decision about a campaign whose answer is lost is shown as done, is taken back, and is no decision of a colleague', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/ERR_CONNECTION_RESET|Failed to fetch|status of 409/);
  const db = await database();
  const company = (await member(request, somebody('Milena', 'Šarac'))).user.id;
  const mark = crypto.randomUUID().slice(0, 8);
  const id = await waitingCampaign(db, { company, name: `Izgubljena ${mark}`, seconds: 2 });
  const state = async () => (await db.query('select state from campaigns where id = $1', [id])).rows[0].state;
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto('/admin/campaigns');
  const look = () => page.getByRole('button', { name: new RegExp(`Izgubljena ${mark}`) }).click();
  await look();
  for (const act of ['approve', 'undo-approval', 'reject'])
    await loseAnswer(page, `**/api/admin/campaigns/${id}/${act}`);
  await page.getByRole('button', { name: 'Odobri', exact: true }).click();
  const approved = page.getByText(`„Izgubljena ${mark}“ je odobrena`);
  await expect(approved).toBeVisible();
  expect(await state()).toBe('approved');
  await page.getByRole('button', { name: 'Opozovi' }).click();
  await expect.poll(state).toBe('review');
  await expect(page.getByRole('heading', { name: `Izgubljena ${mark}` })).toBeVisible();

  await page.getByRole('button', { name: 'Odbij sa razlogom' }).click();
  const dialog = page.getByRole('dialog', { name: 'Zašto se odbija' });
  await dialog.getByRole('textbox').fill('Na slici je znak druge firme.');
  await dialog.getByRole('button', { name: 'Odbij i pošalji' }).click();
  await expect(page.getByText(`„Izgubljena ${mark}“ je vraćena firmi.`)).toBeVisible();
  expect(await state()).toBe('rejected');
  await db.end();
});

test('a special package that nobody has started names no day and no budget where its advert is approved', async ({
  page,
  context,
  request,
}) => {
  const db = await database();
  const company = (await member(request, somebody('Sofija', 'Obradović'))).user.id;
  const mark = crypto.randomUUID().slice(0, 8);
  const id = await waitingCampaign(db, { company, name: `Paket ${mark}`, seconds: 2 });
  await db.query(
    `with sold as (insert into orders (profile_id, email, kind, product_name, amount, status, payment_state, paid_at)
       values ($1, $2, 'special', 'Specijalni Paket - 100 Lokacija', 150000, 'paid', 'paid', now()) returning id)
     insert into special_runs (order_id, profile_id, campaign_id) select id, $1, $3 from sold`,
    [company, `${mark}@primer.rs`, id],
  );
  await db.query('update campaigns set every_minutes = 30, budget = 300000 where id = $1', [id]);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto('/admin/campaigns');
  await page.getByRole('button', { name: new RegExp(`Paket ${mark}`) }).click();
  const review = page.getByRole('article');
  await expect(review).toContainText('Specijalni paket, prvi dan još nije izabran');
  await expect(review).not.toContainText('slobodno na stanju');
  await shot(page, 'special');
  await review.getByRole('button', { name: 'Odobri', exact: true }).click();
  await expect(page.getByText(`„Paket ${mark}“ je odobrena. Paket počinje kad izaberete mesta`)).toBeVisible();

  await page.getByRole('tab', { name: /^Emituju se/ }).click();
  await page.getByRole('row').filter({ hasText: mark }).getByRole('button', { name: 'Završi' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('firma šalje drugu reklamu, a ona preuzima ista mesta i preostale dane');
  await expect(dialog).not.toContainText('ne može ponovo da se pokrene');
  await shot(page, 'special-end');
  await dialog.getByRole('button', { name: 'Završi' }).click();
  await expect(page.getByRole('row').filter({ hasText: mark }).filter({ hasText: 'Završi' })).toHaveCount(0);
  await db.end();
});

test('a company saves its changed hours once, and a window where nothing was typed writes nothing back', async ({
  page,
  context,
  request,
}) => {
  const db = await database();
  const session = await member(request, somebody('Sofija', 'Obradović'));
  const file = Buffer.from('RIFF____WEBP');
  const id = await runningCampaign(db, { company: session.user.id, region: 'ZA', kind: 'banner', file, seconds: 15 });
  await withoutFile(db, id);
  await useSession(context, session);
  await page.goto(`/account/campaigns/${id}`);
  const save = page.getByRole('button', { name: 'Sačuvaj izmene' });
  await expect(save).toBeDisabled();
  const other = await context.newPage();
  await other.goto(`/account/campaigns/${id}`);
  await expect(other.getByLabel('Najviše po televizoru dnevno')).toHaveValue('');

  const cell = page.getByRole('gridcell', { name: /^Ponedeljak, 3–4 h/ });
  await page.getByRole('button', { name: /Ponedeljak: sati/ }).click();
  const hours = page.getByRole('dialog', { name: /^Ponedeljak/ });
  await hours.getByLabel('Od', { exact: true }).selectOption('4 h');
  await hours.getByRole('button', { name: 'Sačuvaj' }).click();
  await page.getByLabel('Najviše po televizoru dnevno').fill('7');
  const until = page.getByLabel('Do', { exact: true });
  const day = await until.inputValue();
  await until.fill('');
  await save.click();
  await expect(page.getByText(editorCopy.wrong.dates), 'said at its field, and nothing is sent').toBeVisible();
  await until.fill(day);
  await save.click();
  await expect(page.getByText('Izmene su sačuvane.')).toBeVisible();
  await expect(save).toBeDisabled();
  await expect(cell).toHaveAccessibleName(/ne prikazuje se/);

  await other.getByLabel('Budžet kampanje').fill('4900');
  await other.getByRole('button', { name: 'Sačuvaj izmene' }).click();
  await expect(other.getByText('Izmene su sačuvane.')).toBeVisible();
  const { rows } = await db.query('select cap, schedule[1] as monday from campaigns where id = $1', [id]);
  expect(rows[0]).toEqual({ cap: 7, monday: 0xfffff0 });
  await other.close();

  await page.getByRole('link', { name: '← Moje reklame' }).click();
  await expect(page, 'nothing is asked').toHaveURL(/\/account#reklame$/);
  await db.query("update campaigns set state = 'done' where id = $1", [id]);
  await db.end();
});

test('a day with two spans of hours shows both on a phone, and keeps the gap between them', async ({
  page,
  context,
  request,
}) => {
  const db = await database();
  const session = await member(request, somebody('Jelisaveta', 'Ilić'));
  const file = Buffer.from('RIFF____WEBP');
  const id = await runningCampaign(db, { company: session.user.id, region: 'ZA', kind: 'banner', file, seconds: 15 });
  await withoutFile(db, id);
  const [morning, evening] = [0b1111 << 6, 0b11111 << 18];
  await db.query('update campaigns set schedule = array_fill($2::int, array[7]) where id = $1', [
    id,
    morning | evening,
  ]);
  await useSession(context, session);
  await page.setViewportSize(PHONE);
  await page.goto(`/account/campaigns/${id}`);
  const monday = page.getByRole('row').filter({ hasText: 'pon' });
  const dialog = page.getByRole('dialog', { name: /^Ponedeljak/ });
  const open = () => page.getByRole('button', { name: /Ponedeljak: sati/ }).click();

  await open();
  const fields = ['1. termin: od', '1. termin: do', '2. termin: od', '2. termin: do'];
  for (const [n, value] of ['6', '10', '18', '23'].entries())
    await expect(dialog.getByLabel(fields[n]!)).toHaveValue(value);
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('two-spans.png') });
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(monday, 'looked at and saved').toContainText('6–10, 18–23');

  await open();
  await dialog.getByLabel('2. termin: do').selectOption('22 h');
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(monday).toContainText('6–10, 18–22');

  await open();
  await dialog.getByRole('button', { name: 'Ukloni: 6–10 h' }).click();
  await expect(dialog.getByLabel('Od', { exact: true })).toHaveValue('18');
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(monday).toContainText('18–22');
  await expect(monday).not.toContainText('6–10');
  await page.getByRole('button', { name: 'Sačuvaj izmene' }).click();
  await expect(page.getByText('Izmene su sačuvane.')).toBeVisible();
  const { rows } = await db.query('select schedule[1] as monday, schedule[2] as tuesday from campaigns where id = $1', [
    id,
  ]);
  expect(rows[0]).toEqual({ monday: 0b1111 << 18, tuesday: morning | evening });
  await db.query("update campaigns set state = 'done' where id = $1", [id]);
  await db.end();
});

test('what stands on a page of campaigns stays, with what was typed, while it cannot be read again', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/422|Failed to load resource/);
  const db = await database();
  const session = await member(request, somebody('Sofija', 'Obradović'));
  const file = Buffer.from('RIFF____WEBP');
  const id = await runningCampaign(db, { company: session.user.id, region: 'ZA', kind: 'banner', file, seconds: 15 });
  await withoutFile(db, id);
  const touch = () => db.query('update campaigns set updated_at = now() where id = $1', [id]);
  await useSession(context, session);
  await page.goto(`/account/campaigns/${id}`);
  const cap = page.getByLabel('Najviše po televizoru dnevno');
  await cap.fill('9');
  await page.route(/\/api\/campaigns(\/|\?|$)/, (route) => route.fulfill({ status: 422 }));
  await touch();
  const stale = page.getByText(/Prikazano je stanje iz \d\d:\d\d\. Novo nije učitano\./);
  await expect(stale.first()).toBeVisible();
  await expect(cap).toHaveValue('9');
  await page.unrouteAll();
  await touch();
  await expect(stale).toHaveCount(0);
  await expect(cap).toHaveValue('9');
  await cap.fill('');

  await page.goto('/account#reklame');
  await expect(page.getByText('Na televizoru').first()).toBeVisible();
  await page.route(/\/api\/campaigns(\/|\?|$)/, (route) => route.fulfill({ status: 422 }));
  await touch();
  await expect(stale.first()).toBeVisible();
  await expect(page.getByText('Na televizoru').first()).toBeVisible();
  await page.unrouteAll();
  await db.query("update campaigns set state = 'done' where id = $1", [id]);
  await db.end();
});

test('a campaign that leaves the list moves nothing under the mouse, which is about to press beside it', async ({
  page,
  context,
  request,
}) => {
  test.skip(test.info().project.use.isMobile === true, 'a mouse');
  const db = await database();
  const company = (await member(request, somebody('Sofija', 'Obradović'))).user.id;
  const mark = crypto.randomUUID().slice(0, 8);
  const file = Buffer.from('RIFF____WEBP');
  const ids: string[] = [];
  // The newest is the first in the list.
  for (const name of ['Donja', 'Gornja']) {
    const id = await runningCampaign(db, { company, region: 'ZA', kind: 'banner', file, seconds: 15 });
    await db.query('update campaigns set name = $2 where id = $1', [id, `${name} ${mark}`]);
    ids.unshift(id);
  }
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto('/admin/campaigns?state=active');
  const row = (name: string) => page.getByRole('row').filter({ hasText: `${name} ${mark}` });
  await row('Donja').getByRole('button', { name: 'Pauziraj' }).hover();
  await expect(page.getByText('Lista se osvežava sama.')).toBeVisible();
  const stood = await row('Donja').boundingBox();
  await db.query("update campaigns set state = 'paused' where id = $1", [ids[0]]);
  const tab = page.getByRole('tab', { name: /^Emituju se/ });
  const button = row('Donja').getByRole('button', { name: 'Pauziraj' });
  for (let n = 0; n < 8; n += 1) {
    await button.hover({ position: { x: 4 + n, y: 4 } });
    await page.waitForTimeout(250);
  }
  expect(await row('Donja').boundingBox(), 'it stands where it stood').toEqual(stood);
  await expect(row('Gornja')).toBeVisible();
  await tab.hover();
  await expect(row('Gornja')).toHaveCount(0);
  await expect(row('Donja')).toBeVisible();
  await db.query("update campaigns set state = 'done' where id = any($1)", [ids]);
  await db.end();
});

test('campaigns that are over come a page at a time', async ({ page, context, request }) => {
  const db = await database();
  const company = (await member(request, somebody('Sofija', 'Obradović'))).user.id;
  const mark = crypto.randomUUID().slice(0, 8);
  await db.query(
    `insert into campaigns (profile_id, name, kind, state, starts_at, ends_at, schedule, budget, told_done_at, created_at)
     select $1, 'Stara ' || $2 || ' ' || n, 'banner', 'done', now() - interval '9 days', now() - interval '2 days',
       array_fill(0, array[7]), 100, now(), now() - make_interval(secs => n) from generate_series(1, 60) n`,
    [company, mark],
  );
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto('/admin/campaigns?state=done');
  await expect(page.getByRole('tab', { selected: true })).toBeInViewport({ ratio: 0.9 });
  const row = (n: number) => page.getByRole('row').filter({ hasText: new RegExp(`Stara ${mark} ${n}(?!\\d)`) });
  await expect(row(1)).toBeVisible();
  await expect(row(60)).toHaveCount(0);
  await page.getByRole('tabpanel').getByRole('button', { name: 'Prikaži još' }).click();
  await expect(row(60)).toBeVisible();
  await expect(row(1)).toHaveCount(1);
  await db.query('delete from campaigns where profile_id = $1', [company]);
  await db.end();
});

test('a question about a campaign stays until it is answered, and what was refused of one is not said of the next', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/status of 4\d\d/);
  const db = await database();
  const company = (await member(request, somebody('Sofija', 'Obradović'))).user.id;
  const mark = crypto.randomUUID().slice(0, 8);
  const file = Buffer.from('RIFF____WEBP');
  const ids: string[] = [];
  for (const name of ['Druga', 'Prva']) {
    const id = await runningCampaign(db, { company, region: 'ZA', kind: 'banner', file, seconds: 15 });
    await db.query('update campaigns set name = $2 where id = $1', [id, `${name} ${mark}`]);
    ids.unshift(id);
  }
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto('/admin/campaigns?state=active');
  const row = (name: string) => page.getByRole('row').filter({ hasText: `${name} ${mark}` });
  const question = (name: string) => page.getByRole('dialog', { name: `${name} ${mark}` });
  await row('Prva').getByRole('button', { name: 'Završi' }).click();
  await db.query("update campaigns set state = 'withdrawn' where id = $1", [ids[0]]);
  await question('Prva').getByRole('button', { name: 'Završi' }).click();
  await expect(question('Prva').getByRole('alert')).toBeVisible();
  await question('Prva').getByRole('button', { name: 'Otkaži' }).click();

  await row('Druga').getByRole('button', { name: 'Ukloni' }).click();
  await expect(question('Druga')).toBeVisible();
  await expect(question('Druga').getByRole('alert')).toHaveCount(0);
  await question('Druga').getByRole('textbox').fill('Firma je zabranjena.');
  const { done, answer } = await holdAnswer(page, '**/api/admin/campaigns/*/step');
  await question('Druga').getByRole('button', { name: 'Ukloni kampanju' }).click();
  await done;
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: unsaved.title })).toHaveCount(0);
  await expect(question('Druga')).toBeVisible();
  answer();
  await expect(page.getByText('Stanje kampanje je promenjeno.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await db.end();
});
