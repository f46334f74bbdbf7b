import { oc } from '@orpc/contract';
import * as z from 'zod';
import { refusals } from '../errors.ts';
import { Count, Cursor, Direction, Id } from '../shapes.ts';
import { MAX_BANNERS, MAX_CODES_AT_ONCE } from './rules.ts';

/**
 * A voucher is banners already paid for: redeemed once, whole, by whoever types its code first. Used flag, redeemer, time,
 * ledger entry, audit entry and mail are written together or not at all.
 */
export const VoucherState = z.enum(['unused', 'used', 'voided']);
export type VoucherState = z.infer<typeof VoucherState>;

export const Voucher = z.object({
  id: z.int(),
  /** Digits only, without leading zeros. */
  code: z.string(),
  bannerCount: z.int(),
  state: VoucherState,
  /** Codes that were issued together. */
  batch: Id.nullable(),
  note: z.string().nullable(),
  createdAt: z.date(),
  redeemedAt: z.date().nullable(),
  /** Who redeemed it; `null` also when that person was erased since. */
  redeemedBy: z.object({ id: Id, email: z.string(), name: z.string() }).nullable(),
  voidedAt: z.date().nullable(),
});
export type Voucher = z.infer<typeof Voucher>;

export const RedeemedVoucher = Voucher.pick({ id: true, code: true, bannerCount: true }).extend({
  redeemedAt: z.date(),
});
export type RedeemedVoucher = z.infer<typeof RedeemedVoucher>;

export const VoucherFilter = z.object({
  /** Part of a code, a note, a redeemer's name or address. */
  search: z.string().trim().max(100).optional(),
  state: VoucherState.optional(),
  batch: Id.optional(),
});
export type VoucherFilter = z.infer<typeof VoucherFilter>;

export const NewVouchers = z.object({
  /** One opened form issues once: the same key again answers with what it issued the first time. */
  key: Id,
  /** Banners on each. */
  bannerCount: z.int().min(1).max(MAX_BANNERS),
  /** How many codes. */
  count: z.int().min(1).max(MAX_CODES_AT_ONCE),
  note: z.string().trim().max(200).default(''),
});
export type NewVouchers = z.infer<typeof NewVouchers>;

const tags = { tags: ['vouchers'] };

export const vouchers = {
  redeem: oc
    .route({ method: 'POST', path: '/vouchers/redeem', ...tags })
    .input(z.object({ code: z.union([z.string().max(200), z.int()]).nullish() }))
    .output(z.object({ bannerCount: z.int(), balance: z.int() }))
    .errors(
      refusals({
        VOUCHER_EMPTY: { status: 422 },
        VOUCHER_NOT_A_NUMBER: { status: 422 },
        VOUCHER_UNKNOWN: { status: 404 },
        /** `mine`: the caller redeemed it, perhaps a moment ago with an answer that was lost; only they are told its worth. */
        VOUCHER_USED: { data: z.object({ mine: z.boolean(), bannerCount: z.int().optional() }) },
        VOUCHER_VOIDED: {},
        VOUCHER_TOO_MANY_TRIES: { status: 429, data: z.object({ minutes: z.int() }) },
        /** The account was closed or erased while the order was being placed. */
        VOUCHER_ACCOUNT_GONE: {},
      }),
    ),
  /** What the caller redeemed, newest first; `OWN_VOUCHERS_SHOWN` at most. */
  mine: oc.route({ method: 'GET', path: '/vouchers/mine', ...tags }).output(z.array(RedeemedVoucher)),

  admin: {
    /** Newest first, fifty at a time; `next` is passed back as `after`. The counts ignore the state filter. */
    list: oc
      .route({ method: 'GET', path: '/admin/vouchers', ...tags })
      .input(
        VoucherFilter.extend({
          sort: z.enum(['issued', 'banners']).default('issued'),
          direction: Direction,
          after: Cursor.optional(),
        }),
      )
      .output(
        z.object({
          rows: z.array(Voucher),
          next: Cursor.nullable(),
          counts: z.record(VoucherState, Count),
        }),
      ),
    issue: oc
      .route({ method: 'POST', path: '/admin/vouchers', ...tags })
      .input(NewVouchers)
      .output(z.object({ batch: Id, rows: z.array(Voucher) }))
      .errors(
        refusals({
          VOUCHER_KEY_REUSED: {},
          /** L-banners that the caller may still issue today. */
          VOUCHER_DAY_LIMIT: { data: z.object({ left: z.int() }) },
        }),
      ),
    /** What the caller may issue on a day, and what is left of it today; both in L-banners. */
    allowance: oc
      .route({ method: 'GET', path: '/admin/vouchers/allowance', ...tags })
      .output(z.object({ limit: z.int(), left: z.int() })),
    /** Asked twice, it voids once. */
    void: oc
      .route({ method: 'POST', path: '/admin/vouchers/{id}/void', ...tags })
      .input(z.object({ id: z.coerce.number().int() }))
      .output(Voucher)
      .errors(refusals({ VOUCHER_GONE: { status: 404 }, VOUCHER_ALREADY_REDEEMED: {} })),
    /** The unused codes of a batch. Asked twice, it voids once and answers the same; `redeemed`: codes that stay redeemed. */
    voidBatch: oc
      .route({ method: 'POST', path: '/admin/vouchers/batches/{batch}/void', ...tags })
      .input(z.object({ batch: Id }))
      .output(z.object({ voided: z.int(), redeemed: z.int() }))
      .errors(refusals({ VOUCHER_GONE: { status: 404 } })),
    /** The filtered list as a file for a spreadsheet. */
    export: oc
      .route({ method: 'GET', path: '/admin/vouchers/export', ...tags })
      .input(VoucherFilter)
      .output(z.file()),
  },
};
