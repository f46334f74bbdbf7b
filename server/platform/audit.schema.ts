import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Who did what, on whom, when. Append-only by database rule; written in the transaction of the change itself. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    /** The acting person's id, or one of `AUDIT_ACTORS`. */
    actor: text('actor').notNull(),
    actorEmail: text('actor_email'),
    /** The key of a program with which that person's duties were used, and its name. */
    keyId: text('key_id'),
    keyName: text('key_name'),
    /** `<domain>.<what happened>`, for example `accounts.approved` (domain/audit-actions.ts). */
    action: text('action').notNull(),
    subjectKind: text('subject_kind').notNull(),
    subjectId: text('subject_id').notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
    ip: text('ip'),
    requestId: uuid('request_id'),
  },
  (t) => [
    index('audit_log_newest').on(t.at, t.id),
    index('audit_log_subject').on(t.subjectId, t.at, t.id),
    index('audit_log_actor').on(t.actor, t.at, t.id),
    index('audit_log_action').on(t.action, t.at, t.id),
    index('audit_log_key').on(t.keyId, t.at, t.id).where(sql`${t.keyId} is not null`),
  ],
);
