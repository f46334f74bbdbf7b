import pg from 'pg';
import { PoolBusy, ReadOnlyDatabase } from '../database-errors.ts';
import { type PoolUsage, watchPoolWaits } from '../watch/db-usage.ts';
import { watchForStalls } from '../watch/stall-watch.ts';
import { clientConfigOfAddress } from './address.ts';

/** Every wait for the database has a limit. Milliseconds. */
const LIMITS = {
  /** Until a new connection is there. */
  connect: 2_000,
  /** Between two statements of a transaction. */
  idleInTransaction: 10_000,
  /** Of a failed transaction, before its connection is closed. */
  rollback: 2_000,
  /** Until an unused connection is closed. */
  unused: 5 * 60_000,
};
const MOST_CONNECTIONS = 20;
/** Milliseconds a statement may take; jobs have longer (server/start/open-dependencies.ts), exports read page by page. */
const STATEMENT_MS = 5_000;

/** Milliseconds until one of the pool's connections is free, and until a lock is granted. */
const POOL_MS = 1_000;
const LOCK_MS = 2_000;

export interface PoolOptions {
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
}

export type Pool = ReturnType<typeof openPool>;

/** Connections that take writes; nothing connects before the first is asked for, and each is waited for only so long. */
export function openPool(url: string, options: PoolOptions) {
  const { max = MOST_CONNECTIONS, poolMs = POOL_MS, isWatched = true, direct = null } = options;
  const { pool, isPooled, limits, beginMs, commitMs } = newPool(url, options);
  // Whoever waits for a lost connection learns of it from their statement; these keep the event from ending the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const watch = isWatched ? watchForStalls(direct ?? url, pool) : null;
  const waits = watchPoolWaits(pool);

  const proven = new WeakSet<pg.PoolClient>();
  /** A connection that takes writes; a new one is asked. */
  async function connect(): Promise<pg.PoolClient> {
    const client = await pool.connect();
    if (proven.has(client)) return client;
    try {
      await requireWritable(client, isPooled ? beginMs : LIMITS.connect);
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

  return {
    acquire,
    /** The address leads through a pooler. */
    isPooled,
    /** What a session is limited to; through a pooler every transaction says it itself. */
    limits,
    /** Milliseconds within which a transaction has begun, or a pooler has failed. */
    beginMs,
    /** Milliseconds a commit may take: with the statement before it less than the ten seconds in which a request is answered. */
    commitMs,
    rollbackMs: LIMITS.rollback,
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
  };
}

function newPool(url: string, options: PoolOptions) {
  const { max = MOST_CONNECTIONS, statementMs = STATEMENT_MS, poolMs = POOL_MS, lockMs = LOCK_MS } = options;
  const { direct = null, settings = {} } = options;
  const to = clientConfigOfAddress(url);
  const isPooled = direct !== null;
  const limits = {
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: LIMITS.idleInTransaction,
  };
  /**
   * A statement has ended itself before: what is left is a commit, whose writing to the disk PostgreSQL puts no limit to. A pooler lets
   * whoever begins wait for a server process as well, and says nothing meanwhile.
   */
  const timeouts = { begin: Math.max(LIMITS.connect, poolMs) + lockMs, statement: statementMs + LIMITS.connect };
  const pool = new pg.Pool({
    ...to,
    application_name: 'vidik',
    max,
    pipeline: true,
    keepAlive: true,
    connectionTimeoutMillis: Math.max(LIMITS.connect, poolMs),
    idleTimeoutMillis: LIMITS.unused,
    query_timeout: isPooled ? timeouts.begin + timeouts.statement : timeouts.statement,
    ...(isPooled ? {} : limits),
    options: [to.options, ...sessionOptions(settings)].filter(Boolean).join(' ') || undefined,
  });
  return { pool, isPooled, limits, beginMs: timeouts.begin, commitMs: Math.max(LIMITS.connect, 0.8 * statementMs) };
}

const sessionOptions = (settings: Record<string, string>): string[] =>
  Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);

/**
 * While another server takes the leader's place, a proxy may still lead to the one that has become a standby. Whoever gets such a
 * connection would read what was, and could write nothing, for as long as it lasts.
 */
async function requireWritable(client: pg.PoolClient, ms: number): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>(
    queryWithTimeout('show transaction_read_only', ms),
  );
  if (rows[0]!.transaction_read_only === 'on') throw new ReadOnlyDatabase();
}

/** The driver's types do not know the limit of one statement. */
export const queryWithTimeout = (text: string, query_timeout: number): pg.QueryConfig =>
  Object.assign({ text }, { query_timeout });
