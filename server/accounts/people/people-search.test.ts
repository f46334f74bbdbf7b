import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testApp } from '../../test/app.ts';
import { exactly } from '../../test/counts.ts';
import { call, person } from '../../test/people.ts';
import { isLong } from '../../test/size.ts';

const app = await testApp();

/** Few are fetched and sorted, many are met on the way down the list. */
const BEARERS = { Retkić: 70, Čestić: 6_000, ...(isLong ? { Svugdić: 51_000 } : {}) };

test('a name is found in every order, whether few, many or very many bear it', async () => {
  const admin = await person(app, 'admin', { lastName: 'Anić' });
  for (const [surname, count] of Object.entries(BEARERS)) {
    await app.db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      await tx.execute(sql`create temporary table people_made on commit drop as
        select n, gen_random_uuid() as id, ${surname.toLowerCase()} || n || '@primer.rs' as email from generate_series(1, ${count}::int) n`);
      await tx.execute(
        sql`insert into auth.users (id, email, email_confirmed_at) select id, email, now() from people_made`,
      );
      await tx.execute(sql`insert into profiles (id, email, username, first_name, last_name, toberegistered, created_at)
        select id, email, email, 'Ana', ${surname}, false, now() - make_interval(mins => n * 7919 % 30000) from people_made`);
    });
  }
  const columns = {
    created: sql`created_at`,
    name: sql`last_name || ' ' || first_name collate serbian`,
    email: sql`lower(email)`,
  };
  for (const [surname, count] of Object.entries(BEARERS)) {
    const search = `${surname.toUpperCase()} ana`;
    expect(await call(app, admin).accounts.admin.people.count({ search })).toMatchObject({ total: exactly(count) });
    for (const [sort, column] of Object.entries(columns)) {
      const { rows: expected } = await app.db.execute<{ id: string }>(sql`
        select id from profiles where last_name = ${surname} order by ${column} desc, id desc limit 60`);
      const list = call(app, admin).accounts.admin.people.list;
      const ask = { search, sort: sort as keyof typeof columns, direction: 'desc' as const };
      const first = await list(ask);
      const second = await list({ ...ask, after: first.next! });
      const found = [...first.rows, ...second.rows].slice(0, 60).map(({ id }) => id);
      expect(found, `${surname} by ${sort}`).toEqual(expected.map(({ id }) => id));
    }
  }
});
