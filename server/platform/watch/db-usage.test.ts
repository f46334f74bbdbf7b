import { expect, inject, test } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { openDatabase } from '../db.ts';
import { type SlowStatement, withoutValues } from './db-usage.ts';

test('a statement that takes longer than 200 ms is told of without its parameters, inside a transaction too', async () => {
  const told: SlowStatement[] = [];
  const db = openDatabase(inject('postgresUrl'), { onSlow: (slow) => told.push(slow), poolMs: 5_000 });
  await db.ask('select 1');
  await db.ask('select pg_sleep($1), $2::text', [0.25, 'mara@primer.rs']);
  await db.transaction(async (tx) => void (await tx.execute("select pg_sleep(0.25), 'mara@primer.rs'")));
  await db.close();
  expect(told.map(({ statement }) => statement)).toEqual([
    'select pg_sleep($1), $2::text',
    "select pg_sleep(0.25), '…'",
  ]);
  expect(told[0]!.ms).toBeGreaterThanOrEqual(200);
});

test('what was written into a statement is cut out, also with quotes in it', () => {
  expect(withoutValues("select 'O''Neil',\n  'a' || $1 from x")).toBe("select '…', '…' || $1 from x");
});

test('a pool that is used up says how many wait', async () => {
  const db = openDatabase(inject('postgresUrl'), { max: 1, poolMs: 5_000 });
  const sleeping = db.ask('select pg_sleep(1.5)');
  const waiting = db.ask('select 1');
  await eventually(() => expect(db.usage()).toMatchObject({ max: 1, used: 1, waiting: 1 }));
  await eventually(() => expect(db.usage().waitingSince).toBeInstanceOf(Date));
  await Promise.all([sleeping, waiting]);
  expect(db.usage()).toMatchObject({ waiting: 0 });
  await db.close();
});
