import * as z from 'zod';
import { read, readEmail } from '../input.ts';
import { type AuthRequest, inTransaction } from '../request.ts';
import { limitsFor } from '../sign-in/known-networks.ts';
import { requestLink } from './request-link.ts';

const Recover = z.object({ email: z.string() });
const Resend = z.object({ type: z.enum(['signup', 'email_change']), email: z.string() });

/** `POST /recover`: a link for a new password, if there is such an account. The answer is the same either way. */
export async function recover(request: AuthRequest, body: unknown) {
  const { email } = read(Recover, body);
  return askForLink(request, 'recovery', email);
}

/** `POST /resend`: the confirmation link once more, if there is anything to confirm. The answer is the same either way. */
export async function resend(request: AuthRequest, body: unknown) {
  const { type, email } = read(Resend, body);
  return askForLink(request, type, email);
}

async function askForLink(request: AuthRequest, kind: 'signup' | 'recovery' | 'email_change', text: string) {
  const email = readEmail(text);
  const limits = await limitsFor(request, { email });
  await limits.consume('mails asked for');
  await limits.consume('mails for an address', `${kind} ${email}`);
  await inTransaction(request, (tx) => requestLink(tx, request, kind, email));
  return {};
}
