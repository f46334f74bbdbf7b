import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import * as schema from '../schema.ts';

/** Opens the pool. `close()` waits for running statements up to five seconds. */
export function openDatabase(url: string, { max = 20 }: { max?: number } = {}) {
  const client = rememberStatements(
    postgres(url, { max, onnotice: () => {}, connection: { application_name: 'vidik' } }),
  );
  const db = drizzle(client, { schema });
  return Object.assign(db, { client, close: () => client.end({ timeout: 5 }) });
}

/**
 * Drizzle sends every statement anew, to be parsed and planned each time, in two round trips. Short ones come again and
 * again, so PostgreSQL keeps them prepared, for each connection; long ones (a list of ids) are rarely the same twice.
 */
const SHORT = 32;
function rememberStatements<T extends Pick<postgres.Sql, 'unsafe'> & { begin?: postgres.Sql['begin'] }>(client: T): T {
  const { unsafe, begin } = client;
  client.unsafe = ((query, args = [], options) =>
    unsafe(query, args, { ...options, prepare: args.length > 0 && args.length <= SHORT })) as typeof unsafe;
  if (begin) {
    client.begin = ((...given: unknown[]) => {
      const work = given.pop() as (tx: postgres.TransactionSql) => unknown;
      return (begin as (...all: unknown[]) => unknown)(...given, (tx: postgres.TransactionSql) =>
        work(rememberStatements(tx)),
      );
    }) as typeof begin;
  }
  return client;
}

export type Database = ReturnType<typeof openDatabase>;
/** A transaction; every function that writes takes one as its first argument. */
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0];
/** Where reading is enough: the pool or a transaction. */
export type Reader = Omit<Database, 'client' | 'close' | '$client'> | Tx;

/** The unique index or check that refused a write, `null` for any other error. */
export function violatedConstraint(error: unknown): string | null {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  if (cause instanceof postgres.PostgresError && /^23/.test(cause.code)) return cause.constraint_name ?? '';
  return null;
}
