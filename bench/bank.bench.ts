import { rmSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { isUsableReference, withCheckDigits } from '#domain/orders/transfer/reference.ts';
import { importStatement } from '#server/bank/statements/import.ts';
import { exactMatchesOf } from '#server/bank/statements/imports.ts';
import { parseConfig } from '#server/config.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { carryOutDueDecisions } from '#server/flows/bank/carry-out-due-decisions.ts';
import { CARRY_OUT_JOB, queueExactMatchDecision } from '#server/flows/bank/insert-pending-decision.ts';
import { openCouriers } from '#server/fulfilment/couriers/open.ts';
import { jobNames } from '#server/jobs.ts';
import { openDatabase } from '#server/platform/db.ts';
import { openQueue } from '#server/platform/jobs/queue.ts';
import { createLog } from '#server/platform/log/log.ts';
import { migrateDatabase } from '#server/platform/migrate.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts';
import { COMPANY, camtFile } from '#server/test/statements.ts';
import { temporaryDirectory } from '../scripts/server-process.ts';
import type { Figure } from './measure/table.ts';

const LINES = 10_000;
/** One reference in about a hundred is given to no order. */
const PLACED = 10_500;
/** Of those that are carried out afterwards, so many are measured. */
const CARRIED = 200;
const SECONDS = 5;

/** A statement of ten thousand transfers for ten thousand orders: read, decided with one press, and what of it is carried out. */
export default async function bank(): Promise<Figure[]> {
  const dataDir = temporaryDirectory();
  const log = createLog('warn');
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  await migrateDatabase(postgres.url, 'server/migrations');
  const config = parseConfig({ DATA_DIR: dataDir, RATE_LIMITS: 'off' });
  const db = openDatabase(postgres.url, { statementMs: 600_000, lockMs: 60_000 });
  const queue = await openQueue(postgres.url, log, [...jobNames, CARRY_OUT_JOB]);
  let now = new Date();
  const couriers = await openCouriers(config, log, { hasDouble: false });
  const deps = { config, db, log, now: () => now, queue, couriers } as Dependencies;
  try {
    const read = await timed(async () => {
      const file = new File([camtFile(await transfers(deps), { account: COMPANY })], 'izvod.xml');
      const began = performance.now();
      const result = await importStatement(deps, { id: 'system' }, { file, entities: ['company'] });
      if (result.kind !== 'imported' || result.fresh !== LINES) throw new Error('not everything was imported');
      return { importId: result.importId, ms: performance.now() - began };
    });
    const { importId, ms } = read.value;
    await db.execute(sql`analyze`);
    const { version } = await exactMatchesOf(db, importId);
    const press = await timed(() => queueExactMatchDecision(deps, { id: 'system' }, { importId, version }));
    if (press.value.lines !== LINES) throw new Error(`only ${press.value.lines} agreed`);
    await db.execute(sql`
      update statement_lines set state = 'open', hold_id = null, decision = null, decided_by = null, decided_at = null
      where position > ${CARRIED}`);
    now = new Date(now.getTime() + 3 * 60_000);
    const carried = await timed(() => carryOutDueDecisions(deps));
    const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
    return [
      { what: `A statement of ${LINES} lines: read, matched and judged`, measured: seconds(ms), target: '' },
      {
        what: `Decided with one press: ${LINES} payments for ${LINES} orders`,
        measured: seconds(press.ms),
        target: `≤ ${SECONDS} s`,
        met: press.ms <= SECONDS * 1000,
      },
      {
        what: 'Two minutes later: one order sold, with its paper and mails',
        measured: `${(carried.ms / CARRIED).toFixed(0)} ms`,
        target: '',
      },
    ];
  } finally {
    await queue.stop();
    await db.close();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const began = performance.now();
  return { value: await work(), ms: performance.now() - began };
}

/** Orders of devices that wait for a transfer, and what a bank says of their payments. */
async function transfers({ db }: Dependencies) {
  await db.execute(sql`
    with placed as (
      insert into orders (email, kind, product_name, amount, way, rate, fulfilment_state, delivery)
      select 'kupac' || n || '@primer.rs', 'device', 'Vidik – 1 uređaj', 21900, 'transfer', 117.17, 'new',
        jsonb_build_object('firstName', 'Jelena', 'lastName', 'Petrović', 'city', 'Čačak', 'country', 'RS', 'address', 'Lipa',
          'addressNumber', '1', 'postalCode', '32000', 'phone', '+381641234567')
      from generate_series(1, ${PLACED}) n returning id, number
    ), lines as (
      insert into order_lines (order_id, position, kind, name, quantity, amount, currency)
      select id, 1, 'goods', 'Vidik – 1 uređaj', 1, 21900, 'EUR' from placed
    ), events as (
      insert into order_events (order_id, kind, moment, actor) select id, 'placed', now(), 'system' from placed
    )
    insert into claims (order_id, way, amount, currency, reference, valid_until)
    select id, 'transfer', 2566000, 'RSD', '52027' || lpad(number::text, 6, '0'), current_date + 7 from placed`);
  const { rows } = await db.execute<{ reference: string }>(sql`select reference from claims`);
  const given = rows.filter(({ reference }) => isUsableReference(reference)).slice(0, LINES);
  return given.map(({ reference }, n) => ({
    amount: '25660.00',
    currency: 'RSD' as const,
    bankReference: `B${n}`,
    reference: `97 ${withCheckDigits(reference)}`,
    payer: 'Jelena Petrović',
  }));
}
