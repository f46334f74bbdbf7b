import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { temporaryDirectory } from '../scripts/server-process.ts';
import { commandArguments, root } from '../scripts/setup.mjs';
import { databaseUrlOf, startServer } from './measure/server.ts';
import type { Figure } from './measure/table.ts';

const ORDERS = Number(process.env.ORDERS ?? 1_000_000);
const MINUTES = 5;
const MEGABYTES = 256;

/** `npm run backup` and `npm run restore` with so many paid orders, whole, each in a process of its own. */
export default async function backup(): Promise<Figure[]> {
  const server = await startServer();
  const archives = temporaryDirectory();
  const restored = path.join(temporaryDirectory(), 'data');
  try {
    const filled = await fill(databaseUrlOf(server));
    const made = await command('backup', [archives], { DATA_DIR: server.dataDir });
    const archive = path.join(archives, readdirSync(archives).find((name) => name.endsWith('.tar.gz'))!);
    mkdirSync(restored, { mode: 0o711 });
    const back = await command('restore', [archive], { DATA_DIR: restored });
    return [
      { what: `filled with ${ORDERS.toLocaleString('en')} paid orders and their facts`, measured: `${filled} s` },
      ...[made, back].flatMap(({ name, seconds, megabytes }) => [
        { what: name, measured: `${seconds} s`, target: `≤ ${MINUTES * 60} s`, met: seconds <= MINUTES * 60 },
        {
          what: `${name}, memory`,
          measured: `${megabytes} MB`,
          target: `≤ ${MEGABYTES} MB`,
          met: megabytes <= MEGABYTES,
        },
      ]),
    ];
  } finally {
    await server.stop();
    for (const directory of [archives, path.dirname(restored)]) rmSync(directory, { recursive: true, force: true });
  }
}

/** As the shop writes them: orders with line, claim, payment, events and entries in the books. Seconds. */
async function fill(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await fillWith(client);
  } finally {
    await client.end();
  }
}

async function fillWith(client: pg.Client): Promise<number> {
  // What the server would do itself is done here.
  await client.query('delete from order_catch_ups; delete from book_catch_ups; set statement_timeout = 0');
  const began = performance.now();
  await client.query(`
    alter table orders disable trigger user;
    insert into orders (email, kind, product_name, amount, status, payment_state, fulfilment_state, parcels, delivered_parcels,
      paid_at, checkout_session_id, delivery)
    select 'kupac' || n || '@primer.rs', 'device', 'Vidik – 1 uređaj', 21900, 'paid', 'paid', 'delivered', 1, 1, now(), 'cs_' || n,
      jsonb_build_object('firstName', 'Ana', 'lastName', 'Ilić', 'address', 'Ulica lipa', 'addressNumber', n::text, 'city', 'Čačak')
    from generate_series(1, ${ORDERS}) n;
    alter table orders enable trigger user;
    insert into order_lines (order_id, position, kind, name, quantity, amount, currency)
    select id, 1, 'goods', product_name, 1, amount, currency from orders;
    insert into claims (order_id, way, amount, currency) select id, way, amount, currency from orders;
    insert into fulfilments (key, order_id, source, amount, currency)
    select checkout_session_id, id, 'webhook', amount, currency from orders;
    insert into shipments (order_id, n, courier, state, devices) select id, 1, 'before_records', 'delivered', 1 from orders;
    insert into order_events (order_id, moment, kind, actor, facts, reference)
    select id, created_at, what.kind, 'system', '{}', what.reference from orders
      cross join lateral (values ('placed', ''), ('paid', checkout_session_id), ('delivered_before_records', '')) what (kind, reference);
    analyze`);
  const { rowCount } = await client.query('select from order_differences limit 1');
  if (rowCount !== 0) throw new Error('The facts of these orders do not make their states.');
  await client.query(`
    with facts as materialized (select * from book_facts),
    entries as (
      insert into book_entries (kind, reference, step, entity, currency, concerns, profile_id, moment)
      select kind, reference, 1, entity, currency, concerns, profile_id, moment from facts returning id, kind, reference
    )
    insert into book_lines (entry_id, account, amount)
    select id, line.account, line.amount from entries join facts using (kind, reference)
      cross join lateral (values (debit, facts.amount), (credit, -facts.amount)) line (account, amount)`);
  await client.query('delete from day_totals');
  await client.query(`insert into day_totals (list, day, kind, state, currency, count, amount, refunded)
    select list, day, kind, state, currency, count, amount, refunded from counted_day_totals`);
  return Math.round((performance.now() - began) / 1000);
}

/** The command as npm starts it, and the most memory that its own process held. */
async function command(name: 'backup' | 'restore', args: string[], env: Record<string, string>) {
  const began = performance.now();
  const child = spawn(process.execPath, [...commandArguments, name, ...args], {
    cwd: root,
    env: { ...process.env, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(child, 'exit');
  let kilobytes = 0;
  while (child.exitCode === null && child.signalCode === null) {
    kilobytes = Math.max(kilobytes, highest(child.pid!));
    await Promise.race([ended, sleep(100)]);
  }
  if (child.exitCode !== 0) throw new Error(`npm run ${name} ended with ${child.exitCode}.`);
  return { name, seconds: Math.round((performance.now() - began) / 1000), megabytes: Math.round(kilobytes / 1024) };
}

/** Kilobytes that the process held at most; 0 once it has ended. */
function highest(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
