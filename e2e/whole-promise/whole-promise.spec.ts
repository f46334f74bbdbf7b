import { existsSync } from 'node:fs';
import type { Browser, Locator, Page } from '@playwright/test';
import { type Day, daysLater, HOUR_MS } from '#domain/day.ts';
import { formatNumber } from '#domain/money.ts';
import { firstDay, monthOf, nextMonth } from '#domain/rewards/rules.ts';
import { dayOf, startOfDay } from '#domain/time.ts';
import { LAST_MOMENT_SECONDS, UNDO_SECONDS } from '#domain/undo.ts';
import { banner, film } from '../adverts-on-tv.ts';
import { buyDelivered } from '../delivered.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  another,
  expect,
  fillCompany,
  mailTo,
  member,
  PASSWORD,
  signInByHand,
  somebody,
  test,
} from '../story.ts';
import { openShop, type Shop } from './shop.ts';

/**
 * What is real: the clicks, the uploads, every minute of the TV and its time without network. What is not: payments are the sandbox's, and
 * between the three days of the story the servers are stopped and started with a clock that is ahead; the people's browsers follow it.
 */

const SERVERS = Number(process.env.STORY_SERVERS ?? 1);
const OFFLINE_MINUTES = Number(process.env.STORY_OFFLINE_MINUTES ?? 2);
const MINUTE = 60_000;
const HAS_FFMPEG = ['/usr/bin', '/usr/local/bin'].some((place) => existsSync(`${place}/ffmpeg`));
/** Dinars for a banner and for a second of a film. */
const RATES = { banner: 10, second: 1 };
const BUDGETS = { banner: 40, spot: 600 };
const BOUGHT = { banner: 7_500, spot: 75_000 };

const hourOf = (day: Day, hour: number, minute = 0) =>
  new Date(startOfDay(day).getTime() + hour * HOUR_MS + minute * MINUTE);

/** What TVs have in their logs and not reported. */
const keptBy = (tv: Page): Promise<number> =>
  tv.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('vidik.tv');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const counting = opening.result.transaction('plays').objectStore('plays').count();
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
  );

interface Totals {
  unit: string;
  bought: number;
  balance: number;
  held: number;
  settled: number;
  /** Of the raw plays. */
  counted: number;
}

/** A company's units: what came in, what stands, what campaigns hold, what was settled, what was counted. */
const totalsOf = (shop: Shop, email: string): Promise<Totals[]> =>
  shop.query<Totals>(
    `select u.unit, coalesce((select sum(delta) from ledger l where l.profile_id = p.id and l.unit = u.unit and reason <> 'shown'), 0)::int as bought,
       (case u.unit when 'banner' then p.l_banners else p.tv_seconds end)::int as balance,
       coalesce((select sum(budget - settled) from unit_reservations r where r.profile_id = p.id and r.unit = u.unit), 0)::int as held,
       -coalesce((select sum(delta) from ledger l where l.profile_id = p.id and l.unit = u.unit and reason = 'shown'), 0)::int as settled,
       coalesce((select sum(y.units) from plays y join unit_reservations r using (campaign_id)
         where r.profile_id = p.id and r.unit = u.unit and y.outcome = 'counted'), 0)::int as counted
     from profiles p cross join (values ('banner'), ('tv_second')) u (unit) where p.email = $1 order by 1`,
    [email],
  );

/** bought = free + reserved + settled + counted and not settled, by what the rows say. */
async function expectNoUnitLost(shop: Shop, email: string): Promise<void> {
  for (const { unit, bought, balance, held, settled, counted } of await totalsOf(shop, email)) {
    const free = balance - held;
    const open = counted - settled;
    expect(bought, unit).toBe(free + (held - open) + settled + open);
    expect(balance, unit).toBe(bought - settled);
    expect(held, `${unit}: what was counted is held until it is settled`).toBeGreaterThanOrEqual(open);
  }
}

/** In the queue: to servers that are days ahead of the database every mail is older than the 48 hours in which one is sent. */
const expectMail = (shop: Shop, email: string, template: string): Promise<void> =>
  expect
    .poll(
      async () => (await shop.query('select 1 from mails where "to" = $1 and template = $2', [email, template])).length,
    )
    .toBeGreaterThanOrEqual(1);

async function outcomes(shop: Shop): Promise<{ counted: number; other: number; repeats: number }> {
  const [row] = await shop.query<{ counted: number; other: number; repeats: number }>(
    `select (count(*) filter (where outcome = 'counted'))::int as counted,
       (count(*) filter (where outcome not in ('counted', 'returned')))::int as other, coalesce(sum(repeats), 0)::int as repeats from plays`,
  );
  return row!;
}

test('what a company bought is seen on a TV, counted once, paid for once, and the rest is the company’s again', async ({
  page,
  browser,
  request,
  quiet,
  baseURL,
}) => {
  test.setTimeout((18 + 2 * OFFLINE_MINUTES) * MINUTE);
  // The servers are away while their clock is moved, and the TV is without a network.
  quiet.allow(/status of (503|502|401|422)|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE/);
  if (!HAS_FFMPEG) test.info().annotations.push({ type: 'left out', description: 'the film: no ffmpeg here' });
  const shop = await openShop(SERVERS, baseURL!);
  try {
    await playStory(shop, { page, browser, request, quiet });
  } finally {
    await Promise.all(browser.contexts().map((context) => context.close()));
    await shop.close();
  }
});

type Stage = Pick<Parameters<Parameters<typeof test>[2]>[0], 'page' | 'browser' | 'request' | 'quiet'>;

async function playStory(shop: Shop, { page, browser, request, quiet }: Stage): Promise<void> {
  const company = somebody('Sofija', 'Obradović');
  const viewer = somebody('Đorđe', 'Mladenović');
  /** Somebody's browser, at the time of the shop. */
  async function open(email: string, password = PASSWORD): Promise<Page> {
    const opened = await another(browser, quiet, page, await signInByHand(request, email, password));
    opened.setDefaultTimeout(30_000);
    await opened.clock.install({ time: shop.now() });
    return opened;
  }
  const openAll = async () => ({
    firm: await open(company.email),
    home: await open(viewer.email),
    staff: await open(ADMIN_EMAIL, ADMIN_PASSWORD),
  });
  const closeAll = (people: object) => Promise.all(Object.values(people).map((one: Page) => one.context().close()));
  const step = test.step;

  // Today.
  await member(request, company);
  await member(request, viewer);
  const today = await openAll();
  const tomorrow = daysLater(dayOf(new Date()), 1);
  await step('staff publish what a viewer is rewarded with, from tomorrow on', () =>
    publishRule(today.staff, tomorrow),
  );
  await step('the company buys a package', () => buyPackage(today.firm));
  const serial = await step('the viewer buys a device and gets it', async () => {
    const bought = await buyDelivered(today.home, today.staff, viewer);
    return bought.serial;
  });
  await closeAll(today);

  // Tomorrow at noon.
  await shop.moveTo(hourOf(tomorrow, 12, 2));
  const { firm, home, staff } = await openAll();
  await step('the company’s banner is refused, mended, approved', async () => {
    await sendBanner(firm, tomorrow);
    await refuse(staff, 'Tople kifle');
    expect(await mailTo(company.email, 'campaigns.rejected')).toContain('sitniji od 28 px');
    await mend(firm);
    await approve(staff, 'Tople kifle');
    await expect(firm.getByText('Emituje se')).toBeVisible();
  });
  const bannerPage = firm.url();
  if (HAS_FFMPEG)
    await step('the company’s film is approved', async () => {
      await sendFilm(firm, tomorrow);
      await approve(staff, 'Slavski kolač');
      await expect(firm.getByText('Emituje se')).toBeVisible();
    });
  // While an approval can be taken back no TV gets the adverts, and the bag of a new TV is filled for twenty minutes at once.
  await firm.waitForTimeout((UNDO_SECONDS + LAST_MOMENT_SECONDS) * 1000);
  await firm.goto('/account#reklame');
  await expect(firm.getByText(`slobodno ${formatNumber(BOUGHT.banner - BUDGETS.banner)}`)).toBeVisible();
  await expectNoUnitLost(shop, company.email);

  const tv = await step('the viewer links a TV with licence, region and group', () =>
    linkTv(browser, quiet.watch, home, serial),
  );
  await step('the TV plays, and the company watches the number rise', async () => {
    await firm.goto(bannerPage);
    const number = countedOn(firm);
    await expect(tv.getByText('Reklama', { exact: true })).toBeVisible({ timeout: 90_000 });
    await expect(number).toHaveText('0');
    await expect(number, 'without reloading').toHaveText('1', { timeout: 150_000 });
    if (HAS_FFMPEG)
      await expect
        .poll(async () => (await totalsOf(shop, company.email))[1]!.counted, { timeout: 6 * MINUTE })
        .toBeGreaterThan(0);
    await staff.goto('/admin/tvs');
    await expect(staff.getByText('prikazuje sada')).toBeVisible();
  });

  await step(`the TV is without network for ${OFFLINE_MINUTES} minutes, and its plays arrive once`, async () => {
    await tv.context().setOffline(true);
    await expect(tv.getByText(/^Nema interneta/)).toBeVisible({ timeout: 40_000 });
    const before = await outcomes(shop);
    const alreadyKept = await keptBy(tv);
    await tv.waitForTimeout(OFFLINE_MINUTES * MINUTE);
    await expect.poll(() => keptBy(tv), { timeout: 2 * MINUTE }).toBeGreaterThan(alreadyKept);
    expect(await outcomes(shop), 'nothing arrives meanwhile').toEqual(before);
    // An advert that is on comes to its end first, so that the number does not change while it is sent.
    await expect(tv.getByText(/^Reklama/)).toBeHidden({ timeout: 40_000 });
    const kept = await keptBy(tv);
    const reporting = tv.waitForRequest('**/api/tv/report');
    await tv.context().setOffline(false);
    await expect(tv.getByText('Veza se vratila')).toBeVisible({ timeout: 40_000 });
    await expect.poll(() => keptBy(tv)).toBe(0);
    const once = { counted: before.counted + kept, other: before.other };
    expect(await outcomes(shop)).toEqual({ ...once, repeats: before.repeats });
    // The same report twice more, as of a TV that did not hear the answer.
    const report = await reporting;
    for (const time of [1, 2]) {
      const again = await request.post('/api/tv/report', {
        headers: { authorization: (await report.headerValue('authorization'))! },
        data: report.postDataJSON(),
      });
      expect(again.status()).toBe(200);
      expect(await outcomes(shop), 'said again').toEqual({ ...once, repeats: before.repeats + time * kept });
    }
    const { banners } = await screenSum(shop, company.email);
    await expect(countedOn(firm)).toHaveText(formatNumber(banners));
  });
  await step('a switched-off TV gives back what it will not show', async () => {
    await tv.goto('about:blank');
    await tv.context().close();
    await expectNoUnitLost(shop, company.email);
  });
  const answered = shop.address.answered('/api/tv/');
  if (SERVERS > 1) for (const calls of answered) expect(calls, `calls of the TV: ${answered}`).toBeGreaterThan(1);
  await closeAll({ firm, home, staff });
  const { banners, seconds } = await screenSum(shop, company.email);
  const earned = banners * RATES.banner + seconds * RATES.second;

  // The fifth of the next month, in the morning.
  const month = monthOf(tomorrow);
  await shop.moveTo(hourOf(daysLater(firstDay(nextMonth(month)), 4), 6, 30));
  await shop.run(
    ...[
      'campaigns.close-hours',
      'playout.fold',
      'playout.sums',
      'playout.partitions',
      'playout.prove',
      'rewards.prove',
    ],
  );
  const later = await openAll();
  await step('the month is closed, and the viewer has the statement', async () => {
    await closeMonth(later.staff, earned);
    await expectMail(shop, viewer.email, 'rewards.statement');
    await later.home.goto('/account#nagrade');
    await expect(
      later.home.getByText(new RegExp(`${inDinars(earned).replace('.', '\\.')}\\sRSD`)).first(),
    ).toBeVisible();
    await expect(later.home.getByText('Za isplatu').first()).toBeVisible();
  });
  await step('the campaigns end, and what was not shown is the company’s again', async () => {
    for (const name of HAS_FFMPEG ? ['Tople kifle', 'Slavski kolač'] : ['Tople kifle']) await end(later.firm, name);
    for (const { balance, held, settled, counted } of await totalsOf(shop, company.email)) {
      expect(held).toBe(0);
      expect(settled).toBe(counted);
      await later.firm.goto('/account#reklame');
      await expect(later.firm.getByText(`slobodno ${formatNumber(balance)}`)).toBeVisible();
    }
    await shop.run('campaigns.tell-done');
    await expectMail(shop, company.email, 'campaigns.done');
  });
  await shop.run('playout.fold', 'playout.prove', 'rewards.prove');
  await expectNoUnitLost(shop, company.email);
  const proofs = await shop.query<{ differences: string[] }>(
    'select differences from unit_proofs union all select differences from reward_proofs',
  );
  expect(proofs.flatMap(({ differences }) => differences)).toEqual([]);
  expect(proofs.length).toBeGreaterThanOrEqual(2);
  await later.staff.goto('/admin/rewards');
  await expect(later.staff.getByText(/zbir\s=\sprikazi\s=\sknjiga$/)).toBeVisible();
}

const inDinars = (dinars: number) => `${formatNumber(dinars)},00`;

/** What the raw plays of a company come to. */
async function screenSum(shop: Shop, email: string): Promise<{ banners: number; seconds: number }> {
  const [banners, seconds] = await totalsOf(shop, email);
  return { banners: banners!.counted, seconds: seconds!.counted };
}

const countedOn = (page: Page): Locator =>
  page.getByRole('region', { name: 'Šta je prikazano' }).getByRole('definition').first();

async function publishRule(staff: Page, from: Day): Promise<void> {
  await staff.goto('/admin/rewards');
  const rules = staff.getByRole('region', { name: 'Pravila nagrade' });
  await rules.getByLabel('Važi od').fill(from);
  await rules.getByLabel('Dnevno najviše (RSD)').fill('1000');
  await rules.getByLabel(/baner\s\(RSD/).fill(String(RATES.banner));
  await rules.getByLabel(/^TV\ssekunda/).fill(String(RATES.second));
  await rules.getByLabel('Najmanja isplata (RSD)').fill('5');
  await rules.getByRole('button', { name: 'Objavi pravilo' }).click();
  await expect(staff.getByText(/^Pravilo je objavljeno i važi od/)).toBeVisible();
}

async function buyPackage(firm: Page): Promise<void> {
  await firm.goto('/marketing-packages');
  await firm.getByRole('link', { name: /^Kupite sada: paket Standard/ }).click();
  await fillCompany(firm, '100002887');
  await firm.getByRole('button', { name: 'Pretplati se uz obavezu plaćanja' }).click();
  await expect(firm.getByText('Matični broj deluje neispravno.')).toBeVisible();
  await firm.getByRole('button', { name: 'Pretplati se uz obavezu plaćanja' }).click();
  await firm.getByRole('button', { name: /^Plati 249/ }).click();
  await expect(firm.getByRole('heading', { name: 'Uspešno plaćanje!' })).toBeVisible();
  await firm.goto('/account#reklame');
  await expect(firm.getByText(`slobodno ${formatNumber(BOUGHT.banner)}`)).toBeVisible();
}

const picture = async (shade: number, name: string) => ({ name, mimeType: 'image/webp', buffer: await banner(shade) });

async function sendBanner(firm: Page, from: Day): Promise<void> {
  await firm.goto('/account#reklame');
  await firm.getByRole('button', { name: 'Napravite prvu kampanju' }).click();
  await firm.getByLabel('Naziv kampanje').fill('Tople kifle');
  await firm.getByLabel('Adresa koju otvara QR kod').fill('https://pekara.example/kifle');
  await firm.getByLabel('Izaberi datoteku').setInputFiles(await picture(0, 'sitno.webp'));
  await expect(firm.getByText(/1920 × 1080 px · .* · spremno za pregled/)).toBeVisible();
  await firm.getByRole('button', { name: 'Svi regioni' }).last().click();
  await firm.getByRole('button', { name: /^Niš/ }).click();
  await firm.getByRole('button', { name: /^Domaćinstv/ }).click();
  await fillRest(firm, from, BUDGETS.banner);
  await sendIt(firm);
}

async function fillRest(firm: Page, from: Day, budget: number): Promise<void> {
  await firm.getByLabel('Od', { exact: true }).fill(from);
  await firm.getByLabel('Do', { exact: true }).fill(daysLater(from, 60));
  await firm.getByLabel('Budžet kampanje').fill(String(budget));
  await firm.getByLabel('Što brže').check();
  await firm.getByLabel('Da li reklama govori').selectOption({ label: 'Ništa od ovoga' });
}

async function sendIt(firm: Page): Promise<void> {
  await firm.getByLabel('Imamo prava na sve').check();
  await firm.getByRole('button', { name: /^(Pošalji na pregled|Ispravi i pošalji ponovo)$/ }).click();
  await expect(firm.getByText('Kampanja je na pregledu.')).toBeVisible();
}

async function openReview(staff: Page, name: string): Promise<void> {
  await staff.goto('/admin/campaigns');
  await staff.getByRole('button', { name: new RegExp(name) }).click();
  await expect(staff.getByRole('heading', { name })).toBeVisible();
}

async function refuse(staff: Page, name: string): Promise<void> {
  await openReview(staff, name);
  await staff.keyboard.press('b');
  await staff.getByRole('button', { name: 'Tekst je previše sitan' }).click();
  await staff.getByRole('button', { name: 'Odbij i pošalji' }).click();
  await expect(staff.getByText(`„${name}“ je vraćena firmi.`)).toBeVisible();
}

async function approve(staff: Page, name: string): Promise<void> {
  await openReview(staff, name);
  await staff.getByRole('button', { name: 'Odobri' }).click();
  await expect(staff.getByText(new RegExp(`^„${name}“ je odobrena`))).toBeVisible();
}

async function mend(firm: Page): Promise<void> {
  await expect(firm.getByText('Razlog zbog kog je kampanja vraćena:')).toBeVisible();
  await firm.getByRole('button', { name: 'Ukloni: sitno.webp' }).click();
  await firm.getByLabel('Izaberi datoteku').setInputFiles(await picture(40, 'krupno.webp'));
  await expect(firm.getByText('sitno.webp')).toBeHidden();
  await expect(firm.getByText(/1920 × 1080 px · .* · spremno za pregled/)).toBeVisible();
  await sendIt(firm);
}

async function sendFilm(firm: Page, from: Day): Promise<void> {
  await firm.goto('/account#reklame');
  await firm.getByRole('button', { name: 'Nova kampanja' }).click();
  await firm.getByLabel('Naziv kampanje').fill('Slavski kolač');
  await firm.getByLabel('Adresa koju otvara QR kod').fill('https://pekara.example/slava');
  await firm.getByText('TV spot', { exact: true }).click();
  await expect(firm.getByText(/^MP4, MOV ili WebM do 200\sMB/)).toBeVisible();
  await firm
    .getByLabel('Izaberi datoteku')
    .setInputFiles({ name: 'slava.mp4', mimeType: 'video/mp4', buffer: film(6) });
  await expect(firm.getByText(/^6 s · 640 × 360 px · .* MB · spremno za pregled$/)).toBeVisible({ timeout: 120_000 });
  await fillRest(firm, from, BUDGETS.spot);
  await sendIt(firm);
}

async function linkTv(browser: Browser, watch: (page: Page) => void, home: Page, serial: string): Promise<Page> {
  const { baseURL, timezoneId } = test.info().project.use;
  const context = await browser.newContext({
    baseURL: new URL(baseURL!).origin,
    timezoneId: timezoneId!,
    reducedMotion: 'reduce',
    viewport: { width: 1920, height: 1080 },
    serviceWorkers: 'block',
  });
  const tv = await context.newPage();
  watch(tv);
  await tv.goto('/tv');
  const address = await tv.getByText('Bez kamere?').innerText();
  await home.goto(`/device-login/${/device-login\/(\d+)/.exec(address)![1]}`);
  await home.getByLabel('Region').selectOption({ label: 'Niš' });
  await home.getByLabel('Domaćinstvo').check();
  await expect(home.getByLabel('Serijski broj uređaja')).toHaveValue(serial);
  await home.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(home.getByText('Sačuvano. Važi od sledeće reklame.')).toBeVisible();
  // Its next bag comes in minutes; a reload asks at once.
  await tv.reload();
  return tv;
}

async function closeMonth(staff: Page, earned: number): Promise<void> {
  await staff.goto('/admin/rewards');
  await expect(staff.getByText(inDinars(earned)).first()).toBeVisible();
  await staff.getByRole('button', { name: /^Zaključi / }).click();
  const question = staff.getByRole('dialog');
  await expect(question.getByText(/1\sobračun, /)).toContainText(inDinars(earned));
  await question.getByRole('button', { name: /^Zaključi / }).click();
  await expect(staff.getByText(/je zaključen\. 1\sporuka je u redu za slanje\./)).toBeVisible();
}

async function end(firm: Page, name: string): Promise<void> {
  await firm.goto('/account#reklame');
  await firm
    .getByRole('link', { name: new RegExp(name) })
    .first()
    .click();
  await firm.getByRole('button', { name: 'Završi kampanju' }).click();
  await firm.getByRole('dialog').getByRole('button', { name: 'Završi kampanju' }).click();
  await expect(firm.getByText('Kampanja je završena.')).toBeVisible();
}
