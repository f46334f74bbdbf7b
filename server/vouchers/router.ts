import { desc, eq, sql } from 'drizzle-orm';
import { member, staff } from '../access.ts';
import { issueVouchers } from './issue.ts';
import { exportVouchers, listVouchers } from './list.ts';
import { redeemVoucher } from './redeem.ts';
import { vouchers } from './schema.ts';
import { voidVoucher } from './void.ts';

const keeper = staff('manage vouchers').vouchers.admin;

export const vouchersRouter = {
  redeem: member.vouchers.redeem.handler(async ({ context: { edges, person, actor, ip }, input, errors }) => {
    const who = { profileId: person.id, email: person.email, actor, ip };
    const outcome = await redeemVoucher(edges, who, String(input.code ?? ''));
    if (!('refused' in outcome)) return outcome;
    switch (outcome.refused) {
      case 'VOUCHER_USED':
        throw errors.VOUCHER_USED({ data: { mine: outcome.mine } });
      case 'VOUCHER_TOO_MANY_TRIES':
        throw errors.VOUCHER_TOO_MANY_TRIES({ data: { minutes: outcome.minutes } });
      default:
        throw errors[outcome.refused]();
    }
  }),

  mine: member.vouchers.mine.handler(({ context: { edges, person } }) =>
    edges.db
      .select({
        id: vouchers.id,
        code: vouchers.code,
        bannerCount: vouchers.bannerCount,
        /** A used voucher has one, by rule of the table. */
        redeemedAt: sql<Date>`${vouchers.redeemedAt}`.mapWith(vouchers.redeemedAt),
      })
      .from(vouchers)
      .where(eq(vouchers.redeemedBy, person.id))
      .orderBy(desc(vouchers.redeemedAt), desc(vouchers.id))
      .limit(500),
  ),

  admin: {
    list: keeper.list.handler(({ context: { edges }, input }) => listVouchers(edges.db, input)),

    issue: keeper.issue.handler(async ({ context: { edges, actor }, input, errors }) => {
      const rows = await issueVouchers(edges.db, actor, input);
      if (!rows) throw errors.VOUCHER_KEY_REUSED();
      return { batch: input.key, rows };
    }),

    void: keeper.void.handler(async ({ context: { edges, actor }, input, errors }) => {
      const outcome = await voidVoucher(edges.db, actor, input.id, edges.now());
      if ('refused' in outcome) throw errors[outcome.refused]();
      return outcome;
    }),

    export: keeper.export.handler(({ context: { edges }, input }) => exportVouchers(edges.db, input, edges.now())),
  },
};
