import type { ResumePart } from './part.ts';

/** Money that is to leave, `created_at` before `$1`; statements of viewers also when their month was closed since, as it may have been before. */
const WAITING = `select
  (select count(*)::int from payouts where state = 'ready' and created_at <= $1) as ready,
  (select count(*)::int from payouts where state = 'account' and created_at <= $1) as unnamed,
  (select count(*)::int from reward_statements statement where state = 'payable' and not exists (
    select from payouts where statement_id = statement.id and state in ('account', 'ready', 'listed', 'done'))) as statements,
  (select count(*)::int from payment_parts part where state = 'owed' and entity = 'company' and not exists (
    select from payouts where part_id = part.id and state in ('account', 'ready', 'listed', 'done'))) as owed`;

/**
 * What waited in the archive to be paid may have been in a payment order since, and nobody but the bank knows. Until it is said that this
 * was looked at, nothing goes into a payment order (export-list.ts), and no statement of a viewer becomes a payout anew.
 */
export const holdUncheckedPayouts: ResumePart = {
  name: 'payouts',
  async run({ db }, { restoredAt, payouts: decision }) {
    const [row] = await db.ask<{ ready: number; unnamed: number; statements: number; owed: number }>(WAITING, [
      restoredAt,
    ]);
    const { ready, unnamed, statements, owed } = row!;
    if (ready + unnamed + statements + owed === 0) return { lines: ['nothing waits to be paid'] };
    const waiting = `${ready} ready, ${unnamed} without an account, ${statements} statements of viewers and ${owed} sums owed back`;
    if (decision === 'checked') return { lines: [`${waiting} go on`] };
    return {
      waits: true,
      lines: [
        `${waiting} wait in this database, and may have been paid since the archive. Bring in the bank's statements since then`,
        '  (/admin/bank), confirm the payouts that they show, mark what they show as given back, and hold what viewers',
        '  were paid (/admin/rewards). Then say --payouts=checked',
      ],
    };
  },
};
