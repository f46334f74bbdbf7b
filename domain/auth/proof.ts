import { oc } from '@orpc/contract';
import * as z from 'zod';
import { refusals } from '../errors.ts';

/**
 * A session alone is not enough for what decides who may enter: the person must have proven themselves in it within the
 * last ten minutes. Signing in counts, and so does proving oneself again here.
 */
export const PROOF_MINUTES = 10;

export const isFresh = (provenAt: Date | null, now: Date): boolean =>
  provenAt !== null && now.getTime() - provenAt.getTime() < PROOF_MINUTES * 60_000;

/** `mail` is a code mailed to the account's address; `factor` one from the authenticator, or a recovery code. */
export const PROOFS = ['password', 'mail', 'factor'] as const;
export type Proof = (typeof PROOFS)[number];

/** With a second step only its code counts; without a password, or until the mailbox is proven, only a code from that mailbox. */
export function acceptedProofs({
  hasFactor,
  hasPassword,
  mailboxProven,
}: {
  hasFactor: boolean;
  hasPassword: boolean;
  mailboxProven: boolean;
}): Proof[] {
  if (hasFactor) return ['factor'];
  return mailboxProven && hasPassword ? ['password', 'mail'] : ['mail'];
}

/** For the `errors` of every procedure behind `freshProof`. */
export const proofRefusals = { PROOF_NEEDED: { status: 403 } } as const;
/** Too many wrong passwords or codes. */
export const tooManyTries = { TOO_MANY_TRIES: { status: 429, data: z.object({ minutes: z.int() }) } } as const;
/** Only the super-admin, with a fresh proof, touches staff or grants and takes their rights. */
export const staffChangeRefusals = { ONLY_SUPER_ADMIN: { status: 403 }, ...proofRefusals } as const;

const code = z
  .string()
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().min(1).max(100));

const tag = { tags: ['accounts'] };

export const proof = {
  state: oc
    .route({ method: 'GET', path: '/me/proof', ...tag })
    .output(z.object({ accepted: z.array(z.enum(PROOFS)), fresh: z.boolean() })),
  /**
   * Exactly one of the two: `code` is the authenticator's or a recovery code where there is a second step, otherwise the
   * code that `GET /auth/v1/reauthenticate` mails.
   */
  give: oc
    .route({ method: 'POST', path: '/me/proof', ...tag })
    .input(z.union([z.strictObject({ password: z.string().min(1).max(1000) }), z.strictObject({ code })]))
    .output(z.object({ proven: z.literal(true), minutes: z.int() }))
    .errors(
      refusals({
        PASSWORD_WRONG: {},
        MAILED_CODE_WRONG: {},
        FACTOR_CODE_WRONG: {},
        PROOF_NOT_ACCEPTED: { data: z.object({ accepted: z.array(z.enum(PROOFS)) }) },
        ...tooManyTries,
      }),
    ),
};
