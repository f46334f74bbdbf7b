import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { referenceDigits } from '#domain/events/reference.ts';
import { openTokens } from '#server/accounts/tokens.ts';
import { createApp, type Edges } from '#server/app.ts';
import { reservations } from '#server/events/schema.ts';
import { importStatement } from '#server/events/statements/import.ts';
import { confirmExactLines } from '#server/events/statements/settle.ts';
import { parseConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/db.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts';
import { openLive } from '#server/platform/live.ts';
import { createLog } from '#server/platform/log.ts';
import { migrateDatabase } from '#server/platform/migrate.ts';
import { openQueue } from '#server/platform/queue.ts';
import { newReservation } from '#server/test/reservations.ts';
import { camtFile } from '#server/test/statements.ts';
import { openPasswords } from '../server/accounts/passwords.ts';

/**
 * The event under load, on a durable PostgreSQL of its own: reservations per second against a bare single-row INSERT
 * through the same driver and HTTP framework, and a bank statement of 5,000 lines against 5,000 open reservations.
 */
const CONNECTIONS = 20;
const SECONDS = 6;
const LINES = 5_000;

const dataDir = mkdtempSync(path.join(tmpdir(), 'vidik-bench-'));
const log = createLog('warn');
const postgres = await startEmbeddedPostgres({ dataDir, log });
await migrateDatabase(postgres.url, 'server/migrations');
const config = parseConfig({ DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'warn', EVENT_YEAR: '2199' });
const db = openDatabase(postgres.url, { max: CONNECTIONS });
const queue = await openQueue(postgres.url, log, ['mail.send']);
await queue.start({ 'mail.send': { work: async () => {} } });
const edges: Edges = {
  config,
  db,
  log,
  now: () => new Date(),
  live: await openLive(db.client),
  queue,
  stripe: undefined as never,
  tokens: await openTokens(db, `${config.publicUrl}/auth/v1`),
  passwords: openPasswords(),
};

await db.client`create table bare (id uuid primary key default gen_random_uuid(), ime text not null, prezime text not null,
  email text not null, telefon text not null, zemlja text not null, paket text not null, created_at timestamptz not null default now())`;
const bare = new Hono().post('/', async (c) => {
  const { personalInfo: p, selectedCountry, selectedPackage } = await c.req.json();
  const [row] = await db.client`insert into bare (ime, prezime, email, telefon, zemlja, paket)
    values (${p.firstName}, ${p.lastName}, ${p.email}, ${p.phone}, ${selectedCountry}, ${selectedPackage}) returning id`;
  return c.json(row);
});

const rounds: { bare: number; reservation: number }[] = [];
for (let round = 0; round < 3; round += 1) {
  rounds.push({
    bare: await rate(bare.fetch, '/'),
    reservation: await rate(createApp(edges).fetch, '/api/event/reservations'),
  });
}
const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
const [insert, reserved] = [median(rounds.map((r) => r.bare)), median(rounds.map((r) => r.reservation))];

const imported = await statement();

console.table([
  {
    what: `bare single-row INSERT per request, ${CONNECTIONS} connections`,
    result: `${Math.round(insert)}/s`,
    wanted: '',
  },
  {
    what: `reservation with audit entry and mail per request, ${CONNECTIONS} connections`,
    result: `${Math.round(reserved)}/s = ${Math.round((100 * reserved) / insert)} %`,
    wanted: '≥ 40 %',
  },
  {
    what: `CAMT import, ${LINES} lines against ${LINES} open reservations`,
    result: `${(imported.import / 1000).toFixed(2)} s`,
    wanted: '< 3 s',
  },
  {
    what: `confirming ${LINES} exact payments (tickets, audit, mails)`,
    result: `${(imported.confirm / 1000).toFixed(2)} s`,
    wanted: '',
  },
]);

await edges.live.close();
await queue.stop();
await db.close();
await postgres.stop();
rmSync(dataDir, { recursive: true, force: true });

/** Answers per second over the given number of kept-alive connections. */
async function rate(fetch: Parameters<typeof getRequestListener>[0], address: string): Promise<number> {
  const server = createServer(getRequestListener(fetch));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const until = performance.now() + SECONDS * 1000;
  let answers = 0;
  const worker = async () => {
    while (performance.now() < until) {
      const status = await post(port, address, agent, JSON.stringify(newReservation({ key: randomUUID() })));
      if (status !== 200) throw new Error(`answered ${status}`);
      answers += 1;
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  await new Promise((resolve) => server.close(resolve));
  return answers / seconds;
}

function post(port: number, address: string, agent: Agent, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const sent = request({ port, host: '127.0.0.1', path: address, method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

async function statement() {
  await db.delete(reservations);
  const person = { firstName: 'Jelena', lastName: 'Petrović', email: 'jelena@primer.rs', phone: '+381641234567' };
  const place = { country: 'RS', packageId: 'ticket-only', amount: 1_171_600, currency: 'RSD', year: 2199 } as const;
  const open = await db
    .insert(reservations)
    .values(Array.from({ length: LINES }, () => ({ ...person, ...place })))
    .returning();
  const entries = open.map((row, index) => ({
    amount: '11716.00',
    currency: 'RSD' as const,
    reference: `97 ${referenceDigits(row)}`,
    purpose: `Rezervacija ${row.number}`,
    payer: `${row.firstName} ${row.lastName}`,
    bankReference: `B${index}`,
  }));
  const file = new File([camtFile(entries)], 'izvod.xml');
  const actor = { id: 'system' };
  const began = performance.now();
  const result = await importStatement(edges, actor, { file });
  const read = performance.now();
  if (result.kind !== 'imported' || result.fresh !== LINES) throw new Error('not everything was imported');
  const confirmed = await confirmExactLines(edges, actor, result.importId);
  if (confirmed !== LINES) throw new Error(`only ${confirmed} were confirmed`);
  return { import: read - began, confirm: performance.now() - read };
}
