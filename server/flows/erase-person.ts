import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { Erasure } from '#domain/accounts/people.ts';
import { acceptances, linkRequests, profiles, users } from '../accounts/schema.ts';
import { packages, subscriptions } from '../advertising/schema.ts';
import type { Edges } from '../app.ts';
import { devices } from '../devices/schema.ts';
import { reservations } from '../events/schema.ts';
import { orders, withdrawals } from '../orders/schema.ts';
import { stripeEvents } from '../payments/schema.ts';
import { auditLog } from '../platform/audit.schema.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Reader, Tx } from '../platform/db.ts';
import { mails } from '../platform/mail.schema.ts';
import { endSubscriptions, renewingOf } from './end-subscriptions.ts';
import { forgetReservations, forgetSaid } from './forget-reservations.ts';

type Profile = typeof profiles.$inferSelect;

/** What erasing a person would do, for whoever is about to decide it; `null` when the person is not there. */
export async function describeErasure(db: Reader, id: string): Promise<Erasure | null> {
  const [person] = await db.select().from(profiles).where(eq(profiles.id, id));
  if (!person) return null;
  const upline = person.parentId
    ? (await db.select().from(profiles).where(eq(profiles.id, person.parentId)))[0]
    : undefined;
  const byEmail = eq(reservations.email, person.email);
  const [lifted, bought, paid, renewing, linked, places, unpaid] = await Promise.all([
    db.$count(profiles, eq(profiles.parentId, id)),
    db.$count(orders, eq(orders.profileId, id)),
    db.$count(packages, eq(packages.profileId, id)),
    db.$count(subscriptions, renewingOf(id)),
    db.$count(devices, and(eq(devices.profileId, id), isNull(devices.unlinkedAt))),
    db.$count(reservations, and(byEmail, reservations.confirmed)),
    db.$count(reservations, and(byEmail, eq(reservations.confirmed, false))),
  ]);
  return {
    email: person.email,
    upline: upline ? [upline.firstName, upline.lastName].filter(Boolean).join(' ') || upline.username : null,
    downline: lifted,
    orders: bought,
    packages: paid,
    subscriptions: renewing,
    devices: linked,
    paidReservations: places,
    unpaidReservations: unpaid,
    banners: person.bannerBalance,
  };
}

/**
 * Takes a person out of everything for good: the account, its devices and its place in the network, where the downline
 * rises to the upline. What the books need stays without the person: orders, package periods, ledger entries and paid
 * reservations, whose tickets remain valid. Subscriptions are ended, unpaid reservations free their places. Mails to the
 * person are deleted, mails and audit entries about the person forget what they said. The super-admin is never erased.
 * Answers with what was done; `null` when the person is not there any more.
 */
export async function erasePerson(tx: Tx, edges: Edges, actor: Actor, id: string): Promise<Erasure | null> {
  // Deleting a profile takes the network's lock; taken first, it cannot be waited for while holding a row.
  await tx.execute(sql`select lock_network()`);
  const [person] = await tx
    .select()
    .from(profiles)
    .where(and(eq(profiles.id, id), ne(profiles.email, edges.config.superAdmin.email)))
    .for('update');
  if (!person) return null;
  const erasure = await describeErasure(tx, id);
  if (!erasure) return null;

  await endSubscriptions(tx, edges, id);
  const theirs = tx.select({ id: orders.id }).from(orders).where(eq(orders.profileId, id));
  await tx.update(withdrawals).set({ reason: '', resolution: '' }).where(inArray(withdrawals.orderId, theirs));
  await tx.update(orders).set({ email: '', delivery: null }).where(eq(orders.profileId, id));
  await tx.update(packages).set({ email: '', companyName: null }).where(eq(packages.profileId, id));
  const gone = await tx.delete(devices).where(eq(devices.profileId, id)).returning({ id: devices.id });
  const places = await forgetReservations(tx, eq(reservations.email, person.email));
  await tx.delete(acceptances).where(or(eq(acceptances.userId, id), eq(acceptances.email, person.email)));
  await tx.delete(linkRequests).where(eq(linkRequests.email, person.email));
  await tx.delete(users).where(eq(users.id, id));
  await forgetMails(tx, person);
  await forgetNotices(tx, person);
  await tx.update(auditLog).set({ actorEmail: null, ip: null }).where(eq(auditLog.actor, id));
  await forgetSaid(tx, 'profile', [id]);
  await forgetSaid(
    tx,
    'device',
    gone.map((device) => device.id),
  );
  await forgetSaid(tx, 'reservation', places);
  const { email: _, upline: __, ...counts } = erasure;
  await record(tx, actor, { action: 'accounts.erased', on: { kind: 'profile', id }, after: counts });
  return erasure;
}

async function forgetMails(tx: Tx, { email }: Profile): Promise<void> {
  await tx.delete(mails).where(eq(mails.to, email));
  await tx
    .update(mails)
    .set({ props: {}, subject: null, html: null, text: null })
    .where(sql`strpos(${mails.props}::text, ${JSON.stringify(email)}) > 0`);
}

/** What the payment provider said about a payment that a person must decide on: the payment stays, the payer goes. */
async function forgetNotices(tx: Tx, { email }: Profile): Promise<void> {
  const quoted = JSON.stringify(email);
  const details = sql`'{data,object,customer_details}'::text[]`;
  await tx
    .update(stripeEvents)
    .set({ payload: sql`replace((${stripeEvents.payload} #- ${details})::text, ${quoted}::text, '""')::jsonb` })
    .where(sql`strpos(${stripeEvents.payload}::text, ${quoted}) > 0`);
}
