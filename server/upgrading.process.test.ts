import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { migrateDatabase } from './platform/migrate.ts';
import { readMigrations } from './platform/migrations/read.ts';
import { clientConfigOfAddress } from './platform/postgres/address.ts';
import { testApp } from './test/app.ts';
import { eventually } from './test/eventually.ts';
import { startTlsPostgres } from './test/postgres/tls-postgres.ts';
import { addressOf, builtServer, ended } from './test/server-process.ts';

/** How one version follows another on the same database. */

const t = await testApp();
const { databaseUrl } = t;
const { launch } = builtServer(databaseUrl);
const newest = readMigrations('server/migrations').at(-1)!;

/** A database of its own, as this version leaves it. */
async function migrated() {
  const name = `upgrading_${Math.random().toString(36).slice(2)}`;
  const admin = await connected(databaseUrl);
  await admin.query(`create database ${name} template vidik_template`);
  onTestFinished(async () => void (await admin.query(`drop database ${name} with (force)`)));
  const url = databaseUrl.replace(/\/[^/]+$/, `/${name}`);
  return { url, client: await connected(url) };
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(clientConfigOfAddress(url));
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** The migrations of the next version: ours and these. */
function nextVersion(...files: [name: string, sql: string][]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'vidik-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync('server/migrations', folder, { recursive: true });
  const file = path.join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8'));
  for (const [n, [tag, sql]] of files.entries()) {
    writeFileSync(path.join(folder, `${tag}.sql`), sql);
    journal.entries.push({ idx: 900 + n, version: '7', when: newest.when + 1 + n, tag, breakpoints: true });
  }
  writeFileSync(file, JSON.stringify(journal));
  return folder;
}

const COLUMN: [string, string] = ['0900_column', 'alter table orders add column later text;'];

const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error: Error) => error.message,
  );

test('a version older than the database does not start, and names both', async () => {
  const { url } = await migrated();
  await migrateDatabase(url, nextVersion(COLUMN));
  const server = launch({ DATABASE_URL: url });
  expect(await ended(server)).toBe(1);
  expect(server.said.err).toBe(
    'The database is at migration 0900_column, and this version of Vidik (0.1.0) knows only those up to ' +
      `${newest.tag}. Start the version that the database is of, or a newer one; nothing was changed.\n`,
  );
});

test('every server that runs is counted by version, until it has ended', async () => {
  const { url } = await migrated();
  const counted = async (address: string) =>
    (await (await fetch(`${address}/metrics`)).text()).match(/^vidik_servers\{.*$/gm);
  const one = launch({ DATABASE_URL: url });
  const other = launch({ DATABASE_URL: url });
  const address = await addressOf(one);
  await addressOf(other);
  expect(await counted(address)).toEqual([`vidik_servers{release="0.1.0",migration="${newest.tag}"} 2`]);
  other.child.kill('SIGTERM');
  expect(await ended(other)).toBe(0);
  expect(await counted(address)).toEqual([`vidik_servers{release="0.1.0",migration="${newest.tag}"} 1`]);
});

test('a migration that only adds is carried out beside the version before; one that takes away waits until none lives', async () => {
  const { url, client } = await migrated();
  const server = launch({ DATABASE_URL: url });
  const address = await addressOf(server);
  await migrateDatabase(url, nextVersion(COLUMN));
  expect((await fetch(`${address}/api/event/offer`)).status).toBe(200);

  const rest: [string, string] = [
    '0901_without',
    '-- contracts: the column orders.later\nalter table orders drop column later;',
  ];
  const folder = nextVersion(COLUMN, rest);
  expect(await refusal(migrateDatabase(url, folder))).toMatch(
    new RegExp(
      '^This release cannot be rolled: migration 0901_without takes away the column orders.later. Still alive: ' +
        `\\w{8} \\(release 0.1.0, migration ${newest.tag}, seen \\d+ s ago\\). Stop them and start again; nothing was changed.$`,
    ),
  );
  const columns = async () =>
    (await client.query("select from pg_attribute where attrelid = 'orders'::regclass and attname = 'later'")).rowCount;
  expect(await columns()).toBe(1);
  server.child.kill('SIGTERM');
  expect(await ended(server)).toBe(0);
  await migrateDatabase(url, folder);
  expect(await columns()).toBe(0);
});

test('a killed server stops being in the way after 20 seconds without a sign of life', async () => {
  const { url, client } = await migrated();
  await client.query(
    `insert into servers (id, release, migration, seen_at) values (gen_random_uuid(), '0.0.9', '0000_tables', now() - interval '15 s')`,
  );
  const folder = nextVersion(['0900_without', '-- contracts: everything\nselect 1;']);
  expect(await refusal(migrateDatabase(url, folder))).toContain('Still alive');
  await client.query("update servers set seen_at = now() - interval '21 s'");
  await migrateDatabase(url, folder);
});

test('of servers that start at once on a database that is due, one migrates and all of them run', async () => {
  const { url, client } = await migrated();
  const folder = nextVersion(COLUMN);
  await Promise.all(Array.from({ length: 4 }, () => migrateDatabase(url, folder, { enters: true })));
  expect((await client.query('select from servers')).rowCount).toBe(4);
  expect(
    (await client.query('select from migrations.__drizzle_migrations where name = $1', ['0900_column'])).rowCount,
  ).toBe(1);
});

test('a migration says whom it waits for, holds nobody up meanwhile, and gives up after its limit', async () => {
  const { url, client } = await migrated();
  const reader = await connected(url);
  await client.query("set application_name = 'the bookkeeper'");
  await client.query('begin; select from orders');
  const said: string[] = [];
  const waits = { tableMs: 700, inAllMs: 3_000 };
  const migrating = refusal(migrateDatabase(url, nextVersion(COLUMN), { say: (one) => said.push(one), waits }));
  await eventually(() => expect(said).not.toEqual([]));
  expect(said[0]).toMatch(
    /^The migration waits for the table orders, held by process \d+ \(the bookkeeper, idle in transaction, for \d+ s, 127\.0\.0\.1.*\)\.$/,
  );
  const began = performance.now();
  await reader.query('select count(*) from orders');
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(await migrating).toMatch(
    /^The database could not be migrated: it waited too long for the table orders, held by process .*the bookkeeper.* Nothing was changed/,
  );
  // Once the table is free in time, it is carried out.
  const again = migrateDatabase(url, nextVersion(COLUMN), { waits: { inAllMs: 60_000 } });
  await client.query('commit');
  await again;
  expect((await client.query("select from migrations.__drizzle_migrations where name = '0900_column'")).rowCount).toBe(
    1,
  );
});

test('a migration waits its turn behind another, and says so', async () => {
  const { url, client } = await migrated();
  await client.query("begin; select pg_advisory_xact_lock(hashtext('vidik.migrations'))");
  const said: string[] = [];
  const migrating = migrateDatabase(url, nextVersion(COLUMN), { say: (one) => said.push(one) });
  await eventually(() => expect(said.join()).toContain('waits for a migration or a backup that is under way, held by'));
  await client.query('commit');
  await migrating;
});

const validated = async (client: pg.Client, name: string) => {
  const { rows } = await client.query<{ is: boolean }>(
    'select convalidated as is from pg_constraint where conname = $1',
    [name],
  );
  return rows[0]?.is ?? null;
};

test('rows that a new constraint forbids are named by their keys, and it is checked once they are mended', async () => {
  const { url, client } = await migrated();
  const { rows } = await client.query<{ id: string }>(
    `insert into orders (email, kind, product_name, amount)
     select 'a@primer.rs', 'device', 'x', n from generate_series(1, 4) n returning id`,
  );
  const check: [string, string] = [
    '0900_amounts',
    `alter table orders add constraint at_least_five check (amount >= 5) not valid;
--> statement-breakpoint
alter table orders validate constraint at_least_five;`,
  ];
  const ids = rows.map(({ id }) => `id ${id}`).toSorted();
  const refused =
    'Migration 0900_amounts cannot be carried out: 4 rows of orders against at_least_five, CHECK ((amount >= 5)) NOT VALID: ' +
    `${ids.slice(0, 3).join('; ')}; …. Mend them and start again; what is written from now on keeps to it.`;
  expect(await refusal(migrateDatabase(url, nextVersion(check), { enters: true }))).toBe(refused);
  expect(await refusal(migrateDatabase(url, nextVersion(check)))).toBe(refused);
  expect(await validated(client, 'at_least_five')).toBe(false);
  expect((await client.query('select from servers')).rowCount, 'no server enters').toBe(0);
  await client.query('update orders set amount = 5');
  await migrateDatabase(url, nextVersion(check), { enters: true });
  expect(await validated(client, 'at_least_five')).toBe(true);
  expect((await client.query('select from servers')).rowCount).toBe(1);

  const reference: [string, string] = [
    '0901_product',
    `create table products (name text primary key);
--> statement-breakpoint
alter table orders add constraint of_a_product foreign key (product_name) references products (name) not valid;
--> statement-breakpoint
alter table orders validate constraint of_a_product;`,
  ];
  expect(await refusal(migrateDatabase(url, nextVersion(check, reference)))).toContain(
    `4 rows of orders against of_a_product, FOREIGN KEY (product_name) REFERENCES products(name) NOT VALID: ${ids[0]}; `,
  );
});

test('a second role takes the place of the first: both servers serve, the next start migrates, then the first may not sign in', async () => {
  const row = /^\| database password \|.*$/m.exec(readFileSync('docs/operations.md', 'utf8'))![0];
  const printed = [...row.matchAll(/`((?:create|grant|alter) [^`]+)`/g)].map(([, statement]) => statement!);
  expect(printed).toHaveLength(4);
  const [first, second, password] = ['prva', 'druga', 'nova-lozinka'];
  const statements = printed.map((one) =>
    one
      .replaceAll('vidik2', second)
      .replaceAll(/\bvidik\b/g, first)
      .replace('NEW', password),
  );
  // The tests' own PostgreSQL lets in one role alone.
  const postgres = await startTlsPostgres();
  onTestFinished(() => postgres.stop());
  const as = (user: string, secret: string, name = 'rotating') =>
    `postgres://${user}:${secret}@localhost:${postgres.port}/${name}?sslmode=require`;
  const admin = await connected(as('vidik', postgres.password, 'shop'));
  await admin.query(`create role ${first} login password 'stara-lozinka'`);
  await admin.query(`create database rotating owner ${first}`);
  const [oldUrl, newUrl] = [as(first, 'stara-lozinka'), as(second, password)];
  const start = (DATABASE_URL: string) =>
    launch({
      DATABASE_URL,
      DATABASE_DIRECT_URL: undefined,
      SUPER_ADMIN_EMAIL: 'vlasnik@vidik.example',
      SUPER_ADMIN_PASSWORD: 'jedna duga lozinka',
    });
  /** A sign-in reads and writes. */
  const serves = async (address: string) => {
    const answer = await fetch(`${address}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'vlasnik@vidik.example', password: 'jedna duga lozinka' }),
    });
    return answer.status === 200 && (await fetch(`${address}/readyz`)).status === 200;
  };

  const before = start(oldUrl);
  const oldAddress = await addressOf(before);
  for (const statement of statements.slice(0, 3)) await admin.query(statement);
  const after = start(newUrl);
  const newAddress = await addressOf(after);
  expect([await serves(oldAddress), await serves(newAddress)]).toEqual([true, true]);

  await migrateDatabase(newUrl, nextVersion(COLUMN, ['0901_table', 'create table later_things (id int primary key);']));
  const client = await connected(newUrl);
  const { rows } = await client.query<{ owner: string; tables: number }>(
    "select tableowner as owner, count(*)::int as tables from pg_tables where schemaname = 'public' group by 1",
  );
  expect(rows).toEqual([{ owner: first, tables: expect.any(Number) }]);
  expect((await client.query("select to_regclass('later_things') is not null as there")).rows).toEqual([
    { there: true },
  ]);
  expect([await serves(oldAddress), await serves(newAddress)]).toEqual([true, true]);

  before.child.kill('SIGTERM');
  expect(await ended(before)).toBe(0);
  await admin.query(statements[3]!);
  const late = start(oldUrl);
  expect(await ended(late)).toBe(1);
  expect(late.said.err).toMatch(/^The database of DATABASE_URL does not let us in: .*not permitted to log in/);
  expect(await serves(newAddress)).toBe(true);
  const again = await connected(newUrl);
  expect((await again.query('select current_user as role')).rows).toEqual([{ role: first }]);
});

test('a statement that forbids rows at once changes nothing', async () => {
  const { url, client } = await migrated();
  await client.query("insert into orders (email, kind, product_name, amount) values ('a@primer.rs', 'device', 'x', 4)");
  const folder = nextVersion(COLUMN, ['0901_full', 'alter table orders alter later set not null;']);
  expect(await refusal(migrateDatabase(url, folder))).toMatch(
    /^Migration 0901_full cannot be carried out: column "later" .* Mend it and start again; nothing was changed\.$/,
  );
  expect((await client.query("select from migrations.__drizzle_migrations where name = '0900_column'")).rowCount).toBe(
    0,
  );
});

test('rows are written while a new constraint is checked, and one that was cut off is checked at the next start', async () => {
  const { url, client } = await migrated();
  const add = (amount: number) =>
    client.query("insert into orders (email, kind, product_name, amount) values ('a@primer.rs', 'device', 'x', $1)", [
      amount,
    ]);
  await add(5);
  // As slow for a migration as a table of many rows is.
  const check: [string, string] = [
    '0900_amounts',
    `create function is_enough(amount int) returns boolean language plpgsql as $$ begin
  if current_setting('application_name') = 'vidik migration' then perform pg_sleep(3); end if;
  return amount >= 5;
end $$;
--> statement-breakpoint
alter table orders add constraint at_least_five check (is_enough(amount::int)) not valid;
--> statement-breakpoint
alter table orders validate constraint at_least_five;`,
  ];
  const folder = nextVersion(check);
  const checking = async () => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and state = 'active'
       and query ilike 'alter table%validate constraint%' and application_name = 'vidik migration'`,
    );
    return rows[0]?.pid ?? null;
  };
  await client.query("set lock_timeout = '1s'");

  const cutOff = refusal(migrateDatabase(url, folder));
  const pid = await eventually(async () => {
    const found = await checking();
    expect(found).not.toBeNull();
    return found;
  });
  await client.query('select pg_terminate_backend($1)', [pid]);
  expect(await cutOff).not.toBe('done');
  expect(await validated(client, 'at_least_five')).toBe(false);

  const again = migrateDatabase(url, folder, { enters: true });
  await eventually(async () => expect(await checking()).not.toBeNull());
  await add(6);
  await client.query('update orders set amount = amount + 1');
  await expect(add(4)).rejects.toThrow('at_least_five');
  expect(await checking(), 'all this while it is checked').not.toBeNull();
  expect(await validated(client, 'at_least_five')).toBe(false);
  await again;
  expect(await validated(client, 'at_least_five')).toBe(true);
});
