import { eq, getTableColumns, inArray } from 'drizzle-orm';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { profiles, unannouncedRequests } from '../schema.ts';

type Profile = typeof profiles.$inferSelect;

/**
 * Tells the super-admin of the registrations that came since the last mail about them: of a single one with its data, of
 * several how many there are. One mail in an hour of the clock, however many people sign up; the rest wait for the next.
 */
export async function notifyStaffOfRequests(tx: Tx, deps: Dependencies): Promise<void> {
  const unannounced = await tx
    .select(getTableColumns(profiles))
    .from(unannouncedRequests)
    .innerJoin(profiles, eq(profiles.id, unannouncedRequests.profileId))
    .orderBy(unannouncedRequests.profileId)
    .for('update', { of: unannouncedRequests });
  const waiting = unannounced.filter(
    ({ toBeRegistered, closedAt, blockedAt }) => toBeRegistered && !closedAt && !blockedAt,
  );
  const [first] = waiting;
  if (first) {
    const hour = deps.now().toISOString().slice(0, 13);
    const about = { to: deps.config.superAdmin.email, profileId: null, idempotencyKey: `accounts.requests:${hour}` };
    const isQueued = await (waiting.length === 1
      ? queueMail(tx, deps.queue, { ...about, template: 'accounts.registration-waiting', props: requestOf(first) })
      : queueMail(tx, deps.queue, {
          ...about,
          template: 'accounts.registrations-waiting',
          props: { count: waiting.length },
        }));
    if (!isQueued) return;
  }
  const ids = unannounced.map(({ id }) => id);
  if (ids.length > 0) await tx.delete(unannouncedRequests).where(inArray(unannouncedRequests.profileId, ids));
}

export const applicantOf = (profile: Profile) => ({
  username: profile.username,
  firstName: profile.firstName ?? '',
  lastName: profile.lastName ?? '',
  phone: profile.phone ?? '',
  city: profile.city ?? '',
  country: profile.country ?? '',
  companyName: profile.companyName,
});

const requestOf = (profile: Profile) => ({
  ...applicantOf(profile),
  id: profile.id,
  email: profile.email,
});
