import { eq } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import type { Person } from '../../context.ts';
import type { Dependencies } from '../../dependencies.ts';
import { limiterOf } from '../../limits.ts';
import { type Actor, record } from '../../platform/audit.ts';
import { tooManyTries } from '../limit-refusal.ts';
import { redeemCode } from '../recovery/one-time-token.ts';
import { users } from '../schema.ts';

/** Somebody who read the code in their mailbox types it here; a wrong one is counted and written down. */
export async function proveMailbox(
  deps: Dependencies,
  actor: Actor,
  { id, sessionId: session, mailboxProven }: Pick<Person, 'id' | 'sessionId' | 'mailboxProven'>,
  code: string,
): Promise<void> {
  const asker = { ip: actor.ip ?? '', session, person: id };
  let wait = await limiterOf(deps).tryConsume('mailed codes in a session', asker);
  if (!mailboxProven && wait === 0) wait = await limiterOf(deps).tryConsume('mailed codes of a person', asker);
  if (wait > 0) throw tooManyTries(wait);
  const right = await deps.db.transaction(async (tx) => {
    const fits = await redeemCode(tx, deps, id, 'reauthentication', code);
    if (fits) await tx.update(users).set({ mailboxProvenAt: deps.now() }).where(eq(users.id, id));
    await record(tx, actor, {
      action: fits ? 'accounts.mailbox-proven' : 'accounts.verification-failed',
      on: { kind: 'profile', id },
    });
    return fits;
  });
  if (!right) throw refuse('MAILED_CODE_WRONG');
  await limiterOf(deps).reset('mailed codes in a session', asker);
}
