import { desc, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sessions, users } from '../../../auth/schema.ts';
import { auditLog } from '../../../platform/audit.schema.ts';
import { testApp } from '../../../test/app.ts';
import { giveProof, mailsTo, PASSWORD, registered, requestAuth, signedInAgain } from '../../../test/browser.ts';
import { untilBlocked } from '../../../test/eventually.ts';
import { call, person } from '../../../test/people.ts';

const app = await testApp({ env: { RATE_LIMITS: 'on' } });
const chief = await person(app, 'superAdmin');

/** A member with a mailbox nobody has proven, who registered and is signed in: nothing proves them yet. */
async function member() {
  const account = await registered(app);
  await call(app, chief).accounts.admin.approve({ ids: [account.id] });
  return { ...account, ...(await sessionOf(account)) };
}
type Member = Awaited<ReturnType<typeof member>>;
type Account = Pick<Awaited<ReturnType<typeof registered>>, 'auth'>;

/** The same in a session that was proven with the mailed code just now. */
async function provenMember() {
  const who = await member();
  expect(await giveProof(app, who, { code: await mailedCode(who) })).toMatchObject({ status: 200 });
  return who;
}

async function sessionOf({ auth }: Account) {
  const token = (await auth.getSession()).data.session!.access_token;
  const { session_id } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
  return { token, sessionId: session_id as string };
}

const download = (who: Member) => call(app, who).accounts.own.data({ format: 'json' }) as Promise<File>;
const outcome = (asked: Promise<unknown>) =>
  asked.then(
    () => 'file',
    (error: { code: string }) => error.code,
  );

async function mailedCode(who: Member): Promise<string> {
  expect((await who.auth.reauthenticate()).error).toBeNull();
  const [mail] = (await mailsTo(app, who.email)).filter(({ template }) => template === 'accounts.reauthentication');
  return String(mail!.props.code);
}

const minutesLater = (minutes: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + minutes * 60_000);
};

test('an open session alone gets nothing, and neither does a wrong proof, somebody else’s code or a link', async () => {
  const [owner, other] = [await member(), await member()];
  expect(await outcome(download(owner))).toBe('PROOF_NEEDED');
  for (const wrong of [{ password: 'pogrešna lozinka' }, { password: PASSWORD }, { code: await mailedCode(other) }])
    expect((await giveProof(app, owner, wrong)).status, JSON.stringify(wrong)).toBe(409);
  expect(await outcome(download(owner))).toBe('PROOF_NEEDED');
  const sentAlong = await wireData(owner, { proof: { password: PASSWORD } });
  expect(sentAlong.status, 'a password sent along is no proof').toBe(403);
  const link = await app.app.request('/api/me/data/json', { headers: { authorization: `Bearer ${owner.token}` } });
  expect(link.status).toBe(404);
  expect(await app.db.$count(auditLog, eq(auditLog.action, 'accounts.data-downloaded'))).toBe(0);
});

test('a mailed code opens the download for ten minutes, in this session only, and proves the mailbox', async () => {
  const who = await member();
  const elsewhere = await signedInAgain(app, who);
  const [user] = await app.db.select().from(users).where(eq(users.id, who.id));
  expect(user!.mailboxProvenAt).toBeNull();
  expect(await giveProof(app, who, { code: await mailedCode(who) })).toMatchObject({ status: 200 });

  const data = JSON.parse(await (await download(who)).text());
  expect(data).toMatchObject({ mailboxProven: true, account: [{ email: who.email }] });
  const other = { ...who, ...elsewhere, ...(await sessionOf(elsewhere)) };
  expect(await outcome(download(other)), 'the proof belongs to the other session').toBe('PROOF_NEEDED');
  minutesLater(10);
  expect(await outcome(download(who)), 'the proof is too old').toBe('PROOF_NEEDED');
});

test('somebody else’s proof opens nothing, and each gets only their own file', async () => {
  const [who, other] = [await member(), await provenMember()];
  expect(await outcome(download(who))).toBe('PROOF_NEEDED');
  const text = await (await download(other)).text();
  expect(text).toContain(other.email);
  expect(text).not.toContain(who.email);
});

test('with a proven mailbox the password is enough, also the one typed at sign-in', async () => {
  const who = await provenMember();
  minutesLater(10);
  expect(await outcome(download(who))).toBe('PROOF_NEEDED');
  expect(await giveProof(app, who, { password: PASSWORD })).toMatchObject({ status: 200 });
  expect(await outcome(download(who))).toBe('file');
  const again = await signedInAgain(app, who);
  expect(await outcome(download({ ...who, ...again, ...(await sessionOf(again)) }))).toBe('file');
});

test('five files in 24 hours, however they are asked for; what was refused does not count', async () => {
  const who = await member();
  expect(await outcome(download(who))).toBe('PROOF_NEEDED');
  expect(await giveProof(app, who, { code: await mailedCode(who) })).toMatchObject({ status: 200 });
  const answers: string[] = [];
  while (answers.filter((answer) => answer === 'file').length < 5 && answers.length < 20)
    answers.push(...(await Promise.all([outcome(download(who)), outcome(download(who))])));
  expect(answers.filter((answer) => answer === 'file').length).toBe(5);
  await expect(download(who)).rejects.toMatchObject({
    code: 'DATA_TOO_OFTEN',
    data: { minutes: 24 * 60 },
    message: 'Podatke možete da preuzmete pet puta u 24 sata. Pokušajte ponovo za 24 sata.',
  });
  expect(await outcome(download(await provenMember())), 'others are not touched').toBe('file');
  const log = await app.db.select().from(auditLog).where(eq(auditLog.actor, who.id)).orderBy(desc(auditLog.id));
  expect(log.filter(({ action }) => action === 'accounts.data-downloaded')).toHaveLength(5);
});

test('while one file of a person is being made, a second one is refused, and others get theirs', async () => {
  const [who, other] = [await provenMember(), await provenMember()];
  let first: Promise<string> | undefined;
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`lock table withdrawals in access exclusive mode`);
    first = outcome(download(who));
    await untilBlocked(app);
    expect(await outcome(download(who))).toBe('DATA_BUSY');
  });
  expect(await first).toBe('file');
  expect(await outcome(download(other))).toBe('file');
  expect(await outcome(download(who))).toBe('file');
});

test('a refusal says in Serbian what is missing, with the right status', async () => {
  const who = await member();
  const answer = await wireData(who, {});
  expect(answer).toMatchObject({
    status: 403,
    body: { code: 'PROOF_NEEDED', message: 'Prvo potvrdite da ste to vi.' },
  });
  expect((await requestAuth(app, 'GET', '/user', { token: who.token })).status, 'the session lives on').toBe(200);
  await app.db.delete(sessions).where(eq(sessions.userId, who.id));
  expect((await wireData(who, {})).status).toBe(401);
});

async function wireData(who: Member, body: object) {
  const answer = await app.app.request('/api/me/data/html', {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}
