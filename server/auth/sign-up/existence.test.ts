import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { profiles } from '../../accounts/schema.ts';
import { testApp } from '../../test/app.ts';
import {
  mailsTo,
  newEmail,
  PASSWORD,
  prove,
  registered,
  registration,
  requestAuth,
  sendLinks,
} from '../../test/browser.ts';
import { authJobs } from '../jobs.ts';
import { RENDER_DECOY } from '../recovery/request-link.ts';
import { users } from '../schema.ts';

/** Who has an account is disclosed to the owner of the address, and to nobody who merely knows it. */

const open = await testApp();
const confirming = await testApp({ env: { EMAIL_CONFIRMATION: 'on' } });
const boss = confirming.config.superAdmin.email;

/** Everything an answer says, byte by byte, but for what is made at random and the time. */
const said = (text: string, email: string) =>
  text
    .replaceAll(email, '<email>')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');

async function confirmed(email = newEmail()) {
  await requestAuth(confirming, 'POST', '/signup', { body: { email, password: PASSWORD, data: registration() } });
  await confirming.db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.email, email));
  return email;
}

test('with confirmation on, one answer to a registration for known, unconfirmed, unknown and the super-admin’s address', async () => {
  const known = await confirmed();
  const unconfirmed = newEmail();
  await requestAuth(confirming, 'POST', '/signup', {
    body: { email: unconfirmed, password: PASSWORD, data: registration() },
  });
  const typed = { zz: 'last', ...registration({ username: 'x' }), a: 1, nested: { b: 1, a: [{ d: 1, c: 2 }] } };
  const answers = [];
  for (const [index, email] of [known, unconfirmed, newEmail(), boss].entries()) {
    const body = { email, password: PASSWORD, data: { ...typed, username: `neko-${index}` } };
    const { status, text, headers } = await requestAuth(confirming, 'POST', '/signup', { body });
    answers.push({ status, text: said(text, email).replace(`neko-${index}`, 'neko'), names: [...headers.keys()] });
  }
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]!.status).toBe(200);
});

test('a name that is the person’s own address is asked of nobody', async () => {
  for (const app of [open, confirming]) {
    const owner = newEmail();
    const first = await requestAuth(app, 'POST', '/signup', {
      body: { email: owner, password: PASSWORD, data: registration({ username: owner }) },
    });
    expect(first.status).toBe(200);
    await app.db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.email, owner));
  }
  const [owner] = await confirming.db.select().from(profiles).where(eq(profiles.isAdmin, false)).limit(1);
  const buyer = newEmail();
  await requestAuth(confirming, 'POST', '/signup', {
    body: { email: buyer, password: PASSWORD, data: registration({ username: buyer }) },
  });
  await confirming.db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.email, buyer));
  const answers = [];
  for (const email of [buyer, newEmail(), boss]) {
    const body = { email, password: PASSWORD, data: registration({ username: email }) };
    const { status, text } = await requestAuth(confirming, 'POST', '/signup', { body });
    answers.push({ status, text: said(text, email) });
  }
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  const body = { email: newEmail(), password: PASSWORD, data: registration({ username: owner!.email }) };
  expect((await requestAuth(confirming, 'POST', '/signup', { body })).json.code, 'somebody else’s').toBe(
    'validation_failed',
  );
});

test('a change to an address in use is answered as any other, and only its owner is mailed', async () => {
  const [who, other] = [await registered(open), await registered(open)];
  await prove(open, who);
  const token = (await who.auth.getSession()).data.session!.access_token;
  const answers = [];
  const free = newEmail();
  for (const email of [other.email, free, open.config.superAdmin.email]) {
    const { status, text } = await requestAuth(open, 'PUT', '/user', { token, body: { email } });
    answers.push({ status, text: said(text, email) });
  }
  expect(answers[0]!.status).toBe(200);
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  const newest = async (email: string) => (await mailsTo(open, email))[0];
  expect((await newest(other.email))?.template).toBe('accounts.address-wanted');
  expect(JSON.stringify((await newest(other.email))?.props)).not.toMatch(/token_hash|code/);
  expect((await newest(open.config.superAdmin.email))?.template).toBe('accounts.address-wanted');
  expect((await newest(free))?.template).toBe('accounts.email-change');
  const again = await requestAuth(open, 'POST', '/resend', { body: { type: 'email_change', email: who.email } });
  expect(again.status).toBe(200);
  await sendLinks(open);
  expect((await newest(open.config.superAdmin.email))?.template, 'asked once more').toBe('accounts.address-wanted');
  expect((await other.auth.getUser()).data.user?.email).toBe(other.email);
});

test('a link that is asked for costs the server the same, whether there is somebody to mail it to', async () => {
  const who = await registered(open);
  const asked = async (email: string) => {
    const answer = await requestAuth(open, 'POST', '/recover', { body: { email } });
    return { status: answer.status, text: answer.text };
  };
  expect(await asked(who.email)).toEqual(await asked(newEmail()));
  const sent: string[] = [];
  const queue = {
    ...open.deps.queue,
    send: (async (...given: Parameters<typeof open.deps.queue.send>) => {
      sent.push(given[1]);
      return open.deps.queue.send(...given);
    }) as typeof open.deps.queue.send,
  };
  await sendLinks({ ...open, deps: { ...open.deps, queue } });
  expect(sent.filter((name) => name === RENDER_DECOY)).toHaveLength(1);
  expect((await mailsTo(open, who.email))[0]?.template).toBe('accounts.recovery');
  for (const kind of ['recovery', 'signup', 'email_change']) await authJobs(open.deps)[RENDER_DECOY].work({ kind });
});
