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
 * Given by the database (judge_statement_lines, migration stored_verdicts), the first that fits of: paid, lapsed, currency, more than the price, part, over.
 * - `exact`: the reference names a waiting reservation and the amount is right; one click confirms it
 * - `part`, `over`, `currency`: the reservation is known, the money differs; several parts may make it whole
 * - `lapsed`: the payment came after the place had been given back; a person decides
 * - `duplicate`: the reservation is already paid, or several payments together are more than its price
 * - `unknown`: no reservation is named, or the check digits are wrong; there may be a suggestion
 */
export const VERDICTS = ['exact', 'part', 'over', 'currency', 'lapsed', 'duplicate', 'unknown'] as const;
export type Verdict = (typeof VERDICTS)[number];
