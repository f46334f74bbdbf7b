import { and, desc, eq, getTableColumns, inArray, isNull, or, sql } from 'drizzle-orm';
import { ownedByAccountCondition, provenAddressCondition } from '../../../accounts/ownership.ts';
import { acceptances, personNotes, profiles, staffDuties } from '../../../accounts/schema.ts';
import { ledger, packages, subscriptions } from '../../../advertising/schema.ts';
import { accountChanges, linkRequests, mfaFactors, recoveryCodes, sessions, type users } from '../../../auth/schema.ts';
import { acceptedDifferences, paymentParts, statementLines } from '../../../bank/schema.ts';
import { campaigns, reportObjections } from '../../../campaigns/schema.ts';
import { devices } from '../../../devices/schema.ts';
import {
  claims,
  doorChecks,
  eventChoices,
  places as eventPlaces,
  reservationNotes,
  reservations,
  tickets,
} from '../../../events/schema.ts';
import { files } from '../../../files/schema.ts';
import { orderClaims, orders } from '../../../orders/schema.ts';
import { auditLog } from '../../../platform/audit.schema.ts';
import type { Tx } from '../../../platform/db.ts';
import { mails } from '../../../platform/mail.schema.ts';
import { declinedAdverts, tvDays, tvs, viewerDays } from '../../../playout/schema.ts';
import { tvBlocks } from '../../../playout/tvs/schema.ts';
import { rewardObjections, rewardPayees, rewardStatements } from '../../../rewards/schema.ts';
import { specialRequests } from '../../../special/schema.ts';
import { vouchers } from '../../../vouchers/schema.ts';

type Account = typeof users.$inferSelect;

/** The longest history anybody gets; newest first. */
const HISTORY = 20_000;

/** How somebody signs in, what was agreed and what staff wrote about them. */
export async function accountRows(tx: Tx, account: Account) {
  const { id } = account;
  return {
    duties: await tx.select().from(staffDuties).where(eq(staffDuties.profileId, id)).orderBy(staffDuties.since),
    sessions: await tx.select().from(sessions).where(eq(sessions.userId, id)).orderBy(sessions.createdAt),
    secondSteps: await tx.select().from(mfaFactors).where(eq(mfaFactors.userId, id)),
    recoveryCodes: await tx.select().from(recoveryCodes).where(eq(recoveryCodes.userId, id)),
    changes: await tx.select().from(accountChanges).where(eq(accountChanges.userId, id)).orderBy(accountChanges.at),
    linkRequests: await tx.select().from(linkRequests).where(provenAddressCondition(linkRequests.email, account)),
    acceptances: await tx
      .select()
      .from(acceptances)
      .where(ownedByAccountCondition({ profileId: acceptances.userId, address: acceptances.email }, account))
      .orderBy(acceptances.id),
    personNotes: await tx
      .select()
      .from(personNotes)
      .where(eq(personNotes.profileId, id))
      .orderBy(personNotes.createdAt),
    files: await tx
      .select()
      .from(files)
      .where(and(eq(files.ownerId, id), isNull(files.removedAt)))
      .orderBy(files.createdAt),
  };
}

/** What was bought and given to show adverts, and the campaigns. */
export const advertisingRows = async (tx: Tx, id: string) => ({
  packages: await tx.select().from(packages).where(eq(packages.profileId, id)).orderBy(packages.createdAt),
  subscriptions: await tx.select().from(subscriptions).where(eq(subscriptions.profileId, id)),
  ledger: await tx.select().from(ledger).where(eq(ledger.profileId, id)).orderBy(ledger.id),
  vouchers: await tx.select().from(vouchers).where(eq(vouchers.redeemedBy, id)).orderBy(vouchers.redeemedAt),
  campaigns: await tx.select().from(campaigns).where(eq(campaigns.profileId, id)).orderBy(campaigns.createdAt),
  reportObjections: await tx
    .select({ ...getTableColumns(reportObjections), name: campaigns.name })
    .from(reportObjections)
    .innerJoin(campaigns, eq(campaigns.id, reportObjections.campaignId))
    .where(eq(campaigns.profileId, id))
    .orderBy(reportObjections.madeAt),
  specialRequests: await tx
    .select({
      ...getTableColumns(specialRequests),
      companyName: specialRequests.company,
      text: specialRequests.message,
      month: sql<string>`to_char(${specialRequests.month}, 'YYYY-MM')`,
    })
    .from(specialRequests)
    .where(eq(specialRequests.profileId, id))
    .orderBy(specialRequests.madeAt),
});

/** TVs, what they showed, and what that brought. */
export const tvRows = async (tx: Tx, id: string) => ({
  devices: await tx
    .select({ ...getTableColumns(devices), region: tvs.region, venue: tvs.venue })
    .from(devices)
    .leftJoin(tvs, eq(tvs.tvId, devices.id))
    .where(eq(devices.profileId, id))
    .orderBy(devices.linkedAt),
  tvDays: await tx
    .select({ number: devices.number, day: tvDays.day, bannerCount: tvDays.banners, tvSeconds: tvDays.tvSeconds })
    .from(tvDays)
    .innerJoin(devices, eq(devices.id, tvDays.tvId))
    .where(eq(devices.profileId, id))
    .orderBy(desc(tvDays.day))
    .limit(HISTORY),
  tvBlocks: await tx
    .select({
      number: devices.number,
      blockedAt: tvBlocks.blockedAt,
      reason: tvBlocks.reason,
      bannerCount: tvBlocks.banners,
      tvSeconds: tvBlocks.tvSeconds,
      liftedAt: tvBlocks.liftedAt,
    })
    .from(tvBlocks)
    .innerJoin(devices, eq(devices.id, tvBlocks.tvId))
    .where(eq(devices.profileId, id))
    .orderBy(tvBlocks.blockedAt),
  declinedAdverts: (await tx.select().from(declinedAdverts).where(eq(declinedAdverts.profileId, id))).flatMap(
    ({ all, categories, changedAt }) =>
      [...(all ? ['all'] : []), ...categories].map((category) => ({ category, changedAt })),
  ),
  rewardDays: await tx
    .select({ day: viewerDays.day, bannerCount: viewerDays.banners, tvSeconds: viewerDays.tvSeconds })
    .from(viewerDays)
    .where(eq(viewerDays.profileId, id))
    .orderBy(desc(viewerDays.day))
    .limit(HISTORY),
  rewardStatements: await tx
    .select({
      ...getTableColumns(rewardStatements),
      bannerCount: rewardStatements.banners,
      currency: sql<string>`'RSD'`,
      text: rewardObjections.text,
      answer: rewardObjections.answer,
    })
    .from(rewardStatements)
    .leftJoin(rewardObjections, eq(rewardObjections.statementId, rewardStatements.id))
    .where(eq(rewardStatements.profileId, id))
    .orderBy(rewardStatements.month),
  rewardAccount: await tx.select().from(rewardPayees).where(eq(rewardPayees.profileId, id)),
});

/** Places at the event; they are known by the address alone. */
export async function eventRows(tx: Tx, account: Account) {
  const own = await tx.select().from(reservations).where(provenAddressCondition(reservations.email, account));
  const placeIds = own.map((place) => place.id);
  return {
    reservations: own,
    tickets: await tx.select().from(tickets).where(inArray(tickets.reservationId, placeIds)),
    guests: await tx.select().from(eventPlaces).where(inArray(eventPlaces.reservationId, placeIds)),
    companyClaims: await tx.select().from(claims).where(inArray(claims.reservationId, placeIds)),
    eventChoices: await tx.select().from(eventChoices).where(inArray(eventChoices.reservationId, placeIds)),
    staffNotes: await tx
      .select()
      .from(reservationNotes)
      .where(inArray(reservationNotes.reservationId, placeIds))
      .orderBy(reservationNotes.number),
    entries: await tx
      .select()
      .from(doorChecks)
      .where(inArray(doorChecks.reservationId, placeIds))
      .orderBy(doorChecks.checkedAt),
  };
}

/** Money that came for the orders of the account and for its places, as the bank wrote it. */
export async function bankRows(tx: Tx, id: string, placeIds: string[]) {
  const ownClaims = tx
    .select({ id: orderClaims.id })
    .from(orderClaims)
    .innerJoin(orders, eq(orders.id, orderClaims.orderId))
    .where(eq(orders.profileId, id));
  return {
    bankPayments: await tx
      .select()
      .from(statementLines)
      .where(or(inArray(statementLines.reservationId, placeIds), inArray(statementLines.claimId, ownClaims))),
    paymentParts: await tx
      .select()
      .from(paymentParts)
      .where(or(inArray(paymentParts.reservationId, placeIds), inArray(paymentParts.claimId, ownClaims)))
      .orderBy(paymentParts.decidedAt, paymentParts.id),
    acceptedDifferences: await tx
      .select()
      .from(acceptedDifferences)
      .where(inArray(acceptedDifferences.reservationId, placeIds)),
  };
}

/** What was mailed and done. Of what staff did elsewhere than in their own profile no details: those are other people's data. */
export async function historyRows(tx: Tx, account: Account) {
  const { id } = account;
  const isStaff = await isOrWasStaff(tx, id);
  return {
    mails: await tx
      .select()
      .from(mails)
      .where(ownedByAccountCondition({ profileId: mails.profileId, address: mails.to }, account))
      .orderBy(desc(mails.number))
      .limit(HISTORY),
    activity: (
      await tx
        .select()
        .from(auditLog)
        .where(or(eq(auditLog.actor, id), and(eq(auditLog.subjectKind, 'profile'), eq(auditLog.subjectId, id))))
        .orderBy(desc(auditLog.id))
        .limit(HISTORY)
    ).map((entry) => {
      const byMe = entry.actor === id;
      const isElsewhere = entry.subjectKind !== 'profile' || entry.subjectId !== id;
      const details = isStaff && byMe && isElsewhere ? { before: null, after: null } : {};
      return { ...entry, ...details, byMe, ip: byMe ? entry.ip : null };
    }),
  };
}

/** Rights that were taken left an entry with what was before. */
async function isOrWasStaff(tx: Tx, id: string): Promise<boolean> {
  const taken = sql`${auditLog.before} ->> 'isAdmin' = 'true'`;
  const of = and(eq(auditLog.subjectKind, 'profile'), eq(auditLog.subjectId, id));
  return (
    (await tx.$count(profiles, and(eq(profiles.id, id), profiles.isAdmin))) > 0 ||
    (await tx.$count(auditLog, and(of, taken))) > 0
  );
}
