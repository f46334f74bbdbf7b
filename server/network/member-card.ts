import { and, count, eq, inArray } from 'drizzle-orm';
import { idsOfPath, memberName, referralLink } from '#domain/network/rules.ts';
import { profiles } from '../accounts/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import { networkDevices } from './devices.ts';
import { placeName } from './place.ts';
import { descendantsOf } from './subtree.ts';

/** Everything staff may want to know about a member's place; `null` when nobody stands there. */
export async function memberCard({ db, config, now }: Pick<Dependencies, 'db' | 'config' | 'now'>, id: string) {
  const [member] = await db
    .select()
    .from(profiles)
    .where(and(eq(profiles.id, id), profiles.inTree));
  if (!member) return null;
  const aboveIds = idsOfPath(member.path!).slice(0, -1);
  const below = { path: member.path!, networkKey: member.networkKey! };
  const [[direct], [downline], above, devices] = await Promise.all([
    db.select({ number: count() }).from(profiles).where(eq(profiles.parentId, id)),
    db.select({ number: count() }).from(profiles).where(descendantsOf(below)),
    aboveIds.length === 0
      ? []
      : db.select({ id: profiles.id, name: placeName }).from(profiles).where(inArray(profiles.id, aboveIds)),
    networkDevices(db, below, now()),
  ]);
  const names = new Map(above.map((place) => [place.id, place.name]));
  return {
    id,
    name: memberName(member),
    username: member.username,
    email: member.email,
    phone: member.phone,
    city: member.city,
    country: member.country,
    referralCode: member.referralCode!,
    referralLink: referralLink(config.publicUrl, member.referralCode!),
    invitesBlocked: member.invitesBlockedAt !== null,
    isStaff: member.isAdmin || member.email === config.superAdmin.email,
    level: member.networkLevel!,
    joinedAt: member.joinedNetworkAt!,
    direct: direct!.number,
    downline: downline!.number,
    devices,
    above: aboveIds.map((aboveId) => ({ id: aboveId, name: names.get(aboveId) ?? '' })),
  };
}
