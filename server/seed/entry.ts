import type { auditLog } from '../platform/audit.schema.ts';

/** An entry of the audit log, as server/platform/audit.ts would write it. */
export type Entry = typeof auditLog.$inferInsert & { at: Date };
export type Actor = Pick<Entry, 'actor' | 'actorEmail'>;
export const system: Actor = { actor: 'system' };
export const stripe: Actor = { actor: 'stripe' };
export const visitor: Actor = { actor: 'visitor' };
export const self = ({ id, email }: { id: string; email: string }): Actor => ({ actor: id, actorEmail: email });

export const on = (subjectKind: string, subjectId: string) => ({ subjectKind, subjectId });
