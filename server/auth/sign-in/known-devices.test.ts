import { expect, test } from 'vitest';
import { testApp } from '../../test/app.ts';
import { linkTo, mailsTo, newEmail, PASSWORD, registration, requestAuth } from '../../test/browser.ts';
import { coarseNetwork } from './origin.ts';

const app = await testApp({ env: { TRUST_PROXY: '1' } });

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

async function from(ip: string, path: string, body: object, agent = FIREFOX): Promise<number> {
  const response = await app.app.request(`/auth/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': agent, 'x-forwarded-for': ip },
    body: JSON.stringify(body),
  });
  return response.status;
}
const noticesTo = async (email: string) =>
  (await mailsTo(app, email)).filter(({ props }) => props.kind === 'new-device').map(({ props }) => props.network);

test('home after another address of the same provider is known; the same browser abroad is mailed to the owner, once', async () => {
  const email = newEmail();
  expect(await from('188.2.10.7', '/signup', { email, password: PASSWORD, data: registration() })).toBe(200);
  const signIn = (ip: string) => from(ip, '/token?grant_type=password', { email, password: PASSWORD });
  expect(await signIn('188.2.201.99')).toBe(200);
  expect(await noticesTo(email)).toEqual([]);
  expect(await signIn('31.204.5.6')).toBe(200);
  expect(await noticesTo(email)).toEqual(['31.204.0.0']);
  expect(await signIn('31.204.7.8')).toBe(200);
  expect(await noticesTo(email)).toEqual(['31.204.0.0']);
});

test('where a stranger signed in who had registered the address is no known device of its owner', async () => {
  const email = newEmail();
  expect(await from('188.2.10.7', '/signup', { email, password: PASSWORD, data: registration() })).toBe(200);
  expect(await from('31.204.5.6', '/recover', { email })).toBe(200);
  const { token_hash } = await linkTo(app, email);
  const headers = { 'user-agent': FIREFOX, 'x-forwarded-for': '31.204.5.6' };
  const opened = await requestAuth(app, 'POST', '/verify', { body: { type: 'recovery', token_hash }, headers });
  const password = 'sasvim nova lozinka';
  const token = opened.json.access_token as string;
  expect((await requestAuth(app, 'PUT', '/user', { body: { password }, token, headers })).status).toBe(200);
  expect(await noticesTo(email)).not.toContain('188.2.0.0');
  expect(await from('188.2.10.7', '/token?grant_type=password', { email, password })).toBe(200);
  expect(await noticesTo(email)).toContain('188.2.0.0');
});

test('a wrong password from abroad mails about no sign-in', async () => {
  const email = newEmail();
  await from('188.2.10.7', '/signup', { email, password: PASSWORD, data: registration() });
  expect(await from('31.204.5.6', '/token?grant_type=password', { email, password: 'nije ta' })).toBe(400);
  expect(await noticesTo(email)).toEqual([]);
});

test('what is shown of a network is never a whole address', () => {
  expect(coarseNetwork('188.2.10.7')).toBe('188.2.0.0');
  expect(coarseNetwork('::ffff:188.2.10.7')).toBe('188.2.0.0');
  expect(coarseNetwork('2a06:1234:5678:9abc::1')).toBe('2a06:1234::');
  expect(coarseNetwork('::1')).toBe('0:0::');
});
