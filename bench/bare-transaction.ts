import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import postgres from 'postgres';

/** The least a redemption could be: a flag and an entry in one transaction. Nobody is asked who they are, nobody is told. */
const client = postgres(process.env.DATABASE_URL!, { max: 20, onnotice: () => {} });
await client`drop table if exists bench_vouchers, bench_entries`;
await client`create table bench_vouchers (code numeric(18) primary key, banners integer not null, used boolean not null default false)`;
await client`create table bench_entries (
  id bigint primary key generated always as identity, code numeric(18) not null, delta integer not null,
  created_at timestamptz not null default now())`;
await client`insert into bench_vouchers (code, banners) select kod, kol_lbanera from vaucerkod`;
await client`vacuum analyze bench_vouchers`;

const app = new Hono();
app.post('/', async (c) => {
  const { code } = await c.req.json();
  const banners = await client.begin(async (tx) => {
    const [row] = await tx`update bench_vouchers set used = true where code = ${code} and not used returning banners`;
    await tx`insert into bench_entries (code, delta) values (${code}, ${row!.banners})`;
    return row!.banners;
  });
  return c.json({ bannerCount: banners });
});

const server = createServer(getRequestListener(app.fetch));
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
