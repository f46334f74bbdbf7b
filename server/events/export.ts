import { common } from '#domain/copy.ts';
import { adminCopy } from '#domain/events/admin/copy.ts';
import type { Note } from '#domain/events/admin/notes.ts';
import type { ReservationFilter } from '#domain/events/contract.ts';
import { packageOf } from '#domain/events/packages.ts';
import { formatReference } from '#domain/events/payment/reference.ts';
import { dialog } from '#domain/events/reservation-copy.ts';
import type { ClaimCompany } from '#domain/events/ticket/claim-company.ts';
import { ticketPageCopy } from '#domain/events/ticket/copy.ts';
import { nameOf, type TicketHolder } from '#domain/events/ticket/places.ts';
import { dayOf, formatDateTime } from '#domain/time.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Actor, recordExport } from '../platform/audit.ts';
import { type Cell, csvFile, csvLines, totalLines, xlsxFile } from '../platform/spreadsheet.ts';
import type { ReservationRow } from './describe.ts';
import { allReservations } from './list.ts';
import { threadsOf } from './notes/thread.ts';
import { readClaims } from './places/claim.ts';
import { guestsOf } from './places/places.ts';

/** The filtered table as a file for a spreadsheet, with its sums. Who took it away is written down. */
export async function exportReservations(
  deps: Dependencies,
  actor: Actor,
  { format, ...filter }: ReservationFilter & { format: 'csv' | 'xlsx' },
) {
  const found = await allReservations(deps, filter);
  const guests = await guestsOf(deps.db, found);
  const companies = await readClaims(deps.db, found);
  const threads = await threadsOf(deps.db, found);
  const rows = found.map(
    (row): Exported => ({
      row,
      notes: threads.get(row.id) ?? [],
      guests: guests.get(row.id)!,
      company: companies.get(row.id),
    }),
  );
  await recordExport(deps.db, actor, {
    action: 'events.exported',
    list: 'reservations',
    chosen: { ...filter, format },
    rows: rows.length,
  });
  const name = adminCopy.exportFile(dayOf(deps.now()));
  const lines = [...rows.map(cells), ...totalLines(HEADER.length, sumsOf(found))];
  if (format === 'csv') return csvFile(name, [csvLines([HEADER, ...lines])]);
  const widths = [9, 16, 18, 18, 28, 18, 12, 32, 12, 12, 8, 16, 40, 18, 18, 32, 28, 12, 12, 32];
  return xlsxFile({ name, title: adminCopy.title, header: HEADER, widths, lines });
}

const { columns } = adminCopy;
const { claim, guestNames } = ticketPageCopy;
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
  adminCopy.arrivedSum,
  adminCopy.currency,
  columns.status,
  columns.note,
  columns.createdAt,
  adminCopy.paidAt,
  guestNames,
  claim.title,
  claim.taxNumber,
  claim.registrationNumber,
  claim.address,
];

const STATUS = { pending: 'pending', placeno: 'paid', isteklo: 'lapsed', otkazano: 'cancelled' } as const;

/** A reservation with what staff wrote, all who come and the company of its claim. */
interface Exported {
  row: ReservationRow;
  notes: Note[];
  guests: TicketHolder[];
  company: ClaimCompany | undefined;
}

/** A single note is its text; of several, each says whose and when. */
function noteLine({ text, author, createdAt }: Note, _: number, all: Note[]): string {
  return all.length === 1 ? text : adminCopy.note.exported(text, author?.name, formatDateTime(createdAt));
}

function cells({ row, notes, guests, company }: Exported): Cell[] {
  return [
    row.number,
    formatReference(row),
    row.firstName,
    row.lastName,
    row.email,
    { phone: row.phone },
    dialog.country[row.country].name,
    packageOf(row.packageId).name,
    { amount: row.amount },
    { amount: row.arrived },
    row.currency,
    adminCopy.status[STATUS[row.status]],
    notes.map(noteLine).join('\n'),
    { at: row.createdAt },
    row.confirmedAt && { at: row.confirmedAt },
    guests.map(nameOf).filter(Boolean).join(', '),
    company?.companyName ?? '',
    company?.taxNumber ?? '',
    company?.registrationNumber ?? '',
    company?.address ?? '',
  ];
}

/** Of each currency, all rows and those that are paid: the prices, and what has come in that currency. */
const sumsOf = (rows: ReservationRow[]): Record<number, Cell>[] =>
  (['RSD', 'EUR'] as const).flatMap((currency) => {
    const all = rows.filter((row) => row.currency === currency);
    const line = (label: string, some: ReservationRow[]) => ({
      0: label,
      [HEADER.indexOf(columns.amount)]: { amount: some.reduce((sum, { amount }) => sum + amount, 0) },
      [HEADER.indexOf(adminCopy.arrivedSum)]: { amount: some.reduce((sum, { arrived }) => sum + arrived, 0) },
      [HEADER.indexOf(adminCopy.currency)]: currency,
    });
    const paid = all.filter(({ confirmed }) => confirmed);
    return all.length === 0 ? [] : [line(common.total, all), line(adminCopy.status.paid, paid)];
  });
