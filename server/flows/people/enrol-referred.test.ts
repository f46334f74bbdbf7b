import { and, eq, isNotNull, like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { profiles } from '../../accounts/schema.ts';
import { users } from '../../auth/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { testApp } from '../../test/app.ts';
import { networkMember, placeOf } from '../../test/network.ts';
import { call, person } from '../../test/people.ts';
import { enrolReferred } from './enrol-referred.ts';

const app = await testApp();
const finish = enrolReferred(app.deps);

async function registeredThrough(code: unknown, confirmed = true, profile: Parameters<typeof person>[2] = {}) {
  const who = await person(app, 'member', profile);
  await app.db
    .update(users)
    .set({ userMetadata: { referral_code: code }, emailConfirmedAt: confirmed ? new Date() : null })
    .where(eq(users.id, who.id));
  return who;
}
const logOf = async (id: string) =>
  (
    await app.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, id), like(auditLog.action, 'network.%')))
  ).map(({ action, after }) => [action, after]);

test('a confirmed address finishes the referral registration, once, with no page open', async () => {
  const inviter = await networkMember(app);
  const newcomer = await registeredThrough(` ${inviter.code.toLowerCase()} `);
  await Promise.all([finish({ profileId: newcomer.id }), finish({ profileId: newcomer.id })]);
  await finish({ profileId: newcomer.id });
  expect((await placeOf(app, newcomer)).parentId).toBe(inviter.id);
  expect(await logOf(newcomer.id)).toEqual([['network.enrolled', { uplineId: inviter.id, by: 'referral' }]]);
});

test('an address that is not confirmed, an account that waits for staff or is blocked, enters nothing', async () => {
  const inviter = await networkMember(app);
  for (const newcomer of [
    await registeredThrough(inviter.code, false),
    await registeredThrough(inviter.code, true, { toBeRegistered: true }),
    await registeredThrough(inviter.code, true, { blockedAt: new Date() }),
    await registeredThrough(undefined),
    await registeredThrough({ nije: 'kod' }),
  ]) {
    await finish({ profileId: newcomer.id });
    expect((await placeOf(app, newcomer)).inTree).toBe(false);
    expect(await logOf(newcomer.id)).toEqual([]);
  }
});

test('a code that was blocked in the meantime enrols nobody; staff find the reason in the log', async () => {
  const inviter = await networkMember(app, null, { invitesBlockedAt: new Date() });
  const newcomer = await registeredThrough(inviter.code);
  await finish({ profileId: newcomer.id });
  expect((await placeOf(app, newcomer)).inTree).toBe(false);
  expect(await logOf(newcomer.id)).toEqual([['network.enrolment-refused', { reason: 'REFERRAL_CODE_INACTIVE' }]]);
});

test('whoever a code refused reads why while they wait, as long as another code lets them in, and enters with it', async () => {
  const [inviter, other, admin] = [await networkMember(app), await networkMember(app), await person(app, 'admin')];
  const invited = { toBeRegistered: true, invitedBy: inviter.id };
  const [newcomer, approved, bystander] = [
    await registeredThrough(inviter.code, true, invited),
    await registeredThrough(inviter.code, true, invited),
    await person(app, 'waiting'),
  ];
  const reads = async (who: typeof newcomer) => {
    const { level, enrolmentRefused } = await call(app, who).accounts.me();
    return [level, enrolmentRefused];
  };
  expect(await reads(newcomer), 'the enrolment is still to come').toEqual(['waiting', null]);
  await app.db.update(profiles).set({ invitesBlockedAt: new Date() }).where(eq(profiles.id, inviter.id));
  await Promise.all([finish({ profileId: newcomer.id }), finish({ profileId: newcomer.id })]);
  await finish({ profileId: approved.id });
  expect(await reads(newcomer)).toEqual(['waiting', 'REFERRAL_CODE_INACTIVE']);
  expect(await reads(bystander)).toEqual(['waiting', null]);

  await expect(call(app, newcomer).network.enrollWithReferral({ p_ref: 'ZZZZZZZZ' })).rejects.toMatchObject({
    code: 'REFERRAL_CODE_INVALID',
  });
  expect(await reads(newcomer), 'the latest reason').toEqual(['waiting', 'REFERRAL_CODE_INVALID']);
  await call(app, newcomer).network.enrollWithReferral({ p_ref: other.code });
  expect(await reads(newcomer)).toEqual(['member', null]);
  expect((await placeOf(app, newcomer)).parentId).toBe(other.id);

  await call(app, admin).accounts.admin.approve({ ids: [approved.id] });
  expect(await reads(approved), 'staff decided otherwise').toEqual(['member', null]);
  const kept = await app.db.select().from(profiles).where(isNotNull(profiles.enrolmentRefused));
  expect(kept).toEqual([]);
});

test('an account deleted before its job enters nothing, and the job is done', async () => {
  const inviter = await networkMember(app);
  const newcomer = await registeredThrough(inviter.code);
  await app.db.delete(users).where(eq(users.id, newcomer.id));
  const members = () => app.db.$count(profiles, eq(profiles.inTree, true));
  const before = await members();
  await expect(finish({ profileId: newcomer.id })).resolves.toBeUndefined();
  expect(await members()).toBe(before);
  expect(await logOf(newcomer.id)).toEqual([]);
});
