import { and, eq, isNull, sql } from 'drizzle-orm';
import { HOUR_MS } from '#domain/day.ts';
import { memberName } from '#domain/network/rules.ts';
import type { BuyerStanding } from '#domain/orders/order-gave.ts';
import { SILENT_HOURS } from '#domain/tvs/rules.ts';
import { profiles } from '../../accounts/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { devices } from '../../devices/schema.ts';
import { descendantsOf } from '../../network/subtree.ts';

/** Where the buyer of an order stands in the network, and how many of their TVs are silent. */
export async function readBuyerStanding(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  id: string,
): Promise<BuyerStanding | null> {
  const [person] = await db.select().from(profiles).where(eq(profiles.id, id));
  if (!person) return null;
  const { inTree, path, networkKey, networkLevel: level } = person;
  const above = person.parentId ?? person.invitedBy;
  const since = new Date(now().getTime() - SILENT_HOURS * HOUR_MS).toISOString();
  const isSilent = sql`coalesce(${devices.lastSeenAt}, ${devices.linkedAt}) < ${since}::timestamptz`;
  const [[inviter], downline, away] = await Promise.all([
    above ? db.select().from(profiles).where(eq(profiles.id, above)) : [],
    inTree ? db.$count(profiles, descendantsOf({ path: path!, networkKey: networkKey! })) : 0,
    db.$count(devices, and(eq(devices.profileId, id), isNull(devices.unlinkedAt), isSilent)),
  ]);
  return {
    inviter: inviter ? { id: inviter.id, name: memberName(inviter) } : null,
    network: inTree ? { level: level!, downline } : null,
    away,
  };
}
