import { eq } from 'drizzle-orm';
import { rewardFiles as copy } from '#domain/rewards/file-copy.ts';
import { startOfDay } from '#domain/time.ts';
import type { Database } from '../platform/db.ts';
import { type Cell, csvFile, csvLines } from '../platform/spreadsheet.ts';
import { ownRewards } from './own-rewards.ts';
import { statementsForStaff } from './read-statements.ts';
import { rewardStatements } from './schema.ts';

/** A viewer's month by day and TV. */
export async function ownFile(db: Database, profileId: string, month: string, now: Date): Promise<File> {
  const { days, tvs } = await ownRewards(db, profileId, now, month);
  const names = new Map(tvs.map(({ id, name }) => [id, name]));
  const lines = days
    .toReversed()
    .flatMap(({ day, tvs: seen }) =>
      seen.map(({ id, banners, tvSeconds, amount }): Cell[] => [
        { day: startOfDay(day) },
        names.get(id) || copy.otherTv,
        banners,
        tvSeconds,
        amount === null ? null : { amount },
      ]),
    );
  return csvFile(copy.own(month), [csvLines([copy.ownHeads, ...lines])]);
}

/** The statements of a month, accounts masked. */
export async function monthFile(db: Database, month: string, now: Date): Promise<{ file: File; rows: number }> {
  const found = await statementsForStaff(db, eq(rewardStatements.month, `${month}-01`), now);
  const lines = found.map((one): Cell[] => [
    one.viewer.name,
    one.account ?? '',
    one.banners,
    one.tvSeconds,
    { amount: one.amount },
    { amount: one.carried },
    { amount: one.gross },
    one.tax === null ? null : { amount: one.tax },
    one.net === null ? null : { amount: one.net },
    copy.states[one.state],
    one.invoiceNumber ?? '',
  ]);
  return { file: csvFile(copy.month(month), [csvLines([copy.monthHeads, ...lines])]), rows: found.length };
}
