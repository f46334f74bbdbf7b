import { and, count, eq } from 'drizzle-orm';
import { referralLink } from '#domain/network/rules.ts';
import { profiles } from '../accounts/schema.ts';
import type { Database } from '../platform/db.ts';
import { pageOf } from '../platform/list.ts';
import { networkDevices } from './devices.ts';
import { descendantsOf } from './subtree.ts';

type Profile = typeof profiles.$inferSelect;

/** A member's own place: the code, who invited, how many stand below on each level, and the devices that they bought. */
export async function myNetwork(db: Database, publicUrl: string, now: Date, me: Profile) {
  if (!me.inTree) return null;
  const below = { path: me.path!, networkKey: me.networkKey! };
  const [levels, [inviter], devices] = await Promise.all([
    db
      .select({ level: profiles.networkLevel, number: count() })
      .from(profiles)
      .where(descendantsOf(below))
      .groupBy(profiles.networkLevel)
      .orderBy(profiles.networkLevel),
    me.parentId ? db.select({ username: profiles.username }).from(profiles).where(eq(profiles.id, me.parentId)) : [],
    networkDevices(db, below, now),
  ]);
  return {
    code: me.referralCode!,
    link: referralLink(publicUrl, me.referralCode!),
    invitesBlocked: me.invitesBlockedAt !== null,
    inviter: inviter?.username ?? null,
    levels: levels.map(({ number }) => number),
    devices,
  };
}

/** The direct downline by username and day, newest first: neither names nor anything by which they could be reached. */
export async function myDirect(db: Database, me: Profile, after: string | undefined) {
  const list = pageOf({ key: profiles.joinedNetworkAt, id: profiles.id, direction: 'desc', after });
  const rows = await db
    .select({ id: profiles.id, name: profiles.username, joinedAt: profiles.joinedNetworkAt, place: list.place })
    .from(profiles)
    .where(and(eq(profiles.parentId, me.id), list.after))
    .orderBy(...list.orderBy)
    .limit(list.limit);
  return list.show(rows, ({ id, name, joinedAt }) => ({ id, name, joinedAt: joinedAt! }));
}
