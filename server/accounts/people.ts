import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { PersonRow } from '#domain/accounts/people.ts';
import type { PeopleGroup, PeopleSort } from '#domain/accounts/person-fields.ts';
import type { Database, Reader } from '../platform/db.ts';
import { oneForEach } from '../platform/one-for-each.ts';
import { shareReads } from '../platform/share-reads.ts';
import { profiles, profileWords } from './schema.ts';

const PAGE = 50;
const MOST = 500;

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

interface Part extends Choice, Order {
  after?: string | undefined;
  until?: string | undefined;
  since?: string | undefined;
}

/** A change may be committed this long after the moment it carries, in milliseconds. */
const LATE = 60_000;
/** Screens that show the same and hear of the same change are answered from one look. */
const together = oneForEach((_: Database) => shareReads());

export async function listPeople(db: Database, superAdminEmail: string, { since, ...part }: Part) {
  const { page, next, readAt } = await together(db)(`page ${JSON.stringify(part)}`, () => readPage(db, part));
  const known = since === undefined ? null : new Date(since).getTime() - LATE;
  const changed = known === null ? page : page.filter(({ profile }) => profile.updatedAt.getTime() >= known);
  return {
    rows: changed.map(({ profile }) => describeRow(profile, superAdminEmail)),
    ids: page.map(({ profile }) => profile.id),
    next,
    readAt,
  };
}

async function readPage(db: Database, { after, until, ...wanted }: Part) {
  const readAt = new Date();
  const size = until === undefined ? PAGE : MOST;
  const found = await readPeople(db, wanted, { after, until, limit: size + 1 });
  const page = found.slice(0, size);
  const end = page.at(-1);
  return { page, next: found.length > size && end ? end.place : (until ?? null), readAt };
}

/** A part of the list in its order, each with its place for a cursor. */
export async function readPeople(
  db: Reader,
  { sort, direction, ...choice }: Choice & Order,
  { after, until, limit }: { after?: string | undefined; until?: string | undefined; limit: number },
) {
  const { key, type } = SORTS[sort];
  const way = sql.raw(direction);
  const [beyond, upTo] = direction === 'desc' ? ['<', '>='] : ['>', '<='];
  const side = (place: string | undefined, comparison: string | undefined) => {
    const last = place === undefined ? null : readCursor(place, type);
    return last
      ? sql`(${key}, ${profiles.id}) ${sql.raw(comparison!)} (${last[0]}::${sql.raw(type)}, ${last[1]}::uuid)`
      : undefined;
  };
  const found = await db
    .select({ profile: profiles, key: sql<string>`(${key})::text` })
    .from(profiles)
    .where(and(await narrowed(db, choice, sort), side(after, beyond), side(until, upTo)))
    .orderBy(sql`${key} ${way}`, sql`${profiles.id} ${way}`)
    .limit(limit);
  return found.map(({ profile, key: text }) => ({ profile, place: writeCursor([text, profile.id]) }));
}

type Counts = Record<PeopleGroup | 'total', number>;

export const countPeople = (db: Database, { search }: Choice): Promise<Counts> =>
  together(db)(`count ${search}`, () => readCounts(db, search));

async function readCounts(db: Reader, search: string | undefined): Promise<Counts> {
  const columns = Object.entries(SHOWN).map(
    ([group, condition]) => sql`count(*) filter (where ${condition})::int as ${sql.identifier(group)}`,
  );
  const [row] = await db.execute<Counts>(
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
 * Few hits are fetched and sorted; many are met soon by walking down the list's own index. PostgreSQL cannot tell which of
 * the two it is, and taking the wrong way costs a thousand times the right one. Between few and many the walk goes past a
 * table of the hits made beforehand, except down names and addresses: there hits stand side by side, perhaps at the very
 * end, so they are fetched and sorted.
 */
const FEW = 5_000;
const MANY = 20_000;

async function narrowed(db: Reader, { search = '', show }: Choice, sort: PeopleSort): Promise<SQL | undefined> {
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

/** What a key of that type looks like as PostgreSQL writes it; anything else is none of ours. */
const KEYS = {
  timestamptz: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?[+-]\d\d(:\d\d)?$/,
  text: /^\P{Cc}*$/u,
  bigint: /^\d{1,18}$/,
};

/** The place a page ended at; `null` when it is none of ours, which shows the first page. */
function readCursor(text: string, type: keyof typeof KEYS): [string, string] | null {
  try {
    const place: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (!Array.isArray(place) || place.length !== 2) return null;
    const [key, id] = place as unknown[];
    if (typeof key !== 'string' || typeof id !== 'string') return null;
    return KEYS[type].test(key) && UUID.test(id) ? [key, id] : null;
  } catch {
    return null;
  }
}
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
