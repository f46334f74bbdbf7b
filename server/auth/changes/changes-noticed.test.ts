import { expect, test } from 'vitest';
import { accountChangesOf } from '../../test/account-changes.ts';
import { testApp } from '../../test/app.ts';
import { codeOf, PASSWORD, signedInAgain } from '../../test/browser.ts';

const app = await testApp();
const { noticeKinds, later, owner, signsIn, noticesTo, undoToken, visitor, withSecondStep } = accountChangesOf(app);

test('a sign-in from another kind of browser is mailed to the owner once, and the first ones after registering are not', async () => {
  const who = await owner();
  const headers = (agent: string) => ({ 'user-agent': agent });
  const signIn = async (agent: string) => {
    const response = await app.app.request('/auth/v1/token?grant_type=password', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers(agent) },
      body: JSON.stringify({ email: who.email, password: PASSWORD }),
    });
    expect(response.status).toBe(200);
  };
  await signedInAgain(app, who);
  expect(await noticeKinds(who.email)).toEqual([]);
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1';
  await signIn(phone);
  expect(await noticeKinds(who.email)).toEqual(['new-device']);
  expect((await noticesTo(who.email))[0]!.props).toMatchObject({
    browser: 'Safari',
    system: 'iPhone',
    network: '127.0.0.0',
  });
  await signIn(phone);
  await signIn(phone.replace('19.0', '19.1'));
  expect(await noticeKinds(who.email)).toEqual(['new-device']);

  await visitor.undo({ token: await undoToken(who.email, 'new-device') });
  expect(await signsIn(who.email, PASSWORD)).toBe('invalid_credentials');
});

test('where a second step is owed, a password alone from a new device mails nobody about a sign-in', async () => {
  const who = await withSecondStep();
  const token = async () => {
    const response = await app.app.request('/auth/v1/token?grant_type=password', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Firefox/145.0 Windows' },
      body: JSON.stringify({ email: who.email, password: PASSWORD }),
    });
    return ((await response.json()) as { access_token: string }).access_token;
  };
  const access = await token();
  expect(await noticeKinds(who.email)).toEqual(['factor-added']);
  const send = async (path: string, body: object) => {
    const response = await app.app.request(`/auth/v1${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${access}`,
        'user-agent': 'Firefox/145.0 Windows',
      },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { id: string };
  };
  const { id } = await send(`/factors/${who.factorId}/challenge`, {});
  await send(`/factors/${who.factorId}/verify`, { challenge_id: id, code: who.code() });
  expect(await noticeKinds(who.email)).toEqual(['new-device', 'factor-added']);
});

test('a copied refresh token that is used is mailed to the owner, and its session is over', async () => {
  const who = await owner();
  const { data } = await who.auth.getSession();
  const copy = data.session!.refresh_token;
  await who.auth.refreshSession();
  expect(await codeOf(who.auth.getUser())).toBe('ok');
  later(10_000);
  const refused = await app.app.request('/auth/v1/token?grant_type=refresh_token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: copy }),
  });
  expect(refused.status).toBe(400);
  expect(await noticeKinds(who.email)).toEqual(['token-reused']);
  expect(await codeOf(who.auth.getUser())).not.toBe('ok');
});
