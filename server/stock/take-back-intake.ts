import { eq, inArray } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import { LAST_MOMENT_SECONDS, UNDO_SECONDS, WARNING_READ_SECONDS } from '#domain/undo.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { unseenOrdersLosingDevices } from './free.ts';
import { isStockCounted, warnWhenStockIsLow } from './level.ts';
import { stockDevices, stockIntakes, stockMoves } from './schema.ts';

interface SeenOrders {
  /** Orders that wait because of it, as they were shown. */
  seen: readonly number[];
}

/** At the end of taking back: as writing off, once `gone` devices are out. Without any intake nothing is counted, and nobody loses a turn. */
async function requireSeen(tx: Tx, deps: Dependencies, { gone, seen }: SeenOrders & { gone: number }): Promise<void> {
  await warnWhenStockIsLow(tx, deps);
  if (!(await isStockCounted(tx))) return;
  const orders = await unseenOrdersLosingDevices(tx, deps.now(), { gone, seen });
  if (orders.length > 0) throw refuse('INTAKE_AWAITED', { orders });
}

/** One scanned number taken back, with its intake when it was all of it. Gone already is as good. */
export const unscanDevice = (
  deps: Dependencies,
  actor: Actor,
  { id, seen }: SeenOrders & { id: string },
): Promise<{ removed: boolean }> =>
  deps.db.transaction(async (tx) => {
    const its = tx.select({ number: stockDevices.intake }).from(stockDevices).where(eq(stockDevices.id, id));
    // Before the device, as whoever scans the next one does.
    const [intake] = await tx.select().from(stockIntakes).where(inArray(stockIntakes.number, its)).for('update');
    const [device] = await tx.select().from(stockDevices).where(eq(stockDevices.id, id)).for('update');
    if (!intake || !device) return { removed: false };
    if (intake.by !== 'scan' || (await tx.$count(stockMoves, eq(stockMoves.deviceId, id))) > 1)
      throw refuse('INTAKE_STAYS');
    await tx.delete(stockDevices).where(eq(stockDevices.id, id));
    if ((await tx.$count(stockDevices, eq(stockDevices.intake, intake.number))) === 0)
      await tx.delete(stockIntakes).where(eq(stockIntakes.number, intake.number));
    await record(tx, actor, {
      action: 'stock.intake-undone',
      on: { kind: 'stock intake', id: String(device.intake) },
      before: { serial: device.serial },
    });
    await requireSeen(tx, deps, { gone: 1, seen });
    return { removed: true };
  });

/** The whole intake by file, within seconds, or as many more as it takes to read who waits, and while nothing of it has moved. */
export const undoIntake = (
  deps: Dependencies,
  actor: Actor,
  { number, seen }: SeenOrders & { number: number },
): Promise<{ removed: number }> =>
  deps.db.transaction(async (tx) => {
    const [intake] = await tx.select().from(stockIntakes).where(eq(stockIntakes.number, number)).for('update');
    if (intake?.by !== 'file') throw refuse('INTAKE_GONE');
    const age = deps.now().getTime() - intake.takenAt.getTime();
    const seconds = UNDO_SECONDS + LAST_MOMENT_SECONDS + (seen.length > 0 ? WARNING_READ_SECONDS : 0);
    if (age > seconds * 1000) throw refuse('INTAKE_STAYS');
    const devices = await tx.select().from(stockDevices).where(eq(stockDevices.intake, number)).for('update');
    const moves = await tx.$count(
      stockMoves,
      inArray(
        stockMoves.deviceId,
        tx.select({ id: stockDevices.id }).from(stockDevices).where(eq(stockDevices.intake, number)),
      ),
    );
    if (moves > devices.length) throw refuse('INTAKE_STAYS');
    await tx.delete(stockDevices).where(eq(stockDevices.intake, number));
    await tx.delete(stockIntakes).where(eq(stockIntakes.number, number));
    await record(tx, actor, {
      action: 'stock.intake-undone',
      on: { kind: 'stock intake', id: String(number) },
      before: { count: devices.length, document: intake.document },
    });
    await requireSeen(tx, deps, { gone: devices.length, seen });
    return { removed: devices.length };
  });
