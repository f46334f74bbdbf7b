import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS, type Day, HOUR_MS } from '#domain/day.ts';
import {
  classifyPlay,
  hourOf,
  LATE_REPORT_HOURS,
  type LeaseFacts,
  OVERLAP_TOLERANCE,
  REPORT_HOURS,
  reportEnds,
} from '#domain/playout/rules.ts';
import { earliestRule, isAtCeiling, rewardOf, ruleOn } from '#domain/rewards/rules.ts';
import { dayOf } from '#domain/time.ts';
import { profiles } from '../accounts/schema.ts';
import { addEntries, lockBalances } from '../advertising/ledger.ts';
import { campaigns, creatives } from '../campaigns/schema.ts';
import { blockTv, unblockTv } from '../flows/campaigns/block-tv.ts';
import { freeUnits, resume, stop } from '../flows/campaigns/campaign-states.ts';
import { closeHours } from '../flows/campaigns/close-hours.ts';
import { lockCampaigns, takeFromCampaigns } from '../flows/campaigns/take-back.ts';
import { systemActor } from '../platform/audit.ts';
import { findRewardDifferences, proveRewards } from '../rewards/prove.ts';
import { rewardEntries, rewardRules } from '../rewards/schema.ts';
import { testAdverts } from '../test/adverts.ts';
import { testApp } from '../test/app.ts';
import { person } from '../test/people.ts';
import { isLong, SEED, size } from '../test/size.ts';
import { takeBag } from './bag/take-bag.ts';
import { makePartitions } from './partitions.ts';
import { reportPlays } from './report-plays.ts';

/**
 * Two TVs and two campaigns through days of lost answers, repeats, other orders, crashes, wrong clocks, pauses, blocks and refunds, beside a
 * model in a few plain maps that knows what is valid. What the company pays is the distinct valid plays, what viewers earn is these by the
 * rule of their day up to its ceiling, and no unit appears or disappears.
 */
const HISTORIES = size(5, 1_000);
const BOUGHT = 200;
/** After its window has opened, a lease is reported and closed in this moment. */
const CLOSING = (1 + REPORT_HOURS) * HOUR_MS + 10 * 60_000;
/** A report of a lease whose hour is longer ago is of an unknown lease. */
const FORGOTTEN = (1 + REPORT_HOURS + LATE_REPORT_HOURS) * HOUR_MS;

const app = await testApp();
const { db, clock } = app;
clock.now = new Date('2027-03-27T20:40:00Z');
const adverts = await testAdverts(app);
const staff = { ...systemActor, id: (await person(app, 'superAdmin')).id };

const faults = [
  'whole',
  'whole',
  'whole',
  'whole',
  'hidden',
  'short',
  'over another',
  'a day ahead',
  'a day behind',
] as const;
const orders = ['as shown', 'backwards', 'newer half'] as const;
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('bag' as const),
      tv: fc.nat(1),
      crashes: fc.boolean(),
      isLost: fc.boolean(),
      /** Both TVs ask at the same moment. */
      both: fc.boolean(),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({ do: fc.constant('show' as const), tv: fc.nat(1), how: fc.constantFrom(...faults) }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('report' as const),
      tv: fc.nat(1),
      times: fc.integer({ min: 1, max: 3 }),
      crashes: fc.boolean(),
      isLost: fc.boolean(),
      unplayed: fc.nat(3),
      order: fc.constantFrom(...orders),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 9, 25, 60, 600) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('away' as const), days: fc.constantFrom(1, 4) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      what: fc.constantFrom('pause' as const, 'resume' as const, 'end' as const, 'take down' as const),
      campaign: fc.nat(1),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('block' as const), isOn: fc.boolean(), tv: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refund' as const), units: fc.integer({ min: 1, max: 150 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('report late' as const), tv: fc.nat(1), crashes: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('rule' as const),
      /** Hundredths of a para for a play, and para for a day of a TV. */
      banner: fc.integer({ min: 1_000, max: 9_999 }),
      ceiling: fc.integer({ min: 20, max: 200 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('night' as const) }) },
);
/** Most of what happens is that TVs show what they got. */
const evening = fc
  .tuple(fc.nat(1), fc.array(step, { minLength: 4, maxLength: 10 }), fc.integer({ min: 1, max: 3 }))
  .map(([tv, steps, times]) => [
    { do: 'bag' as const, tv, crashes: false, isLost: false, both: false },
    { do: 'show' as const, tv, how: 'whole' as const },
    { do: 'show' as const, tv, how: 'whole' as const },
    ...steps,
    { do: 'report' as const, tv, times, crashes: false, isLost: true, unplayed: 0, order: 'as shown' as const },
  ]);
const life = fc.array(evening, { minLength: 2, maxLength: 6 }).map((evenings) => evenings.flat());
type Step = typeof life extends fc.Arbitrary<(infer S)[]> ? S : never;

interface KnownLease extends Omit<LeaseFacts, 'revokedAt'> {
  id: string;
  campaign: number;
  tv: number;
  issuedAt: Date;
  isUsed: boolean;
  /** The TV got the answer that had it. */
  isHeard: boolean;
}
type PlayedAdvert = ReturnType<typeof adverts.shown>;

/** Takes what TVs report and says for how many units the company pays. */
interface Counter {
  report(tvId: string, plays: readonly PlayedAdvert[], unplayed: readonly string[]): Promise<unknown>;
  billed(company: string, refunded: number): Promise<number>;
}
const ours: Counter = {
  report: (tvId, plays, unplayed) => reportPlays(db, tvId, { plays, unplayed }, clock.now),
  async billed(company, refunded) {
    const [row] = await db.select().from(profiles).where(eq(profiles.id, company));
    return BOUGHT - refunded - row!.bannerBalance;
  },
};
/** Counts as a player's log is counted elsewhere: whatever is sent and has sensible times raises a counter. */
function incrementing(): Counter {
  let count = 0;
  return {
    async report(tvId, plays, unplayed) {
      count += plays.filter(({ startedAt, shownMs }) => shownMs > 0 && startedAt <= clock.now).length;
      await ours.report(tvId, plays, unplayed);
    },
    billed: async () => count,
  };
}

const crash = new Error('the server dies before it commits');
/** The database of a server that does its work and dies before the commit. */
const dying: typeof db = Object.assign(Object.create(db), {
  transaction: (work: Parameters<typeof db.transaction>[0], config: Parameters<typeof db.transaction>[1]) =>
    db.transaction(async (tx) => {
      await work(tx);
      throw crash;
    }, config),
});

/** What viewers are rewarded by, the oldest rule first. */
const rules: { validFrom: Day; banner: number; tvSecond: number; ceiling: number }[] = [];
async function publish(validFrom: Day, banner: number, ceiling: number): Promise<void> {
  if (rules.some((rule) => rule.validFrom >= validFrom)) return;
  const rule = { validFrom, banner, tvSecond: 0, ceiling };
  rules.push(rule);
  await db
    .insert(rewardRules)
    .values({ ...rule, id: randomUUID(), smallest: 1, publishedAt: clock.now, publishedBy: staff.id });
}
await publish(dayOf(clock.now), 4_000, 100);

async function holds(counter: Counter, steps: readonly Step[]): Promise<void> {
  await db.update(campaigns).set({ state: 'done' });
  const company = await adverts.company({ banners: BOUGHT, tvSeconds: 0 });
  const endsAt = new Date(clock.now.getTime() + 30 * DAY_MS);
  const caps = [null, 5];
  const ids = [
    await adverts.campaign(company, { budget: 60, endsAt }),
    await adverts.campaign(company, { budget: 9, cap: 5, endsAt }),
  ];
  for (const id of ids) expect(await adverts.approve(id)).toBe(true);
  const adverted = await db.select().from(creatives);
  const screens = [await adverts.tv(), await adverts.tv()];

  const known = new Map<string, KnownLease>();
  const logs: PlayedAdvert[][] = [[], []];
  const shown: (PlayedAdvert | undefined)[] = [];
  const stops: Date[][] = [[], []];
  const states = ['approved', 'approved'];
  const blocked = [false, false];
  const countsSince: (Date | undefined)[] = [];
  /** What the model holds to be written, by lease. */
  const written = new Map<string, string>();
  const counted: { lease: KnownLease; from: number; to: number }[] = [];
  /** Units that were paid back, and are the company's no more. */
  let refunded = 0;

  function judgeAll(tv: number, plays: readonly PlayedAdvert[], unplayed: readonly string[]): void {
    for (const play of plays.toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime())) {
      const lease = known.get(play.lease)!;
      if (hourOf(lease.opensAt).getTime() < clock.now.getTime() - FORGOTTEN) continue;
      const [from, to] = [play.startedAt.getTime(), play.startedAt.getTime() + play.shownMs];
      const own = counted.filter((one) => one.lease.tv === tv);
      const outcome = classifyPlay({
        ...play,
        isKnown: written.has(lease.id),
        lease: {
          ...lease,
          revokedAt: stops[lease.campaign]!.find((at) => at.getTime() >= lease.issuedAt.getTime() - 2_000) ?? null,
        },
        isBlocked: blocked[tv]! || (countsSince[tv] !== undefined && play.startedAt < countsSince[tv]),
        receivedAt: clock.now,
        overlaps: own.some((one) => one.from < to - OVERLAP_TOLERANCE && from < one.to - OVERLAP_TOLERANCE),
        countedToday: own.filter(
          (one) => one.lease.campaign === lease.campaign && dayOf(one.lease.opensAt) === dayOf(lease.opensAt),
        ).length,
      });
      if (outcome === 'duplicate') continue;
      written.set(lease.id, outcome);
      if (outcome === 'counted') counted.push({ lease, from, to });
    }
    for (const id of unplayed) {
      if (!written.has(id) && clock.now <= reportEnds(known.get(id)!.closesAt)) written.set(id, 'returned');
    }
  }

  async function decide({ what, campaign }: Extract<Step, { do: 'decide' }>): Promise<void> {
    const id = ids[campaign]!;
    if (what === 'resume') {
      // Clocks of servers may be two seconds apart, and so is what is paused and resumed at once.
      clock.now = new Date(clock.now.getTime() + 3_000);
      if (await db.transaction((tx) => resume(tx, id, clock.now))) states[campaign] = 'approved';
      return;
    }
    const state = ({ pause: 'paused', end: 'done', 'take down': 'withdrawn' } as const)[what];
    const may = states[campaign] === 'approved' || (what !== 'pause' && states[campaign] === 'paused');
    expect(await db.transaction((tx) => stop(tx, id, state, () => clock.now))).toBe(may);
    if (!may) return;
    stops[campaign]!.push(clock.now);
    states[campaign] = state;
  }

  /** Takes what is free, then what campaigns hold and no TV has, as a refund does; a play that is reported meanwhile is counted all the same. */
  async function refund(units: number): Promise<void> {
    clock.now = new Date(clock.now.getTime() + 3_000);
    const before = refunded;
    refunded += await db.transaction(async (tx) => {
      await lockCampaigns(tx, company.id);
      const balances = (await lockBalances(tx, company.id))!;
      const free = Math.min(units, Math.max(0, (await freeUnits(tx, company.id, balances)).banners));
      const missing = { banners: units - free, tvSeconds: 0 };
      const taken = free + (await takeFromCampaigns(tx, app.deps, company.id, missing, 'refund')).banners;
      const entry = { reason: 'refund' as const, reference: `refund ${randomUUID()}`, banners: -taken, tvSeconds: 0 };
      await addEntries(tx, systemActor, company.id, entry);
      return taken;
    });
    const open = [...known.values()].filter(({ id, closesAt }) => !written.has(id) && clock.now <= closesAt).length;
    expect(refunded - before, 'no unit of a play that counts or of a lease that may be shown').toBeLessThanOrEqual(
      BOUGHT - before - counted.length - open,
    );
    expect(refunded - before, 'all that no TV ever had').toBeGreaterThanOrEqual(
      Math.min(units, BOUGHT - before - known.size),
    );
    for (const [n, id] of ids.entries()) {
      const [campaign] = await db.select().from(campaigns).where(eq(campaigns.id, id));
      if (states[n] !== 'approved' || campaign!.state !== 'paused') continue;
      stops[n]!.push(clock.now);
      states[n] = 'paused';
    }
  }

  async function take(one: Step): Promise<void> {
    if (one.do === 'wait') return adverts.after(one.minutes);
    if (one.do === 'away') return adverts.after(one.days * 24 * 60);
    if (one.do === 'decide') return decide(one);
    if (one.do === 'refund') return refund(one.units);
    if (one.do === 'rule') return publish(earliestRule(clock.now), one.banner, one.ceiling);
    if (one.do === 'night') return night();
    if (one.do === 'bag') return takeBags(one);
    const { id: tvId } = screens[one.tv]!;
    if (one.do === 'block') {
      if (blocked[one.tv] === one.isOn) return;
      blocked[one.tv] = one.isOn;
      if (!one.isOn) {
        countsSince[one.tv] = clock.now;
        return unblockTv(app.deps, staff, tvId);
      }
      await Promise.all([
        blockTv(app.deps, staff, { id: tvId, reason: 'Prikazi iz dva stana.' }),
        closeHours(app.deps),
      ]);
      for (const { lease } of counted.filter(({ lease }) => lease.tv === one.tv))
        written.set(lease.id, 'device_blocked');
      counted.splice(0, counted.length, ...counted.filter(({ lease }) => lease.tv !== one.tv));
      return;
    }
    if (one.do === 'report late') {
      // What was shown an hour before is late by now, and what was shown just now is not; its hour is closed at the same time.
      clock.now = new Date(clock.now.getTime() + CLOSING);
      await makePartitions(db, clock.now);
      const plays = logs[one.tv]!.slice(0, 50);
      if (one.crashes)
        await closeHours({ ...app.deps, db: dying }).catch((error: unknown) => expect(error).toBe(crash));
      await Promise.all([counter.report(tvId, plays, []), closeHours(app.deps)]);
      judgeAll(one.tv, plays, []);
      logs[one.tv] = logs[one.tv]!.slice(50);
      return;
    }
    const own = [...known.values()].filter((lease) => lease.tv === one.tv && lease.isHeard && !lease.isUsed);
    if (one.do === 'show') {
      const lease = own.find(
        ({ opensAt, closesAt, seconds }) =>
          opensAt <= clock.now && clock.now.getTime() + seconds * 1000 <= closesAt.getTime(),
      );
      if (!lease) return;
      lease.isUsed = true;
      const ms = lease.seconds * 1000;
      const play = { ...adverts.shown(lease), startedAt: clock.now };
      const previous = shown[one.tv]?.startedAt;
      if (one.how === 'hidden') play.visibleMs = ms / 2;
      if (one.how === 'short') play.progressMs = ms / 2;
      if (one.how === 'over another' && previous) play.startedAt = new Date(previous.getTime() + 2_000);
      if (one.how === 'a day ahead') play.startedAt = new Date(clock.now.getTime() + DAY_MS);
      if (one.how === 'a day behind') play.startedAt = new Date(clock.now.getTime() - DAY_MS);
      if (one.how === 'whole') shown[one.tv] = play;
      logs[one.tv]!.push(play);
      clock.now = new Date(clock.now.getTime() + ms + 1_000);
      return;
    }
    const log = logs[one.tv]!;
    const newer = one.order === 'newer half' ? log.slice(log.length / 2) : log;
    const plays = one.order === 'backwards' ? log.slice(0, 50).reverse() : newer.slice(0, 50);
    const unplayed = own.slice(0, one.unplayed).map(({ id }) => id);
    for (const lease of own.slice(0, one.unplayed)) lease.isUsed = true;
    if (one.crashes) await expect(reportPlays(dying, tvId, { plays, unplayed }, clock.now)).rejects.toBe(crash);
    await Promise.all(Array.from({ length: one.times }, () => counter.report(tvId, plays, unplayed)));
    judgeAll(one.tv, plays, unplayed);
    if (!one.isLost) logs[one.tv] = log.filter((play) => !plays.includes(play));
  }

  /** An answer that is lost has leases that the TV gets with its next one. */
  async function takeBags({ tv, crashes, isLost, both }: Extract<Step, { do: 'bag' }>): Promise<void> {
    if (crashes) {
      const { id } = screens[tv]!;
      await expect(takeBag({ db: dying, config: app.config }, id, clock.now)).rejects.toBe(crash);
    }
    const asking = both ? [0, 1] : [tv];
    const bags = await Promise.all(asking.map((n) => screens[n]!.player.bag()));
    for (const [n, { leases }] of bags.entries()) {
      for (const { id, creative, seconds, opensAt, closesAt } of leases) {
        const campaign = ids.indexOf(adverted.find((advert) => advert.id === creative)!.campaignId);
        const window = { opensAt: new Date(opensAt), closesAt: new Date(closesAt) };
        const fresh = { ...window, id, campaign, tv: asking[n]!, seconds, cap: caps[campaign]!, issuedAt: clock.now };
        const lease = known.get(id) ?? { ...fresh, isUsed: false, isHeard: false };
        known.set(id, lease);
        if (!isLost) lease.isHeard = true;
      }
    }
  }

  /** Days that are over are entered, and everything is proven. */
  async function night(): Promise<void> {
    await proveRewards(app.deps);
    expect(await findRewardDifferences(db)).toEqual([]);
  }

  /** What the book of rewards says of each TV and day, beside the counted plays. */
  async function checkRewards(): Promise<void> {
    await night();
    const wanted: Record<string, number> = {};
    for (const [n, { id }] of screens.entries()) {
      const own = counted.filter(({ lease }) => lease.tv === n).map(({ lease }) => dayOf(lease.opensAt));
      for (const day of new Set(own)) {
        const seen = { banners: own.filter((one) => one === day).length, tvSeconds: 0 };
        const rule = ruleOn(day, rules)!;
        wanted[`${id} ${day}`] = rewardOf(seen, rule);
        expect(rewardOf(seen, rule)).toBeLessThanOrEqual(rule.ceiling);
        if (isAtCeiling(seen, rule)) total.atCeiling += 1;
      }
    }
    const entries = await db
      .select()
      .from(rewardEntries)
      .where(
        inArray(
          rewardEntries.tvId,
          screens.map(({ id }) => id),
        ),
      );
    const entered: Record<string, number> = {};
    for (const { tvId, day, amount } of entries) {
      const key = `${tvId} ${day}`;
      entered[key] = (entered[key] ?? 0) + amount;
      if (entered[key] === 0) delete entered[key];
    }
    expect(entered, 'counted plays by the rule of their day, up to its ceiling').toEqual(wanted);
    total.rewarded += Object.values(entered).reduce((sum, amount) => sum + amount, 0);
  }

  for (const one of steps) {
    await take(one);
    expect(await db.ask('select * from unit_differences')).toEqual([]);
  }
  // Longer than the last report may come, and then to the end of that day.
  await adverts.after(5 * 24 * 60);
  expect(await db.ask('select * from unit_differences')).toEqual([]);
  expect(await counter.billed(company.id, refunded), PAID).toBe(counted.length);
  await checkRewards();
  total.refunded += refunded;
  const rows = await db.ask<{ id: string; outcome: string }>(
    'select lease_id as id, outcome from plays where campaign_id = any($1)',
    [ids],
  );
  expect(Object.fromEntries(rows.map(({ id, outcome }) => [id, outcome]))).toEqual(Object.fromEntries(written));
  for (const [n, limit] of [60, 9].entries())
    expect(counted.filter(({ lease }) => lease.campaign === n).length).toBeLessThanOrEqual(limit);
  total.counted += counted.length;
  total.others += written.size - counted.length;
}
const PAID = 'units that the company pays';
const total = { counted: 0, others: 0, refunded: 0, rewarded: 0, atCeiling: 0 };

test('what a company pays is the distinct valid plays, and what viewers earn is these by the rule of their day up to its ceiling, whatever TVs, network and staff do; no unit appears or disappears', {
  timeout: isLong ? HOUR_MS : 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(life, (steps) => holds(ours, steps)),
    { numRuns: HISTORIES, seed: SEED },
  );
  // Histories in which nothing is shown would prove nothing.
  expect(total.counted).toBeGreaterThan(HISTORIES * 2);
  expect(total.others).toBeGreaterThan(HISTORIES * 2);
  expect(total.refunded).toBeGreaterThan(HISTORIES);
  expect(total.rewarded).toBeGreaterThan(0);
  expect(total.atCeiling).toBeGreaterThan(0);
});

test('counting by increments, as others count, breaks the same promise', { timeout: 240_000 }, async () => {
  const result = await fc.check(
    fc.asyncProperty(life, (steps) => holds(incrementing(), steps)),
    { numRuns: HISTORIES, seed: SEED, endOnFailure: true },
  );
  expect(result.failed).toBe(true);
  expect(String(result.errorInstance)).toContain(PAID);
});
