import { auditLog } from './audit.schema.ts';
import type { Reader, Tx } from './db.ts';
import { insertRows } from './insert-rows.ts';

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
  /** Who did this one, when several people's changes are written together. */
  by?: Actor;
}

/** Leaves the sentence every change owes, in the change's own transaction. */
export async function record(tx: Tx | Reader, actor: Actor, entry: AuditEntry | AuditEntry[]): Promise<void> {
  const entries = Array.isArray(entry) ? entry : [entry];
  const rows = entries.map(({ action, on, before, after, by = actor }) => ({
    actor: by.id,
    actorEmail: by.email ?? null,
    ip: by.ip ?? null,
    requestId: by.requestId ?? null,
    action,
    subjectKind: on.kind,
    subjectId: on.id,
    before: before ?? null,
    after: after ?? null,
  }));
  await insertRows(tx, auditLog, rows);
}
