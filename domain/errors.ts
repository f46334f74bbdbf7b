import type * as z from 'zod';

/**
 * Declares the expected refusals of a procedure in its contract. Every refusal travels as HTTP 409 unless another
 * status is named: a custom code without one would travel as 500.
 *
 *     .errors(refusals({ VOUCHER_SPENT: { data: z.object({ on: z.date() }) }, PRODUCT_UNKNOWN: { status: 404 } }))
 */
export function refusals<const T extends Record<string, { status?: number; data?: z.ZodType }>>(codes: T) {
  return Object.fromEntries(
    Object.entries(codes).map(([code, { status = 409, data }]) => [code, { status, ...(data ? { data } : {}) }]),
  ) as { [K in keyof T]: { status: number; data: T[K]['data'] extends z.ZodType ? T[K]['data'] : undefined } };
}

/** Serbian sentences for refusal codes, kept in each domain's copy.ts; `domain/sentences.ts` joins them. */
export type Sentences = Record<string, string | ((data: never) => string)>;
