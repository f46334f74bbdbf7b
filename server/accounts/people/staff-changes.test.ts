import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { mfaFactors, sessions } from '../../auth/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { mails } from '../../platform/mail.schema.ts';
import { testApp } from '../../test/app.ts';
import { inEndedSession } from '../../test/ended-session.ts';
import { networkMember } from '../../test/network.ts';
import { call, person, type TestPerson } from '../../test/people.ts';
import { profiles } from '../schema.ts';

const app = await testApp();
const upline = await networkMember(app);
const owner = await person(app, 'superAdmin', { inTree: true, parentId: upline.id, referralCode: 'GLAVNA77' });
const administrator = () => networkMember(app, upline, { isAdmin: true });
const addFactor = ({ id }: TestPerson) =>
  app.db.insert(mfaFactors).values({ userId: id, status: 'verified', secret: Buffer.from('x') });
const network = (who: TestPerson) => call(app, who).network.admin;
const people = (who: TestPerson) => call(app, who).accounts.admin.people;
const profileOf = async ({ id }: TestPerson) => (await app.db.select().from(profiles).where(eq(profiles.id, id)))[0]!;
const deedsMailedTo = async ({ email }: TestPerson) =>
  (await app.db.select().from(mails).where(eq(mails.to, email)).orderBy(mails.number))
    .filter(({ template }) => template === 'accounts.staff-touched')
    .map(({ props }) => props as { deed: string; whose: string | null });
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    ({ code }: { code: string }) => code,
  );

/** No label. */
const NONE = { isCompany: false, isPartner: false, isInstaller: false };

/** Everything staff can do to one person. */
const DEEDS: Record<string, (who: TestPerson, target: TestPerson) => Promise<unknown>> = {
  edit: (who, { id }) => people(who).edit({ id, from: { city: 'Čačak' }, to: { city: 'Niš' } }),
  label: (who, { id }) => people(who).setRole({ id, role: 'partner', on: true, shown: NONE }),
  'take rights': (who, { id }) => people(who).setRole({ id, role: 'admin', on: false }),
  block: (who, { id }) => people(who).block({ id, on: true }),
  'sign out': (who, { id }) => people(who).signOut({ id }),
  notice: (who, { id }) => people(who).notice({ id, on: true, reason: '' }),
  'remove second step': async (who, target) => {
    if (target !== owner) await addFactor(target);
    return people(who).removeSecondStep({ id: target.id });
  },
  'move in the network': (who, target) => network(who).move({ id: target.id, uplineId: null, shown: upline.id }),
  'block invitations': (who, { id }) => network(who).blockInvites({ id, blocked: true }),
  terminate: (who, { id }) => people(who).terminate({ id, reason: 'razlog' }),
};

test.each(Object.keys(DEEDS))('an administrator may not touch another one: %s', async (name) => {
  const [actor, other] = [await person(app, 'admin'), await administrator()];
  const before = await profileOf(other);
  await expect(DEEDS[name]!(actor, other)).rejects.toMatchObject({
    code: 'ONLY_SUPER_ADMIN',
    status: 403,
    message: 'Prava administratora i njihove naloge menja samo glavni administrator.',
  });
  expect(await profileOf(other)).toEqual(before);
  expect(await deedsMailedTo(other)).toEqual([]);
});

test.each(Object.keys(DEEDS))('nor the super-admin: %s', async (name) => {
  const actor = await person(app, 'admin');
  const before = await profileOf(owner);
  expect(await codeOf(DEEDS[name]!(actor, owner))).toMatch(/^(ONLY_SUPER_ADMIN|SUPER_ADMIN_STAYS)$/);
  expect(await profileOf(owner)).toEqual(before);
});

test('an administrator makes nobody an administrator, and goes on managing everybody else', async () => {
  const [actor, member] = [await person(app, 'admin'), await networkMember(app, upline)];
  expect(await codeOf(people(actor).setRole({ id: member.id, role: 'admin', on: true }))).toBe('ONLY_SUPER_ADMIN');
  expect((await profileOf(member)).isAdmin).toBe(false);
  for (const name of Object.keys(DEEDS).filter((deed) => deed !== 'take rights')) await DEEDS[name]!(actor, member);
  expect(await deedsMailedTo(member)).toEqual([]);
});

test.each(Object.keys(DEEDS))(
  'the super-admin may, with a fresh proof only, and both are notified: %s',
  async (name) => {
    const other = await administrator();
    const before = await profileOf(other);
    const provenAt = new Date(app.clock.now.getTime() - 11 * 60_000);
    await app.db.update(sessions).set({ provenAt }).where(eq(sessions.id, owner.sessionId));
    await expect(DEEDS[name]!(owner, other)).rejects.toMatchObject({ code: 'PROOF_NEEDED', status: 403 });
    expect(await profileOf(other)).toEqual(before);

    await app.db.update(sessions).set({ provenAt: app.clock.now }).where(eq(sessions.id, owner.sessionId));
    await DEEDS[name]!(owner, other);
    const [mine, theirs] = [await deedsMailedTo(owner), await deedsMailedTo(other)];
    expect(theirs).toEqual([mine.at(-1)]);
    expect(theirs[0]).toMatchObject({ whose: other.email, by: owner.email });
    const log = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, other.id));
    expect(log.map(({ actor }) => actor)).toContain(owner.id);
  },
);

test.each(Object.keys(DEEDS))('nothing is done in a session that was ended while the deed waited: %s', async (name) => {
  const other = await administrator();
  const before = await profileOf(other);
  expect(await inEndedSession(app, owner, () => DEEDS[name]!(owner, other))).toBe('UNAUTHORIZED');
  expect(await profileOf(other)).toEqual(before);
  expect(await deedsMailedTo(other)).toEqual([]);
});

test('a colleague outside the network is offered to the super-admin alone, who puts them in it with a fresh proof', async () => {
  const [actor, other] = [await person(app, 'admin'), await person(app, 'admin', { firstName: 'Ognjen' })];
  const offered = async (who: TestPerson) =>
    (await network(who).people({ who: 'outsiders', search: other.email })).map(({ id }) => id);
  const enrol = (who: TestPerson) => network(who).enrollRef({ p_ref: upline.code, p_user: other.id });
  expect([await offered(actor), await offered(owner)]).toEqual([[], [other.id]]);
  expect(await codeOf(enrol(actor))).toBe('ONLY_SUPER_ADMIN');
  expect(await codeOf(network(actor).enrollRef({ p_ref: 'root', p_user: actor.id })), 'nor themselves').toBe(
    'ONLY_SUPER_ADMIN',
  );
  const provenAt = new Date(app.clock.now.getTime() - 11 * 60_000);
  await app.db.update(sessions).set({ provenAt }).where(eq(sessions.id, owner.sessionId));
  expect(await codeOf(enrol(owner))).toBe('PROOF_NEEDED');
  expect(await profileOf(other)).toMatchObject({ inTree: false, parentId: null });
  expect(await deedsMailedTo(other)).toEqual([]);

  await app.db.update(sessions).set({ provenAt: app.clock.now }).where(eq(sessions.id, owner.sessionId));
  expect(await enrol(owner)).toMatchObject({ user: { id: other.id }, upline: { id: upline.id } });
  expect(await profileOf(other)).toMatchObject({ inTree: true, parentId: upline.id });
  expect(await deedsMailedTo(other)).toMatchObject([{ deed: 'enrolled', whose: other.email, by: owner.email }]);
});

test('the card in the network says whose place only the super-admin changes', async () => {
  const [actor, other, member] = [await person(app, 'admin'), await administrator(), await networkMember(app, upline)];
  const isStaff = async ({ id }: { id: string }) => (await network(actor).member({ id })).isStaff;
  expect([await isStaff(other), await isStaff(owner), await isStaff(member)]).toEqual([true, true, false]);
});

test('what changes nothing mails nobody', async () => {
  const other = await person(app, 'admin');
  await people(owner).setRole({ id: other.id, role: 'admin', on: true });
  await people(owner).block({ id: other.id, on: false });
  await people(owner).notice({ id: other.id, on: false, reason: '' });
  await people(owner).edit({ id: other.id, from: {}, to: {} });
  expect(await deedsMailedTo(other)).toEqual([]);
  const member = await administrator();
  await network(owner).blockInvites({ id: member.id, blocked: false });
  await network(owner).move({ id: member.id, uplineId: upline.id, shown: upline.id });
  expect(await deedsMailedTo(member)).toEqual([]);
});

test('of an administrator who is erased both are notified, and only the mail to the erased address names it', async () => {
  const other = await administrator();
  await people(owner).erase({ id: other.id, email: other.email });
  expect((await deedsMailedTo(owner)).at(-1)).toMatchObject({ deed: 'erased', whose: null, by: owner.email });
  expect(await deedsMailedTo(other)).toMatchObject([{ deed: 'erased', whose: other.email, by: owner.email }]);
  const written = await app.db.select().from(mails).where(eq(mails.profileId, other.id));
  expect(written, 'none belongs to the account that is gone').toEqual([]);
});

test('a member who is made an administrator in the same instant is not blocked by a colleague', async () => {
  for (let round = 0; round < 10; round++) {
    const [actor, member] = [await person(app, 'admin'), await person(app)];
    const [made, blocked] = await Promise.all([
      codeOf(people(owner).setRole({ id: member.id, role: 'admin', on: true })),
      codeOf(people(actor).block({ id: member.id, on: true })),
    ]);
    expect(made).toBe('ok');
    const { isAdmin, blockedAt } = await profileOf(member);
    expect(isAdmin).toBe(true);
    expect(blockedAt !== null).toBe(blocked === 'ok');
  }
});

test('two administrators who turn on each other at once both stay', async () => {
  const [one, two] = [await person(app, 'admin'), await person(app, 'admin')];
  const answers = await Promise.all([
    codeOf(people(one).block({ id: two.id, on: true })),
    codeOf(people(two).block({ id: one.id, on: true })),
  ]);
  expect(answers).toEqual(['ONLY_SUPER_ADMIN', 'ONLY_SUPER_ADMIN']);
});
