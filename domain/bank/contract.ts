import { oc } from '@orpc/contract';
import * as z from 'zod';
import { ENTITIES } from '../books/accounts.ts';
import { refusals } from '../errors.ts';
import { ReservationStatus } from '../events/reservation-status.ts';
import { LOSSES } from '../fulfilment/lost/lost.ts';
import { COURIERS } from '../fulfilment/shipment.ts';
import { Account, Payee, payoutAccountRefusals } from '../payouts/contract.ts';
import { PAYOUT_STATES } from '../payouts/rules.ts';
import { REASON_MAX, REASON_MIN } from '../reason-length.ts';
import { Currency, Cursor, Day, Flag, Id, Money } from '../shapes.ts';
import { cardPayouts } from './card-contract.ts';
import { CARD_FINDINGS } from './card-payouts.ts';
import { COMPENSATION_PROBLEMS, MOST_COMPENSATED } from './compensations.ts';
import { courierPayouts } from './courier-contract.ts';
import { PAYOUT_QUESTIONS } from './courier-payouts.ts';
import { CANDIDATE_REASONS } from './decisions.ts';
import { Balance, ColumnMapping, Decision, LineState, OwnAccount, PartState, Verdict } from './shapes.ts';
import { STATEMENT_FORMATS, STATEMENT_REFUSALS } from './statement.ts';

/**
 * Money that came by bank transfer. A payment of a statement is counted when somebody or an exact amount decides on it, and
 * then to the para: what arrived is what is confirmed, waits as a part, or is owed back, of each currency by itself.
 * Only what agrees with its reservation confirms with one press; every difference is accepted with a reason.
 */
export const StatementImport = z.object({
  id: Id,
  fileName: z.string(),
  format: z.enum(STATEMENT_FORMATS),
  entity: z.enum(ENTITIES),
  /** As printed on payment slips; `null` of those from before accounts were asked for. */
  account: z.string().nullable(),
  number: z.string(),
  firstDay: Day.nullable(),
  lastDay: Day.nullable(),
  lines: z.int(),
  open: z.int(),
  importedAt: z.date(),
  importedBy: z.string(),
});
export type StatementImport = z.infer<typeof StatementImport>;

/** Where a payment's money went: `number` and `year` are the reservation's, `order` the order's. */
export const Part = Money.extend({
  state: PartState,
  number: z.int().nullable(),
  year: z.int().nullable(),
  order: z.int().nullable(),
  reason: z.string(),
});

export const StatementLine = z.object({
  id: Id,
  position: z.int(),
  bookedOn: Day,
  amount: z.int(),
  currency: Currency,
  outgoing: z.boolean(),
  payer: z.string(),
  reference: z.string(),
  purpose: z.string(),
  state: LineState,
  verdict: Verdict,
  reservation: z
    .object({
      id: Id,
      number: z.int(),
      year: z.int(),
      name: z.string(),
      amount: z.int(),
      currency: Currency,
      /** In its own currency. */
      arrived: z.int(),
      status: ReservationStatus,
      lapsedAt: z.date().nullable(),
    })
    .nullable(),
  /** The sum of all payments of this currency that came for the reservation, when there is more than one. */
  together: z.int().nullable(),
  /** Of the company's account: the order that the reference names, and what was asked by it. */
  order: Money.extend({ number: z.int(), name: z.string(), productName: z.string() }).nullable(),
  /** A courier hands over what it collected: how many parcels it names, how many of them agree, and how many were never paid. */
  courier: z
    .object({
      name: z.enum(COURIERS),
      question: z.enum(PAYOUT_QUESTIONS),
      parcels: z.int(),
      agree: z.int(),
      missing: z.int(),
    })
    .nullable(),
  /** The payment provider sends what was paid by card: which of its payouts, and whether it agrees. */
  card: z.object({ payout: z.string().nullable(), finding: z.enum(CARD_FINDINGS) }).nullable(),
  /** It shows a payout of ours, executed or sent back. */
  isPayout: z.boolean(),
  /** Why it is not ours. */
  reason: z.string(),
  hold: z
    .object({ id: Id, dueAt: z.date().nullable(), decision: Decision, askedBy: z.string(), reason: z.string() })
    .nullable(),
  /** A decision was not carried out then, because things had changed. */
  stoppedAt: z.date().nullable(),
  /** Of an open payment that names nothing: so many orders wait for exactly this amount. */
  maybe: z.int(),
  /** Not named by the reference, but the number in the text or the payer's name and the amount point to it. */
  suggestion: z.object({ number: z.int(), year: z.int(), name: z.string() }).nullable(),
  parts: z.array(Part),
  decidedBy: z.string().nullable(),
  decidedAt: z.date().nullable(),
});
export type StatementLine = z.infer<typeof StatementLine>;

/** A payment beside the reservation it may belong to: what came, what is expected, and what may be done. */
export const Comparison = z.object({
  arrived: Money,
  reservation: z
    .object({
      number: z.int(),
      year: z.int(),
      name: z.string(),
      email: z.string(),
      phone: z.string(),
      packageId: z.string(),
      status: ReservationStatus,
      price: Money,
      /** Its event is over then, and nobody is asked for the rest any more. */
      endsAt: z.date(),
    })
    .nullable(),
  /** `late`: it is over, or to be paid another way by now. */
  order: z
    .object({
      number: z.int(),
      name: z.string(),
      email: z.string(),
      phone: z.string(),
      productName: z.string(),
      status: z.enum(['asked', 'late', 'paid']),
      price: Money,
    })
    .nullable(),
  expected: Money.nullable(),
  /** Expected less arrived, negative when more came; `null` in another currency. */
  missing: z.int().nullable(),
  together: z.boolean(),
  decisions: z.array(Decision),
  /** What else came for the reservation, skipped payments too; `lineId` is `null` of money that a person said has come. */
  earlier: z.array(
    Money.extend({
      lineId: Id.nullable(),
      bookedOn: Day.nullable(),
      payer: z.string(),
      state: z.union([LineState, PartState]),
    }),
  ),
});
export type Comparison = z.infer<typeof Comparison>;

/** A parcel that was lost or damaged, whose courier may have paid for it with an open line; the likeliest first. */
export const ClaimedParcel = z.object({
  id: Id,
  parcel: z.string(),
  courier: z.enum(COURIERS),
  kind: z.enum(LOSSES),
  worth: Money,
});
export type ClaimedParcel = z.infer<typeof ClaimedParcel>;

/** A decision that waits; `dueAt` is `null` while a second person has to agree, `lineId` of all that agreed. */
export const Hold = z.object({
  id: Id,
  lineId: Id.nullable(),
  decision: Decision,
  lines: z.int(),
  reason: z.string(),
  askedBy: z.string(),
  askedAt: z.date(),
  dueAt: z.date().nullable(),
});

/** What a decision put on hold. */
export const HeldLines = z.object({ holdId: Id, lines: z.int(), sums: z.array(Money), dueAt: z.date().nullable() });
export type HeldLines = z.infer<typeof HeldLines>;

/** What an unnamed payment may be for, and why. */
export const Candidate = z.object({
  /** Of the reservation, or of the order of the company. */
  number: z.int(),
  name: z.string(),
  what: z.string(),
  left: Money,
  why: z.array(z.enum(CANDIDATE_REASONS)),
});
export type Candidate = z.infer<typeof Candidate>;

/** A payment that names nothing that is known, and its statement. */
export const UnmatchedLine = Money.extend({
  id: Id,
  bookedOn: Day,
  payer: z.string(),
  purpose: z.string(),
  statement: z.object({ id: Id, number: z.string(), fileName: z.string() }),
});
export type UnmatchedLine = z.infer<typeof UnmatchedLine>;

export const StatementSums = z.object({
  /** Nothing is decided until the difference of each is 0. */
  balances: z.array(Balance),
  verdicts: z.record(Verdict, z.object({ lines: z.int(), sums: z.array(Money) })),
  /** Of the payments that are `exact`: another one as soon as one of them is settled or one more agrees. */
  version: z.string(),
  states: z.record(LineState, z.int()),
  holds: z.array(Hold),
  held: z.array(Money),
  closed: z.array(Money),
  /** Of all that came; what was decided on stands below. */
  arrived: z.array(Money),
  went: z.array(Money),
  open: z.array(Money),
  dismissed: z.array(Money),
  confirmed: z.array(Money),
  waiting: z.array(Money),
  /** Given back or not yet. */
  owed: z.array(Money),
});
export type StatementSums = z.infer<typeof StatementSums>;

export const OwedMoney = Money.extend({
  id: Id,
  entity: z.enum(ENTITIES),
  payer: z.string(),
  bookedOn: Day.nullable(),
  reference: z.string(),
  /** Of the reservation that the money came for. */
  number: z.int().nullable(),
  year: z.int().nullable(),
  order: z.int().nullable(),
  name: z.string(),
  email: z.string(),
  reason: z.string(),
  owedAt: z.date(),
  owedBy: z.string(),
  returnedAt: z.date().nullable(),
  returnedBy: z.string().nullable(),
  /** From which it came, where the statement says so and money can go back there; as printed on payment slips. */
  account: z.string().nullable(),
  /** It can go into the company's next payment order; everything else is given back by hand and marked. */
  mayBePaidOut: z.boolean(),
  /** The payout that lives, or else the last one that the bank did not pay or sent back. */
  payout: z
    .object({ state: z.enum(PAYOUT_STATES), account: z.string().nullable(), list: z.int().nullable() })
    .nullable(),
});
export type OwedMoney = z.infer<typeof OwedMoney>;

const tags = ['bank'];
const targetGone = { RESERVATION_GONE: { status: 404 }, PAYMENT_ORDER_GONE: { status: 404 } };
const gone = { STATEMENT_GONE: { status: 404 } };
const owed = {
  OWED_MONEY_GONE: { status: 404 },
  OWED_IN_PAYOUT: { data: z.object({ state: z.enum(['ready', 'listed', 'done']) }) },
} as const;
const line = { STATEMENT_LINE_GONE: { status: 404 }, STATEMENT_LINE_SETTLED: {} };
/** What agrees only together with a payment of another statement, which does not add up. */
const beside = { STATEMENT_BESIDE_NOT_WHOLE: { data: z.object({ fileName: z.string() }) } };
const whole = { STATEMENT_NOT_WHOLE: { data: z.object({ currency: Currency, difference: z.int().nullable() }) } };

/** What the screen showed, and the press: with the same key again the answer is that of the first time. */
const AsShown = { version: z.string().max(64), key: Id.optional() };

export const bank = {
  statements: {
    /** Newest first, all of them or those of one entity. */
    list: oc
      .route({ method: 'GET', path: '/admin/bank/statements', tags })
      .input(z.object({ after: Cursor.optional(), entity: z.enum(ENTITIES).optional() }).default({}))
      .output(z.object({ rows: z.array(StatementImport), next: Cursor.nullable() })),
    /**
     * The same file twice changes nothing. A CSV seen for the first time asks what its columns are, and one that does not fit what was
     * answered before (`isKnown`) asks again; a file that names no account asks which it is of, with what its columns are taken for.
     */
    import: oc
      .route({ method: 'POST', path: '/admin/bank/statements', tags })
      .input(z.object({ file: z.file(), mapping: ColumnMapping.optional(), account: z.string().max(40).optional() }))
      .output(
        z.discriminatedUnion('kind', [
          z.object({
            kind: z.literal('mapping'),
            columns: z.array(z.string()),
            sample: z.array(z.array(z.string())),
            suggestion: ColumnMapping.partial(),
            isKnown: z.boolean(),
            accounts: z.array(OwnAccount),
          }),
          z.object({
            kind: z.literal('account'),
            accounts: z.array(OwnAccount),
            csv: z
              .object({ columns: z.array(z.string()), sample: z.array(z.array(z.string())), suggestion: ColumnMapping })
              .nullable(),
          }),
          z.object({
            kind: z.literal('imported'),
            importId: Id,
            already: z.boolean(),
            importedAt: z.date(),
            lines: z.int(),
            fresh: z.int(),
          }),
        ]),
      )
      .errors(
        refusals({
          STATEMENT_UNREADABLE: { status: 422, data: z.object({ reason: z.enum(STATEMENT_REFUSALS) }) },
          STATEMENT_COLUMN_MISSING: { status: 422, data: z.object({ column: z.string() }) },
          STATEMENT_OF_ANOTHER_ACCOUNT: { status: 422, data: z.object({ account: z.string() }) },
        }),
      ),
    /**
     * How many lines wait for which decision, and what became of the money. `isTooNew`: the rights of whoever asks are so new that they are
     * no second person yet.
     */
    sums: oc
      .route({ method: 'GET', path: '/admin/bank/statements/{importId}/sums', tags })
      .input(z.object({ importId: Id }))
      .output(StatementSums.extend({ isTooNew: z.boolean() }))
      .errors(refusals(gone)),
    /** What the lines must come to, read on the bank's paper, where the file has no balances: what came less what went. */
    total: oc
      .route({ method: 'POST', path: '/admin/bank/statements/{importId}/total', tags })
      .input(z.object({ importId: Id, amount: z.int(), currency: Currency }))
      .output(StatementSums)
      .errors(refusals(gone)),
    /** All lines that are `exact`, at once: those that the screen has counted, or none. */
    confirmExact: oc
      .route({ method: 'POST', path: '/admin/bank/statements/{importId}/confirm', tags })
      .input(z.object({ importId: Id, ...AsShown }))
      .output(z.object({ confirmed: z.int() }))
      .errors(refusals({ ...gone, ...whole, STATEMENT_CHANGED: { data: StatementSums } })),
  },
  lines: {
    list: oc
      .route({ method: 'GET', path: '/admin/bank/statements/{importId}/lines', tags })
      .input(
        z.object({
          importId: Id,
          /** Those that wait for a decision unless it is said otherwise. */
          state: LineState.default('open'),
          verdict: Verdict.optional(),
          /** Of every state. */
          all: Flag.optional(),
          after: z.coerce.number().pipe(z.int32().nonnegative()).optional(),
        }),
      )
      .output(z.object({ rows: z.array(StatementLine), next: z.int().nullable() }))
      .errors(refusals(gone)),
    /** With the reservation or order it names, or with the one whose number is given. */
    compare: oc
      .route({ method: 'GET', path: '/admin/bank/lines/{id}/comparison', tags })
      .input(z.object({ id: Id, number: z.coerce.number().pipe(z.int().positive()).optional() }))
      .output(Comparison.extend({ parcels: z.array(ClaimedParcel) }))
      .errors(refusals({ STATEMENT_LINE_GONE: { status: 404 }, ...targetGone })),
    /**
     * `confirm` and `return` may leave out what was shown: what agrees to the para, or goes back whole, needs no comparison. Everything else
     * says it, and whatever is said is compared.
     */
    decide: oc
      .route({ method: 'POST', path: '/admin/bank/lines/{id}/decide', tags })
      .input(
        z.object({
          id: Id,
          decision: Decision,
          reservationNumber: z.int().positive().optional(),
          /** What was expected on the screen, minor units; `null`: nothing was. */
          shown: z.int().nonnegative().nullish(),
          reason: z.string().trim().max(REASON_MAX).default(''),
        }),
      )
      .output(
        z.object({
          outcome: z.enum(['paid', 'linked', 'part', 'kept', 'owed', 'asked']),
          number: z.int().nullable(),
        }),
      )
      .errors(
        refusals({
          ...line,
          ...whole,
          STATEMENT_LINE_HELD: {},
          STATEMENT_NEEDS_RESERVATION: { status: 422 },
          RESERVATION_GONE: { status: 404 },
          LAPSED_PLACE_TAKEN: {},
          /** An order of devices that was called off lives again only while so many are free. */
          LATE_ORDER_SHORT: { data: z.object({ free: z.int() }) },
          ...beside,
          /** The amount does not agree, or something came or was decided since. */
          PAYMENT_DIFFERS: { data: Comparison },
          PAYMENT_REASON_NEEDED: { status: 422 },
        }),
      ),
    dismiss: oc
      .route({ method: 'POST', path: '/admin/bank/lines/{id}/dismiss', tags })
      .input(z.object({ id: Id }))
      .output(z.object({ dismissed: z.literal(true) }))
      .errors(refusals(line)),
    /** Undoes a skip, a part whose rest has not come, and a return that has not been paid. */
    reopen: oc
      .route({ method: 'POST', path: '/admin/bank/lines/{id}/reopen', tags })
      .input(z.object({ id: Id }))
      .output(z.object({ reopened: z.literal(true) }))
      .errors(refusals({ STATEMENT_LINE_GONE: { status: 404 }, STATEMENT_LINE_HELD: {}, PAYMENT_COUNTED: {} })),
  },
  /** Decisions that wait two minutes before anything follows from them. */
  desk: {
    decide: oc
      .route({ method: 'POST', path: '/admin/bank/lines/{id}/hold', tags })
      .input(
        z.object({
          id: Id,
          decision: Decision,
          /** Of another reservation, or order, than the line names. */
          number: z.int().positive().optional(),
          /** What was expected on the screen, minor units; `null`: nothing was. */
          shown: z.int().nonnegative().nullish(),
          reason: z.string().trim().max(REASON_MAX).default(''),
        }),
      )
      .output(HeldLines)
      .errors(
        refusals({
          ...line,
          ...whole,
          ...targetGone,
          STATEMENT_NEEDS_RESERVATION: { status: 422 },
          LAPSED_PLACE_TAKEN: {},
          LATE_ORDER_SHORT: { data: z.object({ free: z.int() }) },
          ...beside,
          PAYMENT_DIFFERS: { data: Comparison },
          PAYMENT_REASON_NEEDED: { status: 422 },
        }),
      ),
    /** All lines that are `exact`: those that the screen has counted, or none. */
    confirmExact: oc
      .route({ method: 'POST', path: '/admin/bank/statements/{importId}/hold', tags })
      .input(z.object({ importId: Id, ...AsShown }))
      .output(HeldLines)
      .errors(refusals({ ...gone, ...whole, STATEMENT_CHANGED: { data: StatementSums } })),
    undo: oc
      .route({ method: 'POST', path: '/admin/bank/holds/{id}/undo', tags })
      .input(z.object({ id: Id }))
      .output(z.object({ undone: z.int() }))
      .errors(refusals({ STATEMENT_LINE_GONE: { status: 404 }, DECISION_CARRIED_OUT: {} })),
    /** A second person, who is not the buyer, agrees to a difference that is too large for one, or that its buyer accepted. */
    second: oc
      .route({ method: 'POST', path: '/admin/bank/holds/{id}/second', tags })
      .input(z.object({ id: Id }))
      .output(z.object({ dueAt: z.date() }))
      .errors(
        refusals({
          STATEMENT_LINE_GONE: { status: 404 },
          DECISION_CARRIED_OUT: {},
          SECOND_PERSON_NEEDED: { data: z.object({ reason: z.enum(['own', 'buyer', 'new']) }) },
        }),
      ),
    /**
     * A fee, a payment of ours, or nothing of ours; with `parcel` what its courier paid for it, which is booked, and with `parcels` what it
     * paid for several: to the para.
     */
    close: oc
      .route({ method: 'POST', path: '/admin/bank/lines/{id}/close', tags })
      .input(
        z.object({
          id: Id,
          reason: z.string().trim().min(REASON_MIN).max(REASON_MAX),
          parcel: Id.optional(),
          parcels: z
            .array(z.object({ id: Id, amount: z.int().positive() }))
            .min(1)
            .max(MOST_COMPENSATED)
            .optional(),
        }),
      )
      .output(z.object({ closed: z.literal(true) }))
      .errors(
        refusals({
          ...line,
          ...whole,
          PARCEL_GONE: { status: 404 },
          CLAIM_SETTLED: {},
          COMPENSATION_WRONG: { status: 422, data: z.object({ why: z.enum(COMPENSATION_PROBLEMS) }) },
        }),
      ),
    /** Payments of all statements that name nothing that is known, the oldest first. */
    unmatched: oc
      .route({ method: 'GET', path: '/admin/bank/unmatched', tags })
      .input(z.object({ after: Cursor.optional() }).default({}))
      .output(z.object({ rows: z.array(UnmatchedLine), next: Cursor.nullable() })),
    /** What the line may be for, or what is found by name, number or amount. */
    candidates: oc
      .route({ method: 'GET', path: '/admin/bank/lines/{id}/candidates', tags })
      .input(z.object({ id: Id, search: z.string().trim().max(100).optional() }))
      .output(z.array(Candidate))
      .errors(refusals({ STATEMENT_LINE_GONE: { status: 404 } })),
  },
  courier: courierPayouts,
  card: cardPayouts,
  /** What is owed back, by whose account it came to. */
  owed: {
    list: oc
      .route({ method: 'GET', path: '/admin/bank/owed', tags })
      .input(
        z
          .object({ returned: Flag.optional(), entity: z.enum(ENTITIES).optional(), after: Cursor.optional() })
          .default({}),
      )
      .output(
        z.object({
          rows: z.array(OwedMoney),
          next: Cursor.nullable(),
          /** Of what is not given back yet: its sums, and how many entries. */
          sums: z.array(Money),
          count: z.int(),
        }),
      ),
    /** Says that it was given back, or that this was a mistake. What is in a payment order, or was, statements tell. */
    mark: oc
      .route({ method: 'POST', path: '/admin/bank/owed/{id}', tags })
      .input(z.object({ id: Id, returned: z.boolean() }))
      .output(z.object({ returned: z.boolean() }))
      .errors(refusals(owed)),
    /**
     * Into the company's next payment order, to the account from which the money came. Another one is said where the statement shows none,
     * or once the bank has sent the money back. In there already is done.
     */
    payOut: oc
      .route({ method: 'POST', path: '/admin/bank/owed/{id}/payout', tags })
      .input(z.object({ id: Id, payee: Payee.optional(), account: Account.optional() }))
      .output(z.object({ paidOut: z.literal(true) }))
      .errors(
        refusals({
          ...owed,
          ...payoutAccountRefusals,
          OWED_NOT_PAYABLE: { status: 422 },
          OWED_ACCOUNT_OTHER: { status: 422 },
        }),
      ),
    /** It does not go with the next payment order after all. Out of it already is done. */
    takeOut: oc
      .route({ method: 'POST', path: '/admin/bank/owed/{id}/take-out', tags })
      .input(z.object({ id: Id }))
      .output(z.object({ takenOut: z.literal(true) }))
      .errors(refusals(owed)),
  },
};
