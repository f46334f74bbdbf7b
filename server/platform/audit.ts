import { auditLog } from './audit.schema.ts';
import type { Reader, Tx } from './db.ts';

/** Who acts: a signed-in person, or one of the few that are not people. */
export interface Actor {
  id: string;
  email?: string | null;
  ip?: string | null;
  requestId?: string | null;
}
export const systemActor: Actor = { id: 'system' };
export const stripeActor: Actor = { id: 'stripe' };
export const visitorActor: Actor = { id: 'visitor' };

export interface AuditEntry {
  /** `<domain>.<what happened>`, past tense. */
  action: `${string}.${string}`;
  on: { kind: string; id: string };
  before?: unknown;
  after?: unknown;
}

/** Leaves the sentence every change owes, in the change's own transaction. */
export async function record(tx: Tx | Reader, actor: Actor, entry: AuditEntry | AuditEntry[]): Promise<void> {
  const entries = Array.isArray(entry) ? entry : [entry];
  const rows = entries.map(({ action, on, before, after }) => ({
    actor: actor.id,
    actorEmail: actor.email ?? null,
    ip: actor.ip ?? null,
    requestId: actor.requestId ?? null,
    action,
    subjectKind: on.kind,
    subjectId: on.id,
    before: before ?? null,
    after: after ?? null,
  }));
  for (let from = 0; from < rows.length; from += BATCH)
    await tx.insert(auditLog).values(rows.slice(from, from + BATCH));
}

/** Rows in one statement: PostgreSQL takes 65,535 parameters at most. */
const BATCH = 5_000;
