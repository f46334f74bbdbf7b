import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { COMPANY_NAME, TEXT } from './longest-words.ts';

/** Months of rewards that are closed, with statements as long as they come; the closing itself has a journey of its own. */

interface Sums {
  amount: number;
  carried?: number;
  state: string;
  /** Further columns of the statement. */
  also?: Record<string, unknown>;
}

const ACCOUNT = '160000000012345654';
const [BANNERS, SECONDS] = [123_456, 1_234_567];

/** With the line of the book that makes it up. */
async function statement(db: pg.Client, profile: string, month: string, { also = {}, ...sums }: Sums) {
  const { amount, carried = 0, state } = sums;
  await db.query(
    `insert into reward_entries (profile_id, month, objection_id, banners, tv_seconds, amount, moment)
     values ($1, $2, gen_random_uuid(), $3, $4, $5, now())`,
    [profile, month, BANNERS, SECONDS, amount],
  );
  const columns = Object.entries(also);
  const { rows } = await db.query<{ id: string }>(
    `insert into reward_statements (profile_id, month, banners, tv_seconds, amount, carried, smallest, state${columns.map(([name]) => `, ${name}`).join('')})
     values ($1, $2, $3, $4, $5, $6, 10000, $7${columns.map((_, n) => `, $${n + 8}`).join('')}) returning id`,
    [profile, month, BANNERS, SECONDS, amount, carried, state, ...columns.map(([, value]) => value)],
  );
  return rows[0]!.id;
}

/** The last month of which no play can come any more: in the first days of a month TVs still report plays of the one before. */
export const MONTH_TO_CLOSE_SQL = `(date_trunc('month', now() at time zone 'Europe/Belgrade' - interval '4 days') - interval '1 month')`;

/**
 * Three months before all that are closed already: `viewer` has a statement in each, one carried into the next and two objections; the
 * others have one in the newest, which is the answer. The last month stays open for the journey that closes it.
 */
export async function closedMonths(db: pg.Client, viewer: string, others: readonly string[]): Promise<string> {
  const payee = COMPANY_NAME.slice(0, 70);
  await db.query('begin');
  await db.query(`select pg_advisory_xact_lock(hashtext('e2e closed months'))`);
  const { rows } = await db.query<{ month: string }>(`
    select to_char(least(min(month), ${MONTH_TO_CLOSE_SQL})
      - make_interval(months => n), 'YYYY-MM-DD') as month
    from reward_months right join generate_series(1, 3) as n on true group by n order by n`);
  const [newest, middle, oldest] = rows.map(({ month }) => month) as [string, string, string];
  await db.query(
    `insert into reward_rules (id, valid_from, banner, tv_second, ceiling, smallest, published_at, published_by)
     select gen_random_uuid(), day, 99999, 9999, 1000000, 10000, now(), 'system'
     from unnest(array[$1::date, current_date + 40]) as day on conflict (valid_from) where recalled_at is null do nothing`,
    [oldest],
  );
  await db.query(
    `insert into reward_tax_rates (valid_from, rate, set_at, set_by) values ($1, 2050, now(), 'system') on conflict do nothing`,
    [oldest],
  );
  await db.query(
    `insert into reward_payees (profile_id, payee, account, named_at) values ($1, $2, $3, now()) on conflict do nothing`,
    [viewer, payee, ACCOUNT],
  );
  const first = await statement(db, viewer, oldest, { amount: 9_876, state: 'carried' });
  const paid = { payee, account: ACCOUNT, tax_rate: 2_000, tax: 2_471_111, paid_on: newest };
  const second = await statement(db, viewer, middle, {
    amount: 12_345_678,
    carried: 9_876,
    state: 'paid',
    also: paid,
  });
  await db.query('update reward_statements set carried_into = $2 where id = $1', [first, second]);
  await statement(db, viewer, newest, { amount: 98_765_432, state: 'payable', also: { payee, account: ACCOUNT } });
  const held = { state: 'held', also: { hold_reason: 'staff', hold_note: TEXT.slice(0, 500) } };
  for (const [n, other] of others.entries())
    await statement(db, other, newest, { amount: 12_345_678, ...(n === 0 ? held : { state: 'payable' }) });
  await db.query(
    `insert into reward_objections (id, statement_id, text, made_at, due_on, answer, answered_at, answered_by)
     values ($1, $2, $4, now(), current_date, $4, now(), 'system'), ($5, $3, $4, now(), current_date, null, null, null)`,
    [randomUUID(), first, second, TEXT, randomUUID()],
  );
  await db.query(
    `insert into reward_months (month, viewers, amount, closed_at, closed_by)
     select month, count(*), sum(amount), now(), 'system' from reward_statements where month = any($1::date[]) group by 1`,
    [[newest, middle, oldest]],
  );
  await db.query('commit');
  return newest.slice(0, 7);
}

/** What the viewer's TVs were counted in this month, days of which no play is kept alone. */
export const countedDays = (db: pg.Client, viewer: string) =>
  db.query(
    `insert into viewer_days (profile_id, day, tv_id, banners, tv_seconds)
     select $1, day::date, id, 1234, 12345 from devices,
       generate_series(date_trunc('month', current_date), current_date - 4, interval '1 day') as day where profile_id = $1`,
    [viewer],
  );
