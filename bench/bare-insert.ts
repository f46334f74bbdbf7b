import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import postgres from 'postgres';

/** The least an order could be: one row, written as it arrives. No questions asked, nobody checked, nothing else kept. */
const client = postgres(process.env.DATABASE_URL!, { max: 20, onnotice: () => {} });
await client`drop table if exists bench_bare`;
await client`create table bench_bare (
  id uuid primary key default gen_random_uuid(), email text not null, product text not null, amount integer not null,
  created_at timestamptz not null default now())`;

const app = new Hono();
app.post('/', async (c) => {
  const { email, product, amount } = await c.req.json();
  const [row] =
    await client`insert into bench_bare (email, product, amount) values (${email}, ${product}, ${amount}) returning id`;
  return c.json({ id: row?.id });
});

const server = createServer(getRequestListener(app.fetch));
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
