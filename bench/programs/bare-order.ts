import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import pg from 'pg';

/** The limit of a program on Node that keeps an order: its request read, one row written durably, no framework and nothing else. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
await pool.query('drop table if exists bench_bare_orders');
await pool.query(`create table bench_bare_orders (
  id uuid primary key default gen_random_uuid(), product text not null, amount integer not null, buyer jsonb not null,
  created_at timestamptz not null default now())`);

const INSERT = 'insert into bench_bare_orders (product, amount, buyer) values ($1, $2, $3) returning id';

const server = createServer(async (request, response) => {
  const { productName, productPrice, buyerInfo } = (await json(request)) as Record<string, unknown>;
  const { rows } = await pool.query({
    name: 'insert',
    text: INSERT,
    values: [productName, Number(productPrice) * 100, buyerInfo],
  });
  const body = JSON.stringify({ id: rows[0].id });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
