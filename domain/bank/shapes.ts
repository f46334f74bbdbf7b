import * as z from 'zod';
import { ENTITIES } from '../books/accounts.ts';
import { Currency } from '../shapes.ts';
import type { BankAccount } from './accounts.ts';
import { DECISIONS } from './decisions.ts';
import {
  LINE_STATES,
  type ColumnMapping as Mapping,
  type Balance as OneBalance,
  PART_STATES,
  VERDICTS,
} from './statement.ts';

/** The bank's shapes for the contract; pages import the plain files, which carry no zod. */
export const Verdict = z.enum(VERDICTS);
export const LineState = z.enum(LINE_STATES);
export const PartState = z.enum(PART_STATES);
export const Decision = z.enum(DECISIONS);

export const Balance = z.object({
  currency: Currency,
  opening: z.int().nullable(),
  closing: z.int().nullable(),
  total: z.int(),
  difference: z.int().nullable(),
}) satisfies z.ZodType<OneBalance>;

export const OwnAccount = z.object({
  account: z.string(),
  /** As it stands on payment slips. */
  printed: z.string(),
  entity: z.enum(ENTITIES),
  owner: z.string(),
}) satisfies z.ZodType<BankAccount>;

export const ColumnMapping = z.object({
  date: z.string().min(1),
  amount: z.string().min(1),
  outgoing: z.string().optional(),
  reference: z.string().optional(),
  purpose: z.string().optional(),
  payer: z.string().optional(),
  payerAccount: z.string().optional(),
  currency: z.string().optional(),
  defaultCurrency: Currency,
}) satisfies z.ZodType<Mapping>;
