import type { AuditAction, AuditActor, AuditSubject } from '#domain/audit-actions.ts';
import type { auditLog } from '../platform/audit.schema.ts';
import { providerActor } from '../platform/audit.ts';

/** An entry of the audit log, as server/platform/audit.ts would write it. */
export type Entry = typeof auditLog.$inferInsert & { at: Date; action: AuditAction; subjectKind: AuditSubject };
export type Actor = Pick<Entry, 'actor' | 'actorEmail'>;
export const system = { actor: 'system' } satisfies Actor & { actor: AuditActor };
export const provider = { actor: providerActor.id } satisfies Actor;
export const visitor = { actor: 'visitor' } satisfies Actor & { actor: AuditActor };
export const self = ({ id, email }: { id: string; email: string }): Actor => ({ actor: id, actorEmail: email });

export const on = (subjectKind: AuditSubject, subjectId: string) => ({ subjectKind, subjectId });
