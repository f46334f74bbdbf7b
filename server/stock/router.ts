import { staff } from '../access.ts';
import { writeOffRecord } from '../flows/stock/write-off-record.ts';
import { record } from '../platform/audit.ts';
import { exportStock } from './export-stock.ts';
import { checkIntake, scanDevice, takeIntake } from './intake.ts';
import { warnWhenStockIsLow } from './level.ts';
import { listDevices, listIntakes, readDeviceHistory, readLevel } from './list-stock.ts';
import { restockInspected } from './restock.ts';
import { stockLimits } from './schema.ts';
import { setDeliversFrom } from './set-delivers-from.ts';
import { undoIntake, unscanDevice } from './take-back-intake.ts';
import { writeOffStock } from './write-off-stock.ts';

const procedures = staff('keep stock').stock.admin;

export const stockRouter = {
  admin: {
    list: procedures.list.handler(({ context: { deps }, input }) => listDevices(deps.db, input)),

    level: procedures.level.handler(({ context: { deps } }) => readLevel(deps)),

    export: procedures.export.handler(({ context: { deps, actor }, input }) => exportStock(deps, actor, input)),

    device: procedures.device.handler(({ context: { deps }, input }) => readDeviceHistory(deps, input.id)),

    intakes: procedures.intakes.handler(({ context: { deps }, input }) => listIntakes(deps, input.all)),

    check: procedures.check.handler(({ context: { deps }, input }) => checkIntake(deps, input.file)),

    take: procedures.take.handler(({ context: { deps, actor }, input }) => takeIntake(deps, actor, input)),

    undo: procedures.undo.handler(({ context: { deps, actor }, input }) => undoIntake(deps, actor, input)),

    scan: procedures.scan.handler(({ context: { deps, actor }, input }) => scanDevice(deps, actor, input)),

    unscan: procedures.unscan.handler(({ context: { deps, actor }, input }) => unscanDevice(deps, actor, input)),

    writeOff: procedures.writeOff.handler(({ context: { deps, actor }, input }) =>
      deps.db.transaction(async (tx) => ({ written: await writeOffStock(tx, deps, actor, input) })),
    ),

    restock: procedures.restock.handler(({ context: { deps, actor }, input: { serials } }) =>
      deps.db.transaction(async (tx) => ({ restocked: await restockInspected(tx, deps, actor, serials) })),
    ),

    writeOffRecord: procedures.writeOffRecord.handler(({ context: { deps }, input: { day } }) =>
      writeOffRecord(deps, day),
    ),

    setLimit: procedures.setLimit.handler(({ context: { deps, actor }, input: { warnBelow } }) =>
      deps.db.transaction(async (tx) => {
        const [before] = await tx.select().from(stockLimits).for('update');
        if (before!.warnBelow === warnBelow) return { warnBelow };
        await tx.update(stockLimits).set({ warnBelow });
        await record(tx, actor, {
          action: 'stock.limit-set',
          on: { kind: 'list', id: 'stock' },
          before: { warnBelow: before!.warnBelow },
          after: { warnBelow },
        });
        await warnWhenStockIsLow(tx, deps);
        return { warnBelow };
      }),
    ),

    setDeliversFrom: procedures.setDeliversFrom.handler(({ context: { deps, actor }, input: { day } }) =>
      deps.db.transaction((tx) => setDeliversFrom(tx, deps, actor, day)),
    ),
  },
};
