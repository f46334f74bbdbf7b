import { stringify } from 'csv-stringify/sync';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { FeedInput } from '#domain/integrations/feeds/contract.ts';
import { FEED_ROWS, type Feed } from '#domain/integrations/feeds/rows.ts';
import { refuse } from '#domain/refuse.ts';
import { type Actor, recordExport } from '../../platform/audit.ts';
import type { DatabaseOrTransaction } from '../../platform/db.ts';
import { SOURCES } from './feeds.ts';
import { feedRows } from './schema.ts';

/** Behind which row a reader goes on. */
interface Place {
  generation: string;
  changedIn: string;
  rowId: string;
}

interface Read {
  changedIn: string;
  rowId: string;
  isRemoved: boolean;
  row: Record<string, unknown> | null;
}

/**
 * The rows of a feed behind a place, in the order of the transactions that changed them, as a file of JSON lines (NDJSON) or CSV (RFC 4180).
 * It stops at the oldest transaction that is still open: what that one writes comes behind everything that was read before.
 */
export async function readFeed(
  db: DatabaseOrTransaction,
  actor: Actor,
  feed: Feed,
  { after, limit, format }: FeedInput,
): Promise<File> {
  const generation = await readGeneration(db);
  const from = after === undefined ? null : placeOf(after);
  if (from && from.generation !== generation) throw refuse('FEED_RESTARTED');
  const rows = await readRows(db, feed, from, limit);
  // A program that finds nothing new, minute by minute, takes nothing away.
  if (rows.length > 0)
    await recordExport(db, actor, {
      action: 'integrations.exported',
      list: feed,
      chosen: { format },
      rows: rows.length,
    });
  const cursor = ({ changedIn, rowId }: Read) => cursorOf({ generation, changedIn, rowId });
  return format === 'csv' ? csvOf(feed, rows, cursor) : linesOf(feed, rows, cursor);
}

/**
 * The count of transactions that cursors are from. It is another one after a restore of our own, and on another timeline of the
 * database's log: after a restore of its files and after a failover, where the last transactions may be lost.
 */
async function readGeneration(db: DatabaseOrTransaction): Promise<string> {
  const { rows } = await db.execute<{ generation: string }>(sql`
    select (select id::text from feed_generations order by started_at desc limit 1)
      || '.' || left(pg_walfile_name(pg_current_wal_lsn()), 8) as generation`);
  return rows[0]!.generation;
}

async function readRows(db: DatabaseOrTransaction, feed: Feed, from: Place | null, limit: number): Promise<Read[]> {
  const { table, key, keyType, columns } = SOURCES[feed];
  const behind: SQL | undefined = from
    ? sql`(${feedRows.changedIn}, ${feedRows.rowId}) > (${from.changedIn}::xid8, ${from.rowId})`
    : undefined;
  return db
    .select({ changedIn: feedRows.changedIn, rowId: feedRows.rowId, isRemoved: feedRows.isRemoved, row: columns })
    .from(feedRows)
    .leftJoin(table, sql`not ${feedRows.isRemoved} and ${key} = ${feedRows.rowId}::${sql.raw(keyType)}`)
    .where(and(eq(feedRows.feed, feed), behind, sql`${feedRows.changedIn} < pg_snapshot_xmin(pg_current_snapshot())`))
    .orderBy(asc(feedRows.changedIn), asc(feedRows.rowId))
    .limit(limit) as Promise<Read[]>;
}

const contentOf = ({ isRemoved, row }: Read) => (isRemoved || !row ? {} : row);

const headOf = ({ rowId, isRemoved }: Read, cursor: string) => ({ cursor, removed: isRemoved, rowId });

function linesOf(feed: Feed, rows: Read[], cursor: (row: Read) => string): File {
  const lines = rows.map((read) => `${JSON.stringify({ ...headOf(read, cursor(read)), ...contentOf(read) })}\n`);
  return new File(lines, `${feed}.jsonl`, { type: 'application/jsonl' });
}

function csvOf(feed: Feed, rows: Read[], cursor: (row: Read) => string): File {
  const columns = Object.keys(FEED_ROWS[feed].shape);
  const lines = rows.map((read) => [
    ...Object.values(headOf(read, cursor(read))).map(cell),
    ...columns.map((name) => cell(contentOf(read)[name])),
  ]);
  const text = stringify([['cursor', 'removed', 'rowId', ...columns], ...lines], { record_delimiter: 'windows' });
  return new File([text], `${feed}.csv`, { type: 'text/csv; charset=utf-8' });
}

/** For programs: nothing is rounded, and a list is its JSON. Unlike in files for spreadsheets, texts stay as they are. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const cursorOf = ({ generation, changedIn, rowId }: Place): string =>
  Buffer.from(JSON.stringify([generation, changedIn, rowId])).toString('base64url');

const NUMBER = /^\d{1,19}$/;
const ROW_ID = /^[ -~]{1,300}$/;

/** A cursor of ours, or a refusal. */
function placeOf(cursor: string): Place {
  try {
    const [generation, changedIn, rowId] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    if (typeof generation === 'string' && NUMBER.test(String(changedIn)) && ROW_ID.test(String(rowId)))
      return { generation, changedIn: String(changedIn), rowId: String(rowId) };
  } catch {}
  throw refuse('CURSOR_INVALID');
}
