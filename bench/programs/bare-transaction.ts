import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import pg from 'pg';

/** The least a redemption could be: a flag and an entry in one transaction. No identity check, no notification. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
await pool.query('drop table if exists bench_vouchers, bench_entries');
await pool.query(
  'create table bench_vouchers (code numeric(18) primary key, banners integer not null, used boolean not null default false)',
);
await pool.query(`create table bench_entries (
  id bigint primary key generated always as identity, code numeric(18) not null, delta integer not null,
  created_at timestamptz not null default now())`);
await pool.query('insert into bench_vouchers (code, banners) select kod, kol_lbanera from vaucerkod');
await pool.query('vacuum analyze bench_vouchers');

const USE = 'update bench_vouchers set used = true where code = $1 and not used returning banners';
const ENTER = 'insert into bench_entries (code, delta) values ($1, $2)';

const app = new Hono();
app.post('/', async (c) => {
  const { code } = await c.req.json();
  const client = await pool.connect();
  await client.query('begin');
  const { rows } = await client.query({ name: 'use', text: USE, values: [code] });
  await client.query({ name: 'enter', text: ENTER, values: [code, rows[0].banners] });
  await client.query('commit');
  client.release();
  return c.json({ bannerCount: rows[0].banners });
});

const server = createServer(getRequestListener(app.fetch));
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
