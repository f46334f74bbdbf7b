import { drizzle, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { isConnectionLost, PoolBusy, TakesNoWrites } from './database-errors.ts';
import { clientConfigOfAddress } from './postgres/address.ts';
import { type PoolUsage, type SlowStatement, timeStatements, watchPoolWaits } from './watch/db-usage.ts';
import { watchForStalls } from './watch/stall-watch.ts';

/** Every wait for the database has a limit. Milliseconds. */
const LIMITS = {
  /** Until a new connection is there. */
  connect: 2_000,
  /** Between two statements of a transaction. */
  idleInTransaction: 10_000,
  /** Until an unused connection is closed. */
  unused: 5 * 60_000,
};
/** Milliseconds a statement may take; jobs have longer (server/start/open-dependencies.ts), exports read page by page. */
const STATEMENT_MS = 5_000;

/** Milliseconds until one of the pool's connections is free, and until a lock is granted. */
const POOL_MS = 1_000;
const LOCK_MS = 2_000;

/** A lost statement is repeated only so soon after it began: one that was lost to a stall would wait once more. Milliseconds. */
const AGAIN_WITHIN = 1_000;

interface PoolOptions {
  /** Connections at most. */
  max?: number;
  statementMs?: number;
  poolMs?: number;
  lockMs?: number;
  /** `false`: a program that computes for seconds at a time, which the watch would take for a database that stands still. */
  isWatched?: boolean;
  /** The address leads through a pooler in transaction mode; this one, to the same PostgreSQL without it. */
  direct?: string | null;
  /** Settings of every session, which a pooler would lose. */
  settings?: Record<string, string>;
  /** Is told of each statement that took longer than 200 ms. */
  onSlow?: (slow: SlowStatement) => void;
}

/**
 * Opens the pool; nothing connects before the first statement. A read outside a transaction whose connection is lost is
 * asked once more; everything else fails with an error that `isDatabaseUnavailable` knows. Through a pooler every statement is
 * in a transaction, which begins with the limits, and none has a name: nothing is left in a session, which is somebody else's next.
 */
export function openDatabase(url: string, options: PoolOptions = {}) {
  const { max = 20, statementMs = STATEMENT_MS, poolMs = POOL_MS, lockMs = LOCK_MS, isWatched = true } = options;
  const { direct = null, settings = {}, onSlow } = options;
  const to = clientConfigOfAddress(url);
  const isPooled = direct !== null;
  const limits = {
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: LIMITS.idleInTransaction,
  };
  /** A pooler lets whoever begins wait for a server process, and says nothing meanwhile. */
  const timeouts = { begin: Math.max(LIMITS.connect, poolMs) + lockMs, statement: statementMs + LIMITS.connect };
  const pool = new pg.Pool({
    ...to,
    application_name: 'vidik',
    max,
    pipeline: true,
    keepAlive: true,
    connectionTimeoutMillis: Math.max(LIMITS.connect, poolMs),
    idleTimeoutMillis: LIMITS.unused,
    ...(isPooled ? { query_timeout: timeouts.begin + timeouts.statement } : limits),
    options: [to.options, ...sessionOptions(settings)].filter(Boolean).join(' ') || undefined,
  });
  // Whoever waits for a lost connection learns of it from their statement; these keep the event from ending the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const watch = isWatched ? watchForStalls(direct ?? url, pool) : null;
  const timed = timeStatements(onSlow);
  const waits = watchPoolWaits(pool);

  const proven = new WeakSet<pg.PoolClient>();
  /** A connection that takes writes; a new one is asked. */
  async function connect(): Promise<pg.PoolClient> {
    const client = await pool.connect();
    if (proven.has(client)) return client;
    try {
      await takesWrites(client, isPooled ? timeouts.begin : LIMITS.connect);
    } catch (error) {
      client.release(true);
      throw error;
    }
    proven.add(client);
    return client;
  }

  /** A connection. A pool that is used up is waited for shorter than a new connection. */
  function acquire(): Promise<pg.PoolClient> {
    const usedUp = pool.totalCount >= max && pool.idleCount === 0;
    const connecting = connect();
    if (!usedUp) return connecting;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        connecting.then(
          (client) => client.release(),
          () => {},
        );
        reject(new PoolBusy());
      }, poolMs);
      connecting.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }

  async function queryOnce(query: pg.QueryConfig, values: unknown[]): Promise<pg.QueryResult> {
    const client = await acquire();
    try {
      const answer = isPooled ? queryInOwnTransaction(client, unnamed(query), values) : client.query(query, values);
      return await timed(query.text, answer);
    } finally {
      client.release();
    }
  }

  /** One statement as a transaction, sent in one go. */
  async function queryInOwnTransaction(
    client: pg.PoolClient,
    query: pg.QueryConfig,
    values: unknown[],
  ): Promise<pg.QueryResult> {
    const [begun, asked, ended] = await Promise.allSettled([
      client.query(within(beginning({}), timeouts.begin)),
      client.query(query, values),
      client.query('commit'),
    ]);
    for (const step of [begun, asked, ended]) if (step.status === 'rejected') throw step.reason;
    return (asked as PromiseFulfilledResult<pg.QueryResult>).value;
  }

  function beginning({ isolationLevel, accessMode, lock }: TransactionOptions): string {
    const begin = ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode]
      .filter(Boolean)
      .join(' ');
    const limited = isPooled ? Object.entries(limits).map(([name, ms]) => `set local ${name} = ${ms}`) : [];
    const [subject, id] = lock?.map((part) => `hashtext(${pg.escapeLiteral(part)})`) ?? [];
    const taken = lock ? [`select pg_advisory_xact_lock(${subject}, ${id})`] : [];
    return [begin, ...limited, ...taken].join('; ');
  }

  const outside: Queryable = {
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
  const db = drizzle({ client: outside as unknown as pg.Pool });
  const dialect = new PgDialect();

  /** A connection with a transaction begun; one that was lost while nobody used it is replaced once. */
  async function begin(config: TransactionOptions, again = true): Promise<pg.PoolClient> {
    const client = await acquire();
    const began = performance.now();
    try {
      const text = beginning(config);
      await timed(text, client.query(isPooled ? within(text, timeouts.begin) : { text }));
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
  async function transaction<T>(work: (tx: Transaction) => Promise<T>, config: TransactionOptions = {}): Promise<T> {
    const client = await begin(config);
    let over = false;
    const inside: Queryable = {
      // A statement that comes after the end would be carried out alone, outside the transaction.
      query: (query, values = []) =>
        over
          ? Promise.reject(new Error('the transaction is over'))
          : timed(query.text, client.query(isPooled ? unnamed(query) : query, values)),
    };
    try {
      const session = new NodePgSession(inside as pg.PoolClient, dialect, undefined, {});
      const result = await work(new NodePgTransaction(dialect, session, undefined) as Transaction);
      over = true;
      const { command } = await client.query('commit');
      if (command !== 'COMMIT') throw new Error('the transaction was rolled back: a failed statement was ignored');
      return result;
    } catch (error) {
      over = true;
      await client.query('rollback').catch(() => {});
      throw error;
    } finally {
      client.release();
    }
  }

  return Object.assign(db as Omit<typeof db, '$client' | 'transaction'>, {
    transaction,
    /** One statement written by hand, its rows as the driver reads them. With a name it stays prepared, where there is no pooler. */
    ask: async <Row>(query: string | pg.QueryConfig, values: unknown[] = []): Promise<Row[]> =>
      (await outside.query(typeof query === 'string' ? { text: query } : query, values)).rows as Row[],
    /** How its connections are used. */
    usage: (): PoolUsage => ({ max, used: pool.totalCount - pool.idleCount, ...waits.read() }),
    /** Lets running statements end, five seconds at most. */
    async close() {
      const ended = pool.end();
      waits.stop();
      const late = setTimeout(() => watch?.cutAll(), 5_000);
      await ended;
      clearTimeout(late);
      watch?.stop();
    },
  });
}

export type Database = ReturnType<typeof openDatabase>;
type Transaction = NodePgTransaction<Record<string, never>, Record<string, never>>;
/** A transaction; every function that writes takes one as its first argument. */
export type Tx = Transaction;
/** Where reading is enough: the pool or a transaction. */
export type DatabaseOrTransaction = Omit<Database, 'ask' | 'close' | 'transaction' | 'usage'> | Tx;

interface TransactionOptions extends PgTransactionConfig {
  /** A subject and an id, such as `['orders.place', profileId]`: of the transactions that name the same, one runs at a time. */
  lock?: [subject: string, id: string];
}

interface Queryable {
  query(query: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult>;
}

const isRead = (text: string): boolean =>
  /^\s*(select|with)\b/i.test(text) && !/\b(insert|update|delete)\b/i.test(text);

const isLostSoon = (error: unknown, began: number): boolean =>
  isConnectionLost(error) && performance.now() - began < AGAIN_WITHIN;

/**
 * While another server takes the leader's place, a proxy may still lead to the one that has become a standby. Whoever gets such a
 * connection would read what was, and could write nothing, for as long as it lasts.
 */
async function takesWrites(client: pg.PoolClient, ms: number): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>(within('show transaction_read_only', ms));
  if (rows[0]!.transaction_read_only === 'on') throw new TakesNoWrites();
}

/** The same statement, not kept prepared: the next one may be carried out by another server process. */
const unnamed = ({ name: _, ...query }: pg.QueryConfig): pg.QueryConfig => query;

/** The driver's types do not know the limit of one statement. */
const within = (text: string, query_timeout: number): pg.QueryConfig => Object.assign({ text }, { query_timeout });

const sessionOptions = (settings: Record<string, string>): string[] =>
  Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
