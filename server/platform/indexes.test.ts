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
    select 'o@primer.rs', 'device', 'Vidik', 100, now() - n * interval '1 min' from generate_series(1, ${ROWS}) n;
  insert into packages (email, package_name, l_banners, tv_seconds, amount, currency, payment_key, created_at)
    select 'o@primer.rs', 'starter', 1, 1, 100, 'EUR', n, now() - n * interval '1 min' from generate_series(1, ${ROWS}) n;
  insert into porudzbine (godina, ime, prezime, email, telefon, zemlja, selektovan_paket, iznos, valuta, created_at)
    select 2027, 'Ana', 'Ilić', 'o@primer.rs', '1', 'RS', 'ticket-only', 100, 'RSD', now() - n * interval '1 min'
    from generate_series(1, ${ROWS}) n;
  insert into mails ("to", template, props, state)
    select 'o@primer.rs', 'accounts.rejected', '{}', 'sent' from generate_series(1, ${ROWS}) n;
  insert into audit_log (actor, action, subject_kind, subject_id, at)
    select 'system', 'accounts.edited', 'profile', n, now() - n * interval '1 min' from generate_series(1, ${ROWS}) n;`);
await app.db.execute('analyze');

/** What the procedure asks of that table row by row, as PostgreSQL carries it out. */
async function plansOf(table: string, ask: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => query.mockRestore());
  await ask();
  const asked = query.mock.calls as unknown as [pg.QueryConfig | string, unknown[] | undefined][];
  query.mockRestore();
  const plans: string[] = [];
  for (const [statement, values] of asked) {
    const text = typeof statement === 'string' ? statement : statement.text;
    if (!new RegExp(`from "${table}".* limit `, 's').test(text)) continue;
    const lines = await app.db.ask<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, values);
    plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
  }
  return plans;
}

const { orders, events, advertising, accounts, admin: office } = admin;
test.each([
  ['sales', 'orders', () => orders.admin.list({})],
  ['sold packages', 'packages', () => advertising.admin.sold({})],
  ['reservations', 'porudzbine', () => events.admin.list({})],
  ['people', 'profiles', () => accounts.admin.people.list({})],
  ['mails', 'mails', () => office.mails.list({})],
  ['the audit log', 'audit_log', () => office.audit({})],
])('the first page of %s is read along an index, however many rows there are', async (_, table, ask) => {
  const plans = await plansOf(table, ask);
  expect(plans).toHaveLength(1);
  expect(plans[0]).toMatch(new RegExp(`Index Scan (Backward )?using \\w+ on ${table}\\b`));
  expect(plans[0]).not.toMatch(new RegExp(`Seq Scan on ${table}\\b|Sort Key: \\S*(created_at|\\bat|number)\\b`));
});
