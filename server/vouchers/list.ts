import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { formatDateTime } from '#domain/time.ts';
import { type Voucher, type VoucherFilter, VoucherState } from '#domain/vouchers/contract.ts';
import { voucherColumns as columns, voucherFile, voucherStates } from '#domain/vouchers/copy.ts';
import { formatCode } from '#domain/vouchers/rules.ts';
import { profiles } from '../accounts/schema.ts';
import { type Actor, recordExport } from '../platform/audit.ts';
import { csvFile } from '../platform/csv.ts';
import type { Database } from '../platform/db.ts';
import { keyset } from '../platform/list-order.ts';
import { describe, readVouchers, stateOf } from './describe.ts';
import { vouchers } from './schema.ts';

const PAGE = 50;
/** Rows of a file; more than a spreadsheet is looked through by. */
const MAX_ROWS = 50_000;

export async function listVouchers(
  db: Database,
  {
    state,
    after,
    sort,
    direction,
    ...filter
  }: VoucherFilter & { sort: 'issued' | 'banners'; direction: 'asc' | 'desc'; after?: number | undefined },
) {
  const order = keyset({ issued: vouchers.id, banners: vouchers.bannerCount }[sort], vouchers.id, direction);
  const [rows, counted] = await Promise.all([
    readVouchers(db)
      .where(and(chosen({ ...filter, state }), after === undefined ? undefined : order.after(after)))
      .orderBy(...order.by)
      .limit(PAGE + 1),
    db
      .select({ state: stateOf, count: sql<number>`count(*)::int` })
      .from(vouchers)
      .leftJoin(profiles, eq(profiles.id, vouchers.redeemedBy))
      .where(chosen(filter))
      .groupBy(stateOf),
  ]);
  const counts = Object.fromEntries(VoucherState.options.map((name) => [name, 0])) as Record<VoucherState, number>;
  for (const { state: name, count } of counted) counts[name] = count;
  const page = rows.slice(0, PAGE).map(describe);
  return { rows: page, next: rows.length > PAGE ? page.at(-1)!.id : null, counts };
}

/** Unused codes are as good as money: who took them away is written down. */
export async function exportVouchers(db: Database, actor: Actor, filter: VoucherFilter, now: Date): Promise<File> {
  const rows = await readVouchers(db).where(chosen(filter)).orderBy(desc(vouchers.id)).limit(MAX_ROWS);
  await recordExport(db, actor, { action: 'vouchers.exported', list: 'vouchers', chosen: filter, rows: rows.length });
  const header = [
    columns.code,
    columns.bannerCount,
    columns.state,
    columns.note,
    columns.createdAt,
    columns.redeemedBy,
    columns.redeemedAt,
    columns.voidedAt,
  ];
  return csvFile(voucherFile(now.toISOString().slice(0, 10)), [header, ...rows.map(describe).map(cells)]);
}

/** The code is a text in groups: a spreadsheet would round a number of so many digits. */
const cells = (voucher: Voucher) => [
  formatCode(voucher.code),
  voucher.bannerCount,
  voucherStates[voucher.state],
  voucher.note,
  formatDateTime(voucher.createdAt),
  voucher.redeemedBy?.email ?? null,
  voucher.redeemedAt && formatDateTime(voucher.redeemedAt),
  voucher.voidedAt && formatDateTime(voucher.voidedAt),
];

function chosen({ search = '', state, batch }: VoucherFilter): SQL | undefined {
  return and(
    state && sql`${stateOf} = ${state}`,
    batch ? eq(vouchers.batch, batch) : undefined,
    search === '' ? undefined : holds(search),
  );
}

/** Part of a code, if it could be one; of the note, or of the redeemer's name or address. */
function holds(search: string): SQL {
  const anywhere = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  const digits = search.replace(/\s/g, '').replace(/^0+(?=\d)/, '');
  const code = /^\d+$/.test(digits) ? sql`or ${vouchers.code}::text like ${`%${digits}%`}` : sql``;
  return sql`(search_fold(concat_ws(' ', ${vouchers.note}, ${profiles.email}, ${profiles.firstName}, ${profiles.lastName})) like search_fold(${anywhere}) ${code})`;
}
