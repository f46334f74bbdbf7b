import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { AuthClient } from '@supabase/auth-js';
import { TOTP } from 'otpauth';
import { afterAll, expect, test } from 'vitest';
import { testApp } from '../test/app.ts';
import { codeOf, newEmail, PASSWORD, prove, registration } from '../test/browser.ts';

/** The same through a real socket: empty bodies that claim to be JSON, headers and streams behave differently there. */
const app = await testApp({ env: { RATE_LIMITS: 'on' } });
const server = createServer(getRequestListener(app.app.fetch));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => void server.close());
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/auth/v1`;
const client = (storageKey: string) =>
  new AuthClient({ url, storageKey, autoRefreshToken: false, persistSession: false, detectSessionInUrl: false });

test('a whole life of an account over HTTP', async () => {
  const auth = client('life');
  const email = newEmail();
  expect(await codeOf(auth.signUp({ email, password: PASSWORD, options: { data: registration() } }))).toBe('ok');
  expect(await codeOf(auth.refreshSession())).toBe('ok');
  await prove(app, { auth, email });
  const { data: factor } = await auth.mfa.enroll({ factorType: 'totp' });
  const code = new TOTP({ secret: factor!.totp.secret }).generate({ timestamp: app.clock.now.getTime() });
  expect(await codeOf(auth.mfa.challengeAndVerify({ factorId: factor!.id, code }))).toBe('ok');
  expect(await codeOf(auth.updateUser({ password: 'nova lozinka 22', current_password: PASSWORD }))).toBe('ok');
  expect(await codeOf(auth.mfa.unenroll({ factorId: factor!.id }))).toBe('ok');
  expect(await codeOf(auth.signOut({ scope: 'global' }))).toBe('ok');
  expect(await codeOf(auth.signInWithPassword({ email, password: PASSWORD }))).toBe('invalid_credentials');
  expect(await codeOf(auth.signInWithPassword({ email, password: 'nova lozinka 22' }))).toBe('ok');
  expect(await codeOf(auth.resetPasswordForEmail(email))).toBe('ok');
});

test('a body too large for us is refused, with or without a length', async () => {
  const large = JSON.stringify({ email: 'a'.repeat(100_000) });
  const post = (body: BodyInit) =>
    fetch(`${url}/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      duplex: 'half',
    } as RequestInit);
  expect((await post(large)).status).toBe(413);
  const chunks = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(large));
      controller.close();
    },
  });
  expect((await post(chunks)).status).toBe(413);
});
