import { eq } from 'drizzle-orm';
import { profiles } from '../../accounts/schema.ts';
import { users } from '../../auth/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { withNetworkLock } from '../../network/with-network-lock.ts';
import type { JobHandler } from '../../platform/jobs/queue.ts';
import { enrolByCode } from './enrol-by-code.ts';

/**
 * Finishes a referral registration with no page open. Where the address is confirmed first, the confirming request puts this job into its
 * own transaction; else the registration does, for some minutes later, should its page never ask for the enrolment. The code is the
 * one given at registration. Whoever is in the network already stays where they are; a refusal is written down, for
 * staff and for the person, whose waiting page says it and asks for another code.
 */
export const enrolReferred =
  (deps: Dependencies): JobHandler =>
  async ({ profileId }) => {
    if (!profileId) return;
    await withNetworkLock(deps, profileId, async (tx) => {
      const [found] = await tx
        .select({ profile: profiles, metadata: users.userMetadata, confirmedAt: users.emailConfirmedAt })
        .from(profiles)
        .innerJoin(users, eq(users.id, profiles.id))
        .where(eq(profiles.id, profileId));
      const code = found?.metadata.referral_code;
      if (!found || typeof code !== 'string' || code === '') return;
      const { profile, confirmedAt } = found;
      if (!confirmedAt) return;
      const actor = { id: profile.id, email: profile.email };
      await enrolByCode(tx, deps, actor, profile.id, code);
    });
  };
