import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testApp } from '../test/app.ts';
import { call, person } from '../test/people.ts';

const app = await testApp();
const admin = call(app, await person(app, 'admin'));
const ROWS = 20_000;

await app.db.execute(`
  insert into auth.users (id, email) select gen_random_uuid(), 'o' || n || '@primer.rs' from generate_series(1, ${ROWS}) n;
  insert into profiles (id, email, username, created_at)
    select id, email, email, now() - random() * interval '300 d' from auth.users where email like 'o%@primer.rs';
  insert into orders (email, kind, product_name, amount, created_at)
    select 'o@primer.rs', 'device', 'Vidik', 100 + n % 997, now() - n * interval '1 min' from generate_series(1, ${ROWS}) n;
  insert into packages (email, package_name, l_banners, tv_seconds, amount, currency, payment_key, created_at)
    select 'o@primer.rs', 'starter', 1, 1, 100 + n % 997, 'EUR', n, now() - n * interval '1 min' from generate_series(1, ${ROWS}) n;
  insert into porudzbine (godina, ime, prezime, email, telefon, zemlja, selektovan_paket, iznos, valuta, created_at)
    select 2027, 'Ana', 'Ilić', 'o@primer.rs', '1', 'RS', 'ticket-only', 100 + n % 997, 'RSD', now() - n * interval '1 min'
    from generate_series(1, ${ROWS}) n;
  insert into vaucerkod (kod, kol_lbanera) select 100000000 + n, 1 + n % 900 from generate_series(1, ${ROWS}) n;
  insert into mails ("to", template, props, state)
    select 'o@primer.rs', 'accounts.rejected', '{}', 'sent' from generate_series(1, ${ROWS}) n;
  insert into audit_log (actor, action, subject_kind, subject_id, at)
    select (array['system', gen_random_uuid()::text])[1 + n % 2], 'accounts.edited', 'profile', n, now() - n * interval '1 min' from generate_series(1, ${ROWS}) n;`);
await app.db.execute('analyze');

/** The statements that are asked meanwhile. */
async function statementsOf(ask: () => Promise<unknown>) {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => query.mockRestore());
  await ask();
  const asked = query.mock.calls as unknown as [pg.QueryConfig | string, unknown[] | undefined][];
  query.mockRestore();
  return asked.map(([statement, values]) => ({
    text: typeof statement === 'string' ? statement : statement.text,
    values,
  }));
}

/** How PostgreSQL carries out the only one of these statements that fits. */
async function planOfOne(statements: Awaited<ReturnType<typeof statementsOf>>, fits: RegExp): Promise<string> {
  const reads = statements.filter(({ text }) => fits.test(text));
  expect(reads).toHaveLength(1);
  const { text, values } = reads[0]!;
  const lines = await app.db.ask<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, values);
  return lines.map((line) => line['QUERY PLAN']).join('\n');
}

/** The statement by which the procedure reads that table's rows, as PostgreSQL carries it out. */
const planOf = async (table: string, ask: () => Promise<unknown>): Promise<string> =>
  planOfOne(await statementsOf(ask), new RegExp(`^select (?!\\(select count).* from "${table}".* limit `, 's'));

const { orders, events, advertising, accounts, vouchers, admin: office } = admin;
interface ListQuery {
  sort?: string;
  direction: 'asc' | 'desc';
  after?: string;
}
const LISTS: Record<string, { table: string; read: (asked: never) => Promise<unknown>; sorts: string[] }> = {
  sales: { table: 'orders', read: orders.admin.list, sorts: ['date', 'amount'] },
  packages: { table: 'packages', read: advertising.admin.sold, sorts: ['date', 'amount'] },
  reservations: { table: 'porudzbine', read: events.admin.list, sorts: ['number', 'amount'] },
  vouchers: { table: 'vaucerkod', read: vouchers.admin.list, sorts: ['issued', 'banners'] },
  people: { table: 'profiles', read: accounts.admin.people.list, sorts: ['created', 'name', 'email', 'banners'] },
  mails: { table: 'mails', read: office.mails.list, sorts: [''] },
  audit: { table: 'audit_log', read: office.audit, sorts: [''] },
};
const ORDERS = Object.entries(LISTS).flatMap(([list, { sorts }]) =>
  sorts.flatMap((sort) => (['asc', 'desc'] as const).map((direction) => ({ list, sort, direction }))),
);
test.each(ORDERS)(
  '$list by $sort, $direction: pages are read along an index, however many rows there are',
  async ({ list, sort, direction }) => {
    const { table, read } = LISTS[list]!;
    const asked: ListQuery = sort ? { sort, direction } : { direction };
    const { next } = (await read(asked as never)) as { next: string };
    for (const page of [asked, { ...asked, after: next }]) {
      const plan = await planOf(table, () => read(page as never));
      expect(plan).toMatch(new RegExp(`Index Scan (Backward )?using \\w+ on ${table}\\b`));
      expect(plan).not.toMatch(new RegExp(`Seq Scan on ${table}\\b|Sort\\b`));
    }
  },
);

test.each([
  ['about somebody', { subject: 'o7@primer.rs' }],
  ['of an actor', { actor: 'o7@primer.rs' }],
  ['of an actor about somebody', { actor: 'o7@primer.rs', subject: 'o8@primer.rs' }],
])('the log %s is read along the entries of these alone', async (_, asked) => {
  const plan = await planOf('audit_log', () => office.audit({ direction: 'desc', ...asked }));
  expect(plan).toMatch(/Scan .*(using|on) audit_log_(subject|actor)/);
  expect(plan).not.toMatch(/SubPlan|Seq Scan on audit_log\b|using audit_log_newest\b/);
});

const search = 'O7@primer.rs';
test.each<[string, () => Promise<unknown>]>([
  ['the list of people', () => accounts.admin.people.list({ search })],
  ['their counts', () => accounts.admin.people.count({ search })],
  ['the list of mails', () => office.mails.list({ search })],
  ['the log, about somebody', () => office.audit({ direction: 'desc', subject: search })],
  ['the log, of an actor', () => office.audit({ direction: 'desc', actor: search })],
])('%s: a whole address is looked up along its index, and nothing is searched by words', async (_, ask) => {
  const asked = await statementsOf(ask);
  expect(asked.filter(({ text }) => text.includes('search_fold'))).toEqual([]);
  expect(await planOfOne(asked, /where lower\("profiles"\."email"\) = /)).toMatch(
    /Index Scan using profiles_(email_unique|by_email) /,
  );
});
