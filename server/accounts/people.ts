import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { PersonRow } from '#domain/accounts/people.ts';
import type { Database, Reader } from '../platform/db.ts';
import { profiles, profileWords } from './schema.ts';

export const PEOPLE_PAGE = 50;

interface Choice {
  search?: string | undefined;
  show?: string | undefined;
}
type Sort = 'newest' | 'oldest' | 'name' | 'email' | 'banners';

/** A sort's key as SQL, as text for the cursor, and its direction; every one of them has an index. */
const SORTS: Record<Sort, { key: SQL; type: string; down: boolean }> = {
  newest: { key: sql`${profiles.createdAt}`, type: 'timestamptz', down: true },
  oldest: { key: sql`${profiles.createdAt}`, type: 'timestamptz', down: false },
  name: {
    key: sql`search_fold(coalesce(${profiles.lastName}, '') || ' ' || coalesce(${profiles.firstName}, ''))`,
    type: 'text',
    down: false,
  },
  email: { key: sql`lower(${profiles.email})`, type: 'text', down: false },
  banners: { key: sql`${profiles.bannerBalance}`, type: 'bigint', down: true },
};

export async function listPeople(
  db: Database,
  superAdminEmail: string,
  { sort, after, ...choice }: Choice & { sort: Sort; after?: string | undefined },
): Promise<{ rows: PersonRow[]; next: string | null }> {
  const { key, type, down } = SORTS[sort];
  const direction = sql.raw(down ? 'desc' : 'asc');
  const last = after === undefined ? null : readCursor(after);
  const beyond =
    last && sql`(${key}, ${profiles.id}) ${sql.raw(down ? '<' : '>')} (${last[0]}::${sql.raw(type)}, ${last[1]}::uuid)`;
  const found = await db
    .select({ profile: profiles, key: sql<string>`(${key})::text` })
    .from(profiles)
    .where(and(chosen(choice), beyond ?? undefined))
    .orderBy(sql`${key} ${direction}`, sql`${profiles.id} ${direction}`)
    .limit(PEOPLE_PAGE + 1);
  const page = found.slice(0, PEOPLE_PAGE);
  const end = page.at(-1);
  return {
    rows: page.map(({ profile }) => describeRow(profile, superAdminEmail)),
    next: found.length > PEOPLE_PAGE && end ? writeCursor([end.key, end.profile.id]) : null,
  };
}

export async function countPeople(db: Reader, choice: Choice): Promise<number> {
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(profiles).where(chosen(choice));
  return row!.total;
}

export const describeRow = (profile: typeof profiles.$inferSelect, superAdminEmail: string): PersonRow => ({
  ...profile,
  isSuperAdmin: profile.email === superAdminEmail,
});

function chosen({ search = '', show }: Choice): SQL | undefined {
  const words = search.trim().split(/\s+/).filter(Boolean).slice(0, 6);
  return and(show === undefined ? undefined : SHOWN[show], ...words.map(holds));
}

const SHOWN: Record<string, SQL> = {
  company: eq(profiles.isCompany, true),
  partner: eq(profiles.isPartner, true),
  installer: eq(profiles.isInstaller, true),
  admin: eq(profiles.isAdmin, true),
  waiting: eq(profiles.toBeRegistered, true),
  blocked: isNotNull(profiles.blockedAt),
  others: sql`not (${profiles.isCompany} or ${profiles.isPartner} or ${profiles.isInstaller} or ${profiles.isAdmin})`,
};

/** One or two letters are looked for where words begin, three and more anywhere; `%` and `_` stand for themselves. */
const holds = (word: string): SQL =>
  sql`${profiles.id} in (select ${profileWords.profileId} from ${profileWords}
    where ${profileWords.words} like ${[...word].length < 3 ? '% ' : '%'}::text || search_fold(${word.replace(/[\\%_]/g, '\\$&')}) || '%')`;

const writeCursor = (place: [string, string]): string => Buffer.from(JSON.stringify(place)).toString('base64url');

/** The place a page ended at; `null` when it is none of ours, which shows the first page. */
function readCursor(text: string): [string, string] | null {
  try {
    const place: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (!Array.isArray(place) || place.length !== 2) return null;
    const [key, id] = place as unknown[];
    return typeof key === 'string' && typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id) ? [key, id] : null;
  } catch {
    return null;
  }
}
