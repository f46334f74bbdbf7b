import { and, eq, isNull, sql } from 'drizzle-orm';
import { MINUTE_MS } from '#domain/day.ts';
import { regionOfCity } from '#domain/places/region-of-city.ts';
import type { Region } from '#domain/places/regions.ts';
import type { OwnTv } from '#domain/playout/contract.ts';
import { dayOf } from '#domain/time.ts';
import { HEARD_MINUTES } from '#domain/tvs/rules.ts';
import { profiles } from '../accounts/schema.ts';
import { devices } from '../devices/schema.ts';
import type { Database, Tx } from '../platform/db.ts';
import { declinedBy } from './decline.ts';
import { deliveredSerialsQuery, licenceInForceCondition, unnumberedDevicesQuery } from './licences.ts';
import { readTvAdvertEligibility } from './player.ts';
import { licences, tvDays, tvs } from './schema.ts';
import { tvScreens } from './tvs/schema.ts';

type Licence = NonNullable<OwnTv['licence']>;

/** A person's linked TVs with place, licence and what was counted today, and the devices that they may choose for one. */
export async function ownTvs(db: Database, profileId: string, now: Date) {
  const heard = new Date(now.getTime() - HEARD_MINUTES * MINUTE_MS);
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({
        id: devices.id,
        region: tvs.region,
        venue: tvs.venue,
        confirmedAt: tvs.confirmedAt,
        banners: tvDays.banners,
        tvSeconds: tvDays.tvSeconds,
        // One that says nothing of its screen has none.
        isInFront: sql<
          boolean | null
        >`case when ${tvScreens.seenAt} > ${heard} and ${tvScreens.width} > 0 then ${tvScreens.visible} end`,
      })
      .from(devices)
      .leftJoin(tvs, eq(tvs.tvId, devices.id))
      .leftJoin(tvScreens, eq(tvScreens.tvId, devices.id))
      .leftJoin(tvDays, and(eq(tvDays.tvId, devices.id), eq(tvDays.day, dayOf(now))))
      .where(and(eq(devices.profileId, profileId), isNull(devices.unlinkedAt)));
    const choices = await licencesOf(tx, profileId, now);
    const own = [];
    for (const { id, region, venue, confirmedAt, banners, tvSeconds, isInFront } of rows)
      own.push({
        id,
        state: (await readTvAdvertEligibility(tx, id, now)).state,
        region: region as Region | null,
        venue,
        isConfirmed: venue === 'household' || confirmedAt !== null,
        licence: choices.find(({ tvId }) => tvId === id) ?? null,
        today: { banners: banners ?? 0, tvSeconds: tvSeconds ?? 0 },
        isInFront,
      });
    const [person] = await tx.select({ city: profiles.city }).from(profiles).where(eq(profiles.id, profileId));
    return {
      tvs: own,
      licences: choices.filter(({ kind }) => kind !== 'grace'),
      unnumbered: await unnumberedLeft(tx, profileId),
      suggestedRegion: regionOfCity(person?.city ?? ''),
      declined: await declinedBy(tx, profileId),
    };
  });
}

/** Licences of a person that count, and numbers of theirs that no TV ever used. */
async function licencesOf(tx: Tx, profileId: string, now: Date): Promise<Licence[]> {
  const { rows } = await tx.execute<{
    kind: Licence['kind'];
    serial: string | null;
    until: Date | null;
    tvId: string | null;
  }>(sql`
    select kind, serial, ends_at as until, tv_id as "tvId" from licences where profile_id = ${profileId} and ${licenceInForceCondition(now)}
    union all
    select 'serial', d.serial, null, null from (${deliveredSerialsQuery(profileId)}) d
    where not exists (select 1 from licences l where l.serial = d.serial)
    order by serial nulls last`);
  return rows.map((row) => ({ ...row, until: row.until && new Date(row.until) }));
}

/** Devices without a number that a person has and no TV uses. */
async function unnumberedLeft(tx: Tx, profileId: string): Promise<number> {
  const { rows } = await tx.execute<{ left: number }>(sql`
    select coalesce(sum(greatest(0, o.devices - (select count(*) from licences l where l.order_id = o.id and l.tv_id is not null))), 0)::int as left
    from (${unnumberedDevicesQuery(profileId)}) o`);
  return rows[0]!.left;
}

/**
 * Gives a TV a device without a number, of the first order that has one left, and says which of that order it is; `null`: each of them
 * has its TV. One that a TV had before keeps its licence, and with it how often it moved: that of this TV first, then one that stood in
 * this region.
 */
export async function assignUnnumberedDevice(tx: Tx, profileId: string, tvId: string, region: string | null) {
  await tx.select().from(profiles).where(eq(profiles.id, profileId)).for('no key update');
  const { rows } = await tx.execute<{ id: string; used: number }>(sql`
    select o.id, used.used from (${unnumberedDevicesQuery(profileId)}) o cross join lateral
      (select count(*)::int as used from licences l where l.order_id = o.id and l.tv_id is not null and l.tv_id <> ${tvId}) used
    where o.devices > used.used limit 1`);
  if (!rows[0]) return null;
  const { id: orderId, used } = rows[0];
  const [own] = await tx
    .update(licences)
    .set({ tvId: null })
    .where(eq(licences.tvId, tvId))
    .returning({ id: licences.id });
  const [free] = await tx
    .select({ id: licences.id })
    .from(licences)
    .where(and(eq(licences.orderId, orderId), eq(licences.kind, 'unnumbered'), isNull(licences.tvId)))
    .orderBy(
      sql`${licences.id} is not distinct from ${own?.id ?? null}::uuid desc`,
      sql`${licences.region} is not distinct from ${region}::text desc`,
      licences.createdAt,
      licences.id,
    )
    .limit(1)
    .for('update');
  const [licence] = free
    ? await tx.update(licences).set({ profileId, tvId }).where(eq(licences.id, free.id)).returning()
    : await tx.insert(licences).values({ profileId, tvId, kind: 'unnumbered', orderId }).returning();
  return { licence: licence!, name: `${orderId} ${used + 1}` };
}
