import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { DELIVERY_STATES, ENDPOINT_STATES, OUTCOMES } from '#domain/integrations/webhooks/rules.ts';
import { bytea } from '../../auth/schema.ts';
import { oneOfCondition, timestampColumn } from '../../platform/columns.ts';

/** `removed`: told nothing more; its row goes when what was sent there is forgotten. */
const STATES = [...ENDPOINT_STATES, 'removed'] as const;

/** Addresses of other programs. Who made one is no foreign key: it outlives the person. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    /** Made by the form: sent twice, it is one address. */
    id: uuid('id').primaryKey(),
    url: text('url').notNull(),
    /** Types, and `<group>.*`. */
    events: text('events').array().notNull(),
    state: text('state', { enum: STATES }).notNull().default('on'),
    version: integer('version').notNull().default(1),
    /** Sealed like the secrets of authenticators, bound to the row. */
    secret: bytea('secret').notNull(),
    secretEnding: text('secret_ending').notNull(),
    secretSince: timestampColumn('secret_since').notNull(),
    oldSecret: bytea('old_secret'),
    oldSecretEnding: text('old_secret_ending'),
    oldSecretUntil: timestampColumn('old_secret_until'),
    /** Since the first attempt of those that failed without one between them that did not. */
    failingSince: timestampColumn('failing_since'),
    /** How many of those there were in a row, of what is repeated by itself. */
    failures: integer('failures').notNull().default(0),
    /** Everything waits until then; then one delivery is tried, and when it is taken the others go. */
    pausedUntil: timestampColumn('paused_until'),
    offAt: timestampColumn('off_at'),
    /** Somebody is sending there, and nobody else may, until then at most. */
    leasedUntil: timestampColumn('leased_until'),
    /** Whose turn it is: who was sent to longest ago comes first. */
    servedAt: timestampColumn('served_at'),
    madeBy: uuid('made_by').notNull(),
    madeAt: timestampColumn('made_at').notNull(),
  },
  (t) => [
    index('webhook_endpoints_leased').on(t.leasedUntil).where(sql`${t.leasedUntil} is not null`),
    check('webhook_endpoints_state', oneOfCondition(t.state, STATES)),
    check('webhook_endpoints_off', sql`(${t.state} = 'off') = (${t.offAt} is not null)`),
    check('webhook_endpoints_wants', sql`cardinality(${t.events}) > 0`),
    check(
      'webhook_endpoints_old_secret',
      sql`(${t.oldSecret} is null) = (${t.oldSecretUntil} is null) and (${t.oldSecret} is null) = (${t.oldSecretEnding} is null)`,
    ),
  ],
);

/** What happened and is told, as long as somebody wanted to hear of it. The id is the one that receivers know it by. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    type: text('type').notNull(),
    objectKind: text('object_kind').notNull(),
    objectId: text('object_id').notNull(),
    /** Grows with the object: an older event that comes later is recognised by it. */
    objectVersion: bigint('object_version', { mode: 'number' }).notNull(),
    changed: text('changed').array().notNull(),
    at: timestampColumn('at').notNull(),
  },
  (t) => [index('webhook_events_oldest').on(t.at)],
);

/** An attempt to tell one address of one event. The next one is a row of its own, written when this one has failed. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    endpointId: uuid('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    eventId: uuid('event_id')
      .notNull()
      .references(() => webhookEvents.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    /** How many pauses are behind it; `null`: somebody asked for it, and it is not repeated. */
    step: smallint('step'),
    state: text('state', { enum: DELIVERY_STATES }).notNull().default('waiting'),
    madeAt: timestampColumn('made_at').notNull(),
    dueAt: timestampColumn('due_at').notNull(),
    sentAt: timestampColumn('sent_at'),
    signature: text('signature'),
    outcome: text('outcome', { enum: OUTCOMES }),
    status: integer('status'),
    ms: integer('ms'),
    /** The first two kilobytes, or the name of the network's error. */
    answer: text('answer').notNull().default(''),
  },
  (t) => [
    uniqueIndex('webhook_deliveries_attempt').on(t.endpointId, t.eventId, t.number),
    uniqueIndex('webhook_deliveries_one_waits').on(t.endpointId, t.eventId).where(sql`${t.state} = 'waiting'`),
    index('webhook_deliveries_due').on(t.endpointId, t.dueAt, t.id).where(sql`${t.state} = 'waiting'`),
    index('webhook_deliveries_newest').on(t.endpointId, t.id),
    index('webhook_deliveries_by_state').on(t.endpointId, t.state, t.id),
    index('webhook_deliveries_of_event').on(t.eventId),
    check('webhook_deliveries_state', oneOfCondition(t.state, DELIVERY_STATES)),
    check('webhook_deliveries_outcome', oneOfCondition(t.outcome, OUTCOMES)),
    check(
      'webhook_deliveries_sent',
      sql`(${t.state} = 'waiting') = (${t.outcome} is null) and (${t.outcome} is null or ${t.sentAt} is not null)`,
    ),
  ],
);
