import { and, eq, inArray, or, type SQL } from 'drizzle-orm';
import { common } from '#domain/copy.ts';
import { hyphens } from '#domain/fold.ts';
import { dayOf } from '#domain/time.ts';
import type { Voucher, VoucherFilter, VoucherState } from '#domain/vouchers/contract.ts';
import { voucherColumns as columns, voucherFile, voucherStates } from '#domain/vouchers/copy.ts';
import { formatCode } from '#domain/vouchers/rules.ts';
import { profileWords } from '../accounts/schema.ts';
import { type Actor, recordExport } from '../platform/audit.ts';
import type { Database, DatabaseOrTransaction } from '../platform/db.ts';
import { countUpTo, pageOf, rowsOf, wordSearchCondition } from '../platform/list.ts';
import { type Cell, everyRow, streamedCsv, totalLines } from '../platform/spreadsheet.ts';
import { readVouchers, voucherFromRow } from './read-vouchers.ts';
import { stateConditions, VOUCHER_WORDS, vouchers } from './schema.ts';

export async function listVouchers(
  db: Database,
  {
    state,
    after,
    sort,
    direction,
    ...filter
  }: VoucherFilter & { sort: 'issued' | 'banners'; direction: 'asc' | 'desc'; after?: string | undefined },
) {
  const key = { issued: vouchers.id, banners: vouchers.bannerCount }[sort];
  const page = pageOf({ key, id: vouchers.id, direction, after });
  const wanted = voucherCondition(db, filter);
  const inState = (one: VoucherState) => rowsOf(db, vouchers, and(wanted, stateConditions[one]));
  const [rows, counts] = await Promise.all([
    readVouchers(db, page.place)
      .where(and(wanted, state && stateConditions[state], page.after))
      .orderBy(...page.orderBy)
      .limit(page.limit),
    countUpTo(db, { unused: inState('unused'), used: inState('used'), voided: inState('voided') }),
  ]);
  return { ...page.show(rows, voucherFromRow), counts };
}

/** Unused codes are as good as money: who took them away is written down. */
export async function exportVouchers(db: Database, actor: Actor, filter: VoucherFilter, now: Date): Promise<File> {
  const wanted = voucherCondition(db, filter);
  // Before anything leaves: what is cut off was taken all the same.
  const rows = await db.$count(vouchers, wanted);
  await recordExport(db, actor, { action: 'vouchers.exported', list: 'vouchers', chosen: filter, rows });
  return streamedCsv(voucherFile(dayOf(now)), linesOf(db, wanted));
}

async function* linesOf(db: Database, wanted: SQL | undefined): AsyncGenerator<Cell[][]> {
  yield [HEADER];
  let banners = 0;
  const read = async (part: { after: string | undefined; size: number }) => {
    const page = pageOf({ key: vouchers.id, id: vouchers.id, direction: 'desc', ...part });
    const rows = await readVouchers(db, page.place)
      .where(and(wanted, page.after))
      .orderBy(...page.orderBy)
      .limit(page.limit);
    return page.show(rows, voucherFromRow);
  };
  for await (const rows of everyRow(read)) {
    yield rows.map(cells);
    banners = rows.reduce((sum, { bannerCount }) => sum + bannerCount, banners);
  }
  yield totalLines(HEADER.length, [{ 0: common.total, 1: banners }]);
}

const HEADER = [
  columns.code,
  columns.bannerCount,
  columns.state,
  columns.note,
  columns.createdAt,
  columns.redeemedBy,
  columns.redeemedAt,
  columns.voidedAt,
];

/** The code is a text in groups: a spreadsheet would round a number of so many digits. */
const cells = (voucher: Voucher): Cell[] => [
  formatCode(voucher.code),
  voucher.bannerCount,
  voucherStates[voucher.state],
  voucher.note,
  { at: voucher.createdAt },
  voucher.redeemedBy?.email ?? null,
  voucher.redeemedAt && { at: voucher.redeemedAt },
  voucher.voidedAt && { at: voucher.voidedAt },
];

function voucherCondition(
  db: DatabaseOrTransaction,
  { search: text = '', state, batch }: VoucherFilter,
): SQL | undefined {
  return and(state && stateConditions[state], batch ? eq(vouchers.batch, batch) : undefined, matches(db, text));
}

/** By code, however it was spaced or dashed, or note; or by who redeemed it. */
function matches(db: DatabaseOrTransaction, text: string): SQL | undefined {
  const digits = hyphens(text).replace(/[\s-]/g, '');
  const code = /^\d+$/.test(digits) ? wordSearchCondition(VOUCHER_WORDS, digits.replace(/^0+(?=\d)/, '')) : undefined;
  const own = or(wordSearchCondition(VOUCHER_WORDS, text), code);
  if (!own) return undefined;
  const redeemers = db
    .select({ id: profileWords.profileId })
    .from(profileWords)
    .where(wordSearchCondition(profileWords.words, text));
  const redeemed = db.select({ id: vouchers.id }).from(vouchers).where(inArray(vouchers.redeemedBy, redeemers));
  return inArray(vouchers.id, db.select({ id: vouchers.id }).from(vouchers).where(own).unionAll(redeemed));
}
