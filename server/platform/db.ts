import type { SQL } from 'drizzle-orm';
import { drizzle, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { isConnectionLost } from './database-errors.ts';
import { openPool, type Pool, type PoolOptions, queryWithTimeout } from './postgres/pool.ts';
import { type SlowStatement, timeStatements } from './watch/db-usage.ts';

/** A lost statement is repeated only so soon after it began: one that was lost to a stall would wait once more. Milliseconds. */
const AGAIN_WITHIN = 1_000;

interface DatabaseOptions extends PoolOptions {
  /** Is told of each statement that took longer than 200 ms. */
  onSlow?: (slow: SlowStatement) => void;
}

/**
 * Opens the pool; nothing connects before the first statement. A read outside a transaction whose connection is lost is
 * asked once more; everything else fails with an error that `isDatabaseUnavailable` knows. Through a pooler every statement is
 * in a transaction, which begins with the limits, and none has a name: nothing is left in a session, which is somebody else's next.
 */
export function openDatabase(url: string, options: DatabaseOptions = {}) {
  const pool = openPool(url, options);
  const timed = timeStatements(options.onSlow);
  const outside = outsideTransactions(pool, timed);
  const db = drizzle({ client: outside as unknown as pg.Pool });
  return Object.assign(db as Omit<typeof db, '$client' | 'transaction'>, {
    transaction: transactionsOn(pool, timed),
    /** One statement written by hand, its rows as the driver reads them. With a name it stays prepared, where there is no pooler. */
    ask: async <Row>(query: string | pg.QueryConfig, values: unknown[] = []): Promise<Row[]> =>
      (await outside.query(typeof query === 'string' ? { text: query } : query, values)).rows as Row[],
    usage: pool.usage,
    close: pool.close,
  });
}

export type Database = ReturnType<typeof openDatabase>;
type Transaction = NodePgTransaction<Record<string, never>, Record<string, never>>;
/** A transaction; every function that writes takes one as its first argument. */
export type Tx = Transaction;
/** Where reading is enough: the pool or a transaction. */
export type DatabaseOrTransaction = Omit<Database, 'ask' | 'close' | 'transaction' | 'usage'> | Tx;

/**
 * The rows of a statement written by hand that stays prepared under its name, where there is no pooler: for those that are asked all the
 * time and whose planning takes longer than they do. Its text is the same each time; over partitions it would be planned for all of them.
 */
export async function askPrepared<Row extends Record<string, unknown>>(
  db: DatabaseOrTransaction,
  name: string,
  statement: SQL,
): Promise<Row[]> {
  const query = db._.session.prepareQuery(preparing.sqlToQuery(statement), undefined, name, false);
  return ((await query.execute()) as pg.QueryResult<Row>).rows;
}

const preparing = new PgDialect();

interface TransactionOptions extends PgTransactionConfig {
  /** A subject and an id, such as `['orders.place', profileId]`: of the transactions that name the same, one runs at a time. */
  lock?: [subject: string, id: string];
}

interface Queryable {
  query(query: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult>;
}

type Timed = ReturnType<typeof timeStatements>;

/** Single statements; a read whose connection is lost is asked once more. */
function outsideTransactions(pool: Pool, timed: Timed): Queryable {
  async function queryOnce(query: pg.QueryConfig, values: unknown[]): Promise<pg.QueryResult> {
    const client = await pool.acquire();
    try {
      const answer = pool.isPooled
        ? queryInOwnTransaction(pool, client, unnamed(query), values)
        : client.query(query, values);
      return await timed(query.text, answer);
    } finally {
      client.release();
    }
  }

  return {
    async query(query, values = []) {
      const began = performance.now();
      try {
        return await queryOnce(query, values);
      } catch (error) {
        if (isRead(query.text) && isLostSoon(error, began)) return queryOnce(query, values);
        throw error;
      }
    },
  };
}

/** One statement as a transaction, sent in one go. */
async function queryInOwnTransaction(
  pool: Pool,
  client: pg.PoolClient,
  query: pg.QueryConfig,
  values: unknown[],
): Promise<pg.QueryResult> {
  const [begun, asked, ended] = await Promise.allSettled([
    client.query(beginStatement(pool, {})),
    client.query(query, values),
    client.query('commit'),
  ]);
  for (const step of [begun, asked, ended]) if (step.status === 'rejected') throw step.reason;
  return (asked as PromiseFulfilledResult<pg.QueryResult>).value;
}

function transactionsOn(pool: Pool, timed: Timed) {
  const dialect = new PgDialect();

  /** A connection with a transaction begun; one that was lost while nobody used it is replaced once. */
  async function begin(config: TransactionOptions, again = true): Promise<pg.PoolClient> {
    const client = await pool.acquire();
    const began = performance.now();
    try {
      const statement = beginStatement(pool, config);
      await timed(statement.text, client.query(statement));
      return client;
    } catch (error) {
      client.release(true);
      if (again && isLostSoon(error, began)) return begin(config, false);
      throw error;
    }
  }

  /**
   * Begins, works, commits; anything thrown rolls back. A commit whose answer is lost is thrown as a lost connection: the
   * caller cannot know, and must be able to ask again with the same key.
   */
  return async function transaction<T>(
    work: (tx: Transaction) => Promise<T>,
    config: TransactionOptions = {},
  ): Promise<T> {
    const client = await begin(config);
    let over = false;
    const inside: Queryable = {
      // A statement that comes after the end would be carried out alone, outside the transaction.
      query: (query, values = []) =>
        over
          ? Promise.reject(new Error('the transaction is over'))
          : timed(query.text, client.query(pool.isPooled ? unnamed(query) : query, values)),
    };
    try {
      const session = new NodePgSession(inside as pg.PoolClient, dialect, undefined, {});
      const result = await work(new NodePgTransaction(dialect, session, undefined) as Transaction);
      over = true;
      const { command } = await client.query(queryWithTimeout('commit', pool.commitMs));
      if (command !== 'COMMIT') throw new Error('the transaction was rolled back: a failed statement was ignored');
      return result;
    } catch (error) {
      over = true;
      await client.query(queryWithTimeout('rollback', pool.rollbackMs)).catch(() => {});
      throw error;
    } finally {
      client.release();
    }
  };
}

/** Begins a transaction; through a pooler with the limits of a session, and in time. */
function beginStatement(
  { isPooled, limits, beginMs }: Pool,
  { isolationLevel, accessMode, lock }: TransactionOptions,
): pg.QueryConfig {
  const begin = ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' ');
  const limited = isPooled ? Object.entries(limits).map(([name, ms]) => `set local ${name} = ${ms}`) : [];
  const [subject, id] = lock?.map((part) => `hashtext(${pg.escapeLiteral(part)})`) ?? [];
  const taken = lock ? [`select pg_advisory_xact_lock(${subject}, ${id})`] : [];
  const text = [begin, ...limited, ...taken].join('; ');
  return isPooled ? queryWithTimeout(text, beginMs) : { text };
}

const isRead = (text: string): boolean =>
  /^\s*(select|with)\b/i.test(text) && !/\b(insert|update|delete)\b/i.test(text);

const isLostSoon = (error: unknown, began: number): boolean =>
  isConnectionLost(error) && performance.now() - began < AGAIN_WITHIN;

/** The same statement, not kept prepared: the next one may be carried out by another server process. */
const unnamed = ({ name: _, ...query }: pg.QueryConfig): pg.QueryConfig => query;
