import * as z from 'zod';
import { PASSWORD_MAX, PASSWORD_MIN, passwordLength } from '../auth/password.ts';
import type { Proof } from '../auth/proof.ts';
import { proofWords } from '../auth/security-copy.ts';
import { common } from '../copy.ts';
import { normaliseEmail } from '../email.ts';
import { emailShape } from '../shapes.ts';
import { closing, myPassword } from './account-copy.ts';
import { forgot, mfa, reset, signIn } from './copy.ts';

/** What the forms of /auth accept, and what they say otherwise. */

/** How long a recovery link is valid; the server uses the same figure. */
export const RECOVERY_LINK_MINUTES = 30;

/** After so long an address may be mailed another link: the limit `mails to an account`. */
export const MAIL_AGAIN_SECONDS = 60;

export const email = (required: string, invalid: string) =>
  z.string().trim().min(1, required).pipe(emailShape(invalid));

/** Counted as the server counts: characters, not the pieces a computer stores them in. */
export const newPassword = (label: string, short: string) =>
  z
    .string()
    .refine((text) => passwordLength(text) >= PASSWORD_MIN, short)
    .refine((text) => passwordLength(text) <= PASSWORD_MAX, common.tooLong(label, PASSWORD_MAX));

export const SignInForm = z.object({
  email: z.string().transform(normaliseEmail).pipe(z.string().min(1, signIn.emailRequired)),
  password: z.string().min(1, signIn.passwordRequired),
});
export type SignInForm = z.infer<typeof SignInForm>;

export const ForgotForm = z.object({ email: email(forgot.emailRequired, forgot.emailInvalid) });
export type ForgotForm = z.infer<typeof ForgotForm>;

export const NewPasswordForm = z
  .object({
    password: newPassword(reset.password, reset.short),
    repeat: z.string(),
  })
  .refine((form) => form.password === form.repeat, { path: ['repeat'], message: reset.mismatch });
export type NewPasswordForm = z.infer<typeof NewPasswordForm>;

export const NewEmailForm = z.object({ email: email(forgot.emailRequired, forgot.emailInvalid) });

export const ChangePasswordForm = ({ knowsCurrent }: { knowsCurrent: boolean }) =>
  z
    .object({
      current: knowsCurrent ? z.string().min(1, myPassword.currentRequired) : z.string(),
      password: newPassword(reset.password, reset.short),
      repeat: z.string(),
    })
    .refine((form) => form.password === form.repeat, { path: ['repeat'], message: reset.mismatch });

export const ClosingForm = ({ hasPassword }: { hasPassword: boolean }) =>
  z.object({ password: hasPassword ? z.string().min(1, closing.passwordRequired) : z.string() });

/** What „confirm it is you“ takes; a recovery code has letters, so only emptiness can be checked here. */
export const ProofForm = (way: Proof) =>
  z.object({
    proof:
      way === 'password'
        ? z.string().min(1, proofWords.passwordRequired)
        : z.string().trim().min(1, proofWords.codeRequired),
  });

const sixDigits = (required: string) =>
  z
    .string()
    .transform((code) => code.replace(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, required));

export const CodeForm = z.object({ code: sixDigits(mfa.codeRequired) });

export const BackupCodeForm = z.object({ code: z.string().trim().min(1, mfa.backupRequired).max(40, mfa.backupWrong) });

export interface AccountAddress {
  email: string;
  /** When the person last used a mailed link or code. */
  mailboxProvenAt: Date | null;
}

/**
 * What belongs to an address belongs to whoever has proven it. Until then an account sees, takes away and erases only what
 * it caused itself: anybody can register with somebody else's address. `null` for an address that is not proven.
 */
export const provenAddress = ({ email, mailboxProvenAt }: AccountAddress): string | null =>
  mailboxProvenAt === null ? null : email;
