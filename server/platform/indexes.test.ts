import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testApp } from '../test/app.ts';

const app = await testApp();

test('no index sorts nulls where no query does: such an index would serve no list that is newest first', async () => {
  const found = await app.db.execute(
    sql`select indexname from pg_indexes where indexdef like '%DESC NULLS LAST%' and schemaname in ('public', 'auth')`,
  );
  expect(found.map(({ indexname }) => indexname)).toEqual([]);
});
