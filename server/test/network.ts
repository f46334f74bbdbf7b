import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { pathOf } from '#domain/network/rules.ts';
import { profiles } from '../accounts/schema.ts';
import type { TestApp } from './app.ts';
import { person, type TestPerson } from './people.ts';

/** A member of the network under `upline` (at the top without one), with a code to invite with. */
export async function networkMember(
  app: TestApp,
  upline: { id: string } | null = null,
  profile: Partial<typeof profiles.$inferInsert> = {},
): Promise<TestPerson & { code: string }> {
  const code = randomCode();
  const who = await person(app, 'member', {
    inTree: true,
    parentId: upline?.id ?? null,
    referralCode: code,
    ...profile,
  });
  return { ...who, code };
}

const randomCode = () =>
  Array.from(
    randomUUID().replaceAll('-', '').slice(0, 8),
    (digit) => 'ABCDEFGHJKMNPQRS'[Number.parseInt(digit, 16)],
  ).join('');

/** Where somebody stands, as the database has it. */
export async function placeOf({ db }: TestApp, { id }: { id: string }) {
  const [row] = await db.select().from(profiles).where(eq(profiles.id, id));
  const { inTree, parentId, path, networkLevel, referralCode, joinedNetworkAt } = row!;
  return { inTree, parentId, path, level: networkLevel, code: referralCode, joinedAt: joinedNetworkAt };
}

/** Everybody's path computed again from `parent_id`; throws when somebody hangs in a circle. */
export async function pathsFromParents({ db }: TestApp): Promise<Map<string, { path: string; expected: string }>> {
  const rows = (await db.select().from(profiles)).filter((row) => row.inTree);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const expected = new Map<string, string>();
  const pathFor = (id: string, seen: Set<string>): string => {
    if (seen.has(id)) throw new Error(`a circle through ${id}`);
    const known = expected.get(id);
    if (known) return known;
    const { parentId } = byId.get(id)!;
    const path = pathOf(id, parentId === null ? null : pathFor(parentId, seen.add(id)));
    expected.set(id, path);
    return path;
  };
  return new Map(rows.map((row) => [row.id, { path: row.path!, expected: pathFor(row.id, new Set()) }]));
}
