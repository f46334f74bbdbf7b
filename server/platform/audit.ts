import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { AuditAction, AuditActor, AuditSubject } from '#domain/audit-actions.ts';
import { auditLog } from './audit.schema.ts';
import { batchesOf } from './batches.ts';
import type { DatabaseOrTransaction, Tx } from './db.ts';

/** Who acts: a signed-in person, or one of the few that are not people. */
export interface Actor {
  id: string;
  email?: string | null;
  ip?: string | null;
  requestId?: string | null;
  /** The key of a program that acts with that person's duties. */
  key?: { id: string; name: string } | null;
}
export const systemActor = { id: 'system' } satisfies Actor & { id: AuditActor };
export const providerActor = { id: 'stripe' } satisfies Actor & { id: AuditActor };
export const visitorActor = { id: 'visitor' } satisfies Actor & { id: AuditActor };

export interface AuditedThing {
  kind: AuditSubject;
  id: string;
}

export interface AuditEntry {
  action: AuditAction;
  on: AuditedThing;
  before?: unknown;
  after?: unknown;
  /** Who did this one, when several people's changes are written together. */
  by?: Actor;
}

/** A list that somebody took away as a file: which, by what choice, and how many rows. Written before the file is handed over. */
export const recordExport = (
  db: DatabaseOrTransaction,
  actor: Actor,
  {
    action,
    list,
    chosen,
    rows,
  }: { action: Extract<AuditAction, `${string}exported`>; list: string; chosen: object; rows: number },
): Promise<void> => record(db, actor, { action, on: { kind: 'list', id: list }, after: { rows, ...chosen } });

/** Writes the entry of a change, in the change's own transaction. One entry is the usual case, and its statement stays prepared. */
export async function record(
  tx: Tx | DatabaseOrTransaction,
  actor: Actor,
  entry: AuditEntry | AuditEntry[],
): Promise<void> {
  const entries = Array.isArray(entry) ? entry : [entry];
  const rows = entries.map(({ action, on, before, after, by = actor }) => ({
    actor: by.id,
    actorEmail: by.email ?? null,
    keyId: by.key?.id ?? null,
    keyName: by.key?.name ?? null,
    ip: by.ip ?? null,
    requestId: by.requestId ?? null,
    action,
    subjectKind: on.kind,
    subjectId: on.id,
    before: before ?? null,
    after: after ?? null,
  }));
  if (rows.length === 1) await tx.insert(auditLog).values(rows).prepare('audit entry').execute();
  else for (const batch of batchesOf(rows)) await tx.insert(auditLog).values(batch);
}

/** What the audit log said about things whose person is gone; the visitor who made them goes with their network address. */
export async function redactAuditEntries(
  tx: Tx,
  kind: 'profile' | 'device' | 'reservation',
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(auditLog)
    .set({ before: null, after: null, ip: sql`case when ${auditLog.actor} <> 'visitor' then ${auditLog.ip} end` })
    .where(and(eq(auditLog.subjectKind, kind), inArray(auditLog.subjectId, ids)));
}

/** Whether somebody was made an administrator after that moment, which gives all rights until duties are given. Only the log says when. */
export async function wasMadeAdministrator(db: DatabaseOrTransaction, id: string, since: Date): Promise<boolean> {
  const made = and(
    eq(auditLog.subjectId, id),
    gt(auditLog.at, since),
    eq(auditLog.action, 'accounts.role-changed'),
    sql`${auditLog.after} ->> 'isAdmin' = 'true'`,
  );
  return (await db.$count(auditLog, made)) > 0;
}
