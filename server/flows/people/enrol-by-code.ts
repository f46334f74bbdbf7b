import { eq } from 'drizzle-orm';
import { normaliseReferralCode } from '#domain/network/referral-code.ts';
import { refuse } from '#domain/refuse.ts';
import { profiles } from '../../accounts/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ownerOfCode } from '../../network/code-owner.ts';
import { enrol } from '../../network/enrol.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { notifyOfRegistration } from './notify-of-registration.ts';

/**
 * Puts a person under the owner of a code; a registration that waits for just that is approved by it. A code that nobody may
 * be enrolled by is written down for staff, and the account goes on waiting: the refusal is therefore returned, to be
 * thrown after the commit. Hold the network's lock.
 */
export async function enrolByCode(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  personId: string,
  code: string,
): Promise<{ username: string } | { refusal: Error }> {
  const [me] = await tx.select().from(profiles).where(eq(profiles.id, personId)).for('update');
  if (!me || me.blockedAt || me.closedAt) return { refusal: refuse('UNAUTHORIZED') };
  // The invitation was not good at registration.
  if (me.toBeRegistered && !me.invitedBy) return { refusal: refuse('FORBIDDEN', { reason: 'waiting' }) };
  const own = me.referralCode !== null && normaliseReferralCode(code) === me.referralCode;
  if (me.inTree && !own) {
    const inviter = me.parentId ? await usernameOf(tx, me.parentId) : null;
    return { refusal: refuse('ALREADY_IN_NETWORK', { inviter }) };
  }
  const owner = own ? 'OWN_REFERRAL_CODE' : await ownerOfCode(tx, code, deps.config.referralMaxDirect, me);
  if (typeof owner === 'string') {
    await record(tx, actor, {
      action: 'network.enrolment-refused',
      on: { kind: 'profile', id: personId },
      after: { reason: owner },
    });
    if (me.toBeRegistered) {
      await tx.update(profiles).set({ enrolmentRefused: owner }).where(eq(profiles.id, personId));
      await notifyOfRegistration(tx, deps, personId, { enrolmentRefused: true });
    }
    return { refusal: refuse(owner) };
  }
  await enrol(tx, actor, { personId, uplineId: owner.id, by: 'referral' });
  if (me.toBeRegistered)
    await record(tx, actor, {
      action: 'accounts.approved',
      on: { kind: 'profile', id: personId },
      before: { toBeRegistered: true },
      after: { toBeRegistered: false, invitedBy: owner.id },
    });
  return { username: owner.username };
}

async function usernameOf(tx: Tx, id: string): Promise<string | null> {
  const [person] = await tx.select({ username: profiles.username }).from(profiles).where(eq(profiles.id, id));
  return person?.username ?? null;
}
