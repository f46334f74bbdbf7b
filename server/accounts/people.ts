import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { PersonRow } from '#domain/accounts/people.ts';
import type { PeopleGroup, PeopleSort } from '#domain/accounts/person-fields.ts';
import type { Database, DatabaseOrTransaction } from '../platform/db.ts';
import { isStorable } from '../platform/storable.ts';
import { isWrittenTime } from '../platform/written-time.ts';
import { profiles, profileWords } from './schema.ts';

const PAGE = 50;

export interface Choice {
  search?: string | undefined;
  show?: PeopleGroup | undefined;
}
export interface Order {
  sort: PeopleSort;
  direction: 'asc' | 'desc';
}

/** A sort's key as SQL and as text for the cursor; every one of them has an index. */
const SORTS: Record<PeopleSort, { key: SQL; type: keyof typeof KEYS }> = {
  created: { key: sql`${profiles.createdAt}`, type: 'timestamptz' },
  name: {
    key: sql`search_fold(coalesce(${profiles.lastName}, '') || ' ' || coalesce(${profiles.firstName}, ''))`,
    type: 'text',
  },
  email: { key: sql`lower(${profiles.email})`, type: 'text' },
  banners: { key: sql`${profiles.bannerBalance}`, type: 'bigint' },
};

/** Fifty people and the place after which the next page begins. */
export async function listPeople(
  db: Database,
  superAdminEmail: string,
  { after, ...wanted }: Choice & Order & { after?: string | undefined },
) {
  const found = await readPeople(db, wanted, { after, limit: PAGE + 1 });
  const page = found.slice(0, PAGE);
  return {
    rows: page.map(({ profile }) => describeRow(profile, superAdminEmail)),
    next: found.length > PAGE ? page.at(-1)!.place : null,
  };
}

/** A part of the list in its order, each with its place for a cursor. */
export async function readPeople(
  db: DatabaseOrTransaction,
  { sort, direction, ...choice }: Choice & Order,
  { after, limit }: { after?: string | undefined; limit: number },
) {
  const { key, type } = SORTS[sort];
  const way = sql.raw(direction);
  const last = after === undefined ? null : readCursor(after, type);
  const afterCursor = last
    ? sql`(${key}, ${profiles.id}) ${direction === 'desc' ? sql`<` : sql`>`} (${last[0]}::${sql.raw(type)}, ${last[1]}::uuid)`
    : undefined;
  const found = await db
    .select({ profile: profiles, key: sql<string>`(${key})::text` })
    .from(profiles)
    .where(and(await narrowed(db, choice, sort), afterCursor))
    .orderBy(sql`${key} ${way}`, sql`${profiles.id} ${way}`)
    .limit(limit);
  return found.map(({ profile, key: text }) => ({ profile, place: writeCursor([text, profile.id]) }));
}

type Counts = Record<PeopleGroup | 'total', number>;

/** How many there are, and how many of each kind. */
export async function countPeople(db: DatabaseOrTransaction, { search }: Choice): Promise<Counts> {
  const columns = Object.entries(SHOWN).map(
    ([group, condition]) => sql`count(*) filter (where ${condition})::int as ${sql.identifier(group)}`,
  );
  const {
    rows: [row],
  } = await db.execute<Counts>(
    sql`select count(*)::int as total, ${sql.join(columns, sql`, `)} from ${profiles} ${
      search ? sql`where ${chosen({ search })}` : sql``
    }`,
  );
  return row!;
}

export const describeRow = (profile: typeof profiles.$inferSelect, superAdminEmail: string): PersonRow => ({
  ...profile,
  isSuperAdmin: profile.email === superAdminEmail,
});

/**
 * Few hits are fetched and sorted; many are met soon by walking down the list's own index. PostgreSQL cannot know which of
 * the two it is, and taking the wrong way costs a thousand times the right one. Between few and many the walk goes past a
 * table of the hits made beforehand, except down names and addresses: there hits stand side by side, perhaps at the very
 * end, so they are fetched and sorted.
 */
const FEW = 5_000;
const MANY = 20_000;

async function narrowed(
  db: DatabaseOrTransaction,
  { search = '', show }: Choice,
  sort: PeopleSort,
): Promise<SQL | undefined> {
  const words = wordsOf(search);
  if (words.length === 0) return chosen({ show });
  const hits = db
    .select({ id: profileWords.profileId })
    .from(profileWords)
    .where(and(...words.map(contains)));
  const count = await db.$count(hits.limit(MANY + 1).as('hits'));
  if (count > MANY) return chosen({ search, show });
  return and(
    chosen({ show }),
    count > FEW && sort === 'created'
      ? sql`case when ${profiles.id} in (${hits.limit(MANY)}) then true end`
      : sql`${profiles.id} = any(array(${hits.limit(MANY)}))`,
  );
}

const wordsOf = (search: string): string[] => search.trim().split(/\s+/).filter(Boolean).slice(0, 6);

function chosen({ search = '', show }: Choice): SQL | undefined {
  return and(show === undefined ? undefined : SHOWN[show], ...wordsOf(search).map(holds));
}

const SHOWN: Record<PeopleGroup, SQL> = {
  company: eq(profiles.isCompany, true),
  partner: eq(profiles.isPartner, true),
  installer: eq(profiles.isInstaller, true),
  admin: eq(profiles.isAdmin, true),
  waiting: eq(profiles.toBeRegistered, true),
  blocked: isNotNull(profiles.blockedAt),
  ending: sql`(${profiles.terminatesAt} is not null or ${profiles.closedAt} is not null)`,
  others: sql`not (${profiles.isCompany} or ${profiles.isInstaller})`,
};

const holds = (word: string): SQL =>
  sql`${profiles.id} in (select ${profileWords.profileId} from ${profileWords} where ${contains(word)})`;

/** One or two letters are looked for where words begin, three and more anywhere; `%` and `_` stand for themselves. */
const contains = (word: string): SQL =>
  sql`${profileWords.words} like ${[...word].length < 3 ? '% ' : '%'}::text || search_fold(${word.replace(/[\\%_]/g, '\\$&')}) || '%'`;

const writeCursor = (place: [string, string]): string => Buffer.from(JSON.stringify(place)).toString('base64url');

/** Whether a key of that type is one that PostgreSQL may have written; anything else is none of ours. */
const KEYS = {
  timestamptz: isWrittenTime,
  text: isStorable,
  bigint: (text: string) => /^\d{1,18}$/.test(text),
};

/** The place a page ended at; `null` when it is none of ours, which shows the first page. */
function readCursor(text: string, type: keyof typeof KEYS): [string, string] | null {
  try {
    const place: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (!Array.isArray(place) || place.length !== 2) return null;
    const [key, id] = place as unknown[];
    if (typeof key !== 'string' || typeof id !== 'string') return null;
    return KEYS[type](key) && UUID.test(id) ? [key, id] : null;
  } catch {
    return null;
  }
}
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
