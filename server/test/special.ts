import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { specialPackage } from '#domain/catalogue/catalogue.ts';
import { daysLater } from '#domain/day.ts';
import { dayOf } from '#domain/time.ts';
import { campaigns, creatives } from '../campaigns/schema.ts';
import { enterSpecialPackage } from '../flows/payments/enter-sale.ts';
import { orders } from '../orders/schema.ts';
import { makePartitions } from '../playout/partitions.ts';
import { specialDays, specialRuns } from '../special/schema.ts';
import type { testAdverts } from './adverts.ts';
import type { TestApp } from './app.ts';
import { call, person, type TestPerson } from './people.ts';

/** Special packages that were sold, and cafés in which they are shown. */
export async function testSpecial(app: TestApp, { company, tv }: Awaited<ReturnType<typeof testAdverts>>) {
  const { db, clock } = app;
  const staff = await person(app, 'superAdmin');
  const host = await person(app);
  const desk = call(app, staff).special.admin;
  const own = (who: TestPerson) => call(app, who);
  const cafes: Awaited<ReturnType<typeof tv>>[] = [];

  /** A paid special package, as the payment leaves it. */
  async function bought(who: TestPerson) {
    const [order] = await db
      .insert(orders)
      .values({
        profileId: who.id,
        email: who.email,
        kind: 'special',
        productName: specialPackage.name,
        amount: 150_000,
        status: 'paid' as const,
        paymentState: 'paid' as const,
        paidAt: clock.now,
      })
      .returning();
    const paid = { paymentKey: randomUUID(), amount: 150_000, currency: 'EUR' };
    await db.transaction((tx) => enterSpecialPackage(tx, app.deps, order!, paid));
    const [run] = await db.select().from(specialRuns).where(eq(specialRuns.orderId, order!.id));
    return { run: run!.id, order: order! };
  }

  /** Bought, drawn and approved; nobody has chosen places. */
  async function approved({ venues = ['cafe' as const] }: { venues?: ('cafe' | 'salon' | 'household')[] } = {}) {
    const who = await company({ banners: 0, tvSeconds: 0 });
    const { run, order } = await bought(who);
    const id = randomUUID();
    const { campaigns: drafts, special } = own(who);
    await special.own.begin({ run, id });
    const fields = { name: 'Tople kifle', url: 'https://pekara.example', venues, budget: 7, cap: 1 };
    await drafts.own.save({ id, ...fields });
    await db.insert(creatives).values({ campaignId: id, seconds: 15, name: 'kifle.png' });
    await drafts.own.send({ id, category: 'none', hasRights: true });
    await call(app, staff).campaigns.admin.approve({ id, sendings: 1 });
    return { who, run, order, id };
  }

  return {
    staff,
    host,
    desk,
    own,
    cafes,
    bought,
    approved,
    /** Cafés that somebody of ours has seen. */
    async openCafes(count: number): Promise<void> {
      const place = { venue: 'cafe' as const, confirmedAt: clock.now, confirmedHow: 'visit' as const };
      for (let n = 0; n < count; n += 1) cafes.push(await tv(place, { owner: host }));
    },
    /** Started for tomorrow on the first hundred cafés; the clock stands at eight of that morning. */
    async started(more: Parameters<typeof approved>[0] = {}) {
      const made = await approved(more);
      await desk.choose({ id: made.run, tvs: cafes.slice(0, 100).map(({ id }) => id) });
      const day = daysLater(dayOf(clock.now), 1);
      await desk.start({ id: made.run, startsOn: day });
      clock.now = new Date(`${day}T07:00:00Z`);
      await makePartitions(db, clock.now);
      return { ...made, day };
    },
    dayRow: async (run: string, day: string) =>
      (await db.select().from(specialDays).where(sql`run_id = ${run} and day = ${day}`))[0]!,
    campaign: async (id: string) => (await db.select().from(campaigns).where(eq(campaigns.id, id)))[0]!,
    /** What TVs showed of a campaign on a day, written as reports leave it. */
    async write(id: string, day: string, { places, others }: { places: number; others: number }) {
      const plays = (tvs: readonly string[], count: number) => sql`
        insert into plays (lease_day, lease_id, hour, campaign_id, creative_id, tv_id, region, venue, outcome, units, started_at, ended_at, reported_at)
        select ${day}::date, gen_random_uuid(), h, ${id}, gen_random_uuid(), (${sql.param([...tvs])}::uuid[])[1 + n % ${tvs.length}], 'NI', 'cafe', 'counted', 1,
          h + interval '1 minute', h + interval '75 seconds', h + interval '2 minutes'
        from generate_series(0, ${count - 1}) n, lateral (select ${`${day}T08:00:00Z`}::timestamptz + (n / 1000) * interval '1 hour' as h) hours`;
      const chosen = cafes.slice(0, 100).map((one) => one.id);
      await db.execute(plays(chosen, places));
      await db.execute(plays([randomUUID()], others));
      await db.execute(sql`
        insert into play_hours (campaign_id, hour, creative_id, region, venue, outcome, shard, plays, units, repeats)
        select campaign_id, hour, ${id}, 'NI', 'cafe', 'counted', 0, count(*), count(*), 0 from plays where campaign_id = ${id} and lease_day = ${day}::date
        group by 1, 2`);
    },
  };
}
