import { oc } from '@orpc/contract';
import * as z from 'zod';
import { refusals } from '../errors.ts';
import { Currency, Day, Id, Money } from '../shapes.ts';
import { CARD_FINDINGS, CARD_PAYOUT_STATES } from './card-payouts.ts';

/** A transfer of the payment provider in a statement: what came, and which of its payouts that is. */
export const CardPayoutLine = z.object({
  came: Money,
  finding: z.enum(CARD_FINDINGS),
  /** `null`: none of those days is known. */
  payout: z
    .object({
      id: z.string(),
      amount: z.int(),
      currency: Currency,
      /** What the provider has kept of the payments in it; `null` while it has not said. */
      fee: z.int().nullable(),
      arrivesOn: Day,
      state: z.enum(CARD_PAYOUT_STATES),
      /** This line was it. */
      isRecorded: z.boolean(),
    })
    .nullable(),
});
export type CardPayoutLine = z.infer<typeof CardPayoutLine>;

const tags = ['bank'];
const gone = { STATEMENT_LINE_GONE: { status: 404 }, CARD_PAYOUT_GONE: { status: 404 } };

export const cardPayouts = {
  read: oc
    .route({ method: 'GET', path: '/admin/bank/lines/{id}/card', tags })
    .input(z.object({ id: Id }))
    .output(CardPayoutLine)
    .errors(refusals(gone)),
  /** The line is that payout, to the para; in two minutes it is in the books, with what the provider has kept. */
  confirm: oc
    .route({ method: 'POST', path: '/admin/bank/lines/{id}/card/hold', tags })
    .input(z.object({ id: Id, payout: z.string().min(1).max(100) }))
    .output(z.object({ holdId: Id, dueAt: z.date().nullable() }))
    .errors(
      refusals({
        ...gone,
        STATEMENT_LINE_SETTLED: {},
        STATEMENT_NOT_WHOLE: { data: z.object({ currency: Currency, difference: z.int().nullable() }) },
        CARD_PAYOUT_DIFFERS: { data: CardPayoutLine },
      }),
    ),
};
