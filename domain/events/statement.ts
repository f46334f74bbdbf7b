import { z } from 'zod';
import { Currency, type Money } from '../money.ts';

/** One incoming payment of a bank statement, whatever format the file had. */
export const StatementPayment = z.object({
  /** `2026-09-03`, as the bank booked it. */
  bookedOn: z.iso.date(),
  amount: z.int().positive(),
  currency: Currency,
  payer: z.string(),
  reference: z.string(),
  purpose: z.string(),
  /** The bank's own mark of this entry, empty when the file has none. */
  bankReference: z.string(),
});
export type StatementPayment = z.infer<typeof StatementPayment>;

export const STATEMENT_FORMATS = ['csv', 'camt', 'mt940'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

/** Larger files are no bank statement; they are refused before they are read. */
export const LARGEST_STATEMENT = 12 * 1024 * 1024;
export const MOST_LINES = 50_000;

/** Why a file was refused; the sentences are in admin/copy.ts. */
export const UNREADABLE = ['format', 'xml', 'columns', 'date', 'amount', 'empty', 'lines', 'large'] as const;
export type Unreadable = (typeof UNREADABLE)[number];

/** Which column of a bank's CSV holds what; remembered for the next file with the same header. */
export const ColumnMapping = z.object({
  date: z.string().min(1),
  amount: z.string().min(1),
  reference: z.string().optional(),
  purpose: z.string().optional(),
  payer: z.string().optional(),
  currency: z.string().optional(),
  /** For files that have no currency column. */
  defaultCurrency: Currency,
});
export type ColumnMapping = z.infer<typeof ColumnMapping>;

/**
 * - `exact`: the reference names a waiting reservation and the amount is right; one click confirms it
 * - `part`, `over`, `currency`: the reservation is known, the money differs
 * - `duplicate`: the reservation is already paid, or another line of an import claims it too
 * - `unknown`: no reservation is named, or its check digits are wrong; there may be a suggestion
 */
export const VERDICTS = ['exact', 'part', 'over', 'currency', 'duplicate', 'unknown'] as const;
export const Verdict = z.enum(VERDICTS);
export type Verdict = z.infer<typeof Verdict>;

export function verdictOf(
  payment: Money,
  reservation: { price: Money; paid: boolean; claims: number } | null,
): Verdict {
  if (!reservation) return 'unknown';
  if (reservation.paid || reservation.claims > 1) return 'duplicate';
  if (payment.currency !== reservation.price.currency) return 'currency';
  if (payment.amount < reservation.price.amount) return 'part';
  if (payment.amount > reservation.price.amount) return 'over';
  return 'exact';
}
