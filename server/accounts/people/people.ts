import { and, count, eq, exists, getTableColumns, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { ListedPerson, PeopleAsked, PersonRow } from '#domain/accounts/people.ts';
import { PEOPLE_GROUPS, type PeopleGroup, type PeopleSort } from '#domain/accounts/person-fields.ts';
import { COUNTED_TO, type Count } from '#domain/count.ts';
import { memberName } from '#domain/network/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { users } from '../../auth/schema.ts';
import type { Database, DatabaseOrTransaction } from '../../platform/db.ts';
import {
  contains,
  countOf,
  countUpTo,
  expectedRows,
  pageOf,
  rowsOf,
  type SortKey,
  wordSearchCondition,
  writeCursor,
} from '../../platform/list.ts';
import { isRequestCondition, ownsAddressCondition, profiles, profileWords } from '../schema.ts';

export interface PeopleFilter {
  search?: string | undefined;
  show?: PeopleGroup | undefined;
}
export interface PeopleSortOrder {
  sort: PeopleSort;
  direction: 'asc' | 'desc';
}
interface Part {
  after?: string | undefined;
  size?: number;
}

const NAME = sql`serbian_latin(coalesce(${profiles.lastName}, '') || ' ' || coalesce(${profiles.firstName}, '')) collate serbian`;

/**
 * What each sort goes by: down the whole list along an index, or among people who were found by their words. But for the
 * newest these have no index, so that all who were found are fetched and sorted.
 */
const SORTS: Record<PeopleSort, { all: SortKey; found: SortKey }> = {
  created: { all: profiles.createdAt, found: profileWords.createdAt },
  name: { all: { expression: NAME, type: 'text' }, found: profileWords.name },
  email: { all: { expression: sql`lower(${profiles.email})`, type: 'text' }, found: profileWords.email },
  banners: { all: profiles.bannerBalance, found: { expression: sql`(${profiles.bannerBalance} + 0)`, type: 'bigint' } },
};

const GROUPS: Record<PeopleGroup, SQL> = {
  company: eq(profiles.isCompany, true),
  partner: eq(profiles.isPartner, true),
  installer: eq(profiles.isInstaller, true),
  admin: eq(profiles.isAdmin, true),
  waiting: isRequestCondition,
  blocked: isNotNull(profiles.blockedAt),
  ending: sql`(${profiles.terminatesAt} is not null or ${profiles.closedAt} is not null)`,
  others: sql`not (${profiles.isCompany} or ${profiles.isInstaller})`,
};

/**
 * By their words; the number of a company also without the leading zeros, which the profile does not keep. A whole address that belongs to
 * somebody finds nobody else.
 */
async function foundBy(db: DatabaseOrTransaction, text: string | undefined): Promise<SQL | undefined> {
  const owns = text && ownsAddressCondition(text);
  const [owner] = owns ? await db.select({ id: profiles.id }).from(profiles).where(owns) : [];
  if (owner) return eq(profileWords.profileId, owner.id);
  const found = wordSearchCondition(profileWords.words, text);
  return text && /^0\d{7}$/.test(text) ? or(found, contains(profileWords.words, String(Number(text)))) : found;
}

/** A page of people, with who brought each and when they last signed in. */
export async function listPeople(
  db: Database,
  superAdminEmail: string,
  wanted: PeopleFilter & PeopleSortOrder & Part,
): Promise<{ rows: ListedPerson[]; next: string | null }> {
  const { rows, next } = await readPeople(db, wanted, (person) => person);
  const inviterOf = ({ invitedBy, parentId }: (typeof rows)[number]) => invitedBy ?? parentId;
  const inviters = [...new Set(rows.map(inviterOf).filter((id) => id !== null))];
  const [named, signedIn] = await Promise.all([
    db.select().from(profiles).where(inArray(profiles.id, inviters)),
    db
      .select({ id: users.id, at: users.lastSignInAt })
      .from(users)
      .where(
        inArray(
          users.id,
          rows.map(({ id }) => id),
        ),
      ),
  ]);
  const names = new Map(named.map((one) => [one.id, memberName(one)]));
  const moments = new Map(signedIn.map(({ id, at }) => [id, at]));
  return {
    rows: rows.map((person) => {
      const id = inviterOf(person);
      const name = id !== null && names.get(id);
      return {
        ...describeRow(person, superAdminEmail),
        inviter: id !== null && name ? { id, name } : null,
        lastSignInAt: moments.get(person.id) ?? null,
      };
    }),
    next,
  };
}

/** A part of the list in its order, each person as `describe` has them. */
export async function readPeople<Shown>(
  db: DatabaseOrTransaction,
  { direction, after, size, ...asked }: PeopleFilter & PeopleSortOrder & Part,
  describe: (profile: typeof profiles.$inferSelect) => Shown,
): Promise<{ rows: Shown[]; next: string | null }> {
  return readPart(db, await listOf(db, asked), { direction, after, ...(size ? { size } : {}) }, describe);
}

type List = Awaited<ReturnType<typeof listOf>>;

/** Who is in a list, and what it goes by. */
async function listOf(
  db: DatabaseOrTransaction,
  { search: text, show, sort }: PeopleFilter & Pick<PeopleSortOrder, 'sort'>,
) {
  const found = await foundBy(db, text);
  const byWords = found !== undefined && ((sort === 'created' && !show) || (await areFew(db, found)));
  const ofWords =
    show && and(sql`${show} = any(${profileWords.groups})`, show === 'waiting' ? GROUPS[show] : undefined);
  return {
    isSearched: found !== undefined,
    isListed: and(show && (byWords ? ofWords : GROUPS[show]), found),
    key: SORTS[sort][byWords ? 'found' : 'all'],
    id: byWords ? profileWords.profileId : profiles.id,
  };
}

async function readPart<Shown>(
  db: DatabaseOrTransaction,
  { isSearched, isListed, key, id }: List,
  part: Part & Pick<PeopleSortOrder, 'direction'>,
  describe: (profile: typeof profiles.$inferSelect) => Shown,
) {
  const page = pageOf({ key, id, ...part });
  const people = db
    .select({ ...getTableColumns(profiles), place: page.place })
    .from(profiles)
    .$dynamic();
  if (isSearched) people.innerJoin(profileWords, eq(profileWords.profileId, profiles.id));
  const rows = await people
    .where(and(isListed, page.after))
    .orderBy(...page.orderBy)
    .limit(page.limit);
  return page.show(rows, ({ place, ...profile }) => describe(profile));
}

/** A longer list is not counted, so that going through it costs the same at every place. */
const PLACES_COUNTED = 1000;

/** Who stands before and after somebody in a list, and the place there; `null`: not in it, or the list is too long to say. */
export async function readPersonNeighbours(db: Database, { id, direction, ...asked }: PeopleAsked & { id: string }) {
  const list = await listOf(db, asked);
  const itself = pageOf({ key: list.key, id: list.id, direction });
  const [found] = await db
    .select({ place: itself.place })
    .from(profiles)
    .innerJoin(profileWords, eq(profileWords.profileId, profiles.id))
    .where(eq(profiles.id, id));
  if (!found) throw refuse('PERSON_GONE');
  const after = writeCursor(found.place);
  const backwards = direction === 'asc' ? 'desc' : 'asc';
  const nearest = async (towards: 'asc' | 'desc') => {
    const { rows } = await readPart(db, list, { direction: towards, after, size: 1 }, (profile) => ({
      id: profile.id,
      name: (profile.isCompany && profile.companyName) || memberName(profile),
    }));
    return rows[0] ?? null;
  };
  const placeOf = async () => {
    const isBefore = pageOf({ key: list.key, id: list.id, direction: backwards, after }).after;
    const listed = db
      .select({
        isBefore: sql<boolean>`${isBefore}`.as('is_before'),
        isItself: sql<boolean>`${profiles.id} = ${id}`.as('is_itself'),
      })
      .from(profiles)
      .$dynamic();
    if (list.isSearched) listed.innerJoin(profileWords, eq(profileWords.profileId, profiles.id));
    const first = listed
      .where(list.isListed)
      .limit(PLACES_COUNTED + 1)
      .as('listed');
    const [row] = await db
      .select({
        of: count(),
        before: sql<number>`count(*) filter (where ${first.isBefore})`.mapWith(Number),
        isListed: sql<boolean | null>`bool_or(${first.isItself})`,
      })
      .from(first);
    const { of, before, isListed } = row!;
    return isListed && of <= PLACES_COUNTED ? { n: before + 1, of } : null;
  };
  const [previous, next, place] = await Promise.all([nearest(backwards), nearest(direction), placeOf()]);
  return { previous, next, place };
}

/**
 * People with one name stand side by side in the order of names and of addresses, perhaps at the very end: walking down the
 * list to them could take seconds. Up to so many are fetched and sorted; more are met soon on the way. The newest are spread
 * evenly, as PostgreSQL expects.
 */
const MOST_TO_SORT = 50_000;
const areFew = async (db: DatabaseOrTransaction, found: SQL): Promise<boolean> =>
  (await expectedRows(db, db.select({ id: profileWords.profileId }).from(profileWords).where(found))) <= MOST_TO_SORT;

/** All of a filter, however many. */
export async function countEveryPerson(
  db: DatabaseOrTransaction,
  { search: text, show }: PeopleFilter,
): Promise<number> {
  const found = await foundBy(db, text);
  const people = db.select({ rows: count() }).from(profiles).$dynamic();
  if (found) people.innerJoin(profileWords, eq(profileWords.profileId, profiles.id));
  const [counted] = await people.where(and(show && GROUPS[show], found));
  return counted!.rows;
}

interface Counted {
  total: Count;
  groups: Record<PeopleGroup, Count>;
}

/** How many fit, and how many of each kind. When more people are found than are counted, all counts are of the first of them. */
export async function countPeople(db: DatabaseOrTransaction, { search: text, show }: PeopleFilter): Promise<Counted> {
  const found = await foundBy(db, text);
  const { total, ...groups } = found ? await countFound(db, found) : await countEverybody(db);
  return { total: show ? groups[show] : total, groups };
}

const countEverybody = (db: DatabaseOrTransaction) =>
  countUpTo(db, { total: rowsOf(db, profiles), ...forEachGroup((group) => rowsOf(db, profiles, GROUPS[group])) });

async function countFound(db: DatabaseOrTransaction, found: SQL): Promise<Record<PeopleGroup | 'total', Count>> {
  const first = db
    .select({ id: profileWords.profileId, groups: profileWords.groups })
    .from(profileWords)
    .where(found)
    .limit(COUNTED_TO + 1)
    .as('first');
  // The words know who waits, not whose account is closed meanwhile.
  const isRequest = exists(
    db
      .select({ one: sql`1` })
      .from(profiles)
      .where(and(eq(profiles.id, first.id), GROUPS.waiting)),
  );
  const also = (group: PeopleGroup) => (group === 'waiting' ? isRequest : sql`true`);
  const [counted] = await db
    .select({
      total: sql<number>`count(*)::int`,
      ...forEachGroup(
        (group) => sql<number>`count(*) filter (where ${group} = any(${first.groups}) and ${also(group)})::int`,
      ),
    })
    .from(first);
  const { total, ...groups } = counted!;
  const more = total > COUNTED_TO;
  return { total: countOf(total), ...forEachGroup((group) => countOf(groups[group], more)) };
}

const forEachGroup = <Value>(value: (group: PeopleGroup) => Value) =>
  Object.fromEntries(PEOPLE_GROUPS.map((group) => [group, value(group)])) as Record<PeopleGroup, Value>;

export const describeRow = (profile: typeof profiles.$inferSelect, superAdminEmail: string): PersonRow => ({
  ...profile,
  isSuperAdmin: profile.email === superAdminEmail,
});
