import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import pg from 'pg';

/** The least an order could be: one row, written as it arrives. No questions asked, nobody checked, nothing else kept. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
await pool.query('drop table if exists bench_bare');
await pool.query(`create table bench_bare (
  id uuid primary key default gen_random_uuid(), email text not null, product text not null, amount integer not null,
  created_at timestamptz not null default now())`);

const INSERT = 'insert into bench_bare (email, product, amount) values ($1, $2, $3) returning id';

const app = new Hono();
app.post('/', async (c) => {
  const { email, product, amount } = await c.req.json();
  const { rows } = await pool.query({ name: 'insert', text: INSERT, values: [email, product, amount] });
  return c.json({ id: rows[0].id });
});

const server = createServer(getRequestListener(app.fetch));
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
