import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import pg from 'pg';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { DUTIES, dutiesFor } from '#domain/access.ts';
import { FEED_HEAD, FEED_PERMISSIONS, FEED_ROWS, FEEDS, type Feed } from '#domain/integrations/feeds/rows.ts';
import { testApp } from '../../test/app.ts';
import { eventually } from '../../test/eventually.ts';
import { ask, keyOf } from '../../test/keys.ts';
import { call, codeOfCall, giveDuties, person, type TestPerson } from '../../test/people.ts';

const app = await testApp();
const admin = await person(app, 'admin');
const nameOf = (feed: Feed) => (feed === 'book-entries' ? 'bookEntries' : feed);
const read = (feed: Feed, input: { after?: string; limit?: number; format?: 'jsonl' | 'csv' } = {}, who = admin) =>
  call(app, who).integrations.feeds[nameOf(feed)](input);

type Line = z.infer<typeof FEED_HEAD> & Record<string, unknown>;
const linesOf = async (file: File): Promise<Line[]> =>
  (await file.text())
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

/** Until no transaction is open that began before this: also those of other databases on the server count. */
async function settle(): Promise<void> {
  const [now] = await asked<{ id: string }>('select pg_current_xact_id()::text as id');
  await eventually(async () => {
    const [oldest] = await asked<{ is: boolean }>(
      `select pg_snapshot_xmin(pg_current_snapshot()) > '${now!.id}'::xid8 as "is"`,
    );
    expect(oldest!.is).toBe(true);
  });
}

/** Everything behind a cursor. */
async function readOn(feed: Feed, after?: string) {
  await settle();
  return readOpen(feed, after);
}

/** Reads on until there is nothing more for now. */
async function readOpen(feed: Feed, after?: string, limit = 3): Promise<{ lines: Line[]; after: string | undefined }> {
  const lines: Line[] = [];
  let from = after;
  for (;;) {
    const part = await linesOf(await read(feed, { limit, ...(from ? { after: from } : {}) }));
    lines.push(...part);
    from = part.at(-1)?.cursor ?? from;
    if (part.length < limit) return { lines, after: from };
  }
}

const asked = async <Row>(text: string): Promise<Row[]> => (await app.db.ask(text)) as Row[];

/** One row of everything, with what belongs to it. */
async function fill(owner: TestPerson): Promise<void> {
  await app.db.execute(
    sql.raw(`
    with o as (insert into orders (profile_id, email, kind, product_name, amount)
      values ('${owner.id}', 'ana@primer.rs', 'device', 'Vidik; "veliki"', 21900) returning id),
    l as (insert into order_lines (order_id, position, kind, name, quantity, amount, currency)
      select id, 1, 'goods', 'Vidik', 1, 21900, 'EUR' from o),
    p as (insert into fulfilments (key, order_id, source, amount, currency) select 'cs_' || id, id, 'webhook', 21900, 'EUR' from o returning key)
    insert into refunds (id, payment_key, amount, currency, stands) select 're_' || key, key, 100, 'EUR', true from p;
    insert into packages (profile_id, email, package_name, l_banners, tv_seconds, amount, currency, payment_key)
      values ('${owner.id}', 'ana@primer.rs', 'starter', 1, 1, 9900, 'EUR', gen_random_uuid());
    insert into porudzbine (godina, ime, prezime, email, telefon, zemlja, selektovan_paket, iznos, valuta)
      values (2027, '=Ana', 'Ilić', 'ana@primer.rs', '+381641234567', 'RS', 'ticket-only', 1170000, 'RSD');
    insert into vaucerkod (kod, kol_lbanera) values (100000000000000001 + (random() * 1e15)::bigint, 100);
    insert into ledger (profile_id, unit, delta, reason, reference, actor)
      values ('${owner.id}', 'banner', 5, 'correction', gen_random_uuid(), 'system');
    with e as (insert into book_entries (kind, reference, step, entity, currency, moment)
      values ('payment', gen_random_uuid(), 1, 'company', 'EUR', now()) returning id)
    insert into book_lines (entry_id, account, amount)
      select id, account, amount from e, (values ('card_provider', 100), ('sales', -100)) v (account, amount);`),
  );
}
const owner = await person(app, 'member');
await fill(owner);

test.each(FEEDS)('%s: every row comes once, as it is described, as JSON lines and as CSV', async (feed) => {
  const { lines, after } = await readOn(feed);
  expect(lines.length).toBeGreaterThan(0);
  expect(new Set(lines.map(({ rowId }) => rowId)).size).toBe(lines.length);
  for (const line of lines) z.strictObject({ ...FEED_HEAD.shape, ...FEED_ROWS[feed].shape }).parse(line);
  expect(await linesOf(await read(feed, { after: after! })), 'nothing more').toEqual([]);

  const file = await read(feed, { format: 'csv' });
  expect([file.name, file.type.replace(' ', '')]).toEqual([`${feed}.csv`, 'text/csv;charset=utf-8']);
  const rows = parse(await file.text(), { columns: true }) as Record<string, string>[];
  expect(rows).toEqual(
    lines.map((line) =>
      Object.fromEntries(
        [...Object.keys(FEED_HEAD.shape), ...Object.keys(FEED_ROWS[feed].shape)].map((column) => {
          const value = line[column] ?? '';
          return [column, typeof value === 'object' ? JSON.stringify(value) : String(value)];
        }),
      ),
    ),
  );
});

test.each(FEEDS)('%s: whoever lacks the duty reads nothing', async (feed) => {
  const wanted = dutiesFor(FEED_PERMISSIONS[feed]);
  const other = await person(app, 'admin');
  await giveDuties(
    app,
    other,
    DUTIES.filter((duty) => !wanted.includes(duty)),
  );
  expect(await codeOfCall(read(feed, {}, other))).toBe('FORBIDDEN');
  expect(await codeOfCall(read(feed, {}, owner))).toBe('FORBIDDEN');
});

test('what a transaction writes that is open while others are read comes later, and nothing twice', async () => {
  const { after } = await readOn('vouchers');
  const slow = new pg.Client({ connectionString: app.databaseUrl });
  await slow.connect();
  await slow.query('begin');
  await slow.query('insert into vaucerkod (kod, kol_lbanera) values (200000000000000001, 1)');
  await asked('insert into vaucerkod (kod, kol_lbanera) values (200000000000000002, 2)');

  const meanwhile = await readOpen('vouchers', after);
  expect(meanwhile.lines, 'the later one waits for the earlier').toEqual([]);
  await slow.query('commit');
  await slow.end();
  const afterwards = await readOn('vouchers', meanwhile.after);
  expect(afterwards.lines.map(({ code }) => code)).toEqual(['200000000000000001', '200000000000000002']);
  expect((await readOn('vouchers', afterwards.after)).lines).toEqual([]);
});

test('a change comes again with the new state, a part of it too; a balance is no change of a person', async () => {
  const orders = await readOn('orders');
  const people = await readOn('people');
  const [order] = await asked<{ id: string }>(`select id from orders where profile_id = '${owner.id}'`);
  await asked(`update order_lines set name = 'Vidik 2' where order_id = '${order!.id}'`);
  await asked(`update profiles set updated_at = now() where id = '${owner.id}'`);
  expect((await readOn('orders', orders.after)).lines).toMatchObject([{ id: order!.id, lines: [{ name: 'Vidik 2' }] }]);
  expect((await readOn('people', people.after)).lines).toEqual([]);
  await asked(`update profiles set city = 'Niš' where id = '${owner.id}'`);
  expect((await readOn('people', people.after)).lines).toMatchObject([{ id: owner.id, city: 'Niš' }]);
});

test('who was erased is a removed row without a name, and what stays no longer names them', async () => {
  const gone = await person(app, 'member');
  await fill(gone);
  const [people, orders] = [await readOn('people'), await readOn('orders')];
  await asked(`delete from auth.users where id = '${gone.id}'`);
  expect((await readOn('people', people.after)).lines).toEqual([
    { cursor: expect.any(String), removed: true, rowId: gone.id },
  ]);
  expect((await readOn('orders', orders.after)).lines).toMatchObject([{ removed: false, personId: null }]);
});

test('a cursor from before a restore, or none of ours, is refused', async () => {
  const { after } = await readOn('ledger');
  for (const bad of [
    'x',
    after!.slice(0, -8),
    Buffer.from('["a","b","c"]').toString('base64url'),
    Buffer.from('[]').toString('base64url'),
  ])
    expect(await codeOfCall(read('ledger', { after: bad }))).toBe('CURSOR_INVALID');
  await asked('select restart_feeds()');
  expect(await codeOfCall(read('ledger', { after: after! }))).toBe('FEED_RESTARTED');
  expect((await readOn('ledger')).lines.length).toBeGreaterThan(0);
});

test('what is wrong with a cursor is told to a program in the language that it asks for', async () => {
  const { secret } = await keyOf(app, admin, { duties: ['sales'] });
  const refused = (language: string) =>
    ask(app, secret, '/v1/orders?after=abc', { headers: { 'accept-language': language } });
  const english = await refused('en');
  expect(english).toMatchObject({ status: 400, code: 'CURSOR_INVALID' });
  expect(JSON.stringify(english.body)).not.toMatch(/[čćžšđ„]/i);
  expect((await refused('sr')).message).toBe(
    'Mesto čitanja nije ispravno. Prepišite „cursor“ poslednjeg reda koji ste pročitali.',
  );
});

test('property: whatever is written, in transactions that overlap and end in any order, a reader has it all in the end', async () => {
  const step = fc.record({
    writer: fc.nat(2),
    what: fc.constantFrom('insert', 'update', 'delete', 'commit', 'rollback', 'read' as const),
    row: fc.nat(4),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      await asked("delete from vaucerkod where note = 'property'");
      const copy = new Map<string, unknown>();
      let { lines, after } = await readOn('vouchers');
      const take = () => {
        for (const { rowId, removed, banners } of lines) removed ? copy.delete(rowId) : copy.set(rowId, banners);
      };
      take();
      const writers = await Promise.all([0, 1, 2].map(() => openWriter()));
      for (const { writer, what, row } of steps) {
        if (what === 'read') {
          ({ lines, after } = await readOpen('vouchers', after));
          take();
        } else await writers[writer]![what](row);
      }
      for (const writer of writers) await writer.end();
      ({ lines } = await readOn('vouchers', after));
      take();
      const rows = await asked<{ id: string; n: number }>('select id::text, kol_lbanera as n from vaucerkod');
      expect(copy).toEqual(new Map(rows.map(({ id, n }) => [id, n])));
    }),
    { numRuns: 15 },
  );
});

/** A connection with a transaction of its own, whose statements touch only its own vouchers, so that nobody waits. */
let made = 300_000_000_000_000_000n;
async function openWriter() {
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  const own: string[] = [];
  await client.query('begin');
  return {
    async insert(n: number) {
      made += 1n;
      own.push(String(made));
      await client.query("insert into vaucerkod (kod, kol_lbanera, note) values ($1, $2, 'property')", [
        String(made),
        n + 1,
      ]);
    },
    update: (n: number) =>
      client.query('update vaucerkod set kol_lbanera = kol_lbanera + 1 where kod = $1', [
        own[n % Math.max(own.length, 1)] ?? 0,
      ]),
    delete: (n: number) =>
      client.query('delete from vaucerkod where kod = $1', [own[n % Math.max(own.length, 1)] ?? 0]),
    commit: () => client.query('commit').then(() => client.query('begin')),
    rollback: () => client.query('rollback').then(() => client.query('begin')),
    end: () => client.query('commit').then(() => client.end()),
  };
}
