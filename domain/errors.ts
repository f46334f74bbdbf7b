import * as z from 'zod';

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

/** Refusals that every procedure and every other address of the server may answer with. */
export const generalRefusals = refusals({
  BAD_REQUEST: {
    status: 400,
    data: z
      .object({
        /** The body could not be read. */
        unreadable: z.enum(['json', 'form']),
        /** Fields with a wrong value, by their path (`buyerInfo.phone`), each with a sentence. */
        issues: z.array(z.object({ path: z.string(), message: z.string() })),
      })
      .partial()
      .optional(),
  },
  UNAUTHORIZED: { status: 401, data: z.object({ reason: z.literal('owner suspended') }).optional() },
  FORBIDDEN: {
    status: 403,
    data: z.object({ reason: z.enum(['waiting', 'second step', 'no second step', 'first password']) }).optional(),
  },
  NOT_FOUND: { status: 404 },
  PAYLOAD_TOO_LARGE: { status: 413 },
  UNSUPPORTED_MEDIA_TYPE: { status: 415 },
  TOO_MANY_REQUESTS: { status: 429, data: z.object({ seconds: z.number() }) },
  /** Nobody expected it; the log has it under that number. */
  INTERNAL_SERVER_ERROR: { status: 500, data: z.object({ reference: z.string() }) },
  SERVICE_UNAVAILABLE: { status: 503, data: z.object({ seconds: z.number() }).optional() },
});

/** Serbian sentences for refusal codes, kept in each domain's copy.ts; `domain/sentences.ts` joins them. */
export type Sentences = Record<string, string | ((data: never) => string)>;
