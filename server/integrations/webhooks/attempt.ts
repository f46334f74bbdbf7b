import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm';
import { addressPause, isSuccessStatus, OFF_AFTER_MS, PAUSES } from '#domain/integrations/webhooks/rules.ts';
import type { Dependencies } from '../../dependencies.ts';
import { record, systemActor } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import type { PostResult } from '../../platform/typed-address/post.ts';
import { webhookDeliveries, webhookEndpoints, webhookEvents } from './schema.ts';
import { type EndpointRow, sign } from './secrets.ts';

export type SendingDependencies = Pick<Dependencies, 'db' | 'now' | 'tokens' | 'posts' | 'queue' | 'config'>;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;
type EventRow = typeof webhookEvents.$inferSelect;

/** Longer than an attempt takes. Whoever dies in the middle of one leaves it to others after that, with the same id. */
const LEASE_MS = 30_000;
/** Of all servers together. */
const AT_ONCE = 10;

/** An attempt that nobody else makes. */
export interface Leased {
  endpoint: EndpointRow;
  event: EventRow;
  delivery: DeliveryRow;
}

const waits = sql`select from webhook_deliveries where endpoint_id = endpoint.id and state = 'waiting'`;

const canBeServed = (moment: SQL): SQL => sql`endpoint.state = 'on' and case when endpoint.paused_until is null
  then exists (${waits} and due_at <= ${moment}) else endpoint.paused_until <= ${moment} and exists (${waits}) end`;

const isFree = (moment: SQL): SQL => sql`(endpoint.leased_until is null or endpoint.leased_until <= ${moment})`;

const momentOf = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;

/** Without any lock: most of the time there is nothing. */
export async function isAnythingDue({ db, now }: SendingDependencies): Promise<boolean> {
  const at = momentOf(now());
  const { rows } = await db.execute(
    sql`select from webhook_endpoints endpoint where ${isFree(at)} and ${canBeServed(at)} limit 1`,
  );
  return rows.length > 0;
}

/**
 * Takes an attempt that is due, or that one, so that nobody else makes it: one at a time for each address, ten in all, and next the address
 * that was served longest ago. `null`: nothing is due, or not now.
 */
export const lease = ({ db, now }: SendingDependencies, only?: DeliveryRow): Promise<Leased | null> =>
  db.transaction(
    async (tx) => {
      const at = now();
      const moment = momentOf(at);
      const which = only ? sql`endpoint.id = ${only.endpointId} and endpoint.state <> 'removed'` : canBeServed(moment);
      const free = await tx.execute<{ id: string; isPaused: boolean }>(sql`
        select endpoint.id, endpoint.paused_until is not null as "isPaused" from webhook_endpoints endpoint
        where ${isFree(moment)} and ${which}
          and (select count(*) from webhook_endpoints where leased_until > ${moment}) < ${AT_ONCE}
        order by endpoint.served_at nulls first, endpoint.id limit 1 for no key update skip locked`);
      if (!free.rows[0]) return null;
      const { id, isPaused } = free.rows[0];
      const wanted = only ? eq(webhookDeliveries.id, only.id) : isPaused ? undefined : lte(webhookDeliveries.dueAt, at);
      const delivery = await findNextDelivery(tx, id, isPaused, wanted);
      if (!delivery) return null;
      const [event] = await tx.select().from(webhookEvents).where(eq(webhookEvents.id, delivery.eventId));
      const [endpoint] = await tx
        .update(webhookEndpoints)
        .set({ leasedUntil: new Date(at.getTime() + LEASE_MS), servedAt: at })
        .where(eq(webhookEndpoints.id, id))
        .returning();
      return { endpoint: endpoint!, event: event!, delivery };
    },
    { lock: ['webhooks', 'lease'] },
  );

/** After a pause the one that was tried the fewest times: an event that is never taken does not keep the others from being tried. */
export async function findNextDelivery(
  tx: Tx,
  endpointId: string,
  isPaused: boolean,
  wanted?: SQL,
): Promise<DeliveryRow | null> {
  const { dueAt, id, number, state } = webhookDeliveries;
  const [next] = await tx
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.endpointId, endpointId), eq(state, 'waiting'), wanted))
    .orderBy(...(isPaused ? [asc(number)] : []), asc(dueAt), asc(id))
    .limit(1);
  return next ?? null;
}

/** What is sent, to the letter: what happened to which object, and nothing about anybody. */
export const bodyOf = ({ id, type, at, objectKind, objectId, objectVersion, changed }: EventRow): string =>
  JSON.stringify({
    id,
    type,
    timestamp: at.toISOString(),
    data: { object: { kind: objectKind, id: objectId, version: objectVersion }, changed },
  });

export const headersOf = (eventId: string, at: Date, signature: string) => ({
  'content-type': 'application/json',
  'user-agent': 'Vidik-Webhooks',
  'webhook-id': eventId,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': signature,
});

/** Sends what was leased, outside any transaction, and writes down what became of it. Answers with the attempt as it is then. */
export async function sendLeasedDelivery(deps: SendingDependencies, leased: Leased): Promise<DeliveryRow> {
  const { endpoint, event } = leased;
  const sentAt = deps.now();
  const body = bodyOf(event);
  const signature = sign(deps, endpoint, { id: event.id, body, at: sentAt });
  const sent = await deps.posts.send(endpoint.url, headersOf(event.id, sentAt, signature), body);
  return deps.db.transaction((tx) => conclude(tx, deps, leased, { sent, sentAt, signature }));
}

interface Ended {
  sent: PostResult;
  sentAt: Date;
  signature: string;
}

async function conclude(
  tx: Tx,
  deps: SendingDependencies,
  { endpoint: { id, leasedUntil }, delivery }: Leased,
  { sent, sentAt, signature }: Ended,
): Promise<DeliveryRow> {
  const [endpoint] = await tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)).for('no key update');
  const isOurs = endpoint!.leasedUntil?.getTime() === leasedUntil!.getTime();
  const hasStatus = 'status' in sent;
  const isDelivered = sent.outcome === 'answered' && isSuccessStatus(sent.status);
  const whose = and(eq(webhookDeliveries.id, delivery.id), eq(webhookDeliveries.state, 'waiting'));
  const [ended] =
    // Whoever was too slow says nothing any more, unless it was taken: somebody else is making the same attempt.
    isOurs || isDelivered
      ? await tx
          .update(webhookDeliveries)
          .set({
            state: isDelivered ? 'delivered' : 'failed',
            outcome: sent.outcome,
            ms: sent.ms,
            sentAt,
            signature,
            ...(hasStatus ? { status: sent.status, answer: sent.body } : { answer: sent.reason }),
          })
          .where(whose)
          .returning()
      : [];
  const changes = ended ? await afterwards(tx, deps, endpoint!, ended) : {};
  await tx
    .update(webhookEndpoints)
    .set({ ...changes, leasedUntil: isOurs ? null : endpoint!.leasedUntil })
    .where(eq(webhookEndpoints.id, id));
  return ended ?? (await tx.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, delivery.id)))[0]!;
}

/** What an attempt means for its address, and when the event is sent again. */
async function afterwards(
  tx: Tx,
  deps: SendingDependencies,
  endpoint: EndpointRow,
  attempt: DeliveryRow,
): Promise<Partial<EndpointRow>> {
  if (attempt.state === 'delivered') {
    if (endpoint.pausedUntil) await makeWaitingDeliveriesDue(tx, endpoint.id);
    return HEALTHY_ENDPOINT_FIELDS;
  }
  // Somebody asked for it and has seen the answer.
  if (attempt.step === null || endpoint.state === 'removed') return {};
  const now = deps.now();
  const failingSince = endpoint.failingSince ?? attempt.sentAt!;
  const isOff = endpoint.state === 'on' && now.getTime() - failingSince.getTime() >= OFF_AFTER_MS;
  const pausing = isOff ? { pausedUntil: null, failures: 0 } : pauseAfter(endpoint, attempt.sentAt!, now);
  const { endpointId, eventId, number, step } = attempt;
  const pause = PAUSES[step];
  // A try at the end of a pause, or by hand where all is off, is about the address: the event has as many tries before it as it had.
  const waitsUntil = endpoint.state === 'off' ? now : pausing.pausedUntil;
  const next = waitsUntil
    ? { step, dueAt: waitsUntil }
    : { step: pause === undefined ? 0 : step + 1, dueAt: new Date(now.getTime() + (pause ?? 0)) };
  if (waitsUntil || pause !== undefined || isOff)
    await tx.insert(webhookDeliveries).values({ endpointId, eventId, number: number + 1, madeAt: now, ...next });
  if (!isOff) return { failingSince, ...pausing };
  await record(tx, systemActor, {
    action: 'integrations.webhook-switched-off',
    on: { kind: 'webhook', id: endpoint.id },
    after: { url: endpoint.url },
  });
  await queueMail(tx, deps.queue, {
    to: deps.config.superAdmin.email,
    profileId: null,
    template: 'integrations.webhook-off',
    props: {
      host: new URL(endpoint.url).host,
      at: now.toISOString(),
      link: `${deps.config.publicUrl}/admin/keys?adresa=${endpoint.id}`,
    },
    idempotencyKey: `integrations.webhook-off:${endpoint.id}:${now.toISOString()}`,
  });
  return { failingSince, state: 'off', offAt: now, ...pausing };
}

/** Of an address that takes what it is told. */
export const HEALTHY_ENDPOINT_FIELDS = { failingSince: null, failures: 0, pausedUntil: null } as const;

type Pausing = Pick<EndpointRow, 'failures' | 'pausedUntil'>;

/** Whoever tries in the middle of a pause, by hand, leaves it as it is. */
function pauseAfter({ state, failures: before, pausedUntil }: EndpointRow, sentAt: Date, now: Date): Pausing {
  if (state !== 'on' || (pausedUntil && pausedUntil > sentAt)) return { failures: before, pausedUntil };
  const failures = before + 1;
  const pause = addressPause(failures);
  return { failures, pausedUntil: pause === null ? null : new Date(now.getTime() + pause) };
}

/** Everything that waits at an address is due, in the order in which it happened. */
export async function makeWaitingDeliveriesDue(tx: Tx, endpointId: string): Promise<void> {
  const { endpointId: whose, eventId, state } = webhookDeliveries;
  await tx
    .update(webhookDeliveries)
    .set({ dueAt: sql`${webhookEvents.at}` })
    .from(webhookEvents)
    .where(and(eq(webhookEvents.id, eventId), eq(whose, endpointId), eq(state, 'waiting')));
}
