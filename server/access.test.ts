import { type AnyProcedure, isProcedure } from '@orpc/server';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DUTIES, dutiesFor, PERMISSIONS, type Permission } from '#domain/access.ts';
import type { CallRule } from '#domain/call-rule.ts';
import { CALLS } from '#domain/calls.ts';
import { HOUR_MS } from '#domain/day.ts';
import { BANNERS_A_DAY } from '#domain/vouchers/rules.ts';
import { profiles } from './accounts/schema.ts';
import { mfaFactors, sessions, users } from './auth/schema.ts';
import { devices } from './devices/schema.ts';
import { fingerprint } from './platform/secrets/fingerprint.ts';
import { router } from './router.ts';
import { testApp } from './test/app.ts';
import { call, giveDuties, person, type TestPerson } from './test/people.ts';
import { procedures } from './test/procedures.ts';

/**
 * Every procedure of the contract, called with empty input by every kind of caller, against the table of calls
 * (domain/calls.ts). A caller who gets as far as the input check is allowed. A procedure without a row fails.
 */
const ROWS = Object.entries<CallRule>(CALLS).filter(([name]) => !name.includes(' '));

/** `owing` is the super-admin, who may do everything, in a session that has only shown the password. */
const CALLERS = ['visitor', 'waiting', 'member', 'admin', 'superAdmin', 'owing', 'device'] as const;
type Answer = 'allowed' | 'UNAUTHORIZED' | 'FORBIDDEN';
const ANSWERS = {
  anyone: ['allowed', 'allowed', 'allowed', 'allowed', 'allowed', 'allowed', 'allowed'],
  signedIn: ['UNAUTHORIZED', 'allowed', 'allowed', 'allowed', 'allowed', 'allowed', 'UNAUTHORIZED'],
  accountHolder: ['UNAUTHORIZED', 'allowed', 'allowed', 'allowed', 'allowed', 'FORBIDDEN', 'UNAUTHORIZED'],
  /** Another member is allowed too and finds nothing of the first one's (server/other-people.test.ts). */
  member: ['UNAUTHORIZED', 'FORBIDDEN', 'allowed', 'allowed', 'allowed', 'FORBIDDEN', 'UNAUTHORIZED'],
  admin: ['UNAUTHORIZED', 'FORBIDDEN', 'FORBIDDEN', 'allowed', 'allowed', 'FORBIDDEN', 'UNAUTHORIZED'],
  superAdmin: ['UNAUTHORIZED', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'allowed', 'FORBIDDEN', 'UNAUTHORIZED'],
  staff: ['UNAUTHORIZED', 'FORBIDDEN', 'FORBIDDEN', 'allowed', 'allowed', 'FORBIDDEN', 'UNAUTHORIZED'],
  /** A linked TV only: people are not known to it. */
  device: ['UNAUTHORIZED', 'UNAUTHORIZED', 'UNAUTHORIZED', 'UNAUTHORIZED', 'UNAUTHORIZED', 'UNAUTHORIZED', 'allowed'],
} as const satisfies Record<string, readonly Answer[]>;

const app = await testApp();
const people = {
  waiting: await person(app, 'waiting'),
  member: await person(app, 'member'),
  admin: await person(app, 'admin'),
  superAdmin: await person(app, 'superAdmin'),
  owing: { token: '' },
  device: { token: `tv_${'x'.repeat(43)}` },
};
people.owing.token = await onlyThePassword(people.superAdmin);
await app.db
  .insert(devices)
  .values({ profileId: people.member.id, number: 123456789, name: 'TV', tokenHash: fingerprint(people.device.token) });

test('every procedure has a row, and every row a procedure', () => {
  expect(ROWS.map(([name]) => name).sort()).toEqual([...procedures.keys()].sort());
});

test('every procedure of the contract is there, and nothing beside it', () => {
  expect([...handlersOf(router).keys()].sort()).toEqual([...procedures.keys()].sort());
});

for (const [name, { who }] of ROWS) {
  test(`${name}: ${who}`, async () => {
    const answers = await Promise.all(
      CALLERS.map((caller) => answerTo(name, caller === 'visitor' ? undefined : people[caller].token)),
    );
    const permission = permissionIn(who);
    expect(answers).toEqual(
      ANSWERS[
        permission
          ? dutiesFor(permission).length > 0
            ? 'admin'
            : 'superAdmin'
          : (who as Exclude<typeof who, Permission | 'payment provider' | 'courier'>)
      ],
    );
  });
}

/** Every procedure with every duty: with all but those that open it, with each of these alone, and without any. */
for (const [name, { who }] of ROWS.filter(([, row]) => row.who !== 'device')) {
  const permission = permissionIn(who);
  const opening = permission ? dutiesFor(permission) : [];
  const title = !permission
    ? 'opens without any duty'
    : opening.length === 0
      ? 'opens with no duty, not even with all'
      : `opens with the duty ${opening.join(' or ')} alone, and with no other`;
  test(`${name} ${title}`, async () => {
    const answerWith = (duties: typeof opening) =>
      giveDuties(app, people.admin, duties).then(() => answerTo(name, people.admin.token));
    const others = DUTIES.filter((duty) => !opening.includes(duty));
    expect(await answerWith(others), `with ${others.join(', ')}`).toBe(permission ? 'FORBIDDEN' : 'allowed');
    for (const duty of opening) expect(await answerWith([duty]), `with ${duty} alone`).toBe('allowed');
    expect(await answerWith([]), 'without any').toBe(permission ? 'FORBIDDEN' : 'allowed');
    await giveDuties(app, people.admin, null);
  });
}

test('every permission opens something, or raises a limit', () => {
  const named = new Set(ROWS.map(([, { who }]) => who));
  const all = Object.keys(PERMISSIONS) as Permission[];
  expect(all.filter((permission) => !named.has(permission) && !(permission in BANNERS_A_DAY))).toEqual([]);
});

test('who sees sales writes nothing but views of the list: what is settled, noted and mailed is another duty', () => {
  for (const name of ['orders.admin.resolveWithdrawal', 'payments.admin.retake', 'payments.admin.dismiss'] as const)
    expect(CALLS[name].who, name).toBe('handle payments');
  const written = ROWS.filter(([, call]) => call.who === 'see sales' && call.writes).map(([name]) => name);
  expect(written.sort()).toEqual(['orders.admin.removeView', 'orders.admin.saveView']);
});

test('a token opens nothing once it is forged, expired, signed out, blocked or without its account', async () => {
  const outsiders: [
    string,
    (who: Awaited<ReturnType<typeof person>>) => Promise<unknown>,
    ((token: string) => string)?,
  ][] = [
    ['forged', async () => {}, (token) => `${token.slice(0, -4)}AAAA`],
    ['of another kind', async () => {}, () => 'tv_0123456789'],
    ['signed out', (who) => app.db.delete(sessions).where(eq(sessions.id, who.sessionId))],
    ['blocked', (who) => app.db.update(profiles).set({ blockedAt: new Date() }).where(eq(profiles.id, who.id))],
    [
      'banned',
      (who) =>
        app.db
          .update(users)
          .set({ bannedUntil: new Date(app.clock.now.getTime() + 60_000) })
          .where(eq(users.id, who.id)),
    ],
    ['erased', (who) => app.db.delete(users).where(eq(users.id, who.id))],
  ];
  for (const [what, happen, change = (token: string) => token] of outsiders) {
    const who = await person(app, 'admin');
    expect(await answerTo('accounts.admin.registrationRequests', who.token), `before: ${what}`).toBe('allowed');
    await happen(who);
    const token = change(who.token);
    for (const name of ['accounts.me', 'orders.mine', 'accounts.admin.registrationRequests', 'live.me'])
      expect(await answerTo(name, token), `${name}: ${what}`).toBe('UNAUTHORIZED');
  }
  const late = await person(app, 'admin');
  const now = app.clock.now;
  app.clock.now = new Date(now.getTime() + HOUR_MS);
  expect(await answerTo('accounts.me', late.token), 'expired').toBe('UNAUTHORIZED');
  app.clock.now = now;
});

test('a token of the right person with somebody else’s session opens nothing', async () => {
  const [one, other] = [await person(app, 'admin'), await person(app, 'admin')];
  const { token } = await app.deps.tokens.issue(
    { userId: one.id, sessionId: other.sessionId, email: one.email, aal: 'aal1', amr: [], userMetadata: {} },
    app.clock.now,
  );
  expect(await answerTo('accounts.me', token)).toBe('UNAUTHORIZED');
});

test('of many who ask at the same moment each is known as themselves, and who is out stays out', async () => {
  const members = await Promise.all(Array.from({ length: 120 }, () => person(app, 'member')));
  const [blocked, ended, ...rest] = members;
  await app.db.update(profiles).set({ blockedAt: app.clock.now }).where(eq(profiles.id, blocked!.id));
  await app.db.delete(sessions).where(eq(sessions.id, ended!.sessionId));
  const answers = await Promise.all(
    members.map((who) =>
      call(app, who)
        .accounts.me()
        .then(({ id, email }) => `${id} ${email}`)
        .catch((error: { code: string }) => error.code),
    ),
  );
  expect(answers).toEqual(['UNAUTHORIZED', 'UNAUTHORIZED', ...rest.map(({ id, email }) => `${id} ${email}`)]);
});

/** From now on the account has a second step: the session that it has took it, the one of the answered token did not. */
async function onlyThePassword({ id, email, sessionId }: TestPerson): Promise<string> {
  await app.db.insert(mfaFactors).values({ userId: id, status: 'verified', secret: Buffer.from('x') });
  await app.db.update(sessions).set({ aal: 'aal2' }).where(eq(sessions.id, sessionId));
  const [half] = await app.db.insert(sessions).values({ userId: id, refreshedAt: app.clock.now }).returning();
  const claims = { userId: id, sessionId: half!.id, email, aal: 'aal1' as const, amr: [], userMetadata: {} };
  return (await app.deps.tokens.issue(claims, app.clock.now)).token;
}

/** One request with empty input. Streams that open are left again at once. */
async function answerTo(name: string, token: string | undefined): Promise<Answer> {
  const { method, path } = procedures.get(name)!;
  const leave = new AbortController();
  const response = await app.app.request(
    new Request(`http://localhost/api${path.replaceAll(/\{\w+\}/g, 'x')}`, {
      method,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: '{}' }),
      signal: leave.signal,
    }),
  );
  const stream = response.headers.get('content-type')?.startsWith('text/event-stream');
  const body = stream ? null : await response.text();
  leave.abort();
  const code = body && response.status >= 400 ? (JSON.parse(body) as { code?: string }).code : undefined;
  expect(response.status, `${name} answers ${body}`).toBeLessThan(500);
  return code === 'UNAUTHORIZED' || code === 'FORBIDDEN' ? code : 'allowed';
}

/** `null` for rows that name no permission. */
function permissionIn(who: CallRule['who']): Permission | null {
  return who in PERMISSIONS ? (who as Permission) : null;
}

function handlersOf(part: object, at: string[] = []): Map<string, AnyProcedure> {
  return new Map(
    Object.entries(part).flatMap(([key, value]) =>
      isProcedure(value) ? [[[...at, key].join('.'), value] as const] : [...handlersOf(value as object, [...at, key])],
    ),
  );
}
