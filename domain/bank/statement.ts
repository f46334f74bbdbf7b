import type { Currency } from '../money.ts';

/** One payment of a bank statement, whatever format the file had. */
export interface StatementPayment {
  /** `2026-09-03`, as the bank booked it. */
  bookedOn: string;
  /** Minor units, positive whichever way it went. */
  amount: number;
  currency: Currency;
  /** It left the account. */
  outgoing: boolean;
  /** A debit of ours that came back: whatever its text names, it is nobody's payment. */
  reversed?: boolean;
  /** Whoever is on the other side. */
  payer: string;
  /** Their account, eighteen digits; `null` where the file has none, or one that is no domestic account. */
  payerAccount: string | null;
  reference: string;
  purpose: string;
  /** The bank's own mark of this entry, empty when the file has none. */
  bankReference: string;
}

/** A currency of a statement: what the account had before and after, where the file says so, minor units. */
export interface Balance {
  currency: Currency;
  opening: number | null;
  closing: number | null;
  /** What came less what went. */
  total: number;
  /** Closing less opening less total; `null` where the file has no balances: then a person types the total. */
  difference: number | null;
}

/** What a file says of the statement as a whole. */
export interface StatementHead {
  /** Eighteen digits; `null` when the file names no account. */
  account: string | null;
  /** As the bank numbers its statements; empty when it does not. */
  number: string;
  balances: Balance[];
}

export const STATEMENT_FORMATS = ['csv', 'camt', 'mt940'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

/** Larger files are no bank statement; they are refused before they are read. */
export const LARGEST_STATEMENT = 12 * 1024 * 1024;
export const MAX_LINES = 50_000;

/** Why a file was refused; the sentences are in admin/copy.ts. */
export const STATEMENT_REFUSALS = [
  'format',
  'xml',
  'columns',
  'date',
  'amount',
  'empty',
  'lines',
  'accounts',
  'large',
  'long',
  'slow',
] as const;
export type StatementRefusalReason = (typeof STATEMENT_REFUSALS)[number];

/** Which column of a bank's CSV holds what; remembered for the next file with the same header. */
export interface ColumnMapping {
  date: string;
  /** What came; a negative one went. */
  amount: string;
  /** What went, where it has a column of its own. */
  outgoing?: string;
  reference?: string;
  purpose?: string;
  payer?: string;
  payerAccount?: string;
  currency?: string;
  /** For files that have no currency column. */
  defaultCurrency: Currency;
}

/**
 * What an open payment means. Given by the database (judge_statement_lines, migration bank_money), the first that fits of:
 * cancelled, paid, lapsed, currency, exact, several payments more than the price, part, over.
 * - `exact`: the amount is right to the para, alone or with all others that came for it; one press confirms it
 * - `part`, `over`, `currency`: the reservation is known, the money differs; a person decides
 * - `lapsed`: the payment came after the place had been given back
 * - `duplicate`: the reservation is already paid, or several payments together are more than its price
 * - `cancelled`: the reservation was cancelled
 * - `courier`: a courier hands over what it collected, and its parcels do not make the amount, or it has not named them yet; when they do,
 *   parcel by parcel to the para, it is `exact`
 * - `card`: the payment provider sends what was paid by card, and it is none of its payouts to the para; when it is, it is `exact`
 * - `outgoing`: it left the account: a fee, a payment of ours
 * - `unknown`: no reservation is named, or the check digits are wrong; there may be a suggestion
 */
export const VERDICTS = [
  'exact',
  'part',
  'over',
  'currency',
  'lapsed',
  'duplicate',
  'cancelled',
  'unknown',
  'courier',
  'card',
  'outgoing',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/**
 * `held` is decided on and not yet carried out: for two minutes, or until a second person agrees. `recorded` is money that was counted,
 * towards a reservation or an order, or as owed back. `closed` is not ours, with a reason; `dismissed` is put aside.
 */
export const LINE_STATES = ['open', 'held', 'recorded', 'closed', 'dismissed'] as const;
export type LineState = (typeof LINE_STATES)[number];

/** A decision that waits: `asked` for a second person, `waiting` for its two minutes. `stopped`: things had changed meanwhile. */
export const HOLD_STATES = ['asked', 'waiting', 'working', 'done', 'undone', 'stopped'] as const;

/** Where the money of a payment went. `waiting` is a part whose rest has not come; what is `owed` was not yet given back. */
export const PART_STATES = ['waiting', 'confirmed', 'owed', 'returned'] as const;
export type PartState = (typeof PART_STATES)[number];
