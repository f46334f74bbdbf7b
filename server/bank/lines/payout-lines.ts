import { sql } from 'drizzle-orm';
import { payouts } from '../../payouts/schema.ts';
import { statementLines } from '../schema.ts';

/**
 * Whether a line shows a payout, executed or sent back: it names it, however the bank writes references, and is the same to the para. One
 * that is in no payment order of ours left all the same, in one that a restored shop does not know; whose account nobody named, to that of
 * the line.
 */
export const lineShowsPayoutCondition = sql<boolean>`${statementLines.amount} = ${payouts.amount} and ${statementLines.currency} = ${payouts.currency}
  and (strpos(regexp_replace(${statementLines.reference}, '\\D', '', 'g'), ${payouts.reference}) > 0
    or strpos(regexp_replace(${statementLines.purpose}, '[\\s./-]', '', 'g'), ${payouts.reference}) > 0)
  and ${payouts.state} in ('account', 'ready', 'listed', 'done') and (${payouts.state} = 'done') <> ${statementLines.outgoing}
  and (${payouts.state} <> 'account' or (${statementLines.payerAccount} is not null and ${statementLines.payer} <> ''))`;
