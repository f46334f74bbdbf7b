import { desc, eq, sql } from 'drizzle-orm';
import { OWN_VOUCHERS_SHOWN } from '#domain/vouchers/rules.ts';
import { member, staff } from '../access.ts';
import { readAllowance } from './allowance.ts';
import { issueVouchers } from './issue.ts';
import { exportVouchers, listVouchers } from './list.ts';
import { redeemVoucher } from './redeem.ts';
import { vouchers } from './schema.ts';
import { voidVoucher } from './void.ts';
import { voidBatch } from './void-batch.ts';

const keeper = staff('manage vouchers').vouchers.admin;

export const vouchersRouter = {
  redeem: member.vouchers.redeem.handler(({ context: { deps, person, actor, ip }, input }) =>
    redeemVoucher(deps, { profileId: person.id, email: person.email, actor, ip }, String(input.code ?? '')),
  ),

  mine: member.vouchers.mine.handler(({ context: { deps, person } }) =>
    deps.db
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
      .limit(OWN_VOUCHERS_SHOWN),
  ),

  admin: {
    list: keeper.list.handler(({ context: { deps }, input }) => listVouchers(deps.db, input)),

    issue: keeper.issue.handler(async ({ context: { deps, actor, person }, input }) => ({
      batch: input.key,
      rows: await issueVouchers(deps, actor, person, input),
    })),

    allowance: keeper.allowance.handler(({ context: { deps, person } }) => readAllowance(deps.db, person, deps.now())),

    voidBatch: keeper.voidBatch.handler(({ context: { deps, actor }, input }) =>
      voidBatch(deps.db, actor, input.batch, deps.now()),
    ),

    void: keeper.void.handler(({ context: { deps, actor }, input }) =>
      voidVoucher(deps.db, actor, input.id, deps.now()),
    ),

    export: keeper.export.handler(({ context: { deps, actor }, input }) =>
      exportVouchers(deps.db, actor, input, deps.now()),
    ),
  },
};
