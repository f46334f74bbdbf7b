import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { clientConfigOfAddress } from '../postgres/address.ts';

/** How often a pool in use is checked, and how long the database may take to answer `select 1`. Milliseconds. */
const CHECK_EVERY_MS = 1_000;
const ANSWER_TIMEOUT_MS = 2_000;
/** The own connection is closed when the pool was idle at so many checks: networks forget connections that say nothing. */
const IDLE_CHECKS = 30;

/**
 * A database that stands still, or a network that drops everything, answers nothing: statements already sent would wait
 * for as long as that lasts, because only the database ends them at their limit. While the pool is in use, a connection of
 * its own asks every second; without an answer all connections are cut, and whoever waits fails at once.
 */
export function watchForStalls(url: string, pool: pg.Pool) {
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));
  let own: pg.Client | null = null;
  let isChecking = false;
  let idleChecks = 0;

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      ...clientConfigOfAddress(url),
      application_name: 'vidik watch',
      connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    });
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  function drop() {
    if (own) destroyConnection(own);
    own = null;
  }

  /** Also a refusal is an answer. A connection that was lost meanwhile says nothing about the database: once more. */
  async function ask(wait: { over: boolean }, again = true): Promise<boolean> {
    try {
      own ??= await connect();
      await own.query('select 1');
      return true;
    } catch (error) {
      if (wait.over) return false;
      drop();
      return again ? ask(wait, false) : error instanceof pg.DatabaseError;
    }
  }

  async function check() {
    if (isChecking) return;
    if (pool.totalCount === pool.idleCount) {
      idleChecks += 1;
      if (idleChecks > IDLE_CHECKS) drop();
      return;
    }
    idleChecks = 0;
    isChecking = true;
    const wait = { over: false };
    if (!(await Promise.race([ask(wait), sleepThenDrainEvents(ANSWER_TIMEOUT_MS).then(() => false)]))) {
      wait.over = true;
      drop();
      for (const client of clients) destroyConnection(client);
    }
    isChecking = false;
  }

  const timer = setInterval(check, CHECK_EVERY_MS);
  timer.unref();
  return {
    /** Cuts all connections of the pool. */
    cutAll() {
      for (const client of clients) destroyConnection(client);
    },
    stop() {
      clearInterval(timer);
      drop();
    },
  };
}

/** Waits so many milliseconds. A program that was busy itself first reads what has arrived meanwhile before it calls anything late. */
export async function sleepThenDrainEvents(ms: number, signal?: AbortSignal) {
  await sleep(ms, null, { signal });
  await setImmediate();
  await setImmediate();
}

/** The driver then fails every statement that waits on it. */
export function destroyConnection(client: pg.Client | pg.PoolClient) {
  (client as pg.Client & { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
