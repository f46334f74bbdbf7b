import { and, inArray } from 'drizzle-orm';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { isRequestCondition, profiles } from '../schema.ts';

/** The key of the mail that says so. */
export const approvalMail = (id: string) => `accounts.approved:${id}`;

/** Approves those of the given who still wait; answers with the people it approved. */
export async function approve(tx: Tx, actor: Actor, ids: string[]) {
  const waiting = await tx
    .select({
      id: profiles.id,
      email: profiles.email,
      invitedBy: profiles.invitedBy,
      chosenProduct: profiles.chosenProduct,
    })
    .from(profiles)
    .where(and(inArray(profiles.id, ids), isRequestCondition))
    .orderBy(profiles.id)
    .for('update');
  if (waiting.length === 0) return [];
  await tx
    .update(profiles)
    .set({ toBeRegistered: false, invitedBy: null, enrolmentRefused: null })
    .where(
      inArray(
        profiles.id,
        waiting.map((person) => person.id),
      ),
    );
  await record(
    tx,
    actor,
    waiting.map(({ id, invitedBy }) => ({
      action: 'accounts.approved',
      on: { kind: 'profile', id },
      before: { toBeRegistered: true, ...(invitedBy ? { invitedBy } : {}) },
      after: { toBeRegistered: false },
    })),
  );
  return waiting;
}
