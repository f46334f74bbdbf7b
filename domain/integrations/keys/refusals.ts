import * as z from 'zod';
import { refusals } from '../../errors.ts';

/** Why a key is not let in at all. `owner`: whoever made it is no longer of the staff, or may not enter. */
export const KEY_FAULTS = ['malformed', 'unknown', 'revoked', 'ended', 'owner'] as const;
/** What a key that is let in may not do. `person`: only a person may. */
export const KEY_LIMITS = ['network', 'duty', 'person', 'read only', 'refund'] as const;

/** Refusals that every procedure may answer a program with, and nobody else. */
export const keyRefusals = refusals({
  KEY_REFUSED: { status: 401, data: z.object({ why: z.enum(KEY_FAULTS) }) },
  KEY_FORBIDDEN: { status: 403, data: z.object({ why: z.enum(KEY_LIMITS) }) },
  IDEMPOTENCY_KEY_INVALID: { status: 400 },
  /** The same key with another method, address or body. */
  IDEMPOTENCY_KEY_REUSED: { status: 422 },
  IDEMPOTENCY_KEY_RUNNING: { status: 409, data: z.object({ seconds: z.int() }) },
  /** It was done; its answer was too large to be kept. */
  ANSWER_NOT_KEPT: { status: 409, data: z.object({ status: z.int() }) },
});
