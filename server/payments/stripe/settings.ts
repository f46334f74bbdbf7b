import * as z from 'zod';

/** The environment variables of payments, read by config.ts. */
export const paymentEnvironment = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_/, 'must begin with sk_ or rk_')
    .optional(),
  /** Two, with a comma, while one is replaced by the other. */
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[^,\s]+(,whsec_[^,\s]+)?$/, 'must be one secret, or two with a comma, that begin with whsec_')
    .optional(),
  STRIPE_SANDBOX: z.enum(['0', '1']).default('0'),
  STRIPE_TEST_KEYS: z.enum(['0', '1']).default('0'),
};
const Environment = z.object(paymentEnvironment);
type PaymentEnvironment = z.infer<typeof Environment>;

/** What payments cannot start with; `null`: they can. */
export function paymentMistake(e: PaymentEnvironment, environment: string): string | null {
  if (environment === 'production' && !e.STRIPE_SECRET_KEY && e.STRIPE_SANDBOX !== '1')
    return 'STRIPE_SECRET_KEY: required in production (or STRIPE_SANDBOX=1)';
  if (e.STRIPE_SECRET_KEY && !e.STRIPE_WEBHOOK_SECRET)
    return 'STRIPE_WEBHOOK_SECRET: required together with STRIPE_SECRET_KEY';
  return null;
}

/** What would let everybody buy for nothing at a public address. */
export function publicTestPaymentErrors(e: PaymentEnvironment): string[] {
  if (!e.STRIPE_SECRET_KEY && e.STRIPE_SANDBOX !== '1')
    return ['STRIPE_SECRET_KEY: required with a public PUBLIC_URL (or STRIPE_SANDBOX=1: payments are pretended)'];
  if (/^[sr]k_test_/.test(e.STRIPE_SECRET_KEY ?? '') && e.STRIPE_TEST_KEYS !== '1')
    return ['STRIPE_SECRET_KEY: a test key with a public PUBLIC_URL (or STRIPE_TEST_KEYS=1: payments are pretended)'];
  return [];
}

export const paymentSettings = (e: PaymentEnvironment) => ({
  gateway: e.STRIPE_SECRET_KEY ? ('stripe' as const) : ('sandbox' as const),
  realMoney: /^[sr]k_live_/.test(e.STRIPE_SECRET_KEY ?? ''),
  /** `null`: the sandbox. */
  keys: e.STRIPE_SECRET_KEY
    ? { secretKey: e.STRIPE_SECRET_KEY, webhookSecrets: e.STRIPE_WEBHOOK_SECRET!.split(',') }
    : null,
});
