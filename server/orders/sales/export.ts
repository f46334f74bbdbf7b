import { orderStatus, sales } from '#domain/orders/copy.ts';
import type { Sale } from '#domain/orders/shapes.ts';
import { axes, fulfilmentWords, paymentWords, wayWords } from '#domain/orders/states-copy.ts';
import type { SaleAsked, SaleColumn } from '#domain/orders/views.ts';
import { dayOf } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, recordExport } from '../../platform/audit.ts';
import { type Cell, everyRow, streamedCsv, xlsxFile } from '../../platform/spreadsheet.ts';
import { countOrders, listOrders, resolveSaleFilter } from './list.ts';

interface Wanted extends SaleAsked {
  columns: readonly SaleColumn[];
  format: 'csv' | 'xlsx';
  chosen?: readonly number[] | undefined;
}

/** The orders of a filter in its order, with these columns, as a file for a spreadsheet. */
export async function exportOrders(
  deps: Dependencies,
  actor: Actor,
  { columns, format, chosen: only, sort, direction, ...filter }: Wanted,
): Promise<File> {
  const asked = { ...(await resolveSaleFilter(deps.db, filter, deps.now())), sort, direction };
  const header = columns.flatMap((column) => FILE_COLUMNS[column].heads);
  const cellsOf = (row: Sale) => columns.flatMap((column) => FILE_COLUMNS[column].cells(row));
  const cellsOfAll = async function* () {
    for await (const found of everyRow((part) => listOrders(deps.db, asked, { ...part, only })))
      yield found.map(cellsOf);
  };
  const rows = await countOrders(deps.db, asked, only);
  // Before anything leaves: what is cut off was taken all the same.
  await recordExport(deps.db, actor, { action: 'orders.exported', list: 'orders', chosen: filter, rows });
  const name = sales.exportFile(dayOf(deps.now()));
  if (format === 'csv') return streamedCsv(name, withHeader(header, cellsOfAll()));
  const lines: Cell[][] = [];
  for await (const batch of cellsOfAll()) lines.push(...batch);
  return xlsxFile({ name, title: sales.title, header, widths: header.map(() => WIDTH), lines });
}

async function* withHeader(header: Cell[], lines: AsyncIterable<Cell[][]>): AsyncGenerator<Cell[][]> {
  yield [header];
  yield* lines;
}

const WIDTH = 22;

const { heads } = sales;
/** One column of the screen may be several of the file, so that each holds one thing. */
const FILE_COLUMNS: Record<SaleColumn, { heads: string[]; cells: (row: Sale) => Cell[] }> = {
  number: { heads: [heads.number], cells: ({ number }) => [number] },
  date: { heads: [heads.date], cells: ({ createdAt }) => [{ at: createdAt }] },
  buyer: { heads: [sales.buyer, sales.place], cells: ({ buyer, place }) => [buyer, place] },
  product: { heads: [heads.product], cells: ({ productName }) => [productName] },
  status: {
    heads: [sales.status, axes.payment],
    cells: ({ status, paymentState }) => [orderStatus[status], paymentWords[paymentState]],
  },
  delivery: {
    heads: [axes.fulfilment, sales.parcel],
    cells: ({ fulfilmentState, parcel }) => [fulfilmentState && fulfilmentWords[fulfilmentState], parcel],
  },
  amount: {
    heads: [sales.amountIn, sales.refundedIn],
    cells: ({ amount, refunded }) => [{ amount }, { amount: refunded }],
  },
  way: { heads: [heads.way], cells: ({ way }) => [wayWords[way]] },
  phone: { heads: [heads.phone], cells: ({ phone }) => [{ phone }] },
  email: { heads: [heads.email], cells: ({ email }) => [email] },
};
