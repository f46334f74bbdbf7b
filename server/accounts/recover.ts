import * as z from 'zod';
import { networkOf } from '../platform/throttle.ts';
import { read, readEmail } from './input.ts';
import { requestLink } from './request-link.ts';
import { atomically, type Visit } from './visit.ts';

const Recover = z.object({ email: z.string() });
const Resend = z.object({ type: z.enum(['signup', 'email_change']), email: z.string() });

/** `POST /recover`: a link for a new password, if there is such an account. The answer never tells. */
export async function recover(visit: Visit, body: unknown) {
  const { email } = read(Recover, body);
  return askForLink(visit, 'recovery', email);
}

/** `POST /resend`: the confirmation link once more, if there is anything to confirm. The answer never tells. */
export async function resend(visit: Visit, body: unknown) {
  const { type, email } = read(Resend, body);
  return askForLink(visit, type, email);
}

async function askForLink(visit: Visit, kind: 'signup' | 'recovery' | 'email_change', text: string) {
  const email = readEmail(text);
  await visit.throttle.take('ip link', networkOf(visit.ip));
  await visit.throttle.take('ip mail', networkOf(visit.ip));
  await visit.throttle.take('mail to address', kind, email);
  await visit.throttle.take('mail to address today', email);
  await atomically(visit, (tx) => requestLink(tx, visit, kind, email));
  return {};
}
