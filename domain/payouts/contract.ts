import { oc } from '@orpc/contract';
import * as z from 'zod';
import { proofRefusals } from '../auth/proof.ts';
import { ENTITIES } from '../books/accounts.ts';
import { refusals } from '../errors.ts';
import { Day, Id, Money, plainLine } from '../shapes.ts';
import { MOST_PAYOUTS, PAYEE_MAX, PAYOUT_STATES, REFUND_WAYS } from './rules.ts';

/**
 * Money of transfers and of cash on delivery that goes back to an account, what is owed back of other payments, and rewards of viewers,
 * whose account is in their profile. The account is named by the buyer behind a mailed link, or by staff whom the buyer told; payouts go
 * to the bank as a list, a file that never changes, and are done when a statement shows them.
 */
const tags = { tags: ['payouts'] };

const Token = z.string().regex(/^[\w-]{22}$/);
/** As people write it: with dashes, without, as an IBAN. */
export const Account = z.string().trim().min(1).max(40);
export const Payee = plainLine(PAYEE_MAX).min(2);

/** What is behind the link in the mail. */
export const OwnPayout = z.object({
  order: z.int(),
  money: Money,
  state: z.enum(PAYOUT_STATES),
  /** Masked; `null` until it is named. */
  account: z.string().nullable(),
  /** The name from the order, to begin with. */
  name: z.string(),
});
export type OwnPayout = z.infer<typeof OwnPayout>;

/**
 * What a payout is of: a refund of an order, a viewer's statement for a month (`2026-10`), or a payment that is owed back, by the day on
 * which the bank booked it.
 */
const of = { order: z.int().nullable(), month: z.string().nullable(), cameOn: Day.nullable() };

export const Payout = z.object({
  id: Id,
  ...of,
  name: z.string(),
  money: Money,
  state: z.enum(PAYOUT_STATES),
  payee: z.string(),
  /** As printed on payment slips; `null` until it is named. */
  account: z.string().nullable(),
  /** Named by the buyer; otherwise by staff. */
  isByBuyer: z.boolean(),
  /** The account from which the payment came, by its statement. */
  isFromStatement: z.boolean(),
  reference: z.string(),
  askedAt: z.date(),
  list: z.int().nullable(),
  executedOn: Day.nullable(),
});
export type Payout = z.infer<typeof Payout>;

/** A refund that goes back only when a second person agrees. */
export const AskedRefund = z.object({
  id: Id,
  order: z.int(),
  name: z.string(),
  money: Money,
  way: z.enum(REFUND_WAYS),
  askedAt: z.date(),
  /** Empty once the account is erased. */
  askedBy: z.string(),
});
export type AskedRefund = z.infer<typeof AskedRefund>;

export const PayoutList = z.object({
  id: Id,
  number: z.int(),
  entity: z.enum(ENTITIES),
  money: Money,
  payouts: z.int(),
  done: z.int(),
  /** Sent back by the bank, or never paid. */
  returned: z.int(),
  /** Of the payment order, hexadecimal. */
  sha256: z.string(),
  exportedAt: z.date(),
  exportedBy: z.string(),
});
export type PayoutList = z.infer<typeof PayoutList>;

/** A line of a statement that is a payout of ours: executed, or sent back. */
export const PayoutMatch = z.object({
  line: Id,
  position: z.int(),
  kind: z.enum(['executed', 'returned']),
  ...of,
  payee: z.string(),
  money: Money,
});
export type PayoutMatch = z.infer<typeof PayoutMatch>;

const ended = { PAYOUT_LINK_ENDED: { status: 404 } } as const;
export const payoutAccountRefusals = {
  ACCOUNT_WRONG: { status: 422, data: z.object({ reason: z.enum(['digits', 'abroad']) }) },
} as const;
const gone = { PAYOUT_GONE: { status: 404 } } as const;

export const payouts = {
  read: oc
    .route({ method: 'GET', path: '/payouts/{token}', ...tags })
    .input(z.object({ token: Token }))
    .output(OwnPayout)
    .errors(refusals(ended)),
  /**
   * The path of the page on which the account is named, for a payout of one's own order. Whoever has it names the account, so it wants a
   * fresh proof.
   */
  open: oc
    .route({ method: 'POST', path: '/orders/{number}/payouts/{id}/open', ...tags })
    .input(z.object({ number: z.coerce.number().pipe(z.int().positive().max(2_000_000_000)), id: Id }))
    .output(z.object({ path: z.string() }))
    .errors(refusals({ ...proofRefusals, ...gone })),
  /** Until it is in a list it may be said anew. The buyer is mailed each account that is named. */
  name: oc
    .route({ method: 'POST', path: '/payouts/{token}/account', ...tags })
    .input(z.object({ token: Token, payee: Payee, account: Account }))
    .output(OwnPayout)
    .errors(refusals({ ...ended, ...payoutAccountRefusals, PAYOUT_LISTED: {} })),
  admin: {
    /** What waits for a second person, for an account or for a list, and the last hundred lists. */
    list: oc
      .route({ method: 'GET', path: '/admin/payouts', ...tags })
      .output(z.object({ asked: z.array(AskedRefund), waiting: z.array(Payout), lists: z.array(PayoutList) })),
    /** The payouts of one list; none of a list that there is not. */
    listed: oc
      .route({ method: 'GET', path: '/admin/payout-lists/{id}', ...tags })
      .input(z.object({ id: Id }))
      .output(z.array(Payout)),
    /** The account that the buyer told staff. `seen`: the one that stood there, `null` for none; over another one nothing is written. */
    name: oc
      .route({ method: 'POST', path: '/admin/payouts/{id}/account', ...tags })
      .input(z.object({ id: Id, payee: Payee, account: Account, seen: Account.nullable().default(null) }))
      .output(Payout)
      .errors(refusals({ ...gone, ...payoutAccountRefusals, PAYOUT_LISTED: {}, PAYOUT_ACCOUNT_CHANGED: {} })),
    /** These, and no others, become a payment order. The same id again is the same list. `shown` is their sum, para. */
    export: oc
      .route({ method: 'POST', path: '/admin/payout-lists', ...tags })
      .input(z.object({ id: Id, payouts: z.array(Id).min(1).max(MOST_PAYOUTS), shown: z.int().positive() }))
      .output(PayoutList)
      .errors(refusals({ PAYOUTS_CHANGED: {} })),
    /** The same bytes whenever it is asked for. */
    file: oc
      .route({ method: 'GET', path: '/admin/payout-lists/{id}/file', ...tags })
      .input(z.object({ id: Id, format: z.enum(['xml', 'csv']) }))
      .output(z.file())
      .errors(refusals(gone)),
    /** The bank did not pay it: it is in no list any more, and the buyer is asked for another account. */
    refuse: oc
      .route({ method: 'POST', path: '/admin/payouts/{id}/refuse', ...tags })
      .input(z.object({ id: Id }))
      .output(Payout)
      .errors(refusals({ ...gone, PAYOUTS_CHANGED: {} })),
    /** Lines of a statement that show payouts, and wait. */
    matches: oc
      .route({ method: 'GET', path: '/admin/bank/statements/{importId}/payouts', ...tags })
      .input(z.object({ importId: Id }))
      .output(z.array(PayoutMatch))
      .errors(refusals({ STATEMENT_GONE: { status: 404 } })),
    /** Payouts that these lines show are done, or came back. A line that was confirmed before is left as it is. */
    confirm: oc
      .route({ method: 'POST', path: '/admin/bank/statements/{importId}/payouts', ...tags })
      .input(z.object({ importId: Id, lines: z.array(Id).min(1).max(MOST_PAYOUTS) }))
      .output(z.object({ executed: z.int(), returned: z.int() }))
      .errors(
        refusals({
          STATEMENT_GONE: { status: 404 },
          STATEMENT_NOT_WHOLE: { data: z.object({ currency: z.enum(['RSD', 'EUR']), difference: z.int().nullable() }) },
        }),
      ),
  },
};
