import type { Locator, Page } from '@playwright/test';
import { banner, database, film, linkedTv, playsOf, runningCampaign, turnOn } from './adverts-on-tv.ts';
import { expect, expectAccessible, member, somebody, test } from './story.ts';

/** Where it stands, in units of a hundredth of the picture's width. */
async function box(what: Locator, page: Page) {
  const { x, y, width, height } = (await what.boundingBox())!;
  const u = page.viewportSize()!.width / 100;
  return { left: x / u, top: y / u, width: width / u, height: height / u, u };
}

/** Within a pixel of the drawing. */
function expectAt(
  found: Awaited<ReturnType<typeof box>>,
  drawn: Partial<Record<'left' | 'top' | 'width' | 'height', number>>,
) {
  for (const [side, value] of Object.entries(drawn))
    expect(
      Math.abs(found[side as 'left'] - value) * found.u,
      `${side} of ${JSON.stringify(found)}`,
    ).toBeLessThanOrEqual(1);
}

/** Nothing of ours is nearer to the edge than five hundredths at the sides and 2.8 at top and bottom. */
function expectSafe(found: Awaited<ReturnType<typeof box>>) {
  const [right, bottom] = [100 - found.left - found.width, 56.25 - found.top - found.height];
  const px = 1 / found.u;
  expect(Math.min(found.left, right), JSON.stringify(found)).toBeGreaterThanOrEqual(5 - px);
  expect(Math.min(found.top, bottom), JSON.stringify(found)).toBeGreaterThanOrEqual(2.8 - px);
}

/** On a large TV and on a small one: its picture is made smaller for a moment, which costs no second advert. */
async function atBothSizes(page: Page, check: () => Promise<void>) {
  const large = page.viewportSize()!;
  await check();
  await page.setViewportSize({ width: 1280, height: 720 });
  await check();
  await page.setViewportSize(large);
}

const onScreen = (page: Page) =>
  page
    .locator('video')
    .evaluateAll((all) => all.filter((one) => getComputedStyle(one).visibility === 'visible').length);

test('a spot and a banner are shown whole, counted once, and OK opens the advertiser’s code', async ({
  browser,
  request,
  quiet,
}) => {
  test.setTimeout(240_000);
  quiet.allow(/ERR_INTERNET_DISCONNECTED/);
  const db = await database();
  const company = (await member(request, somebody('Vesna', 'Pekić'))).user.id;
  const owner = (await member(request, somebody('Rade', 'Šljivić'))).user.id;
  const region = 'BO';
  const spot = await runningCampaign(db, { company, region, kind: 'spot', file: film(8), seconds: 8 });
  const token = await linkedTv(db, owner, region);
  const tv = await turnOn(browser, quiet.watch, token);

  await expect.poll(() => onScreen(tv), { message: 'the programme plays' }).toBe(1);
  const ok = tv.getByText('Pritisnite OK za QR kod');
  await expect(ok).toBeVisible({ timeout: 120_000 });
  await expect(tv.getByText(/^Reklama/)).toContainText(/još \d s/);
  await tv.screenshot({ path: test.info().outputPath('spot.png') });
  await atBothSizes(tv, async () => {
    expectSafe(await box(ok.locator('..'), tv));
    expectSafe(await box(tv.getByText(/^Reklama/), tv));
  });
  await tv.keyboard.press('Enter');
  const code = tv.getByRole('dialog', { name: 'QR kod oglašivača' });
  await atBothSizes(tv, async () =>
    expectAt(await box(code, tv), { left: 74.06, top: 23.44, width: 20.94, height: 30 }),
  );
  expect(await tv.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  await tv.screenshot({ path: test.info().outputPath('spot-code.png') });
  await expect(tv.getByText(/^Reklama/)).toBeHidden({ timeout: 10_000 });
  // The code of a film stays eight seconds longer than the film.
  await expect(code).toBeVisible();
  await expect(code).toBeHidden({ timeout: 10_000 });

  await db.query("update campaigns set state = 'done' where id = $1", [spot]);
  await db.query('insert into revocations (campaign_id, at) values ($1, now())', [spot]);
  const shown = await runningCampaign(db, { company, region, kind: 'banner', file: await banner(), seconds: 15 });
  await tv.reload();
  await expect(tv.getByText('QR kod na ceo ekran')).toBeVisible({ timeout: 120_000 });
  const small = tv.getByRole('img', { name: 'QR kod oglašivača' });
  await atBothSizes(tv, async () => {
    expectAt(await box(tv.getByText('Reklama', { exact: true }), tv), { top: 2.8 });
    expectAt(await box(small, tv), { left: 5, top: 39.6875, width: 13.75, height: 13.75 });
    expectSafe(await box(tv.getByText('QR kod na ceo ekran').locator('..'), tv));
  });
  await tv.screenshot({ path: test.info().outputPath('banner.png') });
  await tv.keyboard.press('Enter');
  const plate = tv.getByRole('dialog', { name: 'QR kod oglašivača' });
  await expect(plate).toContainText('Otvara se pekaranauglu.example');
  await expect(plate).toContainText(/Kod ostaje još \d+ sekund/);
  await atBothSizes(tv, async () => {
    expectAt(await box(plate, tv), { left: 25, top: 8.2, width: 70, height: 32.72 });
    expectAt(await box(plate.getByRole('img'), tv), { width: 27, height: 27 });
  });
  await tv.screenshot({ path: test.info().outputPath('banner-code.png') });
  await tv.keyboard.press('Backspace');
  await expect(plate).toBeHidden();
  await expect(tv.getByText('Viđeno')).toBeVisible({ timeout: 20_000 });
  await atBothSizes(tv, async () => expectSafe(await box(tv.getByText('Viđeno'), tv)));
  await tv.screenshot({ path: test.info().outputPath('seen.png') });

  await tv.context().setOffline(true);
  await expect(tv.getByText(/^Nema interneta/)).toBeVisible({ timeout: 10_000 });
  await expect(tv.getByText('1 viđena reklama je sačuvana')).toBeVisible();
  await atBothSizes(tv, async () => {
    const words = await box(tv.getByText(/^Nema interneta/).locator('..'), tv);
    expectAt(words, { left: 5 });
    expectSafe(words);
  });
  await tv.screenshot({ path: test.info().outputPath('offline.png') });
  await tv.context().setOffline(false);
  await expect(tv.getByText('Veza se vratila')).toBeVisible({ timeout: 20_000 });
  await expect(tv.getByText('1 sačuvana reklama je poslata.')).toBeVisible();
  await expect.poll(() => playsOf(db, shown)).toMatchObject({ counted: 1 });
  await expect.poll(() => playsOf(db, spot)).toMatchObject({ counted: 1 });
  await db.end();
});

test('a spot that is taken down in the middle ends with the next answer, and the next advert is of another campaign', async ({
  browser,
  request,
  quiet,
}) => {
  test.setTimeout(240_000);
  const db = await database();
  const company = (await member(request, somebody('Vesna', 'Pekić'))).user.id;
  const owner = (await member(request, somebody('Rade', 'Šljivić'))).user.id;
  const region = 'LE';
  const spot = await runningCampaign(db, { company, region, kind: 'spot', file: film(30), seconds: 30 });
  const tv = await turnOn(browser, quiet.watch, await linkedTv(db, owner, region));
  const advert = tv.getByText(/^Reklama/);
  await expect(tv.getByText('Pritisnite OK za QR kod')).toBeVisible({ timeout: 120_000 });
  await db.query("update campaigns set state = 'withdrawn' where id = $1", [spot]);
  await db.query('insert into revocations (campaign_id, at) values ($1, now())', [spot]);
  const next = await runningCampaign(db, { company, region, kind: 'banner', file: await banner(1), seconds: 15 });
  // It would ask within a minute by itself; a line that is back lets it ask at once.
  await tv.evaluate(() => void window.dispatchEvent(new Event('online')));
  await expect(advert).toBeHidden({ timeout: 5_000 });
  await expect.poll(() => onScreen(tv), { message: 'the programme goes on' }).toBe(1);
  await expect(tv.getByText('QR kod na ceo ekran')).toBeVisible({ timeout: 150_000 });
  await expect.poll(async () => (await playsOf(db, next)).counted ?? 0, { timeout: 90_000 }).toBeGreaterThan(0);
  const { rows } = await db.query(
    "select outcome, progress_ms from plays where campaign_id = $1 and outcome <> 'returned'",
    [spot],
  );
  expect(rows.map(({ outcome }) => outcome)).toEqual(['short']);
  expect(rows[0].progress_ms).toBeLessThan(28_000);
  await db.end();
});

test('a TV that is switched off gives back what it will not show', async ({ browser, request, quiet }) => {
  const db = await database();
  const company = (await member(request, somebody('Vesna', 'Pekić'))).user.id;
  const owner = (await member(request, somebody('Rade', 'Šljivić'))).user.id;
  const campaign = await runningCampaign(db, {
    company,
    region: 'PI',
    kind: 'banner',
    file: await banner(),
    seconds: 15,
  });
  const tv = await turnOn(browser, quiet.watch, await linkedTv(db, owner, 'PI'));
  await expect
    .poll(async () => (await db.query('select 1 from leases where campaign_id = $1', [campaign])).rowCount)
    .toBeGreaterThan(3);
  await tv.waitForTimeout(1_500);
  await tv.goto('about:blank');
  await expect.poll(async () => (await playsOf(db, campaign)).returned ?? 0).toBeGreaterThan(3);
  await db.end();
});

/** Alters the server's answers on their way: some states take hours, or somebody's decision. */
const answering = (change: (answer: Record<string, unknown>, call: string) => object) => (page: Page) =>
  page.route(/\/api\/tv\/(bag|report)$/, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const call = route.request().url().split('/').at(-1)!;
    await route.fulfill({ response, json: response.ok() ? { ...answer, ...change(answer, call) } : answer });
  });

for (const width of [1920, 1280])
  test(`what a TV says stands where it is drawn, at ${width} pixels`, async ({ browser, request, quiet }) => {
    const db = await database();
    const owner = (await member(request, somebody('Rade', 'Šljivić'))).user.id;
    const token = await linkedTv(db, owner, 'SU');
    const said: Record<string, string> = {
      blocked: 'Ovaj televizor ne prikazuje reklame',
      unlicensed: 'Ovaj televizor prikazuje samo program',
      unplaced: 'Nedostaje podatak',
    };
    for (const [state, title] of Object.entries(said)) {
      const prepare = answering(() => ({ state, isPlaceMissing: state === 'unplaced', leases: [] }));
      const tv = await turnOn(browser, quiet.watch, token, { width, prepare });
      const words = tv.getByText(title, { exact: true });
      await expect(words).toBeVisible();
      const plate = await box(words.locator('..'), tv);
      expectAt(plate, { left: 5 });
      expect(Math.abs(56.25 - 2.9 - plate.top - plate.height) * plate.u).toBeLessThanOrEqual(1);
      expectSafe(plate);
      const sizes = await words
        .locator('..')
        .locator('p')
        .evaluateAll((all) => all.map((p) => parseFloat(getComputedStyle(p).fontSize)));
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(28);
      if (state === 'blocked') await expectAccessible(tv);
      await tv.screenshot({ path: test.info().outputPath(`${state}.png`) });
      if (state === 'unplaced') {
        const second = await tv.context().newPage();
        quiet.watch(second);
        await second.goto('/tv');
        await expect(second.getByText('Program već ide u drugom prozoru')).toBeVisible();
      }
      await tv.context().close();
    }
    await db.end();
  });

test('a café that waits to be confirmed reads nothing of it on its TV; one that nobody placed is asked for its place', async ({
  browser,
  request,
  quiet,
}) => {
  const db = await database();
  const owner = (await member(request, somebody('Rade', 'Šljivić'))).user.id;
  const tv = await turnOn(browser, quiet.watch, await linkedTv(db, owner, 'SU', 'cafe'));
  const missing = tv.getByText('Nedostaje podatak', { exact: true });
  await Promise.all([tv.waitForResponse('**/api/tv/bag'), tv.reload()]);
  await expect.poll(() => onScreen(tv)).toBe(1);
  await expect(missing).toHaveCount(0);
  await db.query('update tvs set region = null where tv_id in (select id from devices where profile_id = $1)', [owner]);
  await tv.reload();
  await expect(missing).toBeVisible();
  await db.end();
});

test('after hours without a key a TV asks whether somebody watches, gives its leases back, and goes on with the first key', async ({
  browser,
  request,
  quiet,
}) => {
  const db = await database();
  const company = (await member(request, somebody('Vesna', 'Pekić'))).user.id;
  const owner = (await member(request, somebody('Rade', 'Šljivić'))).user.id;
  const campaign = await runningCampaign(db, {
    company,
    region: 'ZR',
    kind: 'banner',
    file: await banner(),
    seconds: 15,
  });
  let bags = 0;
  const prepare = answering(({ asksAfter }, call) => {
    if (call === 'bag') bags += 1;
    return asksAfter === null ? {} : { asksAfter: 3 };
  });
  const token = await linkedTv(db, owner, 'ZR');
  const tv = await turnOn(browser, quiet.watch, token, {
    prepare: async (page) => {
      await prepare(page);
      // Its pictures never come, so that nothing but the question is on the screen.
      await page.route('**/api/tv/media/*', (route) => route.fulfill({ status: 200, body: 'other bytes' }));
    },
  });
  const question = tv.getByText('Da li još gledate?');
  await expect(question).toBeVisible({ timeout: 20_000 });
  await tv.screenshot({ path: test.info().outputPath('question.png') });
  await expect(question).toBeHidden({ timeout: 70_000 });
  await expect.poll(async () => (await playsOf(db, campaign)).returned ?? 0).toBeGreaterThan(3);
  const before = bags;
  await tv.keyboard.press('ArrowUp');
  await expect.poll(() => bags).toBe(before + 1);

  // At rest, and no household any more: nobody in a café holds the remote.
  await tv.goto('/tv?rests=3000');
  await expect(question).toBeVisible();
  expect(bags).toBe(before + 1);
  await db.query(
    "update tvs set venue = 'cafe', confirmed_at = now() where tv_id in (select id from devices where profile_id = $1)",
    [owner],
  );
  await tv.evaluate(() => void window.dispatchEvent(new Event('online')));
  await expect(question).toBeHidden({ timeout: 10_000 });
  await expect.poll(() => bags).toBe(before + 2);
  expect(new URL(tv.url()).search).toBe('');
  await db.end();
});

test('switched on without a network a TV shows the page that worked last, the programme, and no advert', async ({
  browser,
  request,
  quiet,
}) => {
  quiet.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch|503/);
  const db = await database();
  const owner = (await member(request, somebody('Rade', 'Šljivić'))).user.id;
  const token = await linkedTv(db, owner, 'VR');
  const tv = await turnOn(browser, quiet.watch, token, { keeps: true, prepare: (page) => page.clock.install() });
  await tv.evaluate(async () => void (await navigator.serviceWorker.ready));
  await tv.reload();
  await expect.poll(() => onScreen(tv)).toBe(1);
  await expect.poll(() => tv.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await tv.clock.fastForward('05:30');
  await expect.poll(() => tv.evaluate(async () => Boolean(await caches.match('/tv')))).toBe(true);
  const kept = await tv.goto('/tv?kept');
  expect(kept!.fromServiceWorker()).toBe(true);
  await expect.poll(() => onScreen(tv)).toBe(1);
  await tv.context().setOffline(true);
  await tv.reload();
  await expect(tv.getByText('Nema interneta', { exact: true })).toBeVisible();
  await expect(tv.getByText('Program ide dalje.')).toBeVisible();
  await db.end();
});

test('switched on while the server cannot answer, a linked TV shows its programme', async ({
  browser,
  request,
  quiet,
}) => {
  quiet.allow(/503/);
  const db = await database();
  const owner = (await member(request, somebody('Rade', 'Šljivić'))).user.id;
  const tv = await turnOn(browser, quiet.watch, await linkedTv(db, owner, 'VR'));
  await expect.poll(() => onScreen(tv)).toBe(1);
  const away = { code: 'SERVICE_UNAVAILABLE', status: 503, message: '', data: { seconds: 5 } };
  await tv.route(/\/api\/tv\//, (route) => route.fulfill({ status: 503, json: away }));
  await tv.reload();
  await expect.poll(() => onScreen(tv)).toBe(1);
  await db.end();
});

/** Makes everything that the service worker keeps of the site so many days older. */
const age = (page: Page, days: number) =>
  page.evaluate(async (ms) => {
    const cache = await caches.open('vidik-site-1');
    for (const request of await cache.keys()) {
      const kept = (await cache.match(request))!;
      const headers = new Headers(kept.headers);
      headers.set('x-kept-at', String(Number(headers.get('x-kept-at')) - ms));
      await cache.put(request, new Response(await kept.blob(), { headers }));
    }
  }, days * 86_400_000);

/** How many days ago the page itself was stored. */
const pageKept = (page: Page) =>
  page.evaluate(async () => {
    const kept = await (await caches.open('vidik-site-1')).match('/tv');
    return Math.round((Date.now() - Number(kept!.headers.get('x-kept-at'))) / 86_400_000);
  });

test('a TV keeps its page as long as it runs; switched on without a network after forty days it begins by itself once the line is back', async ({
  browser,
  request,
  quiet,
}) => {
  test.setTimeout(120_000);
  quiet.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|503/);
  const db = await database();
  const owner = (await member(request, somebody('Rade', 'Šljivić'))).user.id;
  const token = await linkedTv(db, owner, 'VR');
  const tv = await turnOn(browser, quiet.watch, token, { keeps: true, prepare: (page) => page.clock.install() });
  await tv.evaluate(async () => void (await navigator.serviceWorker.ready));
  await tv.reload();
  await expect.poll(() => onScreen(tv)).toBe(1);
  await expect.poll(() => tv.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await tv.clock.fastForward('05:30');
  await expect.poll(() => tv.evaluate(async () => Boolean(await caches.match('/tv')))).toBe(true);

  await age(tv, 20);
  await tv.clock.fastForward('24:00:00');
  // The clock of the page is a day ahead of the worker's.
  await expect.poll(() => pageKept(tv)).toBe(1);

  await age(tv, 40);
  await tv.context().setOffline(true);
  await tv.goto('/tv');
  await expect(tv.getByText('Nema veze sa internetom')).toBeVisible();
  await tv.context().setOffline(false);
  // The page loads itself anew in the middle of a look at it.
  await expect.poll(() => onScreen(tv).catch(() => 0), { timeout: 45_000 }).toBe(1);
  await db.end();
});

test('staff can have a TV linked anew, and a newer page is taken at night', async ({ browser, request, quiet }) => {
  const db = await database();
  const owner = (await member(request, somebody('Rade', 'Šljivić'))).user.id;
  const token = await linkedTv(db, owner, 'VR');
  let asked = 0;
  const tv = await turnOn(browser, quiet.watch, token, {
    prepare: async (page) => {
      await page.clock.install();
      await page.addInitScript(() => {
        Math.random = () => 0;
      });
      await answering((_, call) => {
        asked += 1;
        // Three in the morning in Belgrade.
        const now = new Date(`${new Date().toISOString().slice(0, 10)}T02:00:00Z`).toISOString();
        return { now, version: 'newer', ...(call === 'report' && asked > 6 ? { command: 'relink' } : {}) };
      })(page);
    },
  });
  await expect.poll(() => onScreen(tv)).toBe(1);
  const taken = tv.waitForEvent('load', { timeout: 30_000 });
  await tv.clock.fastForward('05:30');
  await taken;
  expect(await tv.evaluate(() => sessionStorage.getItem('vidik.tv.taken'))).toBe('newer');
  await expect.poll(() => onScreen(tv)).toBe(1);
  asked = 10;
  await tv.clock.fastForward('01:15');
  await expect(tv.getByText('Čekamo prijavu sa telefona…')).toBeVisible({ timeout: 30_000 });
  await db.end();
});
