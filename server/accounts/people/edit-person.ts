import { and, desc, eq } from 'drizzle-orm';
import { PERSON_FIELDS, type PersonFields } from '#domain/accounts/person-fields.ts';
import { memberName } from '#domain/network/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { Id } from '#domain/shapes.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { profiles } from '../schema.ts';

type Profile = typeof profiles.$inferSelect;

/** Writes the fields that differ, when each still holds what the editor saw. Hold the profile. */
export async function editPerson(
  tx: Tx,
  actor: Actor,
  now: Profile,
  { from, to }: { from: Partial<PersonFields>; to: Partial<PersonFields> },
): Promise<{ profile: Profile; changed: boolean }> {
  const { id } = now;
  const wanted = (Object.keys(to) as (keyof PersonFields)[]).filter((field) => now[field] !== to[field]);
  const fields = wanted.filter((field) => now[field] !== (from[field] ?? null));
  if (fields.length > 0)
    throw refuse('PERSON_CHANGED', { fields, now: fieldsOf(now), ...(await editOf(tx, actor, id)) });
  if (wanted.length === 0) return { profile: now, changed: false };
  const values = Object.fromEntries(wanted.map((field) => [field, to[field]]));
  const [profile] = await tx.update(profiles).set(values).where(eq(profiles.id, id)).returning();
  await record(tx, actor, {
    action: 'accounts.edited',
    on: { kind: 'profile', id },
    before: Object.fromEntries(wanted.map((field) => [field, now[field]])),
    after: values,
  });
  return { profile: profile!, changed: true };
}

const fieldsOf = (profile: Profile) =>
  Object.fromEntries(PERSON_FIELDS.map((field) => [field, profile[field]])) as unknown as PersonFields;

/** Who edited the profile last, as the one who acts may know it. */
async function editOf(tx: Tx, actor: Actor, id: string) {
  const [last] = await tx
    .select({ actor: auditLog.actor, at: auditLog.at })
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, id), eq(auditLog.action, 'accounts.edited')))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(1);
  if (!last) return { by: null, you: false, at: null };
  const you = last.actor === actor.id;
  const byOwner = actor.id === id;
  return { by: you || byOwner ? null : await nameOf(tx, last.actor), you, at: last.at };
}

async function nameOf(tx: Tx, id: string): Promise<string | null> {
  if (!Id.safeParse(id).success) return null;
  const [person] = await tx
    .select({ firstName: profiles.firstName, lastName: profiles.lastName, username: profiles.username })
    .from(profiles)
    .where(eq(profiles.id, id));
  return person ? memberName(person) : null;
}
