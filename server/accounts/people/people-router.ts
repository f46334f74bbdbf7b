import { eq } from 'drizzle-orm';
import { isUsernameAllowed } from '#domain/auth/username.ts';
import { refuse } from '#domain/refuse.ts';
import { freshProof, staff } from '../../access.ts';
import { removeSecondStep } from '../../auth/factors/second-step.ts';
import { lockOpenSessionShared } from '../../auth/sessions/lock-with-session.ts';
import { lockCampaigns, pauseCampaignsOfBlockedAccount } from '../../flows/campaigns/take-back.ts';
import { readHistory } from '../../flows/desk/person-history.ts';
import { readPerson } from '../../flows/desk/read-person.ts';
import { applyPaymentAccess } from '../../flows/payments/payment-access.ts';
import { describeErasure, erasePerson } from '../../flows/people/erase-person.ts';
import { revokeKeys } from '../../flows/people/revoke-keys.ts';
import { giveNotice, takeBackNotice, terminateAtOnce } from '../../flows/people/terminate.ts';
import { voidHandOverCodes } from '../../flows/people/void-hand-over-codes.ts';
import { violatedConstraint } from '../../platform/database-errors.ts';
import { lockPerson } from '../lock-person.ts';
import { profiles } from '../schema.ts';
import { editPerson } from './edit-person.ts';
import { exportPeople } from './export-people.ts';
import { countPeople, describeRow, listPeople, readPersonNeighbours } from './people.ts';
import { addPersonNote } from './person-notes.ts';
import { setBlocked, setRole, signOutEverywhere } from './person-status.ts';
import { isStaff, notifyOfStaffChange, requireSuperAdminForStaffChange } from './staff-changes.ts';

const viewer = staff('see people').accounts.admin.people;
const editor = staff('edit people').accounts.admin.people;
const closer = staff('end access').accounts.admin.people;
const eraser = staff('erase people').accounts.admin.people;

export const peopleRouter = {
  list: viewer.list.handler(({ context: { deps }, input }) => listPeople(deps.db, deps.config.superAdmin.email, input)),

  count: viewer.count.handler(({ context: { deps }, input }) => countPeople(deps.db, input)),

  export: viewer.export.handler(({ context: { deps, actor }, input }) => exportPeople(deps, actor, input)),

  read: viewer.read.handler(({ context: { deps, person }, input }) => readPerson(deps, person.permissions, input.id)),

  neighbours: viewer.neighbours.handler(({ context: { deps }, input }) => readPersonNeighbours(deps.db, input)),

  history: viewer.history.handler(({ context: { deps, person }, input }) =>
    readHistory(deps.db, person.permissions, input),
  ),

  addNote: viewer.addNote.handler(({ context: { deps, actor }, input }) => addPersonNote(deps, actor, input)),

  edit: editor.edit.handler(async ({ context: { deps, actor, person }, input }) => {
    const superAdminEmail = deps.config.superAdmin.email;
    try {
      return await deps.db.transaction(async (tx) => {
        const before = await lockPerson(tx, input.id);
        if (!before) throw refuse('PERSON_GONE');
        await requireSuperAdminForStaffChange(tx, deps, person, before);
        const { profile, changed } = await editPerson(tx, actor, before, input);
        if (input.to.username !== undefined && !isUsernameAllowed(profile.username, profile.email))
          throw refuse('USERNAME_IS_ADDRESS');
        if (changed && isStaff(deps, before)) await notifyOfStaffChange(tx, deps, person, before, 'edited');
        return describeRow(profile, superAdminEmail);
      });
    } catch (error) {
      if (violatedConstraint(error) === 'profiles_username_unique') throw refuse('USERNAME_TAKEN');
      throw error;
    }
  }),

  setRole: editor.setRole.handler(async ({ context: { deps, actor, person }, input }) =>
    deps.db.transaction(async (tx) => {
      const { role, on } = input;
      const profile = await lockPerson(tx, input.id);
      if (!profile) throw refuse('PERSON_GONE');
      const grants = role === 'admin';
      if (grants && profile.email === deps.config.superAdmin.email) throw refuse('SUPER_ADMIN_STAYS');
      if (grants && profile.id === person.id) throw refuse('OWN_RIGHTS');
      await requireSuperAdminForStaffChange(tx, deps, person, profile, { grants });
      if (grants && profile.toBeRegistered && on) throw refuse('PERSON_WAITS');
      const after = await setRole(tx, deps, actor, profile, input);
      if (grants && !after.isAdmin) await revokeKeys(tx, deps, actor, { userId: profile.id });
      if (after !== profile && (grants || isStaff(deps, profile)))
        await notifyOfStaffChange(
          tx,
          deps,
          person,
          profile,
          grants ? (on ? 'admin-given' : 'admin-taken') : 'label-changed',
        );
      return describeRow(after, deps.config.superAdmin.email);
    }),
  ),

  block: closer.block.handler(async ({ context: { deps, actor, person }, input }) =>
    deps.db.transaction(async (tx) => {
      if (input.on) await lockCampaigns(tx, input.id);
      const profile = await lockPerson(tx, input.id);
      if (!profile) throw refuse('PERSON_GONE');
      if (profile.email === deps.config.superAdmin.email) throw refuse('SUPER_ADMIN_STAYS');
      if (profile.id === person.id) throw refuse('OWN_RIGHTS');
      await requireSuperAdminForStaffChange(tx, deps, person, profile);
      const after = await setBlocked(tx, actor, profile, input.on, deps.now());
      if (after.blockedAt && !profile.blockedAt) {
        await revokeKeys(tx, deps, actor, { userId: profile.id });
        await voidHandOverCodes(tx, { userId: profile.id });
        await pauseCampaignsOfBlockedAccount(tx, deps, actor, after);
      }
      if (after !== profile && isStaff(deps, profile))
        await notifyOfStaffChange(tx, deps, person, profile, input.on ? 'blocked' : 'unblocked');
      if (after.blockedAt !== profile.blockedAt) await applyPaymentAccess(tx, deps, profile.id);
      return describeRow(after, deps.config.superAdmin.email);
    }),
  ),

  signOut: closer.signOut.handler(async ({ context: { deps, actor, person }, input }) =>
    deps.db.transaction(async (tx) => {
      const profile = await lockPerson(tx, input.id);
      if (!profile) throw refuse('PERSON_GONE');
      await requireSuperAdminForStaffChange(tx, deps, person, profile);
      const ended = await signOutEverywhere(tx, deps, actor, profile);
      if (ended && isStaff(deps, profile)) await notifyOfStaffChange(tx, deps, person, profile, 'signed-out');
      return { signedOut: true as const };
    }),
  ),

  notice: closer.notice.handler(async ({ context: { deps, actor, person }, input }) =>
    deps.db.transaction(async (tx) => {
      const { id, on, reason } = input;
      const before = await lockPerson(tx, id);
      const profile = await (on
        ? giveNotice(tx, deps, { actor, person }, id, reason)
        : takeBackNotice(tx, deps, { actor, person }, id));
      const changed = before?.terminatesAt?.getTime() !== profile.terminatesAt?.getTime();
      if (changed && isStaff(deps, profile))
        await notifyOfStaffChange(tx, deps, person, profile, on ? 'notice-given' : 'notice-taken-back');
      return describeRow(profile, deps.config.superAdmin.email);
    }),
  ),

  terminate: closer.terminate.handler(async ({ context: { deps, actor, person }, input }) =>
    deps.db.transaction(async (tx) => {
      const profile = await terminateAtOnce(tx, deps, { actor, person }, input.id, input.reason);
      if (isStaff(deps, profile)) await notifyOfStaffChange(tx, deps, person, profile, 'terminated');
      return describeRow(profile, deps.config.superAdmin.email);
    }),
  ),

  removeSecondStep: staff('remove second steps')
    .accounts.admin.people.removeSecondStep.use(freshProof)
    .handler(async ({ context: { deps, actor, person }, input }) =>
      deps.db.transaction(async (tx) => {
        const profile = await lockPerson(tx, input.id);
        if (!profile) throw refuse('PERSON_GONE');
        await requireSuperAdminForStaffChange(tx, deps, person, profile);
        await lockOpenSessionShared(tx, person);
        if (!(await removeSecondStep(tx, deps, actor, profile, 'staff'))) throw refuse('NO_SECOND_STEP');
        if (isStaff(deps, profile)) await notifyOfStaffChange(tx, deps, person, profile, 'second-step-removed');
        return { removed: true as const };
      }),
    ),

  erasure: eraser.erasure.handler(async ({ context: { deps }, input }) => {
    const erasure = await describeErasure(deps.db, input.id);
    if (!erasure) throw refuse('PERSON_GONE');
    return erasure;
  }),

  erase: eraser.erase.use(freshProof).handler(async ({ context: { deps, actor, person }, input }) =>
    deps.db.transaction(async (tx) => {
      const [profile] = await tx.select().from(profiles).where(eq(profiles.id, input.id));
      if (!profile) throw refuse('PERSON_GONE');
      if (profile.email === deps.config.superAdmin.email) throw refuse('SUPER_ADMIN_STAYS');
      if (profile.email !== input.email) throw refuse('ERASURE_UNCONFIRMED');
      const erasure = await erasePerson(tx, deps, actor, input.id, person);
      if (!erasure) throw refuse('PERSON_GONE');
      if (isStaff(deps, profile)) await notifyOfStaffChange(tx, deps, person, profile, 'erased');
      return erasure;
    }),
  ),
};
