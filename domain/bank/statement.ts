import type { Currency } from '../money.ts';

/** One incoming payment of a bank statement, whatever format the file had. */
export interface StatementPayment {
  /** `2026-09-03`, as the bank booked it. */
  bookedOn: string;
  amount: number;
  currency: Currency;
  payer: string;
  reference: string;
  purpose: string;
  /** The bank's own mark of this entry, empty when the file has none. */
  bankReference: string;
}

export const STATEMENT_FORMATS = ['csv', 'camt', 'mt940'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

/** Larger files are no bank statement; they are refused before they are read. */
export const LARGEST_STATEMENT = 12 * 1024 * 1024;
export const MAX_LINES = 50_000;

/** Why a file was refused; the sentences are in admin/copy.ts. */
export const UNREADABLE = [
  'format',
  'xml',
  'columns',
  'date',
  'amount',
  'empty',
  'lines',
  'large',
  'long',
  'slow',
] as const;
export type Unreadable = (typeof UNREADABLE)[number];

/** Which column of a bank's CSV holds what; remembered for the next file with the same header. */
export interface ColumnMapping {
  date: string;
  amount: string;
  reference?: string;
  purpose?: string;
  payer?: string;
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
 * - `unknown`: no reservation is named, or the check digits are wrong; there may be a suggestion
 */
export const VERDICTS = ['exact', 'part', 'over', 'currency', 'lapsed', 'duplicate', 'cancelled', 'unknown'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** `recorded` is money that was counted: towards a reservation, or as owed back. */
export const LINE_STATES = ['open', 'recorded', 'dismissed'] as const;
export type LineState = (typeof LINE_STATES)[number];

/** Where the money of a payment went. `waiting` is a part whose rest has not come; what is `owed` was not yet given back. */
export const PART_STATES = ['waiting', 'confirmed', 'owed', 'returned'] as const;
export type PartState = (typeof PART_STATES)[number];
