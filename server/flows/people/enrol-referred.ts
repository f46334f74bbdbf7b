import { eq } from 'drizzle-orm';
import { linkAfterApproval } from '../../accounts/own/choose-product.ts';
import { approvalMail } from '../../accounts/requests/approve.ts';
import { profiles } from '../../accounts/schema.ts';
import { users } from '../../auth/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { withNetworkLock } from '../../network/with-network-lock.ts';
import type { JobHandler } from '../../platform/jobs/queue.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { enrolByCode } from './enrol-by-code.ts';

/**
 * Finishes a referral registration with no page open, with the code that was given at registration. Where the address is confirmed first,
 * the confirming request queues this job; else the registration does, for some minutes later. A refusal is written down, for staff and for
 * the person, whose waiting page asks for another code.
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
      const outcome = await enrolByCode(tx, deps, actor, profile.id, code);
      if ('refusal' in outcome || !profile.toBeRegistered) return;
      await queueMail(tx, deps.queue, {
        to: profile.email,
        profileId,
        template: 'accounts.approved',
        props: { email: profile.email, ...linkAfterApproval(deps.config.publicUrl, profile.chosenProduct) },
        idempotencyKey: approvalMail(profileId),
      });
    });
  };
