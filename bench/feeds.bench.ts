import { sql } from 'drizzle-orm';
import { type Database, openDatabase } from '#server/platform/db.ts';
import type { TestPerson } from '#server/test/people.ts';
import { type BenchServer, databaseUrlOf, startServer } from './measure/server.ts';
import { type Figure, median, percent, perSecond } from './measure/table.ts';
import { members } from './rows/people.ts';

const ORDERS = 100_000;
const PART = 5_000;
const READINGS = 5;
const WRITES = 2_000;
const ROUNDS = 7;

/**
 * What an accountant's program waits for when it reads every order for the first time, beside PostgreSQL alone that writes the same rows
 * out as JSON; and what the feed costs whoever writes orders.
 */
export default async function feeds(): Promise<Figure[]> {
  const server = await startServer();
  const db = openDatabase(databaseUrlOf(server), { max: 1, statementMs: 300_000 });
  try {
    await addOrders(db);
    const [{ token }] = (await members(server, 1, 'admin')) as [TestPerson];
    const read: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < READINGS; round++) {
      read.push(await rate(() => readAll(server, token)));
      bare.push(await rate(async () => void (await db.execute(sql`select row_to_json(orders) from orders`))));
    }
    const [noted, plain] = await writes(db);
    return [
      {
        what: `GET /api/v1/orders, ${ORDERS.toLocaleString('en')} orders in parts of ${PART.toLocaleString('en')}`,
        measured: `${perSecond(median(read))} rows (${perSecond(Math.min(...read))}–${perSecond(Math.max(...read))})`,
        comparison: `${perSecond(median(bare))} from PostgreSQL alone: ${percent(median(read), median(bare))}`,
      },
      {
        what: `an order written, each in its own transaction, ${WRITES.toLocaleString('en')} at a time`,
        measured: `${median(noted).toFixed(2)} ms (${Math.min(...noted).toFixed(2)}–${Math.max(...noted).toFixed(2)})`,
        comparison: `${median(plain).toFixed(2)} ms (${Math.min(...plain).toFixed(2)}–${Math.max(...plain).toFixed(2)}) without the feed’s trigger`,
      },
    ];
  } finally {
    await db.close();
    await server.stop();
  }
}

/** Rows in a second. */
async function rate(read: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await read();
  return (1000 * ORDERS) / (performance.now() - began);
}

async function readAll({ url }: BenchServer, token: string): Promise<void> {
  let after = '';
  let rows = 0;
  for (;;) {
    const answer = await fetch(`${url}/api/v1/orders?limit=${PART}${after && `&after=${after}`}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!answer.ok) throw new Error(await answer.text());
    const lines = (await answer.text()).split('\n').slice(0, -1);
    rows += lines.length;
    if (lines.length < PART) break;
    after = (JSON.parse(lines.at(-1)!) as { cursor: string }).cursor;
  }
  if (rows < ORDERS) throw new Error(`only ${rows} orders came`);
}

async function addOrders(db: Database): Promise<void> {
  await db.execute(sql`
    with placed as (insert into orders (email, kind, product_name, amount, created_at)
      select 'o' || n || '@primer.rs', 'device', 'Vidik', 21900, now() - n * interval '1 min' from generate_series(1, ${ORDERS}::int) n
      returning id)
    insert into order_lines (order_id, position, kind, name, quantity, amount, currency)
      select id, 1, 'goods', 'Vidik', 1, 21900, 'EUR' from placed`);
  await db.execute(sql`vacuum analyze`);
}

/** Milliseconds an order takes with the triggers of the feed, and without them, turn by turn. */
async function writes(db: Database): Promise<[noted: number[], plain: number[]]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++)
    for (const [side, state] of [
      [0, 'enable'],
      [1, 'disable'],
    ] as const) {
      await db.execute(sql.raw(`alter table orders ${state} trigger orders_feed_insert`));
      const began = performance.now();
      for (let n = 0; n < WRITES; n++)
        await db.ask(
          "insert into orders (email, kind, product_name, amount) values ('o@primer.rs', 'device', 'Vidik', 21900)",
        );
      times[side].push((performance.now() - began) / WRITES);
    }
  await db.execute(sql.raw('alter table orders enable trigger orders_feed_insert'));
  return times;
}
