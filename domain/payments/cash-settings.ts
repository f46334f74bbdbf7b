import * as z from 'zod';

export const cashEnvironment = {
  /** Whether devices may be paid for on delivery. */
  CASH_ON_DELIVERY: z.enum(['on', 'off']).default('on'),
};
