import { inArray } from 'drizzle-orm';
import { isUuid } from '#domain/ids.ts';
import { memberName } from '#domain/network/rules.ts';
import { profiles } from './accounts/schema.ts';
import type { DatabaseOrTransaction } from './platform/db.ts';

/** The names of those who are people and are still there, by id. */
export async function actorNames(db: DatabaseOrTransaction, actors: (string | null)[]): Promise<Map<string, string>> {
  const ids = [...new Set(actors)].filter((actor): actor is string => actor !== null && isUuid(actor));
  if (ids.length === 0) return new Map();
  const people = await db.select().from(profiles).where(inArray(profiles.id, ids));
  return new Map(people.map((person) => [person.id, memberName(person)]));
}
