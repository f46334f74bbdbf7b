import type { StockDevice } from '#domain/stock/contract.ts';
import { stockCopy as copy } from '#domain/stock/copy.ts';
import { dayOf } from '#domain/time.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Actor, recordExport } from '../platform/audit.ts';
import { type Cell, everyRow, streamedCsv } from '../platform/spreadsheet.ts';
import { countDevices, listDevices, type StockFilter } from './list-stock.ts';

const { columns } = copy;
const HEADER = [
  columns.serial,
  columns.place,
  columns.order,
  columns.parcel,
  columns.moved,
  columns.intake,
  columns.received,
  columns.shelf,
  columns.person,
];

/** The chosen devices as a file for a spreadsheet. */
export async function exportStock(deps: Dependencies, actor: Actor, choice: StockFilter): Promise<File> {
  const rows = await countDevices(deps.db, choice);
  // Before anything leaves: what is cut off was taken all the same.
  await recordExport(deps.db, actor, { action: 'stock.exported', list: 'stock', chosen: choice, rows });
  return streamedCsv(copy.exportFile(dayOf(deps.now())), linesOf(deps, choice));
}

async function* linesOf({ db }: Dependencies, choice: StockFilter): AsyncGenerator<Cell[][]> {
  yield [HEADER];
  for await (const devices of everyRow((part) => listDevices(db, { ...choice, direction: 'desc', ...part })))
    yield devices.map(cells);
}

const cells = ({
  serial,
  place,
  shelf,
  isOpened,
  order,
  parcel,
  movedAt,
  intake,
  receivedAt,
  person,
}: StockDevice): Cell[] => [
  serial,
  copy.places[place],
  order,
  parcel,
  { at: movedAt },
  intake,
  { day: receivedAt },
  place === 'stock' && !isOpened ? shelf : null,
  person,
];
