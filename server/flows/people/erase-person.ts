import { and, asc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Erasure } from '#domain/accounts/people.ts';
import { type AccountAddress, provenAddress } from '#domain/accounts/rules.ts';
import { memberName } from '#domain/network/rules.ts';
import { ownedByAccountCondition, provenAddressCondition } from '../../accounts/ownership.ts';
import { acceptances, profiles } from '../../accounts/schema.ts';
import { packages, subscriptions } from '../../advertising/schema.ts';
import { linkRequests, users } from '../../auth/schema.ts';
import { lockOpenSessionShared, type OpenSession } from '../../auth/sessions/lock-with-session.ts';
import type { Dependencies } from '../../dependencies.ts';
import { devices } from '../../devices/schema.ts';
import { reservations } from '../../events/schema.ts';
import { exchanges, parcelClaims, shipments } from '../../fulfilment/schema.ts';
import { orderNotes, orders, withdrawals } from '../../orders/schema.ts';
import { paymentEvents } from '../../payments/schema.ts';
import { announceToWebhooks } from '../../platform/announce-to-webhooks.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { type Actor, record, redactAuditEntries } from '../../platform/audit.ts';
import type { DatabaseOrTransaction, Tx } from '../../platform/db.ts';
import { mails } from '../../platform/mail.schema.ts';
import { endLicencesForErasure } from '../../playout/licences.ts';
import { orderRefunds } from '../../refunds/schema.ts';
import { returnPictures, returns } from '../../returns/schema.ts';
import { forgetPayees } from '../../rewards/payee.ts';
import { tasks } from '../../tasks/schema.ts';
import { endCampaignsOfErasedCompany } from '../campaigns/campaign-states.ts';
import { lockCampaigns } from '../campaigns/take-back.ts';
import { applyPaymentAccess, renewingSubscriptionCondition } from '../payments/payment-access.ts';
import { keptDelivery } from '../retention/redact-deliveries.ts';
import { redactReservations } from '../retention/redact-reservations.ts';
import { cancelUnpaidOrders } from './cancel-unpaid-orders.ts';

type Profile = typeof profiles.$inferSelect;
type Person = Profile & AccountAddress;

/** The profile with what its sign-in knows of the address. */
async function personOf(db: DatabaseOrTransaction, id: string): Promise<Person | undefined> {
  const [row] = await db
    .select({ profile: profiles, mailboxProvenAt: users.mailboxProvenAt })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .where(eq(profiles.id, id));
  return row && { ...row.profile, mailboxProvenAt: row.mailboxProvenAt };
}

/** What erasing a person would do, for whoever is about to decide it; `null` when the person is not there. */
export async function describeErasure(db: DatabaseOrTransaction, id: string): Promise<Erasure | null> {
  const person = await personOf(db, id);
  if (!person) return null;
  const upline = person.parentId
    ? (await db.select().from(profiles).where(eq(profiles.id, person.parentId)))[0]
    : undefined;
  const theirs = provenAddressCondition(reservations.email, person);
  const [lifted, bought, paid, renewing, linked, places, unpaid, withAddress] = await Promise.all([
    db.$count(profiles, eq(profiles.parentId, id)),
    db.$count(orders, eq(orders.profileId, id)),
    db.$count(packages, eq(packages.profileId, id)),
    db.$count(subscriptions, renewingSubscriptionCondition(id)),
    db.$count(devices, and(eq(devices.profileId, id), isNull(devices.unlinkedAt))),
    db.$count(reservations, and(theirs, reservations.confirmed)),
    db.$count(reservations, and(theirs, eq(reservations.confirmed, false))),
    db.$count(reservations, eq(reservations.email, person.email)),
  ]);
  return {
    email: person.email,
    upline: upline ? memberName(upline) : null,
    downline: lifted,
    orders: bought,
    packages: paid,
    subscriptions: renewing,
    devices: linked,
    paidReservations: places,
    unpaidReservations: unpaid,
    unprovenReservations: withAddress - places - unpaid,
    banners: person.bannerBalance,
  };
}

/**
 * Takes a person out of everything for good (docs/privacy.md); the downline rises to the upline, and paid reservations keep their tickets.
 * What the books need stays without the person, and where devices go that are still to come; unpaid orders are called off as by closing, and
 * the super-admin is never erased. Answers with what was done; `null` when the person is not there any more.
 */
export async function erasePerson(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  id: string,
  /** Whoever erases in a session of theirs. */
  by: OpenSession | null = null,
): Promise<Erasure | null> {
  // Deleting a profile takes the network's lock; taken first, it cannot be waited for while holding a row.
  await tx.execute(sql`select lock_network()`);
  // Orders and campaigns before the person, as whoever books a payment does.
  await tx.select({ id: orders.id }).from(orders).where(eq(orders.profileId, id)).orderBy(asc(orders.id)).for('update');
  await lockCampaigns(tx, id);
  // Before the profile, as everybody does who holds both (`lockPerson`).
  await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update');
  const [held] = await tx
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(eq(profiles.id, id), ne(profiles.email, deps.config.superAdmin.email)))
    .for('update');
  const person = held && (await personOf(tx, id));
  if (!person) return null;
  if (by) await lockOpenSessionShared(tx, by);
  const erasure = await describeErasure(tx, id);
  if (!erasure) return null;

  await applyPaymentAccess(tx, deps, id);
  const cancelled = await cancelUnpaidOrders(tx, deps, actor, id);
  const bought = await tx
    .update(orders)
    .set({ email: '', delivery: keptDelivery })
    .where(eq(orders.profileId, id))
    .returning({ id: orders.id });
  const orderIds = bought.map((order) => order.id);
  const names = namesOf(person, orderIds);
  await redactOrders(tx, orderIds);
  await tx
    .update(tasks)
    .set({ text: '', answer: sql`case when ${tasks.answeredAt} is not null then '' end` })
    .where(eq(tasks.profileId, id));
  await tx.update(packages).set({ email: '', companyName: null }).where(eq(packages.profileId, id));
  await endCampaignsOfErasedCompany(tx, id, deps.now);
  const gone = await tx.delete(devices).where(eq(devices.profileId, id)).returning({ id: devices.id });
  await endLicencesForErasure(tx, id, deps.now());
  const places = await redactReservations(tx, provenAddressCondition(reservations.email, person));
  await tx
    .delete(acceptances)
    .where(ownedByAccountCondition({ profileId: acceptances.userId, address: acceptances.email }, person));
  await tx.delete(linkRequests).where(provenAddressCondition(linkRequests.email, person));
  await tx.delete(users).where(eq(users.id, id));
  await forgetPayees(tx, id);
  await redactMails(tx, person, names);
  await redactNotices(tx, person, names);
  await deps.queue.send(tx, 'mail.clean-outbox', {});
  await deps.queue.send(tx, 'backup.list-erased', {});
  await deps.queue.send(tx, 'rewards.pay', {});
  await tx.update(auditLog).set({ actorEmail: null, ip: null }).where(eq(auditLog.actor, id));
  await redactAuditEntries(tx, 'profile', [id]);
  await redactAuditEntries(
    tx,
    'device',
    gone.map((device) => device.id),
  );
  await redactAuditEntries(tx, 'reservation', places);
  await announceToWebhooks(tx, deps.now(), [{ type: 'person.erased', id, version: deps.now().getTime() }]);
  const { email: _, upline: __, ...counts } = erasure;
  await record(tx, actor, {
    action: 'accounts.erased',
    on: { kind: 'profile', id },
    after: { ...counts, ...(cancelled.length === 0 ? {} : { ordersCalledOff: cancelled }) },
  });
  return erasure;
}

/** What people wrote about orders goes, and the pictures of returns; their files go with the account, like all that it owns. */
async function redactOrders(tx: Tx, ids: string[]): Promise<void> {
  const written = { reason: '', resolution: '' };
  await tx.update(withdrawals).set(written).where(inArray(withdrawals.orderId, ids));
  await tx.update(orderRefunds).set({ note: '' }).where(inArray(orderRefunds.orderId, ids));
  await tx.update(returns).set(written).where(inArray(returns.orderId, ids));
  await tx.delete(returnPictures).where(inArray(returnPictures.orderId, ids));
  await tx.update(exchanges).set(written).where(inArray(exchanges.orderId, ids));
  const parcels = tx.select({ id: shipments.id }).from(shipments).where(inArray(shipments.orderId, ids));
  await tx.update(parcelClaims).set({ note: '' }).where(inArray(parcelClaims.shipmentId, parcels));
  await tx.delete(orderNotes).where(inArray(orderNotes.orderId, ids));
}

/** What texts name the person by: the account, its orders, its customer at the payment provider, its address once proven. */
const namesOf = (person: Person, orderIds: string[]): string[] =>
  [
    person.id,
    ...orderIds,
    person.paymentCustomerId,
    // In quotes, so that it is no part of a longer address.
    provenAddress(person) && JSON.stringify(person.email),
  ].filter((name) => name !== null);

const namesOne = (text: SQL, names: string[]) => sql`exists (
  select from unnest(${`{${names.map((name) => JSON.stringify(name)).join()}}`}::text[]) as name where strpos(${text}, name) > 0)`;

/** The person's mails go; mails of others that name the person stay as rows without content. */
async function redactMails(tx: Tx, person: Person, names: string[]): Promise<void> {
  const toAddress = provenAddressCondition(mails.to, person);
  await tx.delete(mails).where(ownedByAccountCondition({ profileId: mails.profileId, address: mails.to }, person));
  await tx
    .update(mails)
    .set({
      to: sql`case when ${toAddress} then '' else ${mails.to} end`,
      props: {},
      subject: null,
      html: null,
      text: null,
    })
    .where(or(toAddress, namesOne(sql`concat_ws(' ', ${mails.idempotencyKey}, ${mails.props}::text)`, names)));
}

/** What the payment provider said about a payment that a person must decide on: the payment stays, the payer goes. */
async function redactNotices(tx: Tx, { email }: Person, names: string[]): Promise<void> {
  const details = sql`'{data,object,customer_details}'::text[]`;
  await tx
    .update(paymentEvents)
    .set({
      payload: sql`replace((${paymentEvents.payload} #- ${details})::text, ${JSON.stringify(email)}::text, '""')::jsonb`,
    })
    .where(namesOne(sql`${paymentEvents.payload}::text`, names));
}
