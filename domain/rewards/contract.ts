import { oc } from '@orpc/contract';
import * as z from 'zod';
import { proofRefusals } from '../auth/proof.ts';
import { refusals } from '../errors.ts';
import { Objection, ObjectionText } from '../objections.ts';
import { PAYEE_MAX } from '../payouts/rules.ts';
import { Cursor, Day, Id, plainLine } from '../shapes.ts';
import { CEILING_MAX, CLOSING_STOPS, HOLD_REASONS, RATE_MAX, REWARD_WAIT_REASONS, STATEMENT_STATES } from './rules.ts';

/**
 * Viewers are rewarded for plays that were counted on their TVs, by rules that are published before they hold. A month is closed once, when
 * nothing of it can come any more and the nightly proof agrees; a closed month never changes. Amounts are para, rates hundredths of a para.
 */
const tags = ['rewards'];

export const Month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/);
const Para = z.int().min(1).max(CEILING_MAX);
const Rate = z.int().min(0).max(RATE_MAX);
const amounts = { banners: z.int(), tvSeconds: z.int(), amount: z.int() };

export const RewardRule = z.object({
  id: Id,
  validFrom: Day,
  banner: Rate,
  tvSecond: Rate,
  ceiling: Para,
  smallest: Para,
  state: z.enum(['announced', 'valid', 'past']),
});
export type RewardRule = z.infer<typeof RewardRule>;

const RewardObjection = Objection.extend({
  /** What the answer gave or took, in the first month that was open. */
  correction: z.int(),
});

const statement = {
  id: Id,
  month: Month,
  ...amounts,
  /** From earlier statements below the smallest payout. */
  carried: z.int(),
  gross: z.int(),
  state: z.enum(STATEMENT_STATES),
  holdReason: z.enum(HOLD_REASONS).nullable(),
  /** What a payable one waits for. */
  waits: z.enum(REWARD_WAIT_REASONS).nullable(),
  /** `null` before the first payout. */
  tax: z.int().nullable(),
  net: z.int().nullable(),
  smallest: z.int(),
  carriedInto: Month.nullable(),
  paidOn: Day.nullable(),
  /** Masked. */
  account: z.string().nullable(),
  closedAt: z.date(),
  objection: RewardObjection.nullable(),
};

export const OwnStatement = z.object({ ...statement, objectUntil: Day.nullable() });
export type OwnStatement = z.infer<typeof OwnStatement>;

export const AdminStatement = z.object({
  ...statement,
  viewer: z.object({ id: Id, name: z.string(), isCompany: z.boolean() }),
  holdNote: z.string(),
  invoiceNumber: z.string().nullable(),
  hasTaxNumber: z.boolean(),
  /** In a payment order that the bank has: held no more. */
  isListed: z.boolean(),
});
export type AdminStatement = z.infer<typeof AdminStatement>;

export const OwnRewards = z.object({
  hasTv: z.boolean(),
  month: Month,
  /** Months in which something was counted, the newest first; the current one is always there. */
  months: z.array(Month),
  /** Until yesterday, of the current month; `null` on its first day. */
  until: Day.nullable(),
  ...amounts,
  tvs: z.array(z.object({ id: Id, name: z.string(), ...amounts })),
  /** The newest first; `amount` is `null` where no rule was in force. */
  days: z.array(
    z.object({
      day: Day,
      tvs: z.array(
        z.object({
          id: Id,
          banners: z.int(),
          tvSeconds: z.int(),
          amount: z.int().nullable(),
          isAtCeiling: z.boolean(),
        }),
      ),
      amount: z.int().nullable(),
    }),
  ),
  rules: z.array(RewardRule),
  statements: z.array(OwnStatement),
  /** Earlier months that wait to be closed. */
  open: z.array(z.object({ month: Month, amount: z.int(), from: Day })),
  payee: z.string(),
  /** Masked. */
  account: z.string().nullable(),
  /** A statement waits for the tax number and for nothing else. */
  asksTaxNumber: z.boolean(),
  hasTaxNumber: z.boolean(),
});
export type OwnRewards = z.infer<typeof OwnRewards>;

export const Closing = z.object({
  month: Month,
  amount: z.int(),
  viewers: z.int(),
  payable: z.object({ viewers: z.int(), amount: z.int() }),
  carried: z.object({ viewers: z.int(), amount: z.int() }),
  smallest: z.int(),
  suspected: z.object({ viewers: z.int(), tvs: z.int(), amount: z.int() }),
  stops: z.array(z.enum(CLOSING_STOPS)),
  from: z.date(),
});
export type Closing = z.infer<typeof Closing>;

export const RewardsDesk = z.object({
  /** The last nightly proof: of units and of rewards together. */
  proof: z.object({ provenAt: z.date(), differences: z.array(z.string()) }).nullable(),
  closing: Closing.nullable(),
  /** Closed ones, the newest first. */
  months: z.array(z.object({ month: Month, amount: z.int(), viewers: z.int(), closedAt: z.date() })),
  rules: z.array(RewardRule),
  earliest: Day,
  taxRates: z.array(z.object({ validFrom: Day, rate: z.int(), isValid: z.boolean() })),
  objections: z.array(
    z.object({
      id: Id,
      statement: Id,
      month: Month,
      viewer: z.string(),
      /** `null`: erased since. */
      viewerId: Id.nullable(),
      dueOn: Day,
      isLate: z.boolean(),
    }),
  ),
});
export type RewardsDesk = z.infer<typeof RewardsDesk>;

const wrongAccount = {
  ACCOUNT_WRONG: { status: 422, data: z.object({ reason: z.enum(['digits', 'abroad']) }) },
} as const;
const gone = { STATEMENT_OF_REWARD_GONE: { status: 404 } } as const;
const past = { REWARD_RULE_PAST: { status: 422, data: z.object({ from: Day }) } } as const;

const own = {
  /** What was counted on own TVs in a month, until yesterday. */
  read: oc
    .route({ method: 'GET', path: '/rewards', tags })
    .input(z.object({ month: Month.optional() }))
    .output(OwnRewards),
  /** The same by day, as a table. */
  file: oc
    .route({ method: 'GET', path: '/rewards/file', tags })
    .input(z.object({ month: Month }))
    .output(z.file()),
  /** One's own statement as a paper, from the lines of the book; made anew each time. */
  statementPdf: oc
    .route({ method: 'GET', path: '/rewards/statements/{id}/paper.pdf', tags })
    .input(z.object({ id: Id }))
    .output(z.file())
    .errors(refusals(gone)),
  /** Holds from the next statement, and for those that wait for an account. The owner is told by mail. */
  nameAccount: oc
    .route({ method: 'POST', path: '/rewards/account', tags })
    .input(z.object({ payee: plainLine(PAYEE_MAX).min(2), account: z.string().trim().min(1).max(40) }))
    .output(z.object({ account: z.string() }))
    .errors(refusals({ ...proofRefusals, ...wrongAccount })),
  /** Once. The owner is told by mail. */
  nameTaxNumber: oc
    .route({ method: 'POST', path: '/rewards/tax-number', tags })
    .input(z.object({ number: z.string().trim().min(1).max(20) }))
    .output(z.object({ saved: z.literal(true) }))
    .errors(refusals({ ...proofRefusals, TAX_NUMBER_WRONG: { status: 422 }, TAX_NUMBER_KNOWN: {} })),
  /** Within thirty days of the closing, once. The same id again is the same objection. */
  object: oc
    .route({ method: 'POST', path: '/rewards/statements/{statement}/objection', tags })
    .input(z.object({ statement: Id, id: Id, text: ObjectionText }))
    .output(z.object({ dueOn: Day }))
    .errors(refusals({ ...gone, OBJECTION_LATE: {}, OBJECTION_MADE: {} })),
};

const admin = {
  read: oc.route({ method: 'GET', path: '/admin/rewards', tags }).output(RewardsDesk),
  statements: oc
    .route({ method: 'GET', path: '/admin/rewards/statements', tags })
    .input(
      z.object({
        month: Month,
        /** Words of the viewer as in the list of people; or a part of the payee, the invoice, the account or the number of a TV. */
        search: z.string().trim().max(100).optional(),
        after: Cursor.optional(),
      }),
    )
    .output(z.object({ rows: z.array(AdminStatement), next: Cursor.nullable() })),
  statement: oc
    .route({ method: 'GET', path: '/admin/rewards/statements/{id}', tags })
    .input(z.object({ id: Id }))
    .output(AdminStatement)
    .errors(refusals(gone)),
  /** The statements of a closed month, as a table. */
  file: oc
    .route({ method: 'GET', path: '/admin/rewards/file', tags })
    .input(z.object({ month: Month }))
    .output(z.file()),
  /** `shown` is what the screen said that the month comes to. A month that the same person closed so already answers the same. */
  close: oc
    .route({ method: 'POST', path: '/admin/rewards/close', tags })
    .input(z.object({ month: Month, shown: z.int(), holdSuspected: z.boolean() }))
    .output(z.object({ viewers: z.int() }))
    .errors(
      refusals({
        CLOSING_STOPPED: { data: z.object({ reason: z.enum(CLOSING_STOPS) }) },
        REWARDS_CHANGED: {},
        /** By the same person with the other choice: how many viewers were held. */
        MONTH_CLOSED: { data: z.object({ held: z.int() }) },
      }),
    ),
  /** From tomorrow at the earliest; the same id again is the same rule. Viewers are told by mail. */
  publish: oc
    .route({ method: 'POST', path: '/admin/rewards/rules', tags })
    .input(z.object({ id: Id, validFrom: Day, banner: Rate, tvSecond: Rate, ceiling: Para, smallest: Para }))
    .output(z.object({ published: z.literal(true) }))
    .errors(refusals({ ...past, REWARD_RULE_TAKEN: {} })),
  /** One that does not hold yet. */
  recall: oc
    .route({ method: 'POST', path: '/admin/rewards/rules/{id}/recall', tags })
    .input(z.object({ id: Id }))
    .output(z.object({ recalled: z.literal(true) }))
    .errors(refusals({ REWARD_RULE_GONE: { status: 404 }, REWARD_RULE_VALID: {} })),
  /** Withheld of payouts from that day on, hundredths of a percent. */
  setTaxRate: oc
    .route({ method: 'POST', path: '/admin/rewards/tax-rates', tags })
    .input(z.object({ validFrom: Day, rate: z.int().min(0).max(9_999) }))
    .output(z.object({ set: z.literal(true) }))
    .errors(refusals(past)),
  /** Not paid until it is released; what the bank has is paid. */
  hold: oc
    .route({ method: 'POST', path: '/admin/rewards/statements/{id}/hold', tags })
    .input(z.object({ id: Id, note: ObjectionText }))
    .output(AdminStatement)
    .errors(refusals({ ...gone, REWARDS_CHANGED: {} })),
  /** A company needs the number of its invoice. */
  release: oc
    .route({ method: 'POST', path: '/admin/rewards/statements/{id}/release', tags })
    .input(z.object({ id: Id, invoiceNumber: plainLine(60).optional() }))
    .output(AdminStatement)
    .errors(refusals({ ...gone, REWARDS_CHANGED: {}, INVOICE_NUMBER_MISSING: { status: 422 }, OWN_STATEMENT: {} })),
  /** In full, for the tax return. Every look is in the log. */
  taxNumber: oc
    .route({ method: 'GET', path: '/admin/rewards/statements/{id}/tax-number', tags })
    .input(z.object({ id: Id }))
    .output(z.object({ number: z.string().nullable() }))
    .errors(refusals(gone)),
  /** A wrong one goes, and its viewer is asked again; refused while a payout by it is with the bank. Said twice, once. */
  clearTaxNumber: oc
    .route({ method: 'POST', path: '/admin/rewards/statements/{id}/tax-number/clear', tags })
    .input(z.object({ id: Id }))
    .output(AdminStatement)
    .errors(refusals({ ...gone, TAX_NUMBER_WITH_BANK: {} })),
  /** `correction`: para, a line of the first open month. The viewer is told by mail. Said twice, once. */
  answer: oc
    .route({ method: 'POST', path: '/admin/rewards/objections/{id}/answer', tags })
    .input(z.object({ id: Id, answer: ObjectionText, correction: z.int().min(-CEILING_MAX).max(CEILING_MAX) }))
    .output(z.object({ answered: z.literal(true) }))
    .errors(refusals({ OBJECTION_GONE: { status: 404 }, OBJECTION_ANSWERED: {}, OWN_STATEMENT: {} })),
};

export const rewards = { own, admin };
