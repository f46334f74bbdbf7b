import { eq } from 'drizzle-orm';
import { profiles, users } from '../accounts/schema.ts';
import type { Edges } from '../app.ts';
import { ownerOfCode } from '../network/code-owner.ts';
import { enrol } from '../network/enrol.ts';
import { writeNetwork } from '../network/write-network.ts';
import { record } from '../platform/audit.ts';
import type { Work } from '../platform/queue.ts';

/**
 * Finishes a referral registration whose address had to be confirmed first: the confirming request puts this job into its
 * own transaction, so the enrolment happens on whatever device the mail was opened, with no page open. The code is the
 * one given at registration. Whoever is in the network already stays where they are; a refusal is written down for staff,
 * and the person reads it when their own page asks to be enrolled.
 */
export const enrolReferred =
  (edges: Edges): Work =>
  async ({ profileId }) => {
    if (!profileId) return;
    const trouble = () => new Error('the network could not be written; the queue tries again');
    await writeNetwork(edges, profileId, trouble, async (tx) => {
      const [found] = await tx
        .select({ profile: profiles, metadata: users.userMetadata, confirmedAt: users.emailConfirmedAt })
        .from(profiles)
        .innerJoin(users, eq(users.id, profiles.id))
        .where(eq(profiles.id, profileId));
      const code = found?.metadata.referral_code;
      if (!found || typeof code !== 'string' || code === '') return;
      const { profile, confirmedAt } = found;
      if (!confirmedAt || profile.toBeRegistered || profile.blockedAt || profile.closedAt || profile.inTree) return;

      const actor = { id: profile.id, email: profile.email };
      const owner = await ownerOfCode(tx, code, edges.config.referralMaxDirect);
      if (typeof owner === 'string') {
        await record(tx, actor, {
          action: 'network.enrolment-refused',
          on: { kind: 'profile', id: profile.id },
          after: { reason: owner },
        });
      } else await enrol(tx, actor, { personId: profile.id, uplineId: owner.id, by: 'referral' });
    });
  };
