import * as z from 'zod';
import { FOUND_KINDS, QUERY_MAX, QUERY_MIN } from './palette.ts';

export const FindInput = z.object({ q: z.string().trim().min(QUERY_MIN).max(QUERY_MAX) });

/** One thing that the search over everything has found. */
export const Found = z.object({
  kind: z.enum(FOUND_KINDS),
  /** Where the back office shows it. */
  path: z.string(),
  /** What stands before its name; empty of a person. */
  number: z.string(),
  name: z.string(),
  /** What tells it from others of the name. */
  details: z.array(z.string()),
  /** When it was made. */
  at: z.date().nullable(),
  /**
   * Of an order or parcel its payment or delivery, of a reservation or voucher its own, of a person `waiting`, `blocked` or `closed`;
   * `null`: there is none to tell.
   */
  state: z.string().nullable(),
  /** Of an order, for whoever sees its money: some of it is here, so it can be given back. */
  isPaid: z.boolean().optional(),
});
export type Found = z.infer<typeof Found>;
