import * as z from 'zod';
import { Currency } from '../shapes.ts';
import { DECISIONS } from './decisions.ts';
import { LINE_STATES, type ColumnMapping as Mapping, PART_STATES, VERDICTS } from './statement.ts';

/** The bank's shapes for the contract; pages import the plain files, which carry no zod. */
export const Verdict = z.enum(VERDICTS);
export const LineState = z.enum(LINE_STATES);
export const PartState = z.enum(PART_STATES);
export const Decision = z.enum(DECISIONS);

export const ColumnMapping = z.object({
  date: z.string().min(1),
  amount: z.string().min(1),
  reference: z.string().optional(),
  purpose: z.string().optional(),
  payer: z.string().optional(),
  currency: z.string().optional(),
  defaultCurrency: Currency,
}) satisfies z.ZodType<Mapping>;
