import { and, eq, inArray, sql } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import type { IntakeProblem } from '#domain/stock/contract.ts';
import { parseSerial } from '#domain/stock/rules.ts';
import type { Dependencies } from '../dependencies.ts';
import { shipmentDevices, shipments } from '../fulfilment/schema.ts';
import { orders } from '../orders/schema.ts';
import { type Actor, record } from '../platform/audit.ts';
import { batchesOf } from '../platform/batches.ts';
import type { DatabaseOrTransaction, Tx } from '../platform/db.ts';
import { countDevicesInStock, warnWhenStockIsLow } from './level.ts';
import type { FileLine } from './read-file.ts';
import { readIntake } from './read-in-thread.ts';
import { stockDevices, stockIntakes } from './schema.ts';

interface Checked {
  lines: number;
  fresh: string[];
  problems: { line: number; text: string; problem: IntakeProblem }[];
}

/** What of a file would be received, and what not and why. */
async function checkLines(db: DatabaseOrTransaction, lines: FileLine[]): Promise<Checked> {
  const read = lines.map(({ line, text }) => ({ line, text: text.trim().slice(0, 60), ...parseSerial(text) }));
  const known = await knownDevices(
    db,
    read.flatMap(({ serial }) => serial ?? []),
  );
  const first = new Map<string, number>();
  const fresh: string[] = [];
  const problems: Checked['problems'] = [];
  for (const { line, text, ...found } of read) {
    const refused = (problem: IntakeProblem) => problems.push({ line, text, problem });
    if (found.serial === null) {
      refused(found.problem);
      continue;
    }
    const [exists, before] = [known.get(found.serial), first.get(found.serial)];
    if (exists) refused(exists);
    else if (before !== undefined) refused({ kind: 'twice', line: before });
    else {
      first.set(found.serial, line);
      fresh.push(found.serial);
    }
  }
  return { lines: lines.length, fresh, problems };
}

type Exists = Extract<IntakeProblem, { kind: 'exists' }>;

async function knownDevices(db: DatabaseOrTransaction, serials: string[]): Promise<Map<string, Exists>> {
  const known = new Map<string, Exists>();
  for (const part of batchesOf(serials.map((serial) => ({ serial })))) {
    const rows = await db
      .select({
        serial: stockDevices.serial,
        place: stockDevices.place,
        since: stockDevices.movedAt,
        order: orders.number,
      })
      .from(stockDevices)
      .leftJoin(orders, eq(orders.id, stockDevices.orderId))
      .where(
        inArray(
          stockDevices.serial,
          part.map(({ serial }) => serial),
        ),
      );
    for (const { serial, ...where } of rows) known.set(serial, { kind: 'exists', ...where });
    for (const { serial, ...where } of await sentBefore(db, part)) known.set(serial, { kind: 'exists', ...where });
  }
  return known;
}

/** Devices that left, or are packed, since before anything was counted: only their parcels know them. */
async function sentBefore(db: DatabaseOrTransaction, part: readonly { serial: string }[]) {
  const rows = await db
    .select({
      serial: shipmentDevices.serial,
      state: shipments.state,
      since: shipments.updatedAt,
      order: orders.number,
    })
    .from(shipmentDevices)
    .innerJoin(shipments, eq(shipments.id, shipmentDevices.shipmentId))
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .where(
      and(
        inArray(
          shipmentDevices.serial,
          part.map(({ serial }) => serial),
        ),
        eq(shipmentDevices.isLive, true),
        eq(shipmentDevices.isCounted, false),
      ),
    );
  return rows.map(({ state, ...where }) => ({
    ...where,
    place:
      state === 'packed' ? ('packed' as const) : state === 'delivered' ? ('customer' as const) : ('courier' as const),
  }));
}

export async function checkIntake({ db }: Dependencies, file: File) {
  const { fresh, ...checked } = await checkLines(db, await readIntake(file));
  return { ...checked, fresh: fresh.length };
}

/** All that is new in the file, at once; what somebody else receives at the same moment is theirs, and told apart as existing. */
export async function takeIntake(
  deps: Dependencies,
  actor: Actor,
  { key, file, document, shelf }: { key: string; file: File; document: string; shelf: string },
) {
  // Before the devices are held, and a connection.
  const lines = await readIntake(file);
  return deps.db.transaction(async (tx) => {
    const { number, isNew } = await openIntake(tx, deps, actor, { key, by: 'file', document });
    if (!isNew) {
      const fresh = await tx.$count(stockDevices, eq(stockDevices.intake, number));
      return { lines: fresh, fresh, problems: [], intake: number, inStock: await countDevicesInStock(tx) };
    }
    // Of two intakes at once the second waits here, and then sees what the first has received.
    await tx.execute(sql`lock table ${stockDevices} in share row exclusive mode`);
    const { fresh, ...checked } = await checkLines(tx, lines);
    if (fresh.length === 0) throw refuse('INTAKE_EMPTY');
    for (const serials of batchesOf(fresh.map((serial) => newDevice(deps, actor, { serial, intake: number, shelf }))))
      await tx.insert(stockDevices).values(serials);
    await record(tx, actor, {
      action: 'stock.received',
      on: { kind: 'stock intake', id: String(number) },
      after: { count: fresh.length, document, ...shelfIn(shelf) },
    });
    await warnWhenStockIsLow(tx, deps);
    return { ...checked, fresh: fresh.length, intake: number, inStock: await countDevicesInStock(tx) };
  });
}

/** Of the log, where one was said. */
const shelfIn = (shelf: string) => (shelf === '' ? {} : { shelf });

const newDevice = (deps: Dependencies, actor: Actor, received: { serial: string; intake: number; shelf: string }) => ({
  ...received,
  place: 'stock' as const,
  movedAt: deps.now(),
  movedBy: actor.id,
});

async function openIntake(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { key, by, document }: { key: string; by: 'file' | 'scan'; document: string },
): Promise<{ number: number; isNew: boolean }> {
  const values = { key, by, document, takenAt: deps.now(), takenBy: actor.id };
  for (;;) {
    const [opened] = await tx.insert(stockIntakes).values(values).onConflictDoNothing().returning();
    if (opened) return { number: opened.number, isNew: true };
    const [found] = await tx.select().from(stockIntakes).where(eq(stockIntakes.key, key)).for('key share');
    if (found) return { number: found.number, isNew: false };
    // Taken back in between, so that it is opened anew.
  }
}

/** One scanned number. The same number again in the same intake says so: a scanner repeats, and an answer may be lost. */
export async function scanDevice(
  deps: Dependencies,
  actor: Actor,
  { key, serial: typed, shelf }: { key: string; serial: string; shelf: string },
) {
  const read = parseSerial(typed);
  if (read.serial === null) return { kind: 'refused' as const, text: typed.trim(), problem: read.problem };
  const { serial } = read;
  return deps.db.transaction(async (tx) => {
    const known = await knownDevices(tx, [serial]);
    const before = await scannedBefore(tx, key, serial);
    if (before) return before;
    const exists = known.get(serial);
    if (exists) return { kind: 'refused' as const, text: serial, problem: exists };
    const { number } = await openIntake(tx, deps, actor, { key, by: 'scan', document: '' });
    const [device] = await tx
      .insert(stockDevices)
      .values(newDevice(deps, actor, { serial, intake: number, shelf }))
      .onConflictDoNothing()
      .returning();
    if (!device) {
      const meanwhile = await scannedBefore(tx, key, serial);
      if (meanwhile) return meanwhile;
      const other = (await knownDevices(tx, [serial])).get(serial)!;
      return { kind: 'refused' as const, text: serial, problem: other };
    }
    await record(tx, actor, {
      action: 'stock.scanned',
      on: { kind: 'stock device', id: device.id },
      after: { serial, intake: number, ...shelfIn(shelf) },
    });
    await warnWhenStockIsLow(tx, deps);
    return { kind: 'received' as const, id: device.id, serial, intake: number };
  });
}

/** The same scan, whose answer was lost or is still on its way: its device, when it is in stock. */
async function scannedBefore(tx: Tx, key: string, serial: string) {
  const [mine] = await tx
    .select({ id: stockDevices.id, intake: stockDevices.intake, at: stockDevices.movedAt })
    .from(stockDevices)
    .innerJoin(stockIntakes, eq(stockIntakes.number, stockDevices.intake))
    .where(and(eq(stockDevices.serial, serial), eq(stockIntakes.key, key), eq(stockDevices.place, 'stock')));
  return mine ? { kind: 'again' as const, id: mine.id, serial, intake: mine.intake, at: mine.at } : null;
}
