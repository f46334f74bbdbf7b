import { sql } from 'drizzle-orm';
import { DAY_MS } from '#domain/day.ts';
import { pages } from '#domain/pages.ts';
import { dayOf } from '#domain/time.ts';
import { lowBalances } from '../../campaigns/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { DatabaseOrTransaction } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';

/** What is left is compared with what was used in so many days. */
const DAYS = 7;

interface Low {
  profile: string;
  unit: 'banner' | 'tv_second';
  email: string;
  /** Bought and not counted yet, in campaigns and out of them. */
  left: number;
  /** Counted in the last seven days. */
  used: number;
}

/** Companies with a running campaign that have less left than they used in seven days. */
async function lowNow(db: DatabaseOrTransaction, now: Date): Promise<Low[]> {
  const weekAgo = new Date(now.getTime() - DAYS * DAY_MS);
  const { rows } = await db.execute<Low & Record<string, unknown>>(sql`
    with running as (
      select distinct r.profile_id, r.unit from campaigns c join unit_reservations r on r.campaign_id = c.id
      where c.state = 'approved' and c.starts_at <= ${now} and c.ends_at > ${now}),
    closed as (select coalesce(max(hour), 'epoch') as until from closed_hours),
    used as (
      select profile_id, unit, sum(p.units) filter (where p.hour > ${weekAgo}) as week,
        coalesce(sum(p.units) filter (where p.hour > closed.until), 0) as unsettled
      from running join unit_reservations r using (profile_id, unit) cross join closed
      join play_hours p on p.campaign_id = r.campaign_id
      where p.outcome = 'counted' and p.hour > least(${weekAgo}, closed.until) group by 1, 2)
    select * from (
      select used.profile_id as profile, used.unit, person.email, used.week::float8 as used,
        (case used.unit when 'banner' then person.l_banners else person.tv_seconds end - used.unsettled)::float8 as left
      from used join profiles person on person.id = used.profile_id) as found
    where found.left < found.used`);
  return rows;
}

/**
 * Writes to a company once that its balance runs out, and again only after something was added to it and it fell once more. All that is
 * left counts, also what campaigns hold: that is what they stop without.
 */
export async function notifyLow(deps: Dependencies): Promise<void> {
  const { db, now } = deps;
  const low = await lowNow(db, now());
  const keys = JSON.stringify(low.map(({ profile, unit }) => ({ profile, unit })));
  await db.execute(sql`
    delete from low_balances told
    where exists (select from ledger entry where entry.profile_id = told.profile_id and entry.unit = told.unit
        and entry.id > told.last_entry and entry.delta > 0 and entry.reason <> 'shown')
      and not exists (select from jsonb_to_recordset(${keys}::jsonb) as low(profile uuid, unit text)
        where low.profile = told.profile_id and low.unit = told.unit)`);
  for (const one of low) await notify(deps, one);
}

async function notify(
  { db, queue, config, now }: Dependencies,
  { profile, unit, email, left, used }: Low,
): Promise<void> {
  const toldAt = now();
  const daily = Math.max(1, Math.round(used / DAYS));
  const days = Math.floor((left * DAYS) / used);
  await db.transaction(async (tx) => {
    const told = await tx
      .insert(lowBalances)
      .values({
        profileId: profile,
        unit,
        toldAt,
        lastEntry: sql`coalesce((select max(id) from ledger where profile_id = ${profile} and unit = ${unit}), 0)`,
      })
      .onConflictDoNothing()
      .returning({ lastEntry: lowBalances.lastEntry });
    if (told.length === 0) return;
    await queueMail(tx, queue, {
      to: email,
      profileId: profile,
      template: 'campaigns.low-balance',
      props: {
        unit,
        left,
        daily,
        days,
        stopsOn: dayOf(new Date(toldAt.getTime() + days * DAY_MS)),
        link: `${config.publicUrl}${pages.marketingPackages.path}`,
      },
      idempotencyKey: `campaigns.low-balance:${profile}:${unit}:${told[0]!.lastEntry}`,
    });
  });
}
