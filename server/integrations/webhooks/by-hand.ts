import { and, eq, max, sql } from 'drizzle-orm';
import type { WebhookAttempt } from '#domain/integrations/webhooks/contract.ts';
import { PROBE } from '#domain/integrations/webhooks/rules.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import {
  type DeliveryRow,
  findNextDelivery,
  HEALTHY_ENDPOINT_FIELDS,
  lease,
  makeWaitingDeliveriesDue,
  sendLeasedDelivery,
} from './attempt.ts';
import { webhookDeliveries, webhookEndpoints, webhookEvents } from './schema.ts';
import { existingEndpointCondition } from './secrets.ts';

/** Attempts that somebody of the staff asks for and waits for. They are not repeated, unless they were to be made anyway. */

const shown = ({ state, outcome, status, ms }: DeliveryRow): WebhookAttempt => ({ state, outcome, status, ms });

/** At once; where something else is being sent there, or ten others are, whoever sends makes it when it is its turn. */
async function make(deps: Dependencies, delivery: DeliveryRow): Promise<DeliveryRow> {
  const leased = await lease(deps, delivery);
  return leased ? sendLeasedDelivery(deps, leased) : delivery;
}

export async function resend(deps: Dependencies, actor: Actor, id: number): Promise<WebhookAttempt> {
  const now = deps.now();
  const next = await deps.db.transaction(async (tx) => {
    const [seen] = await tx.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id));
    if (!seen) throw refuse('WEBHOOK_GONE');
    // Whoever asks at the same time, and whoever ends an attempt, waits: the numbers go on one by one.
    const [endpoint] = await tx
      .select()
      .from(webhookEndpoints)
      .where(existingEndpointCondition(seen.endpointId))
      .for('no key update');
    if (!endpoint) throw refuse('WEBHOOK_GONE');
    const ofEvent = and(eq(webhookDeliveries.endpointId, seen.endpointId), eq(webhookDeliveries.eventId, seen.eventId));
    const [event] = await tx.select().from(webhookEvents).where(eq(webhookEvents.id, seen.eventId));
    await record(tx, actor, {
      action: 'integrations.webhook-resent',
      on: { kind: 'webhook', id: seen.endpointId },
      after: { event: event!.type },
    });
    const [waiting] = await tx
      .update(webhookDeliveries)
      .set({ dueAt: now })
      .where(and(ofEvent, eq(webhookDeliveries.state, 'waiting')))
      .returning();
    if (waiting) return waiting;
    const [{ last } = { last: 0 }] = await tx
      .select({ last: max(webhookDeliveries.number) })
      .from(webhookDeliveries)
      .where(ofEvent);
    const [made] = await tx
      .insert(webhookDeliveries)
      .values({
        endpointId: seen.endpointId,
        eventId: seen.eventId,
        number: (last ?? 0) + 1,
        step: null,
        madeAt: now,
        dueAt: now,
      })
      .returning();
    return made!;
  });
  return shown(await make(deps, next));
}

export async function probe(deps: Dependencies, actor: Actor, id: string): Promise<WebhookAttempt> {
  const now = deps.now();
  const made = await deps.db.transaction(async (tx) => {
    const [endpoint] = await tx
      .select()
      .from(webhookEndpoints)
      .where(existingEndpointCondition(id))
      .for('no key update');
    if (!endpoint) throw refuse('WEBHOOK_GONE');
    const [event] = await tx
      .insert(webhookEvents)
      .values({
        type: PROBE,
        objectKind: 'webhook',
        objectId: id,
        objectVersion: endpoint.version,
        changed: [],
        at: now,
      })
      .returning();
    const [delivery] = await tx
      .insert(webhookDeliveries)
      .values({ endpointId: id, eventId: event!.id, number: 1, step: null, madeAt: now, dueAt: now })
      .returning();
    await record(tx, actor, { action: 'integrations.webhook-tested', on: { kind: 'webhook', id } });
    return delivery!;
  });
  return shown(await make(deps, made));
}

/** What waited is sent from now on, with all its tries before it. An address that does not take the probe stays as it is. */
export async function switchOn(
  deps: Dependencies,
  actor: Actor,
  id: string,
): Promise<{ on: boolean; probe: WebhookAttempt }> {
  const answered = await probe(deps, actor, id);
  if (answered.state !== 'delivered') return { on: false, probe: answered };
  await deps.db.transaction(async (tx) => {
    const [before] = await tx.select().from(webhookEndpoints).where(existingEndpointCondition(id)).for('no key update');
    if (before?.state !== 'off') return;
    await tx
      .update(webhookEndpoints)
      .set({ ...HEALTHY_ENDPOINT_FIELDS, state: 'on', offAt: null, version: sql`${webhookEndpoints.version} + 1` })
      .where(eq(webhookEndpoints.id, id));
    await tx
      .update(webhookDeliveries)
      .set({ step: 0 })
      .where(and(eq(webhookDeliveries.endpointId, id), eq(webhookDeliveries.state, 'waiting')));
    await makeWaitingDeliveriesDue(tx, id);
    await record(tx, actor, {
      action: 'integrations.webhook-switched-on',
      on: { kind: 'webhook', id },
      after: { url: before.url },
    });
  });
  return { on: true, probe: answered };
}

/**
 * Ends the pause of an address: one delivery is tried at once, and when it is taken the others go. A pause that follows is as long as this
 * one would have been. `attempt` is `null` where there is no pause, or nothing to try.
 */
export async function endEndpointPause(
  deps: Dependencies,
  actor: Actor,
  id: string,
): Promise<{ attempt: WebhookAttempt | null }> {
  const now = deps.now();
  const next = await deps.db.transaction(async (tx) => {
    const [endpoint] = await tx
      .select()
      .from(webhookEndpoints)
      .where(existingEndpointCondition(id))
      .for('no key update');
    if (!endpoint) throw refuse('WEBHOOK_GONE');
    const { pausedUntil, failures, url } = endpoint;
    if (!pausedUntil) return null;
    if (pausedUntil > now) {
      await tx
        .update(webhookEndpoints)
        .set({ pausedUntil: now, failures: failures - 1 })
        .where(eq(webhookEndpoints.id, id));
      await record(tx, actor, {
        action: 'integrations.webhook-pause-ended',
        on: { kind: 'webhook', id },
        after: { url },
      });
    }
    return findNextDelivery(tx, id, true);
  });
  return { attempt: next ? shown(await make(deps, next)) : null };
}
