import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import * as schema from '../schema.ts';

/** Opens the pool. `close()` waits for running statements up to five seconds. */
export function openDatabase(url: string, { max = 20 }: { max?: number } = {}) {
  const client = postgres(url, { max, onnotice: () => {}, connection: { application_name: 'vidik' } });
  const db = drizzle(client, { schema });
  return Object.assign(db, { client, close: () => client.end({ timeout: 5 }) });
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
