import { eq } from 'drizzle-orm';
import { PERSON_FIELDS, type PersonFields } from '#domain/accounts/person-fields.ts';
import { refuse } from '#domain/refuse.ts';
import { lastEditOf } from '../../last-edit.ts';
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
  if (fields.length > 0) {
    const edit = await lastEditOf(tx, actor, id, ['accounts.edited']);
    // Whoever owns the account is not told names of staff.
    throw refuse('PERSON_CHANGED', { fields, now: fieldsOf(now), ...edit, by: actor.id === id ? null : edit.by });
  }
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
