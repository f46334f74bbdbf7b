import { and, inArray } from 'drizzle-orm';
import { callListCopy } from '#domain/orders/calls/calls-copy.ts';
import { orderStatus, sales } from '#domain/orders/copy.ts';
import type { Sale } from '#domain/orders/shapes.ts';
import { axes, fulfilmentWords, paymentWords } from '#domain/orders/states-copy.ts';
import type { SaleAsked, SaleColumn } from '#domain/orders/views.ts';
import { lineName } from '#domain/payments/copy.ts';
import { wayWords } from '#domain/payments/way-words-copy.ts';
import { dayOf } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, recordExport } from '../../platform/audit.ts';
import type { Database } from '../../platform/db.ts';
import { pageOf } from '../../platform/list.ts';
import { type Cell, everyRow, streamedCsv, xlsxFile } from '../../platform/spreadsheet.ts';
import { orders } from '../schema.ts';
import {
  buyerAndParcel,
  countOrders,
  NOT_READ,
  newestParcel,
  type ResolvedSaleFilter,
  resolveSaleFilter,
  SALE_KEYS,
  saleFilterCondition,
} from './list.ts';
import { callOfOrder, describeCall, describeReferral, referralOfOrder, serialsOfOrder } from './row-details.ts';

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
  const isOfCalls = asked.view === 'to_call';
  // The screen tells the way of paying under the status, too.
  const isWayApart = columns.includes('way');
  const filed = columns.flatMap((column): SaleColumn[] =>
    column === 'status' && !isWayApart ? ['status', 'way'] : [column],
  );
  const header = [...filed.flatMap((column) => FILE_COLUMNS[column].heads), ...(isOfCalls ? CALL_HEADS : [])];
  const cellsOf = (row: FileRow) => [
    ...filed.flatMap((column) => FILE_COLUMNS[column].cells(row)),
    ...(row.call ? callCells(row.call) : []),
  ];
  const lines = everyRow((part) => readLines(deps.db, asked, { ...part, only, columns, cellsOf }));
  const rows = await countOrders(deps.db, asked, only);
  // Before anything leaves: what is cut off was taken all the same.
  await recordExport(deps.db, actor, { action: 'orders.exported', list: 'orders', chosen: filter, rows });
  const name = sales.exportFile(dayOf(deps.now()));
  if (format === 'csv') return streamedCsv(name, withHeader(header, lines));
  const all: Cell[][] = [];
  for await (const batch of lines) all.push(...batch);
  return xlsxFile({ name, title: sales.title, header, widths: header.map(() => WIDTH), lines: all });
}

type FileRow = Pick<
  Sale,
  | 'number'
  | 'createdAt'
  | 'buyer'
  | 'place'
  | 'kind'
  | 'productName'
  | 'status'
  | 'paymentState'
  | 'fulfilmentState'
  | 'parcel'
  | 'parcels'
  | 'deliveredParcels'
  | 'isDisputed'
  | 'amount'
  | 'refunded'
  | 'way'
  | 'phone'
  | 'email'
  | 'serials'
  | 'referral'
  | 'call'
>;

/** What a file may say of an order and no more: a long one reads each of them. A row is a line at once, and is kept as nothing else. */
async function readLines(
  db: Database,
  { sort, direction, ...filter }: SaleAsked & ResolvedSaleFilter,
  {
    after,
    size,
    only,
    columns,
    cellsOf,
  }: {
    after: string | undefined;
    size: number;
    only: readonly number[] | undefined;
    columns: readonly SaleColumn[];
    cellsOf: (row: FileRow) => Cell[];
  },
): Promise<{ rows: Cell[][]; next: string | null }> {
  const page = pageOf({ key: SALE_KEYS[sort], id: orders.id, direction, after, size });
  const rows = await db
    .select({
      number: orders.number,
      createdAt: orders.createdAt,
      email: orders.email,
      delivery: orders.delivery,
      kind: orders.kind,
      productName: orders.productName,
      status: orders.status,
      paymentState: orders.paymentState,
      fulfilmentState: orders.fulfilmentState,
      parcels: orders.parcels,
      deliveredParcels: orders.deliveredParcels,
      isDisputed: orders.isDisputed,
      amount: orders.amount,
      refunded: orders.refunded,
      way: orders.way,
      newest: newestParcel,
      serials: columns.includes('serials') ? serialsOfOrder : NOT_READ,
      above: columns.includes('referral') ? referralOfOrder : NOT_READ,
      called: filter.view === 'to_call' ? callOfOrder : NOT_READ,
      place: page.place,
    })
    .from(orders)
    .where(and(saleFilterCondition(filter), only && inArray(orders.number, [...only]), page.after))
    .orderBy(...page.orderBy)
    .limit(page.limit);
  return page.show(rows, (row) =>
    cellsOf({
      ...row,
      ...buyerAndParcel(row),
      referral: row.above && describeReferral(row.above),
      call: row.called && describeCall(row.called, row.delivery),
    }),
  );
}

async function* withHeader(header: Cell[], lines: AsyncIterable<Cell[][]>): AsyncGenerator<Cell[][]> {
  yield [header];
  yield* lines;
}

const WIDTH = 22;

const { heads } = sales;
/** One column of the screen may be several of the file, so that each holds one thing. */
const FILE_COLUMNS: Record<SaleColumn, { heads: string[]; cells: (row: FileRow) => Cell[] }> = {
  number: { heads: [heads.number], cells: ({ number }) => [number] },
  date: { heads: [heads.date], cells: ({ createdAt }) => [{ at: createdAt }] },
  buyer: { heads: [sales.buyer, sales.place], cells: ({ buyer, place }) => [buyer, place] },
  product: { heads: [heads.product], cells: ({ kind, productName: name }) => [lineName({ kind, name })] },
  status: {
    heads: [sales.status, axes.payment, sales.dispute],
    cells: ({ status, paymentState, isDisputed }) => [
      orderStatus[status],
      paymentWords[paymentState],
      isDisputed ? axes.dispute : null,
    ],
  },
  delivery: {
    heads: [axes.fulfilment, sales.parcel, sales.deliveredPart],
    cells: ({ fulfilmentState, parcel, parcels, deliveredParcels }) => [
      fulfilmentState && fulfilmentWords[fulfilmentState],
      parcel,
      fulfilmentState && parcels > 1 && deliveredParcels < parcels ? axes.part(deliveredParcels, parcels) : null,
    ],
  },
  amount: {
    heads: [sales.amountIn, sales.refundedIn],
    cells: ({ amount, refunded }) => [{ amount }, { amount: refunded }],
  },
  way: { heads: [heads.way], cells: ({ way }) => [wayWords.lists[way]] },
  phone: { heads: [heads.phone], cells: ({ phone, call }) => [{ phone: call?.phone || phone }] },
  email: { heads: [heads.email], cells: ({ email }) => [email] },
  serials: { heads: [heads.serials], cells: ({ serials }) => [serials?.join(', ') ?? null] },
  referral: { heads: [heads.referral], cells: ({ referral }) => [referral?.name ?? null] },
};

/** The view of whom to call has columns of its own, on the screen as well. */
const CALL_HEADS = [callListCopy.heads.reason, callListCopy.heads.nth, callListCopy.heads.when];
const callCells = ({ reason, nth, from }: NonNullable<Sale['call']>): Cell[] => [
  callListCopy.reasons[reason],
  nth,
  from && { at: from },
];
