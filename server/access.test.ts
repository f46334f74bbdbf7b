import { isProcedure } from '@orpc/server';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { profiles, sessions, users } from './accounts/schema.ts';
import { devices } from './devices/schema.ts';
import { fingerprint } from './platform/fingerprint.ts';
import { router } from './router.ts';
import { testApp } from './test/app.ts';
import { call, person } from './test/people.ts';
import { procedures } from './test/procedures.ts';

/**
 * Every procedure of the contract, knocked at with empty input by every kind of caller, against the table below. Whoever
 * gets as far as the input check has entered. A procedure without a row fails.
 */
const TABLE: Record<string, Door> = {
  'accounts.me': 'signedIn',
  'accounts.own.update': 'member',
  'accounts.own.proveMailbox': 'member',
  'accounts.own.sessions.list': 'member',
  'accounts.own.sessions.end': 'member',
  'accounts.own.acceptances': 'member',
  'accounts.own.data': 'member',
  'accounts.own.close': 'member',
  'accounts.admin.registrationRequests': 'admin',
  'accounts.admin.approve': 'admin',
  'accounts.admin.reject': 'admin',
  'accounts.admin.people.list': 'admin',
  'accounts.admin.people.follow': 'admin',
  'accounts.admin.people.count': 'admin',
  'accounts.admin.people.export': 'admin',
  'accounts.admin.people.edit': 'admin',
  'accounts.admin.people.setRole': 'admin',
  'accounts.admin.people.block': 'admin',
  'accounts.admin.people.notice': 'admin',
  'accounts.admin.people.terminate': 'admin',
  'accounts.admin.people.erasure': 'superAdmin',
  'accounts.admin.people.erase': 'superAdmin',
  'orders.mine': 'member',
  'orders.withdraw': 'member',
  'orders.admin.list': 'admin',
  'orders.admin.resolveWithdrawal': 'admin',
  'payments.createPayment': 'member',
  'payments.verifyPayment': 'anyone',
  'payments.admin.problems': 'admin',
  'payments.admin.retake': 'admin',
  'payments.admin.dismiss': 'admin',
  'advertising.account': 'member',
  'advertising.ledger': 'member',
  'advertising.periods': 'member',
  'advertising.portal': 'member',
  'advertising.admin.sold': 'admin',
  'advertising.admin.export': 'admin',
  'vouchers.redeem': 'member',
  'vouchers.mine': 'member',
  'vouchers.admin.list': 'admin',
  'vouchers.admin.issue': 'admin',
  'vouchers.admin.void': 'admin',
  'vouchers.admin.export': 'admin',
  'devices.look': 'anyone',
  'devices.link': 'member',
  'devices.mine': 'member',
  'devices.rename': 'member',
  'devices.unlink': 'member',
  'devices.tv.begin': 'anyone',
  'devices.tv.wait': 'anyone',
  'devices.tv.claim': 'anyone',
  'devices.tv.self': 'device',
  'devices.tv.stay': 'device',
  'events.offer': 'anyone',
  'events.reserve': 'anyone',
  'events.mine': 'member',
  'events.calendar': 'anyone',
  'events.ticket': 'anyone',
  'events.ticketPdf': 'anyone',
  'events.admin.list': 'admin',
  'events.admin.totals': 'admin',
  'events.admin.note': 'admin',
  'events.admin.confirm': 'admin',
  'events.admin.remove': 'admin',
  'events.admin.export': 'admin',
  'events.admin.statements.list': 'admin',
  'events.admin.statements.import': 'admin',
  'events.admin.statements.lines': 'admin',
  'events.admin.statements.confirmExact': 'admin',
  'events.admin.statements.confirmLine': 'admin',
  'events.admin.statements.dismissLine': 'admin',
  'events.admin.attendance': 'admin',
  'events.admin.checkIn': 'admin',
  'network.inviter': 'anyone',
  'network.enrollWithReferral': 'member',
  'network.mine': 'member',
  'network.myDirect': 'member',
  'network.admin.enrollRef': 'admin',
  'network.admin.people': 'admin',
  'network.admin.tree': 'admin',
  'network.admin.member': 'admin',
  'network.admin.move': 'admin',
  'network.admin.blockInvites': 'admin',
  'live.admin': 'admin',
  'admin.overview': 'admin',
  'admin.sales': 'admin',
  'admin.audit': 'admin',
  'admin.mails.list': 'admin',
  'admin.mails.preview': 'admin',
  'admin.mails.retry': 'admin',
  'live.me': 'signedIn',
};

const CALLERS = ['visitor', 'waiting', 'member', 'admin', 'superAdmin', 'device'] as const;
type Answer = 'enters' | 'UNAUTHORIZED' | 'FORBIDDEN';
type Door = keyof typeof DOORS;
const DOORS = {
  anyone: ['enters', 'enters', 'enters', 'enters', 'enters', 'enters'],
  signedIn: ['UNAUTHORIZED', 'enters', 'enters', 'enters', 'enters', 'UNAUTHORIZED'],
  /** Another member enters too and finds nothing of the first one's (server/other-people.test.ts). */
  member: ['UNAUTHORIZED', 'FORBIDDEN', 'enters', 'enters', 'enters', 'UNAUTHORIZED'],
  admin: ['UNAUTHORIZED', 'FORBIDDEN', 'FORBIDDEN', 'enters', 'enters', 'UNAUTHORIZED'],
  superAdmin: ['UNAUTHORIZED', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'enters', 'UNAUTHORIZED'],
  /** A linked TV only: people are strangers to it. */
  device: ['UNAUTHORIZED', 'UNAUTHORIZED', 'UNAUTHORIZED', 'UNAUTHORIZED', 'UNAUTHORIZED', 'enters'],
} as const satisfies Record<string, readonly Answer[]>;

const app = await testApp();
const people = {
  waiting: await person(app, 'waiting'),
  member: await person(app, 'member'),
  admin: await person(app, 'admin'),
  superAdmin: await person(app, 'superAdmin'),
  device: { token: `tv_${'x'.repeat(43)}` },
};
await app.db
  .insert(devices)
  .values({ profileId: people.member.id, number: 123456789, name: 'TV', tokenHash: fingerprint(people.device.token) });

test('every procedure has a row, and every row a procedure', () => {
  expect(Object.keys(TABLE).sort()).toEqual([...procedures.keys()].sort());
});

test('every procedure of the contract is there, and nothing beside it', () => {
  expect(handlersOf(router).sort()).toEqual([...procedures.keys()].sort());
});

for (const [name, door] of Object.entries(TABLE)) {
  test(`${name}: ${door}`, async () => {
    const answers = await Promise.all(
      CALLERS.map((caller) => knock(name, caller === 'visitor' ? undefined : people[caller].token)),
    );
    expect(answers).toEqual(DOORS[door]);
  });
}

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
    expect(await knock('accounts.admin.registrationRequests', who.token), `before: ${what}`).toBe('enters');
    await happen(who);
    const token = change(who.token);
    for (const name of ['accounts.me', 'orders.mine', 'accounts.admin.registrationRequests', 'live.me'])
      expect(await knock(name, token), `${name}: ${what}`).toBe('UNAUTHORIZED');
  }
  const late = await person(app, 'admin');
  const now = app.clock.now;
  app.clock.now = new Date(now.getTime() + 3600_000);
  expect(await knock('accounts.me', late.token), 'expired').toBe('UNAUTHORIZED');
  app.clock.now = now;
});

test('a token of the right person with somebody else’s session opens nothing', async () => {
  const [one, other] = [await person(app, 'admin'), await person(app, 'admin')];
  const { token } = await app.edges.tokens.issue(
    { userId: one.id, sessionId: other.sessionId, email: one.email, aal: 'aal1', amr: [], userMetadata: {} },
    app.clock.now,
  );
  expect(await knock('accounts.me', token)).toBe('UNAUTHORIZED');
});

test('of many who ask at the same moment each is known as themselves, and who is out stays out', async () => {
  const crowd = await Promise.all(Array.from({ length: 120 }, () => person(app, 'member')));
  const [blocked, ended, ...rest] = crowd;
  await app.db.update(profiles).set({ blockedAt: app.clock.now }).where(eq(profiles.id, blocked!.id));
  await app.db.delete(sessions).where(eq(sessions.id, ended!.sessionId));
  const heard = await Promise.all(
    crowd.map((who) =>
      call(app, who)
        .accounts.me()
        .then(({ id, email }) => `${id} ${email}`)
        .catch((error: { code: string }) => error.code),
    ),
  );
  expect(heard).toEqual(['UNAUTHORIZED', 'UNAUTHORIZED', ...rest.map(({ id, email }) => `${id} ${email}`)]);
});

/** One request with empty input. Streams that open are left again at once. */
async function knock(name: string, token: string | undefined): Promise<Answer> {
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
  const code = body?.startsWith('{') ? (JSON.parse(body) as { code?: string }).code : undefined;
  expect(response.status, `${name} answers ${body}`).toBeLessThan(500);
  return code === 'UNAUTHORIZED' || code === 'FORBIDDEN' ? code : 'enters';
}

function handlersOf(part: object, at: string[] = []): string[] {
  return Object.entries(part).flatMap(([key, value]) =>
    isProcedure(value) ? [[...at, key].join('.')] : handlersOf(value as object, [...at, key]),
  );
}
