import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';

/** The address of a database with nothing in it, which goes with the test. */
export async function emptyDatabase(): Promise<string> {
  const base = inject('postgresUrl');
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  const run = async (statement: string) => {
    const admin = new pg.Client({ connectionString: base });
    await admin.connect();
    await admin.query(statement).finally(() => admin.end());
  };
  await run(`create database ${name}`);
  onTestFinished(() => run(`drop database if exists ${name} with (force)`));
  return base.replace(/\/postgres$/, `/${name}`);
}
