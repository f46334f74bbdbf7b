import { eq } from 'drizzle-orm';
import type { PersonFields } from '#domain/accounts/person-fields.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { profiles } from './schema.ts';

type Profile = typeof profiles.$inferSelect;
type Edited = { kind: 'edited'; profile: Profile } | { kind: 'gone' } | { kind: 'changed'; fields: string[] };

/** Writes the fields that differ, when each still holds what the editor saw. */
export async function editPerson(
  tx: Tx,
  actor: Actor,
  { id, from, to }: { id: string; from: Partial<PersonFields>; to: Partial<PersonFields> },
): Promise<Edited> {
  const [now] = await tx.select().from(profiles).where(eq(profiles.id, id)).for('update');
  if (!now) return { kind: 'gone' };
  const wanted = (Object.keys(to) as (keyof PersonFields)[]).filter((field) => now[field] !== to[field]);
  const fields = wanted.filter((field) => now[field] !== (from[field] ?? null));
  if (fields.length > 0) return { kind: 'changed', fields };
  if (wanted.length === 0) return { kind: 'edited', profile: now };
  const values = Object.fromEntries(wanted.map((field) => [field, to[field]]));
  // Both know all they need, so they travel to the database together.
  const [[profile]] = await Promise.all([
    tx.update(profiles).set(values).where(eq(profiles.id, id)).returning(),
    record(tx, actor, {
      action: 'accounts.edited',
      on: { kind: 'profile', id },
      before: Object.fromEntries(wanted.map((field) => [field, now[field]])),
      after: values,
    }),
  ]);
  return { kind: 'edited', profile: profile! };
}
