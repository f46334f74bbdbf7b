import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { profiles } from '../accounts/schema.ts';
import { auditLog } from '../platform/audit.schema.ts';
import { testApp } from '../test/app.ts';
import { networkMember, placeOf } from '../test/network.ts';
import { call, person, type TestPerson } from '../test/people.ts';

const app = await testApp();
const limited = await testApp({ env: { REFERRAL_MAX_DIRECT: '3' } });

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no refusal',
    (error) => error.code as string,
  );
const join = (who: TestPerson, code: string, where = app) =>
  call(where, who).network.enrollWithReferral({ p_ref: code });
const underscored = (id: string) => id.replaceAll('-', '_');

test('whoever registers through a code stands under its owner and gets a code of their own', async () => {
  const inviter = await networkMember(app);
  const newcomer = await person(app);
  const answer = await join(newcomer, inviter.code);
  const [owner] = await app.db.select().from(profiles).where(eq(profiles.id, inviter.id));
  expect(answer).toEqual({ username: owner!.username });
  const place = await placeOf(app, newcomer);
  expect(place).toMatchObject({
    inTree: true,
    parentId: inviter.id,
    path: `root.${underscored(inviter.id)}.${underscored(newcomer.id)}`,
    level: 2,
  });
  expect(place.code).toMatch(/^[2-9A-HJKMNP-Z]{8}$/);
  expect(place.joinedAt).toBeInstanceOf(Date);
  const log = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, newcomer.id));
  expect(log.map(({ action, actor, after }) => ({ action, actor, after }))).toEqual([
    { action: 'network.enrolled', actor: newcomer.id, after: { uplineId: inviter.id, by: 'referral' } },
  ]);
});

test('a code in lower case or with spaces is the same code', async () => {
  const inviter = await networkMember(app);
  const typed = ` ${inviter.code.slice(0, 4).toLowerCase()} ${inviter.code.slice(4)} `;
  expect(await call(app).network.inviter({ code: typed })).toEqual(
    await call(app).network.inviter({ code: inviter.code }),
  );
  await join(await person(app), typed);
});

test.each(['', '  ', 'AB2CDE3F', 'AB2CDE30', "'; drop table profiles; --", '<script>', '😀'.repeat(20)])(
  'an unknown code is said to be invalid and nothing moves: %j',
  async (code) => {
    const newcomer = await person(app);
    expect(await refusal(join(newcomer, code))).toBe('REFERRAL_CODE_INVALID');
    expect((await placeOf(app, newcomer)).inTree).toBe(false);
  },
);

test('the sentence of an invalid code and of an inactive one hold the words by which clients distinguish them', async () => {
  const blocked = await networkMember(app, null, { invitesBlockedAt: new Date() });
  const newcomer = await person(app);
  await expect(join(newcomer, 'AB2CDE3F')).rejects.toThrow('Neispravan');
  await expect(join(newcomer, blocked.code)).rejects.toThrow('neaktivan');
});

test('a code is inactive when its owner is out of the network, waits, is blocked, or may not invite', async () => {
  const owners = [
    await person(app, 'member', { referralCode: 'CUTSDE22' }),
    await networkMember(app, null, { referralCode: 'CUTSDE23', toBeRegistered: true }),
    await networkMember(app, null, { referralCode: 'CUTSDE24', blockedAt: new Date() }),
    await networkMember(app, null, { referralCode: 'CUTSDE25', invitesBlockedAt: new Date() }),
  ];
  const newcomer = await person(app);
  for (const owner of owners) {
    const { code } = await placeOf(app, owner);
    expect(await refusal(join(newcomer, code!))).toBe('REFERRAL_CODE_INACTIVE');
    expect(await refusal(call(app).network.inviter({ code: code! }))).toBe('REFERRAL_CODE_INACTIVE');
  }
  expect((await placeOf(app, newcomer)).inTree).toBe(false);
});

test('an admin turns a member’s invitations off and on again, and the log says so', async () => {
  const admin = await person(app, 'admin');
  const inviter = await networkMember(app);
  await call(app, admin).network.admin.blockInvites({ id: inviter.id, blocked: true });
  await call(app, admin).network.admin.blockInvites({ id: inviter.id, blocked: true });
  expect(await refusal(join(await person(app), inviter.code))).toBe('REFERRAL_CODE_INACTIVE');
  await call(app, admin).network.admin.blockInvites({ id: inviter.id, blocked: false });
  await join(await person(app), inviter.code);
  const log = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, inviter.id)).orderBy(auditLog.id);
  expect(log.map(({ action }) => action)).toEqual(['network.invites-blocked', 'network.invites-allowed']);
});

test('nobody registers through their own code', async () => {
  const member = await networkMember(app);
  const outside = await person(app, 'member', { referralCode: 'WNCDE222' });
  for (const who of [member, outside]) {
    const before = await placeOf(app, who);
    expect(await refusal(join(who, before.code!))).toBe('OWN_REFERRAL_CODE');
    expect(await placeOf(app, who)).toEqual(before);
  }
});

test('a member who is already in the network learns under whom, and nothing moves', async () => {
  const [first, second] = [await networkMember(app), await networkMember(app)];
  const member = await networkMember(app, first);
  const before = await placeOf(app, member);
  const { username } = await call(app).network.inviter({ code: first.code });
  const error = await join(member, second.code).catch((reason) => reason);
  expect([error.code, error.data]).toEqual(['ALREADY_IN_NETWORK', { inviter: username }]);
  expect(await placeOf(app, member)).toEqual(before);
});

test('a code takes as many as the limit allows, also when twenty come at once', async () => {
  const inviter = await networkMember(limited);
  const newcomers = await Promise.all(Array.from({ length: 20 }, () => person(limited)));
  const answers = await Promise.all(newcomers.map((who) => refusal(join(who, inviter.code, limited))));
  expect(answers.filter((answer) => answer === 'no refusal')).toHaveLength(3);
  expect(answers.filter((answer) => answer === 'REFERRAL_LIMIT_REACHED')).toHaveLength(17);
  expect(await refusal(call(limited).network.inviter({ code: inviter.code }))).toBe('REFERRAL_LIMIT_REACHED');
  const late = newcomers[answers.indexOf('REFERRAL_LIMIT_REACHED')]!;
  const admin = await person(limited, 'admin');
  await call(limited, admin).network.admin.enrollRef({ p_ref: inviter.code, p_user: late.id });
  expect((await placeOf(limited, late)).parentId, 'staff are not bound by the limit').toBe(inviter.id);
});

test('somebody who clicks twice is enrolled once', async () => {
  const inviter = await networkMember(app);
  const newcomer = await person(app);
  const answers = await Promise.all([1, 2, 3, 4].map(() => refusal(join(newcomer, inviter.code))));
  expect(answers.sort()).toEqual(['ALREADY_IN_NETWORK', 'ALREADY_IN_NETWORK', 'ALREADY_IN_NETWORK', 'no refusal']);
});

test('a waiting account and a visitor enter no network', async () => {
  const inviter = await networkMember(app);
  const waiting = await person(app, 'waiting');
  expect(await refusal(join(waiting, inviter.code))).toBe('FORBIDDEN');
  expect(await refusal(call(app).network.enrollWithReferral({ p_ref: inviter.code }))).toBe('UNAUTHORIZED');
  expect((await placeOf(app, waiting)).inTree).toBe(false);
});

test('staff put a person under a member, or at the top', async () => {
  const admin = await person(app, 'admin');
  const upline = await networkMember(app, null, { firstName: 'Petar', lastName: 'Vučinić' });
  const [one, two] = [
    await person(app),
    await person(app, 'member', { firstName: '', lastName: null, username: 'bezimena' }),
  ];
  expect(await call(app, admin).network.admin.enrollRef({ p_ref: upline.code.toLowerCase(), p_user: one.id })).toEqual({
    user: { id: one.id, name: 'Milica Živković' },
    upline: { id: upline.id, name: 'Petar Vučinić' },
  });
  expect(await call(app, admin).network.admin.enrollRef({ p_ref: 'root', p_user: two.id })).toEqual({
    user: { id: two.id, name: 'bezimena' },
    upline: null,
  });
  expect((await placeOf(app, one)).parentId).toBe(upline.id);
  expect((await placeOf(app, two)).path).toBe(`root.${underscored(two.id)}`);
});

test('staff learn what is wrong with a choice, and nothing moves', async () => {
  const admin = await person(app, 'admin');
  const upline = await networkMember(app);
  const gone = await networkMember(app);
  await app.db.execute(`delete from auth.users where id = '${gone.id}'`);
  const [member, waiting, blocked, outsider] = [
    await networkMember(app),
    await person(app, 'waiting'),
    await person(app, 'member', { blockedAt: new Date() }),
    await person(app, 'member', { referralCode: 'SDECDE22' }),
  ];
  const enrol = (p_ref: unknown, p_user: unknown) =>
    refusal(call(app, admin).network.admin.enrollRef({ p_ref, p_user } as { p_ref: string; p_user: string }));
  for (const nothing of [undefined, null, '', '  ']) {
    expect(await enrol(nothing, outsider.id)).toBe('NETWORK_BOTH_NEEDED');
    expect(await enrol(upline.code, nothing)).toBe('NETWORK_BOTH_NEEDED');
  }
  expect(await enrol(gone.code, outsider.id), 'a deleted upline').toBe('UPLINE_GONE');
  expect(await enrol('XXXXXXXX', outsider.id)).toBe('UPLINE_GONE');
  expect(await enrol('nije kod', outsider.id)).toBe('UPLINE_GONE');
  expect(await enrol(upline.code, gone.id)).toBe('NETWORK_PERSON_GONE');
  expect(await enrol(upline.code, 'nije-uuid')).toBe('NETWORK_PERSON_GONE');
  expect(await enrol(upline.code, blocked.id)).toBe('NETWORK_PERSON_GONE');
  expect(await enrol(upline.code, waiting.id)).toBe('NETWORK_PERSON_WAITING');
  expect(await enrol(upline.code, member.id)).toBe('PERSON_ALREADY_IN_NETWORK');
  expect(await enrol(member.code, member.id)).toBe('UPLINE_IS_SELF');
  expect(await enrol('SDECDE22', outsider.id)).toBe('UPLINE_IS_SELF');
  expect((await placeOf(app, member)).parentId).toBeNull();
  expect((await placeOf(app, outsider)).inTree).toBe(false);
  await expect(call(app, admin).network.admin.enrollRef({ p_ref: '', p_user: '' })).rejects.toThrow(
    'Morate odabrati oba korisnika',
  );
});

test('one person chosen by two admins at once stands in one place', async () => {
  const admins = [await person(app, 'admin'), await person(app, 'admin')];
  const uplines = [await networkMember(app), await networkMember(app)];
  for (let round = 0; round < 10; round += 1) {
    const chosen = await person(app);
    const answers = await Promise.all(
      admins.map((admin, i) =>
        refusal(call(app, admin).network.admin.enrollRef({ p_ref: uplines[i]!.code, p_user: chosen.id })),
      ),
    );
    expect(answers.sort()).toEqual(['PERSON_ALREADY_IN_NETWORK', 'no refusal']);
  }
});

test('nobody but staff enrols, moves, blocks, or reads the network', async () => {
  const upline = await networkMember(app);
  const target = await person(app);
  for (const [who, expected] of [
    [undefined, 'UNAUTHORIZED'],
    [await person(app, 'waiting'), 'FORBIDDEN'],
    [upline, 'FORBIDDEN'],
  ] as const) {
    const { admin } = call(app, who).network;
    for (const attempt of [
      () => admin.enrollRef({ p_ref: upline.code, p_user: target.id }),
      () => admin.move({ id: upline.id, uplineId: null, shown: null }),
      () => admin.blockInvites({ id: upline.id, blocked: true }),
      () => admin.people({ who: 'members' }),
      () => admin.member({ id: upline.id }),
      () => admin.tree({}),
    ])
      expect(await refusal(attempt())).toBe(expected);
  }
});

test('whoever tries many codes has to wait', async () => {
  const strict = await testApp({ env: { RATE_LIMITS: 'on' } });
  const answers: string[] = [];
  for (let i = 0; i < 40; i += 1) answers.push(await refusal(call(strict).network.inviter({ code: 'AB2CDE3F' })));
  expect(answers.indexOf('TOO_MANY_REQUESTS')).toBe(30);
  await expect(call(strict).network.inviter({ code: 'AB2CDE3F' })).rejects.toThrow('Previše pokušaja');
});

test('a database that cannot write is said to be one, and nobody is left half enrolled', async () => {
  const inviter = await networkMember(app);
  const newcomer = await person(app);
  await app.db.execute('alter table audit_log rename to audit_log_away');
  try {
    expect(await refusal(join(newcomer, inviter.code))).toBe('NETWORK_DATABASE_ERROR');
  } finally {
    await app.db.execute('alter table audit_log_away rename to audit_log');
  }
  expect((await placeOf(app, newcomer)).inTree).toBe(false);
});

test('the members’ app is led to where it is; while its address is a placeholder, members sign in here', async () => {
  const led = async (APP_URL?: string) => {
    const { app } = await testApp({ env: APP_URL ? { APP_URL } : {} });
    return (await app.request('/app')).headers.get('location');
  };
  expect(await led()).toBe('/auth');
  expect(await led('https://app.vidik.example')).toBe('/auth');
  expect(await led('https://clanovi.vidik.rs/')).toBe('https://clanovi.vidik.rs/');
});
