import { eq, inArray, isNull, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { CAMPAIGN_STATES } from '#domain/campaigns/rules.ts';
import { DAY_MS } from '#domain/day.ts';
import { LEASE_OUTCOMES } from '#domain/playout/rules.ts';
import { profiles } from '../../accounts/schema.ts';
import { findContradictions } from '../../backup/proofs.ts';
import { describeCampaigns } from '../../campaigns/describe-campaigns.ts';
import { campaigns, creatives } from '../../campaigns/schema.ts';
import { devices } from '../../devices/schema.ts';
import { endCampaigns } from '../../flows/campaigns/campaign-states.ts';
import { closeHours } from '../../flows/campaigns/close-hours.ts';
import { notifyDone } from '../../flows/campaigns/notify-done.ts';
import { notifyLow } from '../../flows/campaigns/notify-low.ts';
import { ensureSuperAdmin } from '../../flows/super-admin/ensure-super-admin.ts';
import { payouts } from '../../payouts/schema.ts';
import { mails } from '../../platform/mail.schema.ts';
import { dropPartitions, makePartitions } from '../../playout/partitions.ts';
import { addReleasedUnits, updateSilentUnits } from '../../playout/reservations.ts';
import { plays, tvs, unitProofs } from '../../playout/schema.ts';
import { sumHours } from '../../playout/sum-hours.ts';
import { tvScreens, tvSuspicions } from '../../playout/tvs/schema.ts';
import { findRewardDifferences, proveRewards } from '../../rewards/prove.ts';
import { rewardMonths, rewardObjections, rewardProofs, rewardRules, rewardStatements } from '../../rewards/schema.ts';
import { specialPlaces, specialRuns } from '../../special/schema.ts';
import { testApp } from '../../test/app.ts';
import { faultsOf } from '../../test/books.ts';
import { imbalances } from '../../test/simulated-customers.ts';
import { seedYear } from '../year.ts';
import { playAdverts } from './play-adverts.ts';

const PASSWORD = 'demo-lozinka-2026';
const app = await testApp({ env: { SUPER_ADMIN_PASSWORD: PASSWORD } });
const { db, deps, config, clock } = app;
// An evening of its own, so that it is the same one on every day it is tested; October is closed then and November is not.
clock.now = new Date('2026-11-25T19:20:00Z');
await ensureSuperAdmin(deps);
const year = await seedYear(deps, { password: PASSWORD });
const [desk] = await db.select().from(profiles).where(eq(profiles.email, config.superAdmin.email));
await playAdverts(deps, year, desk!);

async function expectProofs(): Promise<void> {
  const { rows } = await db.execute(sql`select what, id from unit_differences`);
  expect(rows).toEqual([]);
  expect(await findRewardDifferences(db)).toEqual([]);
  expect(await faultsOf(db)).toEqual([]);
  expect(await imbalances(app)).toEqual([]);
}

test('units, rewards, books and balances agree on what was shown, and the proofs of the last night say so', async () => {
  await expectProofs();
  expect(await findContradictions(db)).toEqual([]);
  const nights = [...(await db.select().from(unitProofs)), ...(await db.select().from(rewardProofs))];
  expect(nights.map(({ day }) => day)).toContain('2026-11-25');
  expect(nights.flatMap(({ differences }) => differences)).toEqual([]);
});

test('eight companies, and one with a special package, have campaigns in every state, with pictures, and every reason for which a play does not count', async () => {
  const all = await describeCampaigns(db, undefined, clock.now);
  expect(new Set(all.map(({ company }) => company)).size).toBe(9);
  expect(new Set(all.map(({ campaign }) => campaign.state))).toEqual(new Set(CAMPAIGN_STATES));
  const shown = new Set(all.map(({ shown }) => shown.state));
  expect(['scheduled', 'active', 'behind'].filter((state) => !shown.has(state as 'active'))).toEqual([]);
  expect(all.filter(({ shown }) => shown.picture?.file == null)).toEqual([]);
  expect(await db.$count(creatives)).toBeGreaterThan(PICTURES);
  const outcomes = await db.selectDistinct({ outcome: plays.outcome }).from(plays);
  expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(LEASE_OUTCOMES));
});
const PICTURES = 15;

test('films are shown as well where there is ffmpeg, and a special package waits for its places', async () => {
  const spots = await db.select().from(campaigns).where(eq(campaigns.kind, 'spot'));
  const ready = await db
    .select()
    .from(creatives)
    .where(
      inArray(
        creatives.campaignId,
        spots.map(({ id }) => id),
      ),
    );
  expect(spots.map(({ state }) => state).toSorted()).toEqual(['approved', 'approved', 'review']);
  expect(ready.map(({ seconds }) => seconds).toSorted()).toEqual([6, 8, 8]);
  const { rows } = await db.execute(sql`select count(*)::int as plays from plays join campaigns c on c.id = campaign_id
    where c.kind = 'spot' and outcome = 'counted'`);
  expect(rows[0]!.plays).toBeGreaterThan(100);
  const runs = await db.select().from(specialRuns);
  expect(runs.filter(({ campaignId }) => campaignId !== null)).toHaveLength(1);
  expect(await db.$count(specialPlaces)).toBeGreaterThan(5);
});

test('no play began before its campaign, after it was stopped, or at the same time as another counted one of its TV', async () => {
  const { rows } = await db.execute<Record<string, number>>(sql`select
    (select count(*) from plays p join campaigns c on c.id = p.campaign_id where p.started_at < c.starts_at or p.started_at > c.ends_at)::int as outside,
    (select count(*) from plays p join revocations r on r.campaign_id = p.campaign_id where p.outcome = 'counted' and p.started_at > r.at)::int as stopped,
    (select count(*) from plays a join plays b on b.tv_id = a.tv_id and b.hour = a.hour and b.lease_id <> a.lease_id
      and a.started_at < b.ended_at and b.started_at < a.ended_at where a.outcome = 'counted' and b.outcome = 'counted')::int as twice,
    (select count(*) from plays where reported_at > ${clock.now})::int as future`);
  expect(rows[0]).toEqual({ outside: 0, stopped: 0, twice: 0, future: 0 });
});

test('sixty linked TVs stand where their owners live, most of them at home, each on a device of its owner', async () => {
  const linked = await db.select().from(devices).where(isNull(devices.unlinkedAt));
  expect(linked).toHaveLength(60);
  const placed = await db.select().from(tvs);
  expect(placed.filter(({ region }) => region === 'BG').length).toBeGreaterThan(15);
  const homes = placed.filter(({ venue }) => venue === 'household').length;
  expect(homes).toBeGreaterThan(33);
  expect(homes).toBeLessThan(46);
  expect(
    placed.filter(({ venue, confirmedAt }) => venue && venue !== 'household' && !confirmedAt).length,
  ).toBeGreaterThan(2);
  expect(placed.filter(({ venue }) => venue === null)).toHaveLength(1);
  expect(placed.filter(({ blockedAt }) => blockedAt)).toHaveLength(1);
  const suspicions = await db.selectDistinct({ kind: tvSuspicions.kind }).from(tvSuspicions);
  expect(suspicions.map(({ kind }) => kind).sort()).toEqual(['network', 'rhythm']);
  const screens = await db.select().from(tvScreens);
  expect(screens.some(({ lastError }) => lastError !== '')).toBe(true);
  expect(screens.filter(({ seenAt }) => seenAt.getTime() > clock.now.getTime() - 60_000).length).toBeGreaterThan(20);
});

test('the last month is closed with statements in every state, some of them paid by the bank, and this month is open', async () => {
  expect((await db.select().from(rewardMonths)).map(({ month }) => month)).toEqual(['2026-10-01']);
  const states = await db.selectDistinct({ state: rewardStatements.state }).from(rewardStatements);
  expect(states.map(({ state }) => state).sort()).toEqual(['carried', 'held', 'paid', 'payable']);
  expect(await db.$count(payouts, eq(payouts.state, 'done'))).toBeGreaterThan(1);
  expect(await db.$count(rewardObjections)).toBe(1);
  expect((await db.select().from(rewardRules)).map(({ validFrom }) => validFrom).at(-1)).toBe('2026-12-01');
  expect(await db.$count(payouts, eq(payouts.state, 'ready'))).toBeGreaterThan(1);
});

test('a server that starts on it mails nobody about it, and its jobs change nothing that was shown', async () => {
  expect(await db.$count(mails, eq(mails.state, 'queued'))).toBe(0);
  const before = await db.$count(plays);
  await makePartitions(db, clock.now);
  await dropPartitions(db, clock.now);
  await addReleasedUnits(db);
  await updateSilentUnits(db, clock.now);
  await closeHours(deps);
  await sumHours(db, clock.now);
  await db.transaction((tx) => endCampaigns(tx, clock.now));
  await notifyDone(deps);
  await notifyLow(deps);
  expect(await db.$count(mails, eq(mails.state, 'queued'))).toBe(0);
  expect(await db.$count(plays)).toBe(before);
  await expectProofs();
});

test('four days later every hour is closed, and units, rewards and balances still agree', async () => {
  clock.now = new Date(clock.now.getTime() + 4 * DAY_MS);
  await closeHours(deps);
  await addReleasedUnits(db);
  await sumHours(db, clock.now);
  await db.transaction((tx) => endCampaigns(tx, clock.now));
  await proveRewards(deps);
  await expectProofs();
  const over = await db
    .select()
    .from(campaigns)
    .where(inArray(campaigns.state, ['withdrawn', 'done']));
  const { rows } = await db.execute<{ held: number }>(sql`
    select coalesce(sum(budget - settled), 0)::int as held from unit_reservations
    where campaign_id = any(${sql.param(over.map(({ id }) => id))}::uuid[])`);
  expect(rows[0]).toEqual({ held: 0 });
});
