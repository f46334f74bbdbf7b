import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { asc, sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, test } from 'vitest';
import { testApp } from '../test/app.ts';
import { emptyDatabase } from '../test/empty-database.ts';
import { auditLog } from './audit.schema.ts';
import { mails } from './mail.schema.ts';
import { migrateDatabase } from './migrate.ts';
import { readMigrations } from './migrations/read.ts';
import { projectRoot } from './process/project-root.ts';

test('a change of a schema.ts is never left without its migration', async () => {
  const script = path.join(projectRoot, 'scripts', 'pending-migration.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  expect(JSON.parse(stdout)).toEqual([]);
});

/** Tables with amounts, units of adverts, or what these follow from. */
const WITH_MONEY = [
  ...[
    'orders',
    'order_lines',
    'order_events',
    'order_refunds',
    'claims',
    'fulfilments',
    'checkouts',
    'shipments',
    'returns',
  ],
  ...[
    'withdrawals',
    'exchanges',
    'parcel_claims',
    'refunds',
    'disputes',
    'provider_tasks',
    'stripe_events',
    'day_totals',
  ],
  ...['packages', 'package_advances', 'subscriptions', 'vaucerkod', 'porudzbine', 'event_claims', 'documents'],
  ...['document_series', 'fiscal_receipts', 'payouts', 'payout_lists', 'courier_payouts', 'courier_payout_parcels'],
  ...['card_payouts', 'card_payout_lines', 'courier_compensations'],
  ...[
    'statement_imports',
    'statement_balances',
    'statement_lines',
    'payment_parts',
    'accepted_differences',
    'bank_holds',
  ],
  ...['exchange_rates', 'book_entries', 'book_lines', 'ledger', 'unit_reservations', 'unit_proofs', 'released_units'],
  ...[
    'leases',
    'plays',
    'play_hours',
    'play_days',
    'low_balances',
    'reward_rules',
    'reward_tax_rates',
    'reward_payees',
  ],
  ...['reward_months', 'reward_entries', 'reward_statements', 'reward_objections', 'reward_proofs'],
];

/** `statement_imports` had one row for each file that a bank sent. */
const CHECKED_AT_ONCE = ['0080_bank_accounts: statement_imports'];

test('a constraint comes to a table with money unchecked, and is checked afterwards while others write', () => {
  const names = WITH_MONEY.join('|');
  const adds = new RegExp(
    `alter table (?:only )?"?(${names})"?\\s[^;]*add constraint[^;]*(check|foreign key)[^;]*`,
    'gi',
  );
  const blocking = readMigrations('server/migrations')
    .filter(({ tag }) => tag >= '0062')
    .flatMap(({ tag, statements }) => {
      const sql = statements.join('\n');
      const made = new Set([...sql.matchAll(/create table (?:if not exists )?"?(\w+)/gi)].map(([, name]) => name));
      return [...sql.matchAll(adds)].flatMap(([added, table]) =>
        made.has(table) || /not valid/i.test(added) ? [] : [{ where: `${tag}: ${table}`, added }],
      );
    })
    .filter(({ where }) => !CHECKED_AT_ONCE.includes(where));
  expect(blocking, 'add it NOT VALID, then VALIDATE CONSTRAINT (decision 173)').toEqual([]);
});

test('every table with an amount or units of adverts is one of those', async () => {
  const { db } = await testApp();
  const { rows } = await db.execute<{ table: string }>(sql`
    select distinct table_name as table from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and column_name ~ '(^|_)(amount|currency|iznos|valuta|price|refunded|delta|units|total)$' order by 1`);
  expect(rows.length).toBeGreaterThan(25);
  expect(rows.map(({ table }) => table).filter((table) => !WITH_MONEY.includes(table))).toEqual([]);
  const all = await db.execute<{ table: string }>(
    sql`select relname as table from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  const present = new Set(all.rows.map(({ table }) => table));
  expect(WITH_MONEY.filter((table) => !present.has(table))).toEqual([]);
});

test('a constraint is checked by a statement of its own, which is none of the migration’s transaction', () => {
  const migrations = readMigrations('server/migrations');
  const within = migrations.flatMap(({ tag, statements }) =>
    statements
      .filter((statement) => /validate\s+constraint/i.test(statement))
      .map((statement) => `${tag}: ${statement}`),
  );
  expect(within).toEqual([]);
  expect(migrations.find(({ tag }) => tag === '0080_bank_accounts')!.checks).toContain('payment_parts_entity');
});

/** What of a migration's SQL the version before may still use or not fill: its tables, columns, their names and types. */
function takenAway(sql: string): string[] {
  const plain = sql.replace(/(\$\w*\$)[\s\S]*?\1/g, '').replace(/--.*$/gm, '');
  const makes = (column: string, how: string) =>
    new RegExp(`"?${column}"?\\s+(set\\s+default|[^;]*\\b(${how})\\b)`, 'i').test(plain);
  return plain
    .split(';')
    .map((statement) => statement.trim().replace(/\s+/g, ' '))
    .filter((statement) => {
      if (/^drop (table|view|materialized view|schema|type)\b/i.test(statement)) {
        const [, kind, name] = /^drop (.*?) (?:if exists )?"?([\w."]+)"?/i.exec(statement)!;
        return !new RegExp(`create (or replace )?${kind} "?${name}"?\\b`, 'i').test(plain);
      }
      const [, table, rest] = /^alter (?:table|view) (?:if exists )?(?:only )?(\S+) (.*)$/i.exec(statement) ?? [];
      if (table === undefined || rest === undefined) return false;
      if (/\bdrop (column )?(if exists )?(?!constraint|default|not null|expression|identity|column|if)"?\w/i.test(rest))
        return true;
      if (/^rename (?!constraint)/i.test(rest) || /^set schema/i.test(rest)) return true;
      if (/\balter (column )?\S+ (set data )?type\b/i.test(rest)) return true;
      const filled = /alter (?:column )?"?(\w+)"? set not null/i.exec(rest)?.[1];
      if (filled !== undefined) return !makes(filled, 'default|generated|identity');
      return (
        /add (column )?[^,]*not null/i.test(rest) && !/\b(default|generated|identity|serial|constraint)\b/i.test(rest)
      );
    });
}

test('a migration that takes something away says what, so that it waits until nobody needs it', () => {
  const silent = readMigrations('server/migrations')
    .filter(({ tag, contracts }) => tag >= '0126' && contracts === null)
    .flatMap(({ tag, statements }) => takenAway(statements.join(';\n')).map((statement) => `${tag}: ${statement}`));
  expect(silent, 'say it in a line: -- contracts: what it takes away (decision 173)').toEqual([]);
});

test.for([
  'drop table orders',
  'DROP TABLE IF EXISTS "orders" CASCADE',
  'alter table orders drop column email',
  'ALTER TABLE "orders" DROP COLUMN "email"',
  'alter table orders drop email',
  'alter table orders add column x int default 1, drop column if exists email',
  'alter table orders rename to bought',
  'alter table orders rename column email to mail',
  'alter table orders alter column email set not null',
  'alter table orders alter email type citext',
  'ALTER TABLE "orders" ALTER COLUMN "email" SET DATA TYPE citext',
  'alter table orders add column note text not null',
  'drop view order_differences',
])('%s takes something away', (statement) => {
  expect(takenAway(`create index x on orders (id);\n${statement};`)).toHaveLength(1);
});

test.for([
  'alter table orders drop constraint orders_way',
  'alter table orders alter column email drop not null',
  'alter table orders alter column amount drop default',
  'alter table orders rename constraint a to b',
  'alter index a rename to b',
  "alter table orders add column note text default '' not null",
  'alter table orders add column twice bigint not null generated always as (amount * 2) stored',
  "alter table orders alter column email set default ''; alter table orders alter column email set not null",
  'drop view order_differences; create view order_differences as select 1',
  'create function f() returns void language sql as $$ drop table orders $$',
  '-- drop table orders\nselect 1',
  'drop index orders_newest; drop trigger tell_topic on orders',
])('%s takes nothing away', (statement) => {
  expect(takenAway(`${statement};`)).toEqual([]);
});

/** Indexes for which a table that is there already is held up, because nobody can make them beforehand under that name. */
function holdingUp(sql: string): string[] {
  const plain = sql.replace(/--.*$/gm, '').replaceAll('"', '');
  const made = new Set([...plain.matchAll(/create table (?:if not exists )?([\w.]+)/gi)].map(([, name]) => name));
  const dropped = new Set([...plain.matchAll(/drop index (?:if exists )?(\w+)/gi)].map(([, name]) => name));
  const indexes = plain.matchAll(/create (?:unique )?index (if not exists )?(?:(\w+) )?on (?:only )?([\w.]+)/gi);
  return [...indexes].flatMap(([, ifMissing, name = 'without a name', table]) =>
    made.has(table) || (ifMissing && !dropped.has(name)) ? [] : [name],
  );
}

test('an index of a table that is there already can be made before the migration, while the shop goes on', () => {
  const blocking = readMigrations('server/migrations')
    .filter(({ tag }) => tag >= '0170')
    .flatMap(({ tag, statements }) => holdingUp(statements.join(';\n')).map((name) => `${tag}: ${name}`));
  expect(
    blocking,
    'a new name, CREATE INDEX IF NOT EXISTS, and its statement in docs/upgrade.md (decision 337)',
  ).toEqual([]);

  const guide = readFileSync('docs/upgrade.md', 'utf8');
  const unnamed = readMigrations('server/migrations')
    .filter(({ tag }) => tag >= '0164')
    .flatMap(({ statements }) => statements.flatMap((one) => one.match(/INDEX IF NOT EXISTS "(\w+)"/i)?.[1] ?? []))
    .filter((name) => !guide.includes(name));
  expect(unnamed, 'not in docs/upgrade.md').toEqual([]);

  const order = 'CREATE INDEX IF NOT EXISTS "orders_by_day" ON "orders" USING btree ("paid_at");';
  expect(holdingUp(order)).toEqual([]);
  expect(holdingUp(`DROP INDEX orders_by_week;\n${order}`)).toEqual([]);
  expect(holdingUp(`create table visits (id int);\ncreate index visits_by_id on visits (id);`)).toEqual([]);
  expect(holdingUp(order.replace('IF NOT EXISTS ', ''))).toEqual(['orders_by_day']);
  expect(holdingUp(`drop index "orders_by_day";\n${order}`)).toEqual(['orders_by_day']);
  expect(holdingUp('create unique index on orders (number);')).toEqual(['without a name']);
});

test('the three audit actions in snake_case are renamed where they are stored, and the log stays append-only', async () => {
  const { db } = await testApp();
  await db.insert(auditLog).values(
    ['events.payment_dismissed', 'events.payment_linked', 'events.statement_imported', 'events.paid'].map((action) => ({
      actor: 'system',
      action,
      subjectKind: 'statement',
      subjectId: '1',
    })),
  );
  const migration = path.join(projectRoot, 'server', 'migrations', '0032_audit_actions_renamed.sql');
  await db.execute(sql.raw(readFileSync(migration, 'utf8')));
  const rows = await db.select().from(auditLog).orderBy(asc(auditLog.id));
  expect(rows.map(({ action }) => action)).toEqual([
    'events.payment-dismissed',
    'events.payment-linked',
    'events.statement-imported',
    'events.paid',
  ]);
  await expect(db.update(auditLog).set({ action: 'events.paid' })).rejects.toThrow();
});

test('of mails with the link by which money goes to an account nothing is kept that was sent, and what waits stays', async () => {
  const { db } = await testApp();
  const link = 'https://vidik.example/refund/abcdefghijklmnopqrstuv';
  const mail = { to: 'kupac@primer.rs', template: 'payouts.account', props: { link }, html: link, text: link };
  await db.insert(mails).values([
    { ...mail, state: 'sent' },
    { ...mail, html: null, text: null },
    { ...mail, template: 'payouts.other', state: 'sent' },
  ]);
  const migration = path.join(projectRoot, 'server', 'migrations', '0121_doors.sql');
  await db.execute(sql.raw(readFileSync(migration, 'utf8')));
  expect(await db.select().from(mails).orderBy(asc(mails.number))).toMatchObject([
    { state: 'sent', props: {}, html: null, text: null },
    { state: 'queued', props: { link } },
    { state: 'sent', props: { link }, html: link },
  ]);
});

test('indexes of names are built anew when the machine orders names by another version of ICU, and only then', async () => {
  const { db, databaseUrl } = await testApp();
  const state = async () => {
    const { rows } = await db.execute<{ file: string; current: boolean }>(sql`
      select pg_relation_filenode('profiles_by_name')::text as file,
        (select collversion = pg_collation_actual_version(oid) from pg_collation where collname = 'serbian') as current`);
    return rows[0]!;
  };
  const before = await state();
  await migrateDatabase(databaseUrl, 'server/migrations');
  expect(await state()).toEqual(before);
  await db.execute(sql`update pg_collation set collversion = '1.0' where collname = 'serbian'`);
  expect(await state()).toEqual({ ...before, current: false });
  await migrateDatabase(databaseUrl, 'server/migrations');
  expect(await state()).toEqual({ file: expect.not.stringMatching(`^${before.file}$`), current: true });
});

test('a database in which not every letter has a place is refused in one sentence, and nothing is made there', async () => {
  const url = await emptyDatabase("template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'");
  await expect(migrateDatabase(url, 'server/migrations')).rejects.toThrow(
    /^The database has the encoding SQL_ASCII, and texts of the shop need UTF8\. Make it anew: createdb --encoding=UTF8 .*; nothing was/,
  );
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("select to_regnamespace('migrations') as made").finally(() => client.end());
  expect(rows).toEqual([{ made: null }]);
});
