import { oc } from '@orpc/contract';
import * as z from 'zod';
import { refusals } from '../errors.ts';
import { ReservationStatus } from '../events/reservation-status.ts';
import { Currency, Cursor, Flag, Id, Money } from '../shapes.ts';
import { REASON_MAX } from './decisions.ts';
import { ColumnMapping, Decision, LineState, PartState, Verdict } from './shapes.ts';
import { STATEMENT_FORMATS, UNREADABLE } from './statement.ts';

/**
 * Money that came by bank transfer. A payment of a statement is counted when somebody or an exact amount decides on it, and
 * then to the para: what arrived is what is confirmed, waits as a part, or is owed back, of each currency by itself.
 * Only what agrees with its reservation confirms with one press; every difference is accepted with a reason.
 */
export const StatementImport = z.object({
  id: Id,
  fileName: z.string(),
  format: z.enum(STATEMENT_FORMATS),
  lines: z.int(),
  open: z.int(),
  importedAt: z.date(),
  importedBy: z.string(),
});
export type StatementImport = z.infer<typeof StatementImport>;

/** Where a payment's money went; `number` is the reservation's. */
export const Part = Money.extend({ state: PartState, number: z.int().nullable(), reason: z.string() });

export const StatementLine = z.object({
  id: Id,
  position: z.int(),
  bookedOn: z.iso.date(),
  amount: z.int(),
  currency: Currency,
  payer: z.string(),
  reference: z.string(),
  purpose: z.string(),
  state: LineState,
  verdict: Verdict,
  reservation: z
    .object({
      id: Id,
      number: z.int(),
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
  /** Not named by the reference, but the number in the text or the payer's name and the amount point to it. */
  suggestion: z.object({ number: z.int(), name: z.string() }).nullable(),
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
      name: z.string(),
      email: z.string(),
      phone: z.string(),
      packageId: z.string(),
      status: ReservationStatus,
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
      bookedOn: z.iso.date().nullable(),
      payer: z.string(),
      state: z.union([LineState, PartState]),
    }),
  ),
});
export type Comparison = z.infer<typeof Comparison>;

export const StatementSums = z.object({
  verdicts: z.record(Verdict, z.object({ lines: z.int(), sums: z.array(Money) })),
  /** Of the payments that are `exact`: another one as soon as one of them is settled or one more agrees. */
  version: z.string(),
  states: z.record(LineState, z.int()),
  /** Of all lines; what was decided on stands below. */
  arrived: z.array(Money),
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
  payer: z.string(),
  bookedOn: z.iso.date().nullable(),
  reference: z.string(),
  number: z.int().nullable(),
  name: z.string(),
  email: z.string(),
  reason: z.string(),
  owedAt: z.date(),
  owedBy: z.string(),
  returnedAt: z.date().nullable(),
  returnedBy: z.string().nullable(),
});
export type OwedMoney = z.infer<typeof OwedMoney>;

const tags = ['bank'];
const line = { STATEMENT_LINE_GONE: { status: 404 }, STATEMENT_LINE_SETTLED: {} };

export const bank = {
  statements: {
    /** Newest first, all of them. */
    list: oc
      .route({ method: 'GET', path: '/admin/bank/statements', tags })
      .input(z.object({ after: Cursor.optional() }).default({}))
      .output(z.object({ rows: z.array(StatementImport), next: Cursor.nullable() })),
    /** The same file twice changes nothing. A CSV seen for the first time asks what its columns are. */
    import: oc
      .route({ method: 'POST', path: '/admin/bank/statements', tags })
      .input(z.object({ file: z.file(), mapping: ColumnMapping.optional() }))
      .output(
        z.discriminatedUnion('kind', [
          z.object({
            kind: z.literal('mapping'),
            columns: z.array(z.string()),
            sample: z.array(z.array(z.string())),
            suggestion: ColumnMapping.partial(),
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
          STATEMENT_UNREADABLE: { status: 422, data: z.object({ reason: z.enum(UNREADABLE) }) },
          STATEMENT_COLUMN_MISSING: { status: 422, data: z.object({ column: z.string() }) },
        }),
      ),
    /** How many lines wait for which decision, and what became of the money. */
    sums: oc
      .route({ method: 'GET', path: '/admin/bank/statements/{importId}/sums', tags })
      .input(z.object({ importId: Id }))
      .output(StatementSums),
    /** All lines that are `exact`, at once: those that the screen has counted, or none. */
    confirmExact: oc
      .route({ method: 'POST', path: '/admin/bank/statements/{importId}/confirm', tags })
      .input(z.object({ importId: Id, version: z.string().max(64) }))
      .output(z.object({ confirmed: z.int() }))
      .errors(refusals({ STATEMENT_CHANGED: { data: StatementSums } })),
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
      .output(z.object({ rows: z.array(StatementLine), next: z.int().nullable() })),
    /** With the reservation it names, or with the one whose number is given. */
    compare: oc
      .route({ method: 'GET', path: '/admin/bank/lines/{id}/comparison', tags })
      .input(z.object({ id: Id, number: z.coerce.number().pipe(z.int().positive()).optional() }))
      .output(Comparison)
      .errors(refusals({ STATEMENT_LINE_GONE: { status: 404 }, RESERVATION_GONE: { status: 404 } })),
    /** `confirm` needs no comparison: it is refused unless the amount agrees. Everything else says what was shown. */
    decide: oc
      .route({ method: 'POST', path: '/admin/bank/lines/{id}/decide', tags })
      .input(
        z.object({
          id: Id,
          decision: Decision,
          reservationNumber: z.int().positive().optional(),
          /** What was expected on the screen, minor units. */
          shown: z.int().nonnegative().optional(),
          reason: z.string().trim().max(REASON_MAX).default(''),
        }),
      )
      .output(
        z.object({
          outcome: z.enum(['paid', 'linked', 'part', 'owed']),
          number: z.int().nullable(),
        }),
      )
      .errors(
        refusals({
          ...line,
          STATEMENT_NEEDS_RESERVATION: { status: 422 },
          RESERVATION_GONE: { status: 404 },
          LAPSED_PLACE_TAKEN: {},
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
      .errors(refusals({ STATEMENT_LINE_GONE: { status: 404 }, PAYMENT_COUNTED: {} })),
  },
  /** What the organiser owes back: it is the organiser's money, we keep the list. */
  owed: {
    list: oc
      .route({ method: 'GET', path: '/admin/bank/owed', tags })
      .input(z.object({ returned: Flag.optional(), after: Cursor.optional() }).default({}))
      .output(
        z.object({
          rows: z.array(OwedMoney),
          next: Cursor.nullable(),
          /** Of what is not given back yet: its sums, and how many entries. */
          sums: z.array(Money),
          count: z.int(),
        }),
      ),
    /** Says that the organiser has given it back, or that this was a mistake. */
    mark: oc
      .route({ method: 'POST', path: '/admin/bank/owed/{id}', tags })
      .input(z.object({ id: Id, returned: z.boolean() }))
      .output(z.object({ returned: z.boolean() }))
      .errors(refusals({ OWED_MONEY_GONE: { status: 404 } })),
  },
};
