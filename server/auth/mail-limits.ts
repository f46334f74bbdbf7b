import type { CallLimits } from '../limits.ts';

/**
 * Counts a mail about to be sent to an account that somebody asked for without being signed in; false when it had its
 * share. Networks known to the account have a reserve of their own.
 */
export async function mayMailAccount(limits: CallLimits, kind: string, email: string): Promise<boolean> {
  if (limits.known) return (await limits.tryConsume('mails to an account for its own network', email)) === 0;
  return (
    (await limits.tryConsume('mails to an account', `${kind} ${email}`)) === 0 &&
    (await limits.tryConsume('mails to an account in a day', email)) === 0
  );
}
