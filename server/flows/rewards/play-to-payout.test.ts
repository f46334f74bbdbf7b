import { randomUUID } from 'node:crypto';
import { ORPCError } from '@orpc/client';
import { eq, inArray, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#domain/day.ts';
import { firstDay, lastDay, nextMonth } from '#domain/rewards/rules.ts';
import { dayOf } from '#domain/time.ts';
import { profiles } from '../../accounts/schema.ts';
import { sessions } from '../../auth/schema.ts';
import { campaigns } from '../../campaigns/schema.ts';
import { payouts } from '../../payouts/schema.ts';
import { systemActor } from '../../platform/audit.ts';
import { proveUnits } from '../../playout/prove.ts';
import { unitReservations } from '../../playout/schema.ts';
import { proveRewards } from '../../rewards/prove.ts';
import { rewardMonths, rewardRules, rewardStatements } from '../../rewards/schema.ts';
import { testAdverts } from '../../test/adverts.ts';
import { testApp } from '../../test/app.ts';
import { faultsOf } from '../../test/books.ts';
import { call, giveDuties, person, type TestPerson } from '../../test/people.ts';
import { isLong, SEED, size } from '../../test/size.ts';
import { COMPANY, camtFile, dinars } from '../../test/statements.ts';
import { blockTv, unblockTv } from '../campaigns/block-tv.ts';
import { payStatements } from './pay-statements.ts';

/**
 * From the play on a TV to the statement of the bank, over two servers: plays come late, twice and without counting, TVs are blocked, rules
 * change, months are closed by two people at once, viewers object, the bank pays, pays twice and sends back. What the months say is computed
 * here anew, from single plays and published rules.
 */
const HISTORIES = size(4, 150);
const BOUGHT = { banners: 6_000, tvSeconds: 9_000 };
const SPOT_SECONDS = 10;

const app = await testApp();
const { db, clock } = app;
clock.now = new Date('2027-01-04T10:00:00Z');
const other = await testApp({
  databaseUrl: app.databaseUrl,
  env: { DATA_DIR: app.config.dataDir },
  deps: { tokens: app.deps.tokens, now: () => clock.now },
});
const servers = [app, other] as const;
const adverts = await testAdverts(app);
const accountant = await person(app, 'admin');
await giveDuties(app, accountant, ['accounting']);
const staff = { ...systemActor, id: accountant.id };
const desks = servers.map((server) => call(server, accountant));
const [desk] = desks as [(typeof desks)[0]];
await desk.rewards.admin.publish({
  id: randomUUID(),
  validFrom: '2027-01-05',
  banner: 4_000,
  tvSecond: 400,
  ceiling: 6_000,
  smallest: 400,
});
await desk.rewards.admin.setTaxRate({ validFrom: '2027-01-04', rate: 2_000 });

afterAll(async () => {
  expect(await faultsOf(db)).toEqual([]);
  expect(await db.ask('select * from reward_differences')).toEqual([]);
  expect(await db.ask('select * from unit_differences')).toEqual([]);
});

const nth = { tv: fc.nat(2), server: fc.nat(1) };
const plays = fc.record({
  do: fc.constant('show' as const),
  ...nth,
  plays: fc.integer({ min: 1, max: 7 }),
  how: fc.constantFrom('whole' as const, 'whole' as const, 'whole' as const, 'hidden' as const, 'short' as const),
  /** Hours until it is reported; after 72 it does not count. */
  delay: fc.constantFrom(0, 0, 0, 40, 80),
  twice: fc.boolean(),
});
const day = fc.oneof(
  { weight: 10, arbitrary: plays },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('block' as const, 'unblock' as const), ...nth }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('rule' as const),
      ...nth,
      banner: fc.integer({ min: 1_000, max: 9_999 }),
      ceiling: fc.integer({ min: 60, max: 400 }),
    }),
  },
);
const AT_BANK = ['name', 'export', 'execute', 'return', 'object', 'answer', 'hold', 'release', 'block'] as const;
const atBank = fc.record({
  do: fc.constantFrom(...AT_BANK),
  who: fc.nat(1),
  tv: fc.nat(2),
  server: fc.nat(1),
  correction: fc.integer({ min: -50, max: 200 }),
});
const paid = (['name', 'export', 'execute'] as const).map((what) => ({
  do: what,
  who: 0,
  tv: 0,
  server: 0,
  correction: 0,
}));
const month = fc.record({
  days: fc.array(fc.tuple(day, fc.integer({ min: 1, max: 3 })), { minLength: 5, maxLength: 9 }),
  holdSuspected: fc.boolean(),
  bank: fc
    .tuple(fc.array(atBank, { maxLength: 3 }), fc.constantFrom([], paid, paid), fc.array(atBank, { maxLength: 6 }))
    .map((parts) => parts.flat()),
});
type Day = typeof day extends fc.Arbitrary<infer D> ? D : never;
type AtBank = typeof atBank extends fc.Arbitrary<infer S> ? S : never;

/** What is refused changes nothing; a failure of the server is one. */
async function attempt<T>(doing: () => Promise<T>): Promise<T | null> {
  try {
    return await doing();
  } catch (error) {
    if (!(error instanceof ORPCError) || error.status >= 500) throw error;
    return null;
  }
}
const total = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + one, 0);
let serial = 0;

/** What the night does, on one server or the other. */
async function night(server: number): Promise<void> {
  await adverts.runJobs();
  await proveUnits(servers[server]!.deps);
  await proveRewards(servers[server]!.deps);
}

const seen = { counted: 0, uncounted: 0, paid: 0, returned: 0, corrected: 0 };

async function live(months: readonly (typeof month extends fc.Arbitrary<infer M> ? M : never)[]): Promise<void> {
  await db.update(campaigns).set({ state: 'done' });
  const company = await adverts.company(BOUGHT);
  const endsAt = new Date(clock.now.getTime() + 80 * DAY_MS);
  const ids = [
    await adverts.campaign(company, { budget: 4_000, endsAt }),
    await adverts.campaign(company, { kind: 'spot', seconds: [SPOT_SECONDS], budget: 6_000, endsAt }),
  ];
  for (const id of ids) expect(await adverts.approve(id)).toBe(true);
  const first = await adverts.tv();
  const tvs = [first, await adverts.tv({}, { owner: first.owner }), await adverts.tv()] as const;
  const viewers = [first.owner, tvs[2].owner];
  const blocked = new Set<string>();
  const waiting: { at: Date; tv: number; told: ReturnType<typeof adverts.shown>[]; server: number; twice: boolean }[] =
    [];
  const frozen = new Map<string, string>();

  async function deliver(until: Date): Promise<void> {
    const due = waiting.filter(({ at }) => at <= until).toSorted((a, b) => a.at.getTime() - b.at.getTime());
    for (const one of due) {
      waiting.splice(waiting.indexOf(one), 1);
      if (one.at > clock.now) clock.now = one.at;
      const to = one.twice ? servers : [servers[one.server]!];
      await Promise.all(
        to.map((server) =>
          call(server, { token: tvs[one.tv]!.token } as TestPerson).playout.tv.report({ plays: one.told }),
        ),
      );
    }
  }

  async function take(one: Day): Promise<void> {
    const { id: tvId, token } = tvs[one.tv]!;
    if (one.do === 'rule') {
      const validFrom = dayOf(new Date(clock.now.getTime() + DAY_MS));
      const rule = { banner: one.banner, tvSecond: 300, ceiling: one.ceiling, smallest: 400 };
      await attempt(() => desks[one.server]!.rewards.admin.publish({ id: randomUUID(), validFrom, ...rule }));
      return;
    }
    if (one.do !== 'show') return block(one.do, tvId, one.server);
    await adverts.runJobs();
    const { leases } = await call(servers[one.server]!, { token } as TestPerson).playout.tv.bag();
    const told = leases.slice(0, one.plays).map((lease, n) => {
      const ms = lease.seconds * 1000;
      const wrong = { whole: {}, hidden: { visibleMs: ms / 2 }, short: { shownMs: ms / 2, progressMs: ms / 2 } }[
        one.how
      ];
      return adverts.shown(lease, { after: 16 * n, ...wrong });
    });
    clock.now = new Date(clock.now.getTime() + (one.plays + 1) * 16_000);
    const at = new Date(clock.now.getTime() + one.delay * HOUR_MS);
    waiting.push({ at, tv: one.tv, told, server: one.server, twice: one.twice });
    await deliver(clock.now);
  }

  async function block(what: 'block' | 'unblock', tvId: string, server: number): Promise<void> {
    if ((what === 'block') === blocked.has(tvId)) return;
    const { deps } = servers[server]!;
    if (what === 'block') await blockTv(deps, staff, { id: tvId, reason: 'Prikazi iz dva stana.' });
    else await unblockTv(deps, staff, tvId);
    if (what === 'block') blocked.add(tvId);
    else blocked.delete(tvId);
  }

  const statementsOf = () =>
    db
      .select()
      .from(rewardStatements)
      .where(
        inArray(
          rewardStatements.profileId,
          viewers.map(({ id }) => id),
        ),
      );

  async function bank(step: AtBank): Promise<void> {
    const { rewards, payouts: money, bank: statements } = desks[step.server]!;
    const who = viewers[step.who]!;
    const own = (await statementsOf()).filter(({ profileId }) => profileId === who.id);
    const newest = own.toSorted((a, b) => a.month.localeCompare(b.month)).at(-1);
    clock.now = new Date(clock.now.getTime() + 60_000);
    if (step.do === 'name') {
      for (const { id } of viewers)
        await db.update(sessions).set({ provenAt: clock.now }).where(eq(sessions.userId, id));
      for (const viewer of viewers) {
        const theirs = call(servers[step.server]!, viewer).rewards.own;
        await attempt(() => theirs.nameAccount({ payee: 'Milica Živković', account: '160-0000000123456-54' }));
        await attempt(() => theirs.nameTaxNumber({ number: '0101006500006' }));
      }
      await Promise.all(servers.map(({ deps }) => payStatements(deps)));
    } else if (step.do === 'export') {
      const ready = await db.select().from(payouts).where(eq(payouts.state, 'ready'));
      if (ready.length === 0) return;
      const wanted = { payouts: ready.map(({ id }) => id), shown: total(ready.map(({ amount }) => amount)) };
      // Two people press it at the same moment.
      await Promise.all(desks.map((each) => attempt(() => each.payouts.admin.export({ id: randomUUID(), ...wanted }))));
    } else if (step.do === 'execute' || step.do === 'return') {
      const outgoing = step.do === 'execute';
      const rows = await db
        .select()
        .from(payouts)
        .where(eq(payouts.state, outgoing ? 'listed' : 'done'));
      if (rows.length === 0) return;
      const entries = rows.map(({ amount, reference }) => {
        serial += 1;
        const common = { amount: dinars(amount), currency: 'RSD' as const, bankReference: `P${serial}` };
        return { ...common, outgoing, reference: `97 ${reference}` };
      });
      const file = new File([camtFile(entries, { account: COMPANY })], 'izvod.xml');
      const done = await statements.statements.import({ file });
      if (done.kind !== 'imported') throw new Error(done.kind);
      const { importId } = done;
      const lines = (await money.admin.matches({ importId })).map(({ line }) => line);
      const told = await Promise.all(desks.map((each) => each.payouts.admin.confirm({ importId, lines })));
      expect(total(told.map(({ executed, returned }) => executed + returned)), 'each once').toBe(rows.length);
      seen[outgoing ? 'paid' : 'returned'] += rows.length;
    } else if (step.do === 'object' && newest) {
      const theirs = call(servers[step.server]!, who).rewards.own;
      await attempt(() => theirs.object({ id: randomUUID(), statement: newest.id, text: 'Bilo je više prikaza.' }));
    } else if (step.do === 'answer') {
      const [open] = (await rewards.admin.read()).objections;
      if (!open) return;
      const answer = { id: open.id, answer: 'Pregledali smo.', correction: step.correction };
      await Promise.all(desks.map((each) => each.rewards.admin.answer(answer)));
      seen.corrected += 1;
    } else if (step.do === 'hold' && newest) {
      await attempt(() => rewards.admin.hold({ id: newest.id, note: 'Proveravamo.' }));
    } else if (step.do === 'release' && newest) {
      await attempt(() => rewards.admin.release({ id: newest.id }));
      await payStatements(servers[step.server]!.deps);
    } else if (step.do === 'block') await block('block', tvs[step.tv]!.id, step.server);
  }

  /** Everything that the books of rewards say, from single plays. */
  async function check(closed: string): Promise<void> {
    const tvIds = tvs.map(({ id }) => id);
    const counted = await db.ask<{ tv: string; day: string; banners: number; seconds: number }>(
      `select p.tv_id as tv, (p.hour at time zone 'Europe/Belgrade')::date::text as day,
        (count(*) filter (where c.kind = 'banner'))::int as banners,
        coalesce(sum(p.units) filter (where c.kind = 'spot'), 0)::int as seconds
       from plays p join campaigns c on c.id = p.campaign_id where p.outcome = 'counted' and p.tv_id = any($1) group by 1, 2`,
      [tvIds],
    );
    const rules = (await db.select().from(rewardRules)).filter(({ recalledAt }) => recalledAt === null);
    const rule = (date: string) =>
      rules.filter(({ validFrom }) => validFrom <= date).toSorted((a, b) => (a.validFrom < b.validFrom ? 1 : -1))[0]!;
    const wanted = new Map<string, number>();
    for (const { tv, day, banners, seconds } of counted) {
      if (day > lastDay(closed)) continue;
      const { banner, tvSecond, ceiling } = rule(day);
      const amount = Math.min(ceiling, Math.round((banners * banner + seconds * tvSecond) / 100));
      const { owner } = tvs.find(({ id }) => id === tv)!;
      if (amount > 0) wanted.set(`${owner.id} ${tv} ${day}`, amount);
    }
    const entries = await db.ask<{ profile: string; tv: string; day: string; amount: number }>(
      `select profile_id as profile, tv_id as tv, day::text as day, sum(amount)::int as amount from reward_entries
       where tv_id = any($1) and day <= $2 group by 1, 2, 3 having sum(amount) <> 0`,
      [tvIds, lastDay(closed)],
    );
    expect(
      new Map(entries.map(({ profile, tv, day, amount }) => [`${profile} ${tv} ${day}`, amount])),
      'counted plays by the rule of their day, up to its ceiling',
    ).toEqual(wanted);

    const statements = await statementsOf();
    for (const one of statements) {
      const { id, profileId, month, amount, carried, tax, taxRate, state } = one;
      const numbers = JSON.stringify([one.banners, one.tvSeconds, amount, carried]);
      expect(frozen.get(id) ?? numbers, 'a closed month never changes').toBe(numbers);
      frozen.set(id, numbers);
      const [lines] = await db.ask<{ amount: number }>(
        'select coalesce(sum(amount), 0)::int as amount from reward_entries where profile_id = $1 and month = $2',
        [profileId, month],
      );
      expect(lines!.amount).toBe(amount);
      const earlier = statements.filter(({ carriedInto }) => carriedInto === id);
      expect(total(earlier.map((two) => two.amount + two.carried))).toBe(carried);
      const sent = await db.select().from(payouts).where(eq(payouts.statementId, id));
      const alive = sent.filter((row) => ['account', 'ready', 'listed', 'done'].includes(row.state));
      expect(alive.length, 'paid at most once').toBeLessThanOrEqual(1);
      expect(state === 'paid').toBe(alive[0]?.state === 'done');
      for (const row of alive) {
        expect(row.amount + tax!, 'net and tax are gross').toBe(amount + carried);
        expect(tax).toBe(Math.round(((amount + carried) * taxRate!) / 10_000));
      }
    }
    const byMonth = await db
      .select()
      .from(rewardMonths)
      .where(eq(rewardMonths.month, firstDay(closed)));
    expect(total(byMonth.map((one) => one.amount))).toBe(
      total(statements.filter((one) => one.month === firstDay(closed)).map((one) => one.amount)),
    );

    const [bought] = await db.select().from(profiles).where(eq(profiles.id, company.id));
    for (const [n, id] of ids.entries()) {
      const [held] = await db.select().from(unitReservations).where(eq(unitReservations.campaignId, id));
      const [units] = await db.ask<{ counted: number; open: number }>(
        `select (select coalesce(sum(units), 0)::int from plays where campaign_id = $1 and outcome = 'counted') as counted,
          (select coalesce(sum(l.units), 0)::int from leases l left join plays p on p.lease_id = l.id
             and p.lease_day = (l.hour at time zone 'UTC')::date left join closed_hours c on c.hour = l.hour
           where l.campaign_id = $1 and p.lease_id is null and c.hour is null) as open`,
        [id],
      );
      const { budget, leased, released, settled } = held!;
      const balance = n === 0 ? bought!.bannerBalance : bought!.tvSecondBalance;
      const free = balance - (budget - settled);
      const reserved = budget - (leased - released);
      const { counted: all, open } = units!;
      const parts = { free, reserved, open, settled, unsettled: all - settled };
      expect(total(Object.values(parts)), JSON.stringify(parts)).toBe(n === 0 ? BOUGHT.banners : BOUGHT.tvSeconds);
      for (const part of Object.values(parts)) expect(part, JSON.stringify(parts)).toBeGreaterThanOrEqual(0);
    }
  }

  for (const { days, holdSuspected, bank: steps } of months) {
    const now = dayOf(clock.now).slice(0, 7);
    for (const [one, gap] of days) {
      const at = new Date(clock.now.getTime() + gap * DAY_MS);
      await deliver(at);
      // Always in the morning, and in the same month.
      const morning = new Date(`${dayOf(at)}T10:10:00Z`);
      if (morning > clock.now && dayOf(morning).slice(0, 7) === now) clock.now = morning;
      await take(one);
    }
    await deliver(new Date(clock.now.getTime() + 5 * DAY_MS));
    clock.now = new Date(Date.parse(`${firstDay(nextMonth(now))}T04:00:00Z`) + 5 * DAY_MS);
    await Promise.all([night(0), proveRewards(other.deps)]);
    await night(1);
    for (;;) {
      const { closing } = await desk.rewards.admin.read();
      if (!closing || closing.month > now) break;
      expect(closing.stops).toEqual([]);
      const wanted = { month: closing.month, shown: closing.amount, holdSuspected };
      const told = await Promise.all(desks.map((each) => each.rewards.admin.close(wanted)));
      expect(told[0]).toEqual(told[1]);
    }
    await Promise.all(servers.map(({ deps }) => payStatements(deps)));
    for (const step of steps) await bank(step);
    await night(1);
    await check(now);
  }
  const outcomes = await db.execute<{ outcome: string; plays: number }>(
    sql`select outcome, count(*)::int as plays from plays where tv_id = any(${sql.param(tvs.map(({ id }) => id))}::uuid[]) group by 1`,
  );
  for (const { outcome, plays } of outcomes.rows) seen[outcome === 'counted' ? 'counted' : 'uncounted'] += plays;
}

test('from plays to payouts, whatever comes late or twice, is blocked, closed, objected to and sent back: everything adds up and is paid once', {
  timeout: isLong ? HOUR_MS : 300_000,
}, async () => {
  await fc.assert(fc.asyncProperty(fc.tuple(month, month), live), {
    numRuns: HISTORIES,
    seed: SEED,
    endOnFailure: true,
  });
  // Histories in which nothing happens would prove nothing.
  for (const [what, times] of Object.entries(seen)) expect([what, times > 0]).toEqual([what, true]);
  expect(seen.counted).toBeGreaterThan(HISTORIES * 5);
});
