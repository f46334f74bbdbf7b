import { and, asc, desc, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { COUNTED_TO, type Count } from '#domain/count.ts';
import { codeInGroups, dashForms, phoneDigits } from '#domain/fold.ts';
import { isUuid } from '#domain/ids.ts';
import type { DatabaseOrTransaction } from './db.ts';
import { isStorable } from './storable.ts';
import { isWrittenTime } from './written-time.ts';

/** Rows of a page. */
export const PAGE = 50;
/** Words of a search that are looked for; the rest is left out. */
const MAX_WORDS = 6;

/** A row's place in a list: the text of its key, and of its id. */
export type ListCursor = [key: string, id: string];

/** A column, or an expression and what it is. */
export type SortKey = PgColumn | { expression: SQL; type: Type };

interface PageRequest {
  key: SortKey;
  id: SortKey;
  direction: 'asc' | 'desc';
  after?: string | undefined;
  size?: number;
}

/**
 * A page of a list in the order of a key, then of the id. It begins after a place, not at a number, so rows that come, change
 * and go shift nobody; the place itself is the cursor, so its row may be gone. What is no cursor of ours shows the first page.
 */
export function pageOf({ key: sortKey, id: idKey, direction, after, size = PAGE }: PageRequest) {
  const way = direction === 'asc' ? asc : desc;
  const [key, id] = [columnOf(sortKey), columnOf(idKey)];
  const [keyType, idType] = [typeOf(sortKey), typeOf(idKey)];
  const last = after === undefined ? null : readCursor(after, keyType, idType);
  return {
    /** To be read with each row, under this name. */
    place: sql<ListCursor>`array[(${key})::text, ${id}::text]`,
    orderBy: [way(key), way(id)],
    /** What comes after the cursor: times keep their microseconds, because PostgreSQL reads what it wrote. */
    after: last
      ? sql`(${key}, ${id}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${last[0]}::${sql.raw(keyType)}, ${last[1]}::${sql.raw(idType)})`
      : undefined,
    /** One more than is shown says whether there is a next page. */
    limit: size + 1,
    show<Row extends { place: ListCursor | null }, Shown>(
      found: readonly Row[],
      describe: (row: Row) => Shown,
    ): { rows: Shown[]; next: string | null } {
      const page = found.slice(0, size);
      return {
        rows: page.map(describe),
        next: found.length > size ? writeCursor(page.at(-1)!.place!) : null,
      };
    },
  };
}

/**
 * Rows whose folded words (`search_fold`, beginning with a space) hold every word of the text: one or two letters where a word begins,
 * three and more anywhere, and however its dashes are written. What may be a phone is looked for by its digits, too, as `phone_words` has
 * them, and a code in groups as one word. `undefined` when nothing is looked for.
 */
export function wordSearchCondition(words: SQLWrapper, text = ''): SQL | undefined {
  const all = text.split(/\s+/).filter(Boolean);
  const said = all.filter((word) => !/^\p{Pd}+$/u.test(word));
  const typed = (said.length > 0 ? said : all).slice(0, MAX_WORDS);
  const digits = phoneDigits(text);
  const code = codeInGroups(text);
  return or(
    and(...typed.map((word) => or(...dashForms(word).map((form) => contains(words, form))))),
    digits !== null && digits !== typed[0] ? contains(words, digits) : undefined,
    code !== null && digits === null ? contains(words, code) : undefined,
  );
}

/** The folded words hold that word, one or two letters where a word begins. */
export const contains = (words: SQLWrapper, word: string): SQL<boolean> =>
  sql<boolean>`${words} like ${[...word].length < 3 ? '% ' : '%'}::text || search_fold(${escaped(word)}) || '%'`;

/** For `like`: the text and nothing but it. */
export const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** The rows of a table that fit, to be counted. */
export const rowsOf = (db: DatabaseOrTransaction, table: PgTable, where?: SQL) =>
  db.select({ one: sql`1` }).from(table).where(where);

/** A query that can be ended early. */
interface Counted {
  limit(count: number): SQLWrapper;
}

/** How many rows each query has, in one statement; none reads further than it is counted. */
export async function countUpTo<Name extends string>(
  db: DatabaseOrTransaction,
  queries: Record<Name, Counted>,
): Promise<Record<Name, Count>> {
  const columns = Object.entries<Counted>(queries).map(
    ([name, query]) =>
      sql`(select count(*) from ${query.limit(COUNTED_TO + 1)} counted)::int as ${sql.identifier(name)}`,
  );
  const { rows } = await db.execute<Record<Name, number>>(sql`select ${sql.join(columns, sql`, `)}`);
  return Object.fromEntries(Object.entries<number>(rows[0]!).map(([name, count]) => [name, countOf(count)])) as Record<
    Name,
    Count
  >;
}

/** `more` is given when it is known that not all were counted. */
export const countOf = (count: number, more = count > COUNTED_TO): Count => ({
  count: Math.min(count, COUNTED_TO),
  more,
});

/** How many rows PostgreSQL expects of a query; nothing is read for it. */
export async function expectedRows(db: DatabaseOrTransaction, query: SQLWrapper): Promise<number> {
  const { rows } = await db.execute<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    sql`explain (format json) ${query}`,
  );
  return rows[0]!['QUERY PLAN'][0].Plan['Plan Rows'];
}

/** How a cursor's texts are read again, and whether PostgreSQL may have written such a one. */
const TYPES = {
  uuid: isUuid,
  bigint: (text: string) => /^\d{1,18}$/.test(text),
  timestamptz: isWrittenTime,
  text: (text: string) => isStorable(text),
};
type Type = keyof typeof TYPES;

const COLUMN_TYPES: Record<string, Type> = {
  uuid: 'uuid',
  integer: 'bigint',
  bigint: 'bigint',
  'timestamp with time zone': 'timestamptz',
  text: 'text',
};

const columnOf = (key: SortKey): SQLWrapper => ('expression' in key ? key.expression : key);

function typeOf(key: SortKey): Type {
  const type = 'expression' in key ? key.type : COLUMN_TYPES[key.getSQLType()];
  if (!type) throw new Error('no list is in the order of such a column');
  return type;
}

export const writeCursor = (place: ListCursor): string => Buffer.from(JSON.stringify(place)).toString('base64url');

function readCursor(text: string, keyType: Type, idType: Type): ListCursor | null {
  try {
    const place: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (!Array.isArray(place) || place.length !== 2) return null;
    const [key, id] = place as unknown[];
    if (typeof key !== 'string' || typeof id !== 'string') return null;
    return TYPES[keyType](key) && TYPES[idType](id) ? [key, id] : null;
  } catch {
    return null;
  }
}
