import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { packageOf, priceIn } from '#domain/events/packages.ts';
import { referenceDigits } from '#domain/events/payment/reference.ts';
import { openTokens } from '#server/auth/sessions/tokens.ts';
import { importStatement } from '#server/bank/statements/import.ts';
import { exactMatchesOf } from '#server/bank/statements/imports.ts';
import { parseConfig } from '#server/config.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { takenSeats } from '#server/events/reservations/capacity.ts';
import { reserve } from '#server/events/reservations/reserve.ts';
import { reservations } from '#server/events/schema.ts';
import { confirmExactLines } from '#server/flows/event/confirm-exact.ts';
import { openDatabase } from '#server/platform/db.ts';
import { openQueue } from '#server/platform/jobs/queue.ts';
import { createLog } from '#server/platform/log/log.ts';
import { migrateDatabase } from '#server/platform/migrate.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts';
import { newReservation } from '#server/test/reservations.ts';
import { camtFile } from '#server/test/statements.ts';
import { temporaryDirectory } from '../scripts/server-process.ts';
import { compare, startBare } from './measure/server.ts';
import { type Figure, percent, perSecond } from './measure/table.ts';

/** So many that neither side ever waits for somebody to come. */
const CONNECTIONS = 64;
/** Reservations that one connection has at hand: more than it can send in the time. */
const WRITTEN = 400;
const LINES = 5_000;
const BUYERS = 300;
const PLACES = 10;
const SCARCE = 'apartment-package';
const YEAR = '2199';
const PERSON = { firstName: 'Jelena', lastName: 'Petrović', email: 'jelena@primer.rs', phone: '+381641234567' };

/**
 * The event under load, on a durable PostgreSQL of its own: reservations per second against a bare single-row INSERT
 * through the same driver and HTTP framework, many buyers at once for the last places with the lock and without it, and a bank
 * statement of 5,000 lines against 5,000 open reservations. The mails are queued with each reservation and wait: writing
 * them is the worker's business.
 */
export default async function event(): Promise<Figure[]> {
  const dataDir = temporaryDirectory();
  const log = createLog('warn');
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  await migrateDatabase(postgres.url, 'server/migrations');
  const config = parseConfig({
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    EVENT_YEAR: YEAR,
    EVENT_CAPACITY: `${SCARCE}=${PLACES}`,
  });
  const db = openDatabase(postgres.url, { statementMs: 600_000 });
  const queue = await openQueue(postgres.url, log, []);
  const tokens = await openTokens(db, `${config.publicUrl}/auth/v1`);
  const deps = { config, db, log, now: () => new Date(), queue, tokens } as Dependencies;
  try {
    const rates = await reservationsBesideBareInserts({
      DATABASE_URL: postgres.url,
      DATA_DIR: dataDir,
      EVENT_YEAR: YEAR,
    });
    const sold = await lastPlaces(deps);
    const imported = await statement(deps);
    return [
      {
        what: `reservation with audit entry and queued mail, ${CONNECTIONS} connections`,
        measured: perSecond(rates.ours),
        comparison: `${perSecond(rates.bare)} bare INSERT: ${percent(rates.ours, rates.bare)}`,
        target: '≥ 40 %',
        met: rates.ours >= rates.bare * 0.4,
      },
      {
        what: `places sold, ${BUYERS} people at once for the last ${PLACES}`,
        measured: String(sold.locked),
        comparison: `${sold.unlocked} when the lock is taken out`,
        target: `exactly ${PLACES}`,
        met: sold.locked === PLACES && sold.unlocked > PLACES,
      },
      {
        what: `CAMT import, ${LINES} lines against ${LINES} open reservations`,
        measured: `${(imported.import / 1000).toFixed(2)} s`,
        target: '< 3 s',
        met: imported.import < 3_000,
      },
      {
        what: `confirming ${LINES} exact payments (tickets, audit, mails)`,
        measured: `${(imported.confirm / 1000).toFixed(2)} s`,
      },
    ];
  } finally {
    await queue.stop();
    await db.close();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Both in processes of their own, asked in turn over the same road. */
async function reservationsBesideBareInserts(environment: Record<string, string>) {
  const ours = await startBare('app.ts', environment);
  const bare = await startBare('bare-insert.ts', environment);
  const json = { 'content-type': 'application/json' };
  try {
    return await compare({
      ours: {
        url: ours.url,
        connections: CONNECTIONS,
        method: 'POST',
        // Written before the clock runs: how people type is not the server's business.
        setupClient: (client) =>
          client.setRequests(
            Array.from({ length: WRITTEN }, () => ({
              method: 'POST' as const,
              path: '/api/event/reservations',
              headers: json,
              body: JSON.stringify(newReservation()),
            })),
          ),
      },
      bare: {
        url: bare.url,
        connections: CONNECTIONS,
        method: 'POST',
        headers: json,
        body: JSON.stringify({ email: 'jelena@primer.rs', product: 'shared-room-package', amount: 1_600_500 }),
      },
    });
  } finally {
    ours.stop();
    bare.stop();
  }
}

/** How many of the buyers got a place; the others were refused as sold out, or the benchmark ends here. */
async function lastPlaces(deps: Dependencies) {
  const { db } = deps;
  const buyers = Array.from({ length: BUYERS });
  const outcomes = await Promise.allSettled(
    buyers.map((_, n) =>
      reserve(
        deps,
        { id: 'system' },
        newReservation({ selectedPackage: SCARCE, personalInfo: { email: `osoba-${n}@primer.rs` } }),
      ),
    ),
  );
  for (const outcome of outcomes)
    if (outcome.status === 'rejected' && outcome.reason.code !== 'SOLD_OUT') throw outcome.reason;
  const locked = await takenSeats(db, SCARCE, Number(YEAR));

  await db.delete(reservations);
  const { amount, currency } = priceIn(packageOf(SCARCE), 'RS');
  const place = { ...PERSON, country: 'RS', packageId: SCARCE, amount, currency, year: Number(YEAR) } as const;
  await Promise.all(
    buyers.map(() =>
      db.transaction(async (tx) => {
        if ((await takenSeats(tx, SCARCE, Number(YEAR))) < PLACES)
          await tx.insert(reservations).values({ ...place, idempotencyKey: randomUUID() });
      }),
    ),
  );
  return { locked, unlocked: await takenSeats(db, SCARCE, Number(YEAR)) };
}

async function statement(deps: Dependencies) {
  const { db } = deps;
  await db.delete(reservations);
  const place = {
    country: 'RS',
    packageId: 'ticket-only',
    amount: 1_171_600,
    currency: 'RSD',
    year: Number(YEAR),
  } as const;
  const open = await db
    .insert(reservations)
    .values(Array.from({ length: LINES }, () => ({ ...PERSON, ...place })))
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
  const result = await importStatement(deps, actor, { file, entities: ['organiser'] });
  const read = performance.now();
  if (result.kind !== 'imported' || result.fresh !== LINES) throw new Error('not everything was imported');
  const confirmed = await confirmExactLines(deps, actor, {
    importId: result.importId,
    version: (await exactMatchesOf(deps.db, result.importId)).version,
  });
  if (confirmed !== LINES) throw new Error(`only ${confirmed} were confirmed`);
  return { import: read - began, confirm: performance.now() - read };
}
