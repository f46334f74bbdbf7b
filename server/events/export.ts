import writeXlsx from 'write-excel-file/node';
import { adminCopy } from '#domain/events/admin/copy.ts';
import type { ReservationFilter } from '#domain/events/contract.ts';
import { dialog } from '#domain/events/copy.ts';
import { packageOf } from '#domain/events/packages.ts';
import { formatReference } from '#domain/events/reference.ts';
import { formatDateTime } from '#domain/time.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Actor, recordExport } from '../platform/audit.ts';
import { csvFile } from '../platform/csv.ts';
import type { ReservationRow } from './describe.ts';
import { allReservations } from './list.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The filtered table as a file for a spreadsheet; nothing in it can be read as a formula. Who took it away is written down. */
export async function exportReservations(
  deps: Dependencies,
  actor: Actor,
  { format, ...filter }: ReservationFilter & { format: 'csv' | 'xlsx' },
) {
  const rows = await allReservations(deps, filter);
  await recordExport(deps.db, actor, {
    action: 'events.exported',
    list: 'reservations',
    chosen: { ...filter, format },
    rows: rows.length,
  });
  const name = adminCopy.exportFile(deps.now().toISOString().slice(0, 10));
  if (format === 'csv') return csvFile(name, [HEADER, ...rows.map(values)]);
  const sheet = [HEADER.map((value) => ({ value, fontWeight: 'bold' as const })), ...rows.map(cells)];
  const book = await writeXlsx(sheet, {
    sheet: adminCopy.title,
    stickyRowsCount: 1,
    columns: [8, 16, 18, 18, 28, 18, 12, 32, 12, 8, 16, 40, 20, 20].map((width) => ({ width })),
  }).toBuffer();
  return new File([new Uint8Array(book)], `${name}.xlsx`, { type: XLSX });
}

const { columns } = adminCopy;
const HEADER = [
  columns.number,
  dialog.rows.reference,
  dialog.personal.firstName,
  dialog.personal.lastName,
  columns.email,
  columns.phone,
  columns.country,
  columns.package,
  columns.amount,
  adminCopy.currency,
  columns.status,
  columns.note,
  columns.createdAt,
  adminCopy.paidAt,
];

const STATUS = { pending: 'pending', placeno: 'paid', isteklo: 'lapsed', otkazano: 'cancelled' } as const;

type Value = string | number;

function values(row: ReservationRow): Value[] {
  return [
    row.number,
    formatReference(row),
    row.firstName,
    row.lastName,
    row.email,
    row.phone,
    dialog.country[row.country].name,
    packageOf(row.packageId).name,
    row.amount / 100,
    row.currency,
    adminCopy.status[STATUS[row.status]],
    row.notes,
    formatDateTime(row.createdAt),
    row.confirmedAt ? formatDateTime(row.confirmedAt) : '',
  ];
}

const cells = (row: ReservationRow) =>
  values(row).map((value) =>
    typeof value === 'number'
      ? { value, type: Number, format: Number.isInteger(value) ? '0' : '#,##0.00' }
      : { value, type: String },
  );
