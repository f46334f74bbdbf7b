import type { Duty } from '#domain/access.ts';
import type { StaffChange } from '#domain/accounts/staff-mail-copy.ts';
import { refuse } from '#domain/refuse.ts';
import { refuseKeys, requireFreshProof } from '../../access.ts';
import { lockOpenSessionShared } from '../../auth/sessions/lock-with-session.ts';
import type { Person } from '../../context.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMails } from '../../platform/mail/mail.ts';
import type { profiles } from '../schema.ts';

type Profile = typeof profiles.$inferSelect;

export const isStaff = ({ config }: Pick<Dependencies, 'config'>, profile: Profile): boolean =>
  profile.isAdmin || profile.email === config.superAdmin.email;

/**
 * Accounts of staff, and the rights of staff, are touched by the super-admin alone, who has just proven it is them; so no
 * administrator, and no stolen session, ends the others. Hold the profile.
 */
export async function requireSuperAdminForStaffChange(
  tx: Tx,
  deps: Dependencies,
  actor: Person,
  profile: Profile,
  { grants = false } = {},
): Promise<void> {
  if (!grants && !isStaff(deps, profile)) return;
  refuseKeys(actor);
  if (actor.level !== 'superAdmin') throw refuse('ONLY_SUPER_ADMIN');
  requireFreshProof(deps, actor);
  await lockOpenSessionShared(tx, actor);
}

/**
 * Whoever acted and whoever was changed are mailed, in the same transaction. Of an erased account only the mail to its own address names
 * it, and belongs to no account; whose duties changed has a mail of their own (save-duties.ts).
 */
export async function notifyOfStaffChange(
  tx: Tx,
  deps: Dependencies,
  actor: Pick<Person, 'id' | 'email'>,
  touched: Pick<Profile, 'id' | 'email'>,
  deed: StaffChange,
  duties?: { given: Duty[]; taken: Duty[] },
): Promise<void> {
  const isGone = deed === 'erased';
  const props = { deed, by: actor.email, at: deps.now().toISOString(), ...(duties ? { duties } : {}) };
  const toActor = { to: actor.email, profileId: actor.id, whose: isGone ? null : touched.email };
  const toTouched = { to: touched.email, profileId: isGone ? null : touched.id, whose: touched.email };
  const recipients = duties || actor.id === touched.id ? [toActor] : [toActor, toTouched];
  await queueMails(
    tx,
    deps.queue,
    recipients.map(({ whose, ...to }) => ({
      ...to,
      template: 'accounts.staff-touched' as const,
      props: { whose, ...props },
    })),
  );
}
