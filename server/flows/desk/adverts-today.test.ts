import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/day.ts';
import { profiles } from '../../accounts/schema.ts';
import { devices } from '../../devices/schema.ts';
import { tvSuspicions } from '../../playout/tvs/schema.ts';
import { testAdverts } from '../../test/adverts.ts';
import { testApp } from '../../test/app.ts';
import { exactly } from '../../test/counts.ts';
import { call, person } from '../../test/people.ts';

/** What waits today of adverts and TVs is what the lists have to which the numbers lead. */

const app = await testApp();
app.clock.now = new Date('2026-11-23T09:00:00Z');
const adverts = await testAdverts(app);
const office = call(app, await person(app, 'superAdmin'));
const ago = (days: number) => new Date(app.clock.now.getTime() - days * DAY_MS);

test('campaigns to look at, with the oldest; campaigns that are late, with the worst', async () => {
  const company = await adverts.company({ banners: 10_000 });
  for (const days of [3, 1]) await adverts.campaign(company, { sentAt: ago(days) });
  const run = async (days: number, pace: 'even' | 'asap') => {
    const dates = { startsAt: ago(days), endsAt: ago(days - 20) };
    const id = await adverts.campaign(company, { ...dates, pace, budget: 1_000 });
    await adverts.approve(id);
    return id;
  };
  const half = await run(10, 'even');
  await run(5, 'asap');
  await run(-1, 'even');
  // 300 of the 500 that were planned until now.
  await app.db.execute(sql`insert into play_hours (campaign_id, hour, creative_id, region, venue, outcome, shard, plays, units, repeats)
    values (${half}, ${ago(0).toISOString()}, gen_random_uuid(), 'BG', 'household', 'counted', 0, 300, 300, 0)`);
  const { review, behind } = await office.admin.today();
  expect(review).toEqual({ total: exactly(2), oldest: ago(3).toISOString() });
  expect(behind).toEqual({ total: exactly(1), percent: 40 });
  expect((await office.campaigns.admin.queue()).waiting).toHaveLength(2);
  const late = await office.campaigns.admin.list({ state: 'behind' });
  expect([late.rows.map(({ id }) => id), late.next]).toEqual([[half], null]);
});

test('places that nobody confirmed and TVs that look odd; not those of a TV that was blocked or a measurement put aside', async () => {
  const owner = await person(app);
  const tv = (confirmedAt: Date | null) => adverts.tv({ venue: 'cafe', confirmedAt }, { owner });
  const [confirmed, waiting, cleared, blocked] = [await tv(ago(1)), await tv(null), await tv(null), await tv(null)];
  await adverts.tv({ venue: 'household', confirmedAt: null });
  await app.db.execute(sql`update tvs set blocked_at = now() where tv_id = ${blocked.id}`);
  for (const { id: tvId } of [confirmed, waiting, cleared, blocked])
    await app.db.insert(tvSuspicions).values({
      tvId,
      kind: 'network',
      since: ago(1),
      figure: 3,
      clearedFigure: tvId === cleared.id ? 3 : null,
    });
  expect(await office.admin.today()).toMatchObject({
    places: { total: exactly(2) },
    suspicious: { total: exactly(2), accounts: 1 },
  });
  expect(await office.tvs.admin.overview()).toMatchObject({ waiting: 2, suspicious: 2, accounts: 1 });
  expect((await office.tvs.admin.list({ waits: true })).rows).toHaveLength(2);
});

test('TVs that nothing was heard of for a day, as their list has them; not one that was blocked, of a blocked owner, or unlinked', async () => {
  const owner = await person(app);
  const heard = async (hours: number | null, linkedAt = ago(9)) => {
    const { id } = await adverts.tv({}, { owner });
    const lastSeenAt = hours === null ? null : ago(hours / 24);
    await app.db.update(devices).set({ linkedAt, lastSeenAt }).where(eq(devices.id, id));
    return id;
  };
  const [day, week, never] = [await heard(24), await heard(24 * 8), await heard(null, ago(2))];
  await heard(23);
  await heard(null, ago(0));
  const [blocked, unlinked] = [await heard(48), await heard(48)];
  await app.db.execute(sql`update tvs set blocked_at = now() where tv_id = ${blocked}`);
  await app.db
    .update(devices)
    .set({ unlinkedAt: ago(1), tokenHash: null })
    .where(eq(devices.id, unlinked));
  const barred = await adverts.tv();
  await app.db
    .update(devices)
    .set({ lastSeenAt: ago(2) })
    .where(eq(devices.id, barred.id));
  await app.db
    .update(profiles)
    .set({ blockedAt: ago(2) })
    .where(eq(profiles.id, barred.owner.id));
  expect(await office.admin.today()).toMatchObject({ silent: { total: exactly(3) } });
  const { rows } = await office.tvs.admin.list({ silent: true });
  expect(rows.map(({ id }) => id).sort()).toEqual([day, week, never].sort());
});
