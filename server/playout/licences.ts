import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../platform/db.ts';
import { licences, revocations, type tvs } from './schema.ts';

/** Devices that a person bought and has: delivered under their numbers, not on their way back, not refunded. */
export const deliveredSerialsQuery = (profileId: string): SQL => sql`
  select d.serial from orders o join shipments s on s.order_id = o.id and s.state = 'delivered'
    join shipment_devices d on d.shipment_id = s.id and d.live
  where o.profile_id = ${profileId} and o.refunded < o.amount`;

/** Orders of a person with devices that were delivered before numbers were kept, and how many of them. */
export const unnumberedDevicesQuery = (profileId: string): SQL => sql`
  select o.id, sum(s.devices - (select count(*) from shipment_devices d where d.shipment_id = s.id)) as devices
  from orders o join shipments s on s.order_id = o.id and s.kind = 'outbound' and s.state = 'delivered'
  where o.profile_id = ${profileId} and o.refunded < o.amount
  group by o.id`;

/**
 * Whether a licence counts at that moment; to be asked beside the table `licences`. A device that is back, or whose order was refunded,
 * gives no right any more.
 */
export const licenceInForceCondition = (
  now: Date,
): SQL => sql`((licences.ends_at is null or licences.ends_at > ${now}) and case licences.kind
  when 'serial' then exists (select 1 from shipment_devices d join shipments s on s.id = d.shipment_id join orders o on o.id = s.order_id
    where d.serial = licences.serial and d.live and s.state = 'delivered' and o.refunded < o.amount)
  when 'unnumbered' then exists (select 1 from orders o where o.id = licences.order_id and o.refunded < o.amount)
  else true end)`;

/** What a TV holds is not to be shown any more. */
export async function revokeLeasesOfTv(tx: Tx, tvId: string, now: Date): Promise<void> {
  await tx.insert(revocations).values({ at: now, tvId });
}

/** The same of a TV that stands elsewhere now: what it holds may be for its old place. Without one it held what is for everybody. */
export async function revokeLeasesOfOldPlace(
  tx: Tx,
  { tvId, region, venue, confirmedAt }: typeof tvs.$inferSelect,
  now: Date,
): Promise<void> {
  if (region !== null && (venue === 'household' || confirmedAt !== null)) await revokeLeasesOfTv(tx, tvId, now);
}

/**
 * Licences of a person who is erased end. The number of a device stays without its person, so that erasing an account is no way to use a
 * device again that was given away or blocked.
 */
export async function endLicencesForErasure(tx: Tx, profileId: string, now: Date): Promise<void> {
  const moves = { region: null, regionChanges: [], changesSince: null };
  await tx
    .update(licences)
    .set({ profileId: null, tvId: null, codeHash: null, codeEndsAt: null, endsAt: now, ...moves })
    .where(and(eq(licences.profileId, profileId), eq(licences.kind, 'serial')));
}
