import { and, desc, eq, sql } from 'drizzle-orm';
import type { WebhookDelivery, WebhookEndpoint } from '#domain/integrations/webhooks/contract.ts';
import type { DELIVERY_STATES } from '#domain/integrations/webhooks/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { actorNames } from '../../actor-names.ts';
import type { Dependencies } from '../../dependencies.ts';
import { documents } from '../../documents/schema.ts';
import { pageOf } from '../../platform/list.ts';
import { bodyOf, headersOf } from './attempt.ts';
import { webhookDeliveries, webhookEndpoints, webhookEvents } from './schema.ts';
import { existingEndpointCondition } from './secrets.ts';

type State = (typeof DELIVERY_STATES)[number];
type Figures = Record<State, number> & { nextAt: Date | null };

/** All of them, the oldest first. */
export async function listEndpoints({ db, config, now }: Dependencies): Promise<WebhookEndpoint[]> {
  const rows = await db
    .select()
    .from(webhookEndpoints)
    .where(sql`${webhookEndpoints.state} <> 'removed'`)
    .orderBy(webhookEndpoints.madeAt, webhookEndpoints.id);
  const [names, figures, lasts] = await Promise.all([
    actorNames(
      db,
      rows.map(({ madeBy }) => madeBy),
    ),
    figuresOf(db),
    lastOnes(db),
  ]);
  return rows.map((row) => {
    const { nextAt, ...counts } = figures.get(row.id) ?? { waiting: 0, delivered: 0, failed: 0, nextAt: null };
    const { state, oldSecretEnding, oldSecretUntil } = row;
    return {
      id: row.id,
      url: row.url,
      events: row.events,
      version: row.version,
      madeAt: row.madeAt,
      state: state === 'on' ? 'on' : 'off',
      madeBy: names.get(row.madeBy) ?? null,
      secret: { ending: row.secretEnding, since: row.secretSince },
      oldSecret:
        oldSecretUntil !== null && oldSecretUntil > now() ? { ending: oldSecretEnding!, until: oldSecretUntil } : null,
      failingSince: row.failingSince,
      offAt: row.offAt,
      pausedUntil: state === 'on' ? row.pausedUntil : null,
      toldTo: row.offAt ? config.superAdmin.email : null,
      last: lasts.get(row.id) ?? null,
      nextAt: state === 'on' ? (row.pausedUntil ?? nextAt) : null,
      waiting: counts.waiting,
      counts,
    };
  });
}

async function figuresOf(db: Dependencies['db']): Promise<Map<string, Figures>> {
  const rows = await db
    .select({
      id: webhookDeliveries.endpointId,
      state: webhookDeliveries.state,
      count: sql<number>`count(*)::integer`,
      nextAt: sql`min(${webhookDeliveries.dueAt})`.mapWith(webhookDeliveries.dueAt),
    })
    .from(webhookDeliveries)
    .groupBy(webhookDeliveries.endpointId, webhookDeliveries.state);
  const figures = new Map<string, Figures>();
  for (const { id, state, count, nextAt } of rows) {
    const known = figures.get(id) ?? { waiting: 0, delivered: 0, failed: 0, nextAt: null };
    figures.set(id, { ...known, [state]: count, ...(state === 'waiting' && { nextAt }) });
  }
  return figures;
}

/** The last attempt that was made at each address. */
async function lastOnes(db: Dependencies['db']): Promise<Map<string, NonNullable<WebhookEndpoint['last']>>> {
  const { rows } = await db.execute<{
    id: string;
    state: State;
    outcome: WebhookDelivery['outcome'];
    status: number | null;
    ms: number | null;
    at: string;
  }>(sql`
    select endpoint.id, last.state, last.outcome, last.status, last.ms, last.sent_at as at
    from webhook_endpoints endpoint cross join lateral (
      select * from webhook_deliveries where endpoint_id = endpoint.id and state <> 'waiting' order by id desc limit 1) last
    where endpoint.state <> 'removed'`);
  return new Map(rows.map(({ id, at, ...last }) => [id, { ...last, at: new Date(at) }]));
}

const columns = {
  delivery: webhookDeliveries,
  event: webhookEvents,
  document: documents.kind,
};
interface Found {
  delivery: typeof webhookDeliveries.$inferSelect;
  event: typeof webhookEvents.$inferSelect;
  document: (typeof documents.$inferSelect)['kind'] | null;
}

/** Documents are named by their number alone. */
const itsDocument = and(eq(webhookEvents.objectKind, 'document'), eq(documents.number, webhookEvents.objectId));

const describe = ({ delivery, event, document }: Found): WebhookDelivery => ({
  id: delivery.id,
  at: delivery.sentAt ?? delivery.madeAt,
  type: event.type,
  object: { kind: event.objectKind, id: event.objectId, document },
  number: delivery.number,
  state: delivery.state,
  outcome: delivery.outcome,
  status: delivery.status,
  ms: delivery.ms,
  answer: delivery.answer,
  dueAt: delivery.dueAt,
});

export async function listDeliveries(
  { db }: Dependencies,
  { id, state, after }: { id: string; state?: State | undefined; after?: string | undefined },
) {
  if ((await db.$count(webhookEndpoints, existingEndpointCondition(id))) === 0) throw refuse('WEBHOOK_GONE');
  const page = pageOf({ key: webhookDeliveries.id, id: webhookDeliveries.id, direction: 'desc', after });
  const found = await db
    .select({ ...columns, place: page.place })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .leftJoin(documents, itsDocument)
    .where(
      and(eq(webhookDeliveries.endpointId, id), state ? eq(webhookDeliveries.state, state) : undefined, page.after),
    )
    .orderBy(...page.orderBy)
    .limit(page.limit);
  return page.show(found, describe);
}

export async function readDelivery({ db }: Dependencies, id: number) {
  const [found] = await db
    .select({ ...columns, url: webhookEndpoints.url })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .leftJoin(documents, itsDocument)
    .where(and(eq(webhookDeliveries.id, id), sql`${webhookEndpoints.state} <> 'removed'`))
    .orderBy(desc(webhookDeliveries.id));
  if (!found) throw refuse('WEBHOOK_GONE');
  const { delivery, event } = found;
  const headers: Record<string, string> = delivery.sentAt
    ? headersOf(event.id, delivery.sentAt, delivery.signature ?? '')
    : {};
  return { ...describe(found), headers, body: bodyOf(event) };
}
