import { and, desc, eq, getTableColumns, inArray, isNull, or, sql } from 'drizzle-orm';
import type { OwnDataField, OwnDataPart } from '#domain/accounts/data-copy.ts';
import { ownedByAccountCondition, provenAddressCondition } from '../../accounts/ownership.ts';
import { acceptances, personNotes, profiles, staffDuties } from '../../accounts/schema.ts';
import { ledger, packages, subscriptions } from '../../advertising/schema.ts';
import { accountChanges, linkRequests, mfaFactors, recoveryCodes, sessions, users } from '../../auth/schema.ts';
import { acceptedDifferences, paymentParts, statementLines } from '../../bank/schema.ts';
import { campaigns, reportObjections } from '../../campaigns/schema.ts';
import { devices } from '../../devices/schema.ts';
import { documents } from '../../documents/schema.ts';
import {
  claims,
  doorChecks,
  eventChoices,
  places as eventPlaces,
  reservationNotes,
  reservations,
  tickets,
} from '../../events/schema.ts';
import { files } from '../../files/schema.ts';
import { exchanges, parcelClaims, shipments } from '../../fulfilment/schema.ts';
import { installations } from '../../installations/schema.ts';
import { orderClaims, orderEvents, orderNotes, orders, saleViews, withdrawals } from '../../orders/schema.ts';
import { payouts } from '../../payouts/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import type { Tx } from '../../platform/db.ts';
import { mails } from '../../platform/mail.schema.ts';
import { declinedAdverts, tvDays, tvs, viewerDays } from '../../playout/schema.ts';
import { tvBlocks } from '../../playout/tvs/schema.ts';
import { orderRefunds } from '../../refunds/schema.ts';
import { returns } from '../../returns/schema.ts';
import { rewardObjections, rewardPayees, rewardStatements } from '../../rewards/schema.ts';
import { specialRequests } from '../../special/schema.ts';
import { tasks } from '../../tasks/schema.ts';
import { vouchers } from '../../vouchers/schema.ts';

/** One thing we know, by field; secrets and what only the database needs are left out. */
export type Row = Partial<Record<OwnDataField, unknown>>;
export interface OwnData {
  generatedAt: Date;
  /** What belongs to the address alone is shown only to whoever proved to read the mailbox. */
  mailboxProven: boolean;
  parts: Record<OwnDataPart, Row[]>;
}

/** The longest history anybody gets; newest first. */
const HISTORY = 20_000;

/** Everything we keep about a person. The caller's transaction sees one moment of it. */
export async function ownData(tx: Tx, id: string, generatedAt: Date): Promise<OwnData> {
  const [user] = await tx.select().from(users).where(eq(users.id, id));
  const [profile] = await tx.select().from(profiles).where(eq(profiles.id, id));
  const account = user!;
  const invitedBy = profile!.parentId
    ? (await tx.select().from(profiles).where(eq(profiles.id, profile!.parentId)))[0]?.username
    : null;
  const places = await tx.select().from(reservations).where(provenAddressCondition(reservations.email, account));
  const placeIds = places.map((place) => place.id);
  // Money that came for the orders of the account, as the bank wrote it.
  const ownClaims = tx
    .select({ id: orderClaims.id })
    .from(orderClaims)
    .innerJoin(orders, eq(orders.id, orderClaims.orderId))
    .where(eq(orders.profileId, id));
  const rows = {
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
    orders: await tx.select().from(orders).where(eq(orders.profileId, id)).orderBy(orders.number),
    orderEvents: await tx
      .select({ ...getTableColumns(orderEvents), number: orders.number })
      .from(orderEvents)
      .innerJoin(orders, eq(orders.id, orderEvents.orderId))
      .where(eq(orders.profileId, id))
      .orderBy(orderEvents.id),
    orderNotes: await tx
      .select({ ...getTableColumns(orderNotes), number: orders.number })
      .from(orderNotes)
      .innerJoin(orders, eq(orders.id, orderNotes.orderId))
      .where(eq(orders.profileId, id))
      .orderBy(orderNotes.createdAt),
    personNotes: await tx
      .select()
      .from(personNotes)
      .where(eq(personNotes.profileId, id))
      .orderBy(personNotes.createdAt),
    orderRefunds: await tx
      .select({ ...getTableColumns(orderRefunds), number: orders.number })
      .from(orderRefunds)
      .innerJoin(orders, eq(orders.id, orderRefunds.orderId))
      .where(eq(orders.profileId, id))
      .orderBy(orderRefunds.askedAt),
    payouts: await tx
      .select({ ...getTableColumns(payouts), number: orders.number })
      .from(payouts)
      .leftJoin(paymentParts, eq(paymentParts.id, payouts.partId))
      .leftJoin(orderClaims, eq(orderClaims.id, paymentParts.claimId))
      .innerJoin(orders, sql`${orders.id} = coalesce(${payouts.orderId}, ${orderClaims.orderId})`)
      .where(eq(orders.profileId, id))
      .orderBy(payouts.createdAt),
    returns: await tx
      .select({ ...getTableColumns(returns), number: orders.number })
      .from(returns)
      .innerJoin(orders, eq(orders.id, returns.orderId))
      .where(eq(orders.profileId, id))
      .orderBy(returns.askedAt),
    exchanges: await tx
      .select({ ...getTableColumns(exchanges), number: orders.number })
      .from(exchanges)
      .innerJoin(orders, eq(orders.id, exchanges.orderId))
      .where(eq(orders.profileId, id))
      .orderBy(exchanges.askedAt),
    parcelClaims: await tx
      .select({ ...getTableColumns(parcelClaims), number: orders.number, n: shipments.n })
      .from(parcelClaims)
      .innerJoin(shipments, eq(shipments.id, parcelClaims.shipmentId))
      .innerJoin(orders, eq(orders.id, shipments.orderId))
      .where(eq(orders.profileId, id))
      .orderBy(parcelClaims.openedAt),
    saleViews: await tx.select().from(saleViews).where(eq(saleViews.ownerId, id)).orderBy(saleViews.createdAt),
    withdrawals: await tx
      .select({ ...getTableColumns(withdrawals), number: orders.number })
      .from(withdrawals)
      .innerJoin(orders, eq(orders.id, withdrawals.orderId))
      .where(eq(orders.profileId, id))
      .orderBy(orders.number),
    installations: await tx
      .select()
      .from(installations)
      .where(eq(installations.installerId, id))
      .orderBy(installations.number),
    files: await tx
      .select()
      .from(files)
      .where(and(eq(files.ownerId, id), isNull(files.removedAt)))
      .orderBy(files.createdAt),
    tasks: await tx
      .select({ ...getTableColumns(tasks), order: orders.number })
      .from(tasks)
      .innerJoin(orders, eq(orders.id, tasks.orderId))
      .where(eq(tasks.profileId, id))
      .orderBy(tasks.number),
    packages: await tx.select().from(packages).where(eq(packages.profileId, id)).orderBy(packages.createdAt),
    documents: (await tx.select().from(documents).where(eq(documents.profileId, id)).orderBy(documents.nth)).map(
      (row) => ({ ...row, amount: row.price, createdAt: row.issuedAt, buyer: row.data.buyer }),
    ),
    subscriptions: await tx.select().from(subscriptions).where(eq(subscriptions.profileId, id)),
    ledger: await tx.select().from(ledger).where(eq(ledger.profileId, id)).orderBy(ledger.id),
    vouchers: await tx.select().from(vouchers).where(eq(vouchers.redeemedBy, id)).orderBy(vouchers.redeemedAt),
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
    campaigns: await tx.select().from(campaigns).where(eq(campaigns.profileId, id)).orderBy(campaigns.createdAt),
    reservations: places,
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
    ).map((entry) => ({ ...entry, byMe: entry.actor === id, ip: entry.actor === id ? entry.ip : null })),
  };
  const network = profile!.inTree
    ? [
        {
          ...profile!,
          invitedBy,
          directDownline: await tx.$count(profiles, eq(profiles.parentId, id)),
        },
      ]
    : [];
  const all = { account: [account], profile: [profile!], network, ...rows };
  const parts = Object.fromEntries(
    (Object.keys(VISIBLE_FIELDS) as OwnDataPart[]).map((part) => [
      part,
      (all[part] as Record<string, unknown>[]).map((row) => pick(row, VISIBLE_FIELDS[part])),
    ]),
  );
  return { generatedAt, mailboxProven: account.mailboxProvenAt !== null, parts: parts as OwnData['parts'] };
}

const pick = (row: Record<string, unknown>, fields: readonly OwnDataField[]): Row =>
  Object.fromEntries(fields.map((field) => [field, row[field] ?? null]));

/** Field by field, so that a new column is included only when somebody decided so. */
const VISIBLE_FIELDS: Record<OwnDataPart, readonly OwnDataField[]> = {
  account: [
    'email',
    'newEmail',
    'emailConfirmedAt',
    'mailboxProvenAt',
    'lastSignInAt',
    'createdAt',
    'updatedAt',
    'userMetadata',
  ],
  profile: [
    'username',
    'firstName',
    'lastName',
    'phone',
    'country',
    'city',
    'address',
    'addressNumber',
    'postalCode',
    'companyName',
    'companyTaxNumber',
    'companyRegistrationNumber',
    'companyAddress',
    'isCompany',
    'isPartner',
    'isInstaller',
    'isAdmin',
    'toBeRegistered',
    'enrolmentRefused',
    'chosenProduct',
    'newsAgreedAt',
    'bannerBalance',
    'tvSecondBalance',
    'paymentCustomerId',
    'blockedAt',
    'closedAt',
    'terminatesAt',
    'createdAt',
    'updatedAt',
  ],
  duties: ['duty', 'since'],
  network: ['referralCode', 'joinedNetworkAt', 'invitedBy', 'directDownline', 'invitesBlockedAt'],
  sessions: ['userAgent', 'ip', 'aal', 'createdAt', 'refreshedAt', 'notAfter'],
  secondSteps: ['friendlyName', 'status', 'createdAt', 'updatedAt'],
  recoveryCodes: ['createdAt', 'usedAt'],
  changes: ['at', 'kind', 'about', 'browser', 'system', 'network', 'outcome'],
  linkRequests: ['kind', 'ip', 'createdAt'],
  acceptances: ['document', 'version', 'occasion', 'email', 'acceptedAt'],
  orders: [
    'number',
    'kind',
    'productName',
    'amount',
    'currency',
    'refunded',
    'status',
    'email',
    'delivery',
    'termsVersion',
    'createdAt',
    'paidAt',
  ],
  orderEvents: ['number', 'kind', 'moment', 'facts', 'reference'],
  orderNotes: ['number', 'text', 'createdAt'],
  personNotes: ['text', 'createdAt'],
  orderRefunds: [
    'number',
    'amount',
    'currency',
    'devices',
    'months',
    'banners',
    'tvSeconds',
    'labelPrice',
    'reason',
    'statedOn',
    'note',
    'state',
    'askedAt',
  ],
  payouts: ['number', 'amount', 'currency', 'state', 'payee', 'account', 'namedAt', 'executedOn', 'createdAt'],
  returns: ['number', 'kind', 'way', 'state', 'serials', 'reason', 'askedAt', 'label', 'outcome', 'resolution'],
  exchanges: [
    'number',
    'serial',
    'state',
    'reason',
    'label',
    'receivedAt',
    'replacement',
    'firstDeliveredOn',
    'askedAt',
    'resolution',
  ],
  parcelClaims: ['number', 'n', 'kind', 'amount', 'currency', 'openedAt', 'askedAt', 'choice', 'chosenAt', 'note'],
  saleViews: ['name', 'query', 'isShared', 'createdAt'],
  withdrawals: ['number', 'statedAt', 'receivedOn', 'reason', 'resolvedAt', 'resolution'],
  installations: [
    'number',
    'agreedAt',
    'doneOn',
    'device',
    'venue',
    'before',
    'after',
    'remarks',
    'recordedAt',
    'cancelledAt',
    'createdAt',
  ],
  files: ['kind', 'contentType', 'bytes', 'createdAt'],
  tasks: ['number', 'order', 'kind', 'text', 'createdAt', 'dueOn', 'answer', 'answeredAt'],
  packages: [
    'packageName',
    'bannerCount',
    'tvSeconds',
    'amount',
    'currency',
    'refunded',
    'companyName',
    'email',
    'subscriptionId',
    'periodEnd',
    'createdAt',
  ],
  documents: ['kind', 'number', 'amount', 'currency', 'buyer', 'createdAt'],
  subscriptions: [
    'packageName',
    'status',
    'amount',
    'currency',
    'currentPeriodEnd',
    'cancelAt',
    'cancelAtPeriodEnd',
    'pausedSince',
    'endedAt',
    'createdAt',
  ],
  ledger: ['unit', 'delta', 'reason', 'reference', 'createdAt'],
  vouchers: ['code', 'bannerCount', 'redeemedAt'],
  devices: ['number', 'name', 'region', 'venue', 'linkedAt', 'lastSeenAt', 'unlinkedAt'],
  tvDays: ['number', 'day', 'bannerCount', 'tvSeconds'],
  tvBlocks: ['number', 'blockedAt', 'reason', 'bannerCount', 'tvSeconds', 'liftedAt'],
  declinedAdverts: ['category', 'changedAt'],
  rewardDays: ['day', 'bannerCount', 'tvSeconds'],
  rewardStatements: [
    'month',
    'bannerCount',
    'tvSeconds',
    'amount',
    'carried',
    'currency',
    'tax',
    'state',
    'payee',
    'account',
    'paidOn',
    'text',
    'answer',
  ],
  rewardAccount: ['payee', 'account', 'namedAt', 'taxNumberAt'],
  reportObjections: ['name', 'month', 'text', 'madeAt', 'dueOn', 'answer', 'answeredAt'],
  specialRequests: ['companyName', 'contact', 'month', 'text', 'madeAt', 'answer', 'answeredAt', 'closedAt'],
  campaigns: [
    'name',
    'kind',
    'state',
    'url',
    'startsAt',
    'endsAt',
    'budget',
    'sentAt',
    'decidedAt',
    'reason',
    'createdAt',
  ],
  reservations: [
    'number',
    'year',
    'packageId',
    'firstName',
    'lastName',
    'email',
    'phone',
    'country',
    'amount',
    'currency',
    'status',
    'createdAt',
    'confirmedAt',
    'arrived',
    'cancelledAt',
    'cancelReason',
  ],
  tickets: ['position', 'count', 'createdAt'],
  staffNotes: ['text', 'createdAt'],
  entries: ['checkedAt', 'door', 'verdict', 'undoneAt'],
  guests: ['position', 'firstName', 'lastName', 'givenAt', 'updatedAt'],
  companyClaims: ['companyName', 'taxNumber', 'registrationNumber', 'address', 'updatedAt'],
  eventChoices: ['choice', 'chosenAt'],
  bankPayments: ['bookedOn', 'amount', 'currency', 'payer', 'payerAccount', 'reference', 'purpose'],
  paymentParts: ['amount', 'currency', 'state', 'reason', 'decidedAt', 'returnedAt'],
  acceptedDifferences: ['missing', 'currency', 'reason', 'decidedAt'],
  mails: ['subject', 'state', 'createdAt', 'sentAt', 'text'],
  activity: ['at', 'action', 'byMe', 'ip', 'before', 'after'],
};
