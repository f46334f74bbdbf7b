import { eq, isNull, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { profiles } from '../../accounts/schema.ts';
import { ensureSuperAdmin } from '../../auth/super-admin/ensure-super-admin.ts';
import { devices } from '../../devices/schema.ts';
import { mails } from '../../platform/mail.schema.ts';
import { rewardDifferences } from '../../rewards/prove.ts';
import { testApp } from '../../test/app.ts';
import { faultsOf } from '../../test/books.ts';
import { seedYear } from '../year.ts';
import { playAdverts } from './play-adverts.ts';

const PASSWORD = 'demo-lozinka-2026';
const { db, deps, config, clock } = await testApp({ env: { SUPER_ADMIN_PASSWORD: PASSWORD } });
clock.now = new Date('2026-11-25T19:20:00Z');
await ensureSuperAdmin(deps);
const year = await seedYear(deps, { password: PASSWORD });
const [desk] = await db.select().from(profiles).where(eq(profiles.email, config.superAdmin.email));
const begun = performance.now();
await playAdverts(deps, year, desk!);
console.log(Math.round(performance.now() - begun), 'ms');

test('units, rewards, books and every list of the program agree on what was shown', async () => {
  const { rows } = await db.execute(sql`select what, id from unit_differences`);
  expect(rows).toEqual([]);
  expect(await rewardDifferences(db)).toEqual([]);
  expect(await faultsOf(db)).toEqual([]);
  expect(await db.$count(devices, isNull(devices.unlinkedAt))).toBe(60);
  expect(await db.$count(mails, eq(mails.state, 'queued'))).toBe(0);
});

test('scratch', async () => {
  const show = async (q: ReturnType<typeof sql>) => console.table((await db.execute(q)).rows);
  const { describeCampaigns } = await import('../../campaigns/own-campaigns.ts');
  console.table((await describeCampaigns(db, undefined, clock.now)).map(({ shown: s, company }) => ({ company, name: s.name, state: s.state, counted: s.counted, planned: s.planned, budget: s.budget, today: s.today, held: s.held, from: s.startsOn, to: s.endsOn, pic: !!s.picture })));
  await show(sql`select outcome, count(*)::int, sum(repeats)::int as repeats from plays group by 1`);
  await show(sql`select c.name, p.outcome, count(*)::int from plays p join campaigns c on c.id=p.campaign_id where outcome not in ('counted','returned') group by 1,2 order by 1`);
  await show(sql`select region, venue, confirmed_at is not null as ok, blocked_at is not null as blocked, count(*)::int from tvs group by 1,2,3,4 order by 1,2`);
  await show(sql`select kind, figure, spread, typical, network_label from tv_suspicions`);
  await show(sql`select month, state, hold_reason, count(*)::int, sum(amount)::int from reward_statements group by 1,2,3`);
  await show(sql`select state, count(*)::int from payouts group by 1`);
  await show(sql`select template, count(*)::int from mails where created_at > now() - interval '1 hour' group by 1`);
  await show(sql`select (hour at time zone 'Europe/Belgrade')::date as d, count(*)::int from plays group by 1 order by 1`);
  await show(sql`select count(*)::int from code_openings`);
  await show(sql`select max(started_at) as last from plays`);
  await show(sql`select l_banners, tv_seconds, company_name, id from profiles where id in (select profile_id from campaigns)`);
});
