import { eq } from 'drizzle-orm';
import type { OwnDataField, OwnDataPart } from '#domain/accounts/data-copy.ts';
import { profiles } from '../../../accounts/schema.ts';
import { users } from '../../../auth/schema.ts';
import type { Tx } from '../../../platform/db.ts';
import { accountRows, advertisingRows, bankRows, eventRows, historyRows, tvRows } from './own-data-rows.ts';
import { orderRows } from './own-order-rows.ts';

/** One thing we know, by field; secrets and what only the database needs are left out. */
export type Row = Partial<Record<OwnDataField, unknown>>;
export interface OwnData {
  generatedAt: Date;
  /** What belongs to the address alone is shown only to whoever proved to read the mailbox. */
  mailboxProven: boolean;
  parts: Record<OwnDataPart, Row[]>;
}

/** Everything we keep about a person. The caller's transaction sees one moment of it. */
export async function ownData(tx: Tx, id: string, generatedAt: Date): Promise<OwnData> {
  const [user] = await tx.select().from(users).where(eq(users.id, id));
  const [profile] = await tx.select().from(profiles).where(eq(profiles.id, id));
  const account = user!;
  const invitedBy = profile!.parentId
    ? (await tx.select().from(profiles).where(eq(profiles.id, profile!.parentId)))[0]?.username
    : null;
  const events = await eventRows(tx, account);
  const rows = {
    ...(await accountRows(tx, account)),
    ...(await orderRows(tx, id)),
    ...(await advertisingRows(tx, id)),
    ...(await tvRows(tx, id)),
    ...events,
    ...(await bankRows(
      tx,
      id,
      events.reservations.map((place) => place.id),
    )),
    ...(await historyRows(tx, account)),
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
