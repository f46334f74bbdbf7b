import { sql } from 'drizzle-orm';
import { payouts } from '../../payouts/schema.ts';
import { statementLines } from '../schema.ts';

/** The line names the payout, however the bank writes references, and is the same to the para. */
const namesPayout = sql`${statementLines.amount} = ${payouts.amount} and ${statementLines.currency} = ${payouts.currency}
  and (strpos(regexp_replace(${statementLines.reference}, '\\D', '', 'g'), ${payouts.reference}) > 0
    or strpos(regexp_replace(${statementLines.purpose}, '[\\s./-]', '', 'g'), ${payouts.reference}) > 0)`;

const isExecutedOrSentBack = sql`${payouts.state} in ('account', 'ready', 'listed', 'done')
  and (${payouts.state} = 'done') <> ${statementLines.outgoing}
  and (${payouts.state} <> 'account' or (${statementLines.payerAccount} is not null and ${statementLines.payer} <> ''))`;

/** The money is still to go, and nothing that took its place was handed to the bank. */
const isPaidAfterAll = sql`${payouts.state} = 'refused' and ${statementLines.outgoing}
  and not exists (select from payouts later where later.state in ('listed', 'done') and (later.refund_id = ${payouts.refundId}
    or later.statement_id = ${payouts.statementId} or later.part_id = ${payouts.partId}))
  and (exists (select from order_refunds asked where asked.id = ${payouts.refundId} and asked.state in ('sending', 'done'))
    or exists (select from payment_parts owed where owed.id = ${payouts.partId} and owed.state = 'owed')
    or exists (select from reward_statements month where month.id = ${payouts.statementId} and month.state = 'payable'))`;

/**
 * Whether a line shows a payout, executed or sent back. One that is in no payment order of ours left all the same, in one that a restored
 * shop does not know; whose account nobody named, to that of the line.
 */
export const lineShowsPayoutCondition = sql<boolean>`${namesPayout} and ${isExecutedOrSentBack}`;

/** Whether a line shows that the bank has paid what a person said it never did. */
export const lineShowsRefusedPayoutCondition = sql<boolean>`${namesPayout} and ${isPaidAfterAll}`;

/** Either of them; for the lines of one statement, because no index knows both. */
export const lineShowsAnyPayoutCondition = sql<boolean>`${namesPayout}
  and ((${isExecutedOrSentBack}) or (${isPaidAfterAll}))`;
