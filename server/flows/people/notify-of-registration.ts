import { eq } from 'drizzle-orm';
import { applicantOf, notifyStaffOfRequests } from '../../accounts/requests/notify-staff-of-requests.ts';
import { profiles, unannouncedRequests } from '../../accounts/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';

/**
 * A registration goes to review: the applicant is mailed that it arrived, the super-admin that somebody waits. Once. One that
 * waits to be enrolled under its inviter goes to review only when the enrolment is refused.
 */
export async function notifyOfRegistration(
  tx: Tx,
  deps: Dependencies,
  userId: string,
  { enrolmentRefused = false } = {},
): Promise<void> {
  const [profile] = await tx.select().from(profiles).where(eq(profiles.id, userId));
  if (!profile?.toBeRegistered || (profile.invitedBy && !enrolmentRefused)) return;
  const isFirst = await queueMail(tx, deps.queue, {
    to: profile.email,
    profileId: userId,
    template: 'accounts.registration-received',
    props: applicantOf(profile),
    idempotencyKey: `accounts.registration-received:${userId}`,
  });
  if (!isFirst) return;
  await tx.insert(unannouncedRequests).values({ profileId: userId });
  await notifyStaffOfRequests(tx, deps);
}
