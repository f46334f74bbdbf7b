import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export async function until(what: string, limit: number, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const began = performance.now();
  while (!(await isSo())) {
    if (performance.now() - began > limit) throw new Error(`Not within ${limit / 1000} s: ${what}.`);
    await sleep(100);
  }
}

/** One statement on a connection of its own. */
export async function ask<Row extends object>(url: string, statement: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 30_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(statement, values)).rows;
  } finally {
    await client.end();
  }
}
