import { eq } from 'drizzle-orm';
import { TOTP } from 'otpauth';
import { sessions, users } from '../auth/schema.ts';
import type { TestApp } from './app.ts';
import { newEmail, PASSWORD, registration, requestAuth } from './browser.ts';

/** Somebody who registered at home and has proven the mailbox; `from` is anybody, anywhere, who acts on that account. */
export async function signedUp(app: TestApp, home: string) {
  const email = newEmail();
  const from = (ip: string) => {
    const ask = (method: string, path: string, body?: object, token?: string) =>
      requestAuth(app, method, path, { body, token, headers: { 'x-forwarded-for': ip } });
    const signIn = (password: string) => ask('POST', '/token?grant_type=password', { email, password });
    return {
      ask,
      signIn,
      recover: () => ask('POST', '/recover', { email }),
      /** The right password; the token of a session that still owes the second step. */
      async firstStep(): Promise<string> {
        const { status, json } = await signIn(PASSWORD);
        if (status !== 200) throw new Error(`not signed in: ${status} ${json.code}`);
        return json.access_token;
      },
    };
  };
  const { json } = await from(home).ask('POST', '/signup', { email, password: PASSWORD, data: registration() });
  const id = json.user.id as string;
  await app.db.update(users).set({ mailboxProvenAt: app.clock.now }).where(eq(users.id, id));
  return { email, home, from, id, token: json.access_token as string };
}

/** The same with an authenticator and recovery codes. */
export async function ownerOf(app: TestApp, home: string) {
  const who = await signedUp(app, home);
  const atHome = who.from(home);
  // As if the code from the mailbox had been typed just now (server/auth/proof/proof.test.ts).
  await app.db.update(sessions).set({ provenAt: app.clock.now }).where(eq(sessions.userId, who.id));
  const { json: factor } = await atHome.ask('POST', '/factors', { factor_type: 'totp' }, who.token);
  const totp = new TOTP({ secret: factor.totp.secret });
  /** Each code is good once, so each call moves on to the next half minute. */
  const code = () => {
    app.clock.now = new Date(app.clock.now.getTime() + 30_000);
    return totp.generate({ timestamp: app.clock.now.getTime() });
  };
  const from = (ip: string) => {
    const { ask, ...others } = who.from(ip);
    return {
      ...others,
      ask,
      async secondStep(token: string, typed: string) {
        const { json } = await ask('POST', `/factors/${factor.id}/challenge`, {}, token);
        return ask('POST', `/factors/${factor.id}/verify`, { challenge_id: json.id ?? '', code: typed }, token);
      },
      recoveryCode: (token: string, typed: string) =>
        ask('POST', '/factors/recovery-codes/verify', { code: typed }, token),
    };
  };
  const { json: session } = await from(home).secondStep(who.token, code());
  const { json: made } = await atHome.ask('POST', '/factors/recovery-codes', undefined, session.access_token);
  return { ...who, from, code, recoveryCodes: made.codes as string[] };
}
