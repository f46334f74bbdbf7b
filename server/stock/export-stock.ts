import type { StockDevice } from '#domain/stock/contract.ts';
import { stockCopy as copy } from '#domain/stock/copy.ts';
import { dayOf } from '#domain/time.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Actor, recordExport } from '../platform/audit.ts';
import { type Cell, csvFile, csvLines, everyRow } from '../platform/spreadsheet.ts';
import { listDevices, type StockFilter } from './list-stock.ts';

const { columns } = copy;
const HEADER = [
  columns.serial,
  columns.place,
  columns.order,
  columns.parcel,
  columns.moved,
  columns.intake,
  columns.received,
  columns.person,
];

/** The chosen devices as a file for a spreadsheet. */
export async function exportStock(deps: Dependencies, actor: Actor, choice: StockFilter): Promise<File> {
  const parts = [csvLines([HEADER])];
  let rows = 0;
  for await (const devices of everyRow((part) => listDevices(deps.db, { ...choice, direction: 'desc', ...part }))) {
    parts.push(csvLines(devices.map(cells)));
    rows += devices.length;
  }
  await recordExport(deps.db, actor, { action: 'stock.exported', list: 'stock', chosen: choice, rows });
  return csvFile(copy.exportFile(dayOf(deps.now())), parts);
}

const cells = ({ serial, place, order, parcel, movedAt, intake, receivedAt, person }: StockDevice): Cell[] => [
  serial,
  copy.places[place],
  order,
  parcel,
  { at: movedAt },
  intake,
  { day: receivedAt },
  person,
];
