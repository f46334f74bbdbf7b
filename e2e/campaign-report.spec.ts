import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { APIRequestContext } from '@playwright/test';
import { banner, database, linkedTv, runningCampaign, withoutFile } from './adverts-on-tv.ts';
import { expect, expectAccessible, member, somebody, test, useSession } from './story.ts';

const PLAY_MS = 15_000;

/** Shows the next lease of a TV as the protocol says, seen for so many milliseconds. */
async function play(request: APIRequestContext, token: string, visibleMs = PLAY_MS): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const { leases } = await (await request.post('/api/tv/bag', { headers, data: {} })).json();
  // In the last minute of an hour the first one may be of the next.
  await sleep(Math.max(0, Date.parse(leases[0].opensAt) - Date.now()));
  const startedAt = new Date();
  await sleep(PLAY_MS + 1_000);
  const plays = [{ lease: leases[0].id, startedAt, shownMs: PLAY_MS, visibleMs, progressMs: PLAY_MS }];
  const answer = await request.post('/api/tv/report', { headers, data: { plays } });
  expect(answer.status(), await answer.text()).toBe(200);
}

test('a company watches the number of its campaign rise, reads each day, and takes what was not counted as a table', async ({
  page,
  context,
  request,
}) => {
  const company = somebody('Sofija', 'Obradović');
  const session = await member(request, company);
  const owner = session.user.id;
  const db = await database();
  const file = await banner(3);
  const id = await runningCampaign(db, { company: owner, region: 'PK', kind: 'banner', file, seconds: 15 });
  await withoutFile(db, id);
  const token = await linkedTv(db, owner, 'PK');
  // Six days before, in places that are told: nine households and six cafés.
  await db.query(
    `update campaigns set name = 'Tople kifle od 6 ujutru', pace = 'even', starts_at = date_trunc('day', now()) - interval '6 days',
       ends_at = date_trunc('day', now()) + interval '8 days' where id = $1`,
    [id],
  );
  await db.query(
    `insert into campaign_tvs (campaign_id, tv_id, region, venue)
     select $1, gen_random_uuid(), 'PK', case when n < 10 then 'household' else 'cafe' end from generate_series(1, 15) n`,
    [id],
  );
  await db.query(
    `insert into play_hours (campaign_id, hour, creative_id, region, venue, outcome, shard, plays, units, repeats)
     select $1, date_trunc('hour', now()) - make_interval(hours => h), c.id, 'PK', venue, outcome, 0, n, case when outcome = 'counted' then n else 0 end, 0
     from generate_series(2, 140) h, creatives c, (values ('household', 12), ('cafe', 5)) v(venue, most),
       (values ('counted', 1.0), ('hidden', 0.09), ('short', 0.04)) o(outcome, share),
       lateral (select round(most * share * (1 + sin(h / 4.0)))::int as n) p
     where c.campaign_id = $1 and n > 0`,
    [id],
  );
  await db.query(
    `insert into code_openings (campaign_id, hour, openings)
     select $1, date_trunc('hour', now()) - make_interval(hours => h), 1 + h % 3 from generate_series(3, 140, 7) h`,
    [id],
  );

  await db.query('update creatives set openings = 20 where campaign_id = $1', [id]);

  await useSession(context, session);
  await page.goto(`/account/campaigns/${id}`);
  const report = page.getByRole('region', { name: 'Šta je prikazano' });
  const counted = report.getByRole('definition').first();
  await expect(page.getByText(/^Uživo · poslednji prikaz \d/)).toBeVisible();
  const before = Number((await counted.innerText()).replaceAll('.', ''));
  await play(request, token);
  await expect(counted, 'nobody loaded the page again').toHaveText((before + 1).toLocaleString('sr-Latn-RS'));
  await expect(page.getByText(/^Uživo · poslednji prikaz pre \d+ s$/)).toBeVisible();
  await play(request, token, 4_100);

  await expect(report.getByText('Pojedinačno')).toBeVisible();
  await expect(report.getByText('vidljivo 4,1 od 15 s')).toBeVisible();
  const taking = page.waitForEvent('download');
  await report.getByRole('button', { name: 'Preuzmi CSV neuračunatih prikaza' }).click();
  const table = await taking;
  expect(table.suggestedFilename()).toMatch(/^vidik-neuracunati-prikazi-\d{4}-\d\d-\d\d\.csv$/);
  const text = readFileSync((await table.path())!, 'utf8');
  expect(text).toMatch(/;sat od \d\d:00;TV;.*;Slika nije bila na ekranu;vidljivo 4,1 od 15 s/);

  await report.getByText('Prikaži tabelu').first().click();
  for (const name of ['Dan', 'Uračunato', 'Neuračunato', 'Otvaranja'])
    await expect(report.getByRole('columnheader', { name, exact: true }).first()).toBeVisible();
  await expect(report.getByText(/^Plan do sada [\d.]+, ispunjeno \d+%$/)).toBeVisible();
  await expect(report.getByText('Isprekidano: plan za dane koji tek dolaze.')).toBeVisible();
  await expect(report.getByRole('rowheader', { name: 'Tek dolaze' })).toBeVisible();
  await expect(report.getByText(/^20 otvaranja · \d+,\d na 100$/)).toBeVisible();
  await expect(report.getByText('Za 19 otvaranja se ne zna sa koje su reklame.')).toBeVisible();
  await expectAccessible(page);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), 'nothing stands out').toBe(width);
    await page.screenshot({ path: test.info().outputPath(`report-${width}.png`), fullPage: true });
  }

  await db.query(
    `update campaigns set starts_at = date_trunc('day', now()) + interval '2 days', schedule = array_fill(983040, array[7]) where id = $1`,
    [id],
  );
  await db.query('delete from play_hours where campaign_id = $1', [id]);
  await db.end();
  await page.reload();
  await expect(page.getByRole('heading', { name: /^Kampanja počinje \d+\. \p{L}+ \d{4}\. u 16:00\.$/u })).toBeVisible();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: test.info().outputPath(`begins-${width}.png`), fullPage: true });
  }
});

test('a list whose answer takes longer than the pause between two changes is shown all the same', async ({
  page,
  context,
  request,
}) => {
  const session = await member(request, somebody('Teodora', 'Ilić'));
  const db = await database();
  const advert = { region: 'SM', kind: 'banner', file: await banner(9), seconds: 15 };
  const id = await runningCampaign(db, { company: session.user.id, ...advert });
  await withoutFile(db, id);
  await page.route('**/api/campaigns', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await useSession(context, session);
  await page.goto('/account#reklame');
  await expect(page.getByRole('link', { name: 'Na televizoru', exact: true })).toBeVisible();
  let isOver = false;
  const changes = (async () => {
    for (let n = 1; !isOver; n += 1) {
      await db.query('update campaigns set name = $2 where id = $1', [id, `Na televizoru, ${n}`]);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  })();
  await expect(page.getByRole('link', { name: /^Na televizoru, \d+$/ }), 'while changes go on').toBeVisible({
    timeout: 10_000,
  });
  isOver = true;
  await changes;
  await db.end();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the editor says what a showing costs, what its dashed lines are, what goes without a refused file, and saves at once', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/status of 422/);
  const company = somebody('Vasilije', 'Đorđević');
  const session = await member(request, company);
  const db = await database();
  const owner = session.user.id;
  await db.query(
    `with bought as (
       insert into packages (profile_id, email, package_name, payment_key, l_banners, tv_seconds, amount, currency)
       values ($1::uuid, $2, 'standard', 'e2e ' || $1, 5000, 9600, 9900, 'EUR') returning payment_key
     )
     insert into ledger (profile_id, unit, delta, reason, reference, actor)
     select $1::uuid, unit, delta, 'package', payment_key, 'system' from bought, (values ('banner', 5000), ('tv_second', 9600)) v(unit, delta)`,
    [owner, company.email],
  );
  await useSession(context, session);
  await page.goto(`/account/campaigns/${crypto.randomUUID()}`);
  await page.getByLabel('Naziv kampanje').fill('Praznični kolači po porudžbini');
  await page.getByRole('button', { name: 'Sačuvaj nacrt' }).click();
  await expect(page.getByText('Nacrt je sačuvan.')).toBeVisible();
  await page.getByLabel('Adresa koju otvara QR kod').fill('https://pekaranauglu.example/praznici');
  await expect(page.getByText('Cena, paket Standard')).toBeVisible();
  await expect(page.getByText(/^0,0166\s€ po prikazu$/)).toBeVisible();

  const upload = (name: string, buffer: Buffer) =>
    page.getByLabel('Izaberi datoteku').setInputFiles({ name, mimeType: 'image/webp', buffer });
  await upload('kolaci.webp', await banner(7));
  await expect(page.getByText('1920 × 1080 px · 0,0 MB · spremno za pregled')).toBeVisible();
  await upload('nije-slika.webp', Buffer.from('RIFF____WEBPnije slika'));
  await expect(page.getByText('Sve je popunjeno. Jedna datoteka nije prihvaćena; kampanja ide bez nje.')).toBeVisible();
  await page.getByLabel('Bezbedne zone').check();
  await expect(page.getByText('Bezbedna zona za tekst i logotip')).toBeVisible();
  await expect(page.getByText('Mesto za QR kod, 264 × 264 px')).toBeVisible();
  await expectAccessible(page);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: test.info().outputPath(`editor-${width}.png`), fullPage: true });
  }
  const held = async () => {
    const { rows } = await db.query(
      `select count(*)::int as held from files where owner_id = $1 and kind = 'advert-picture' and removed_at is null`,
      [owner],
    );
    return rows[0].held;
  };
  await expect.poll(held, 'what is refused holds no room').toBe(1);
  await db.end();
  await page.getByRole('button', { name: 'Ukloni: nije-slika.webp' }).click();
  await expect(page.getByRole('button', { name: 'Zameni: nije-slika.webp' })).toBeHidden();
  await expect(page.getByText(/Jedna datoteka nije prihvaćena/)).toBeHidden();
  await page.getByLabel('Sa tri metra').check();
  await expect(page.getByText('Bezbedna zona za tekst i logotip')).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('editor-far-390.png'), fullPage: true });
});
