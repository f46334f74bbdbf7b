import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { whenOver } from './when-over.ts';

/** The address of a database with nothing in it, made with these options, which goes with the test or the file that asks for it. */
export async function emptyDatabase(options = ''): Promise<string> {
  const base = inject('postgresUrl');
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  const run = async (statement: string) => {
    const admin = new pg.Client({ connectionString: base });
    await admin.connect();
    await admin.query(statement).finally(() => admin.end());
  };
  await run(`create database ${name} ${options}`);
  whenOver(() => run(`drop database if exists ${name} with (force)`));
  return base.replace(/\/postgres$/, `/${name}`);
}
