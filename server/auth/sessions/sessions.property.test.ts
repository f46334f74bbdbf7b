import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { decodeJwt } from 'jose';
import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { PROOF_MINUTES } from '#domain/auth/proof.ts';
import { testApp } from '../../test/app.ts';
import { PASSWORD, prove, registered, requestAuth } from '../../test/browser.ts';
import { SEED, size } from '../../test/size.ts';
import { mfaFactors, sessions } from '../schema.ts';

/**
 * Random histories of one person's sessions on several devices, each step compared with a model of a few lines: what a
 * refresh token is worth, and which sessions a sign-out, a new password or a second step ends.
 */
const app = await testApp();

interface Device {
  sessionId: string;
  /** Every refresh token it ever got; the index is the counter. */
  tokens: string[];
  alive: boolean;
  /** Counters below were overtaken by a second step. */
  floor: number;
  refreshedAt: number;
  aal: 1 | 2;
  /** When the second step was last shown: the proof that a new password asks for. */
  provenAt: number;
}

const device = fc.nat({ max: 5 });
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ what: fc.constant('sign in' as const) }) },
  { weight: 8, arbitrary: fc.record({ what: fc.constant('refresh' as const), device, back: fc.nat({ max: 3 }) }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('wait' as const), seconds: fc.constantFrom(1, 9, 11, 600) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('sign out' as const),
      device,
      scope: fc.constantFrom('local' as const, 'others' as const, 'global' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('new password' as const), device }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('second step' as const), device }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

test(
  'whatever happens in whatever order, tokens are accepted as the model says',
  async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), live), {
      numRuns: size(12, 300),
      seed: SEED,
    });
  },
  size(3, 30) * 60_000,
);

async function live(steps: Step[]): Promise<void> {
  const life = await begin();
  for (const each of steps) await life[each.what](each as never);
  const rows = await app.db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, life.userId));
  const alive = life.devices.filter((one) => one.alive).map((one) => one.sessionId);
  expect(rows.map((row) => row.id).sort()).toEqual(alive.sort());
}

async function begin() {
  const { id: userId, email, auth } = await registered(app);
  await prove(app, { auth, email });
  const { data: enrolled } = await auth.mfa.enroll({ factorType: 'totp' });
  if (!enrolled) throw new Error('not enrolled');
  const factor = { id: enrolled.id, totp: new TOTP({ secret: enrolled.totp.secret }) };
  await app.db.update(mfaFactors).set({ status: 'verified' }).where(eq(mfaFactors.id, factor.id));
  await app.db.delete(sessions).where(eq(sessions.userId, userId));

  const devices: Device[] = [];
  let password = PASSWORD;
  const now = () => app.clock.now.getTime();
  const pick = (nth: number) => devices[nth % devices.length];
  const endAllBut = (keep: Device | null, which: (one: Device) => boolean = () => true) => {
    for (const one of devices) if (one !== keep && which(one)) one.alive = false;
  };
  /** An access token for that session, so that the steps do not depend on its age. */
  const access = async ({ sessionId }: Device) =>
    (await app.deps.tokens.issue({ userId, sessionId, email, aal: 'aal1', amr: [], userMetadata: {} }, app.clock.now))
      .token;
  const send = async (one: Device, method: string, path: string, body: unknown = {}) =>
    requestAuth(app, method, path, { token: await access(one), body });

  return {
    userId,
    devices,
    async 'sign in'() {
      const { json } = await requestAuth(app, 'POST', '/token?grant_type=password', { body: { email, password } });
      const sessionId = String(decodeJwt(json.access_token).session_id);
      devices.push({
        sessionId,
        tokens: [json.refresh_token],
        alive: true,
        floor: 0,
        refreshedAt: now(),
        aal: 1,
        provenAt: 0,
      });
    },
    async wait({ seconds }: { seconds: number }) {
      app.clock.now = new Date(now() + seconds * 1000);
    },
    async refresh({ device: nth, back }: { device: number; back: number }) {
      const one = pick(nth);
      if (!one) return;
      const newest = one.tokens.length - 1;
      const counter = Math.max(0, newest - back);
      const { status, json } = await requestAuth(app, 'POST', '/token?grant_type=refresh_token', {
        body: { refresh_token: one.tokens[counter] },
      });
      const recent = now() - one.refreshedAt < 10_000;
      if (!one.alive) expect([status, json.code]).toEqual([400, 'refresh_token_not_found']);
      else if (counter < one.floor && recent) expect(status).toBe(503);
      else if (counter === newest) {
        expect(status).toBe(200);
        one.tokens.push(json.refresh_token);
        one.refreshedAt = now();
      } else if (counter >= one.floor && (counter === newest - 1 || recent))
        expect([status, json.refresh_token]).toEqual([200, one.tokens[newest]]);
      else {
        expect([status, json.code]).toEqual([400, 'refresh_token_already_used']);
        one.alive = false;
      }
    },
    async 'sign out'({ device: nth, scope }: { device: number; scope: 'local' | 'others' | 'global' }) {
      const one = pick(nth);
      if (!one) return;
      const { status } = await send(one, 'POST', `/logout?scope=${scope}`);
      expect(status).toBe(!one.alive ? 403 : one.aal === 1 && scope !== 'local' ? 422 : 204);
      if (status !== 204) return;
      if (scope !== 'local') endAllBut(one);
      if (scope !== 'others') one.alive = false;
    },
    async 'new password'({ device: nth }: { device: number }) {
      const one = pick(nth);
      if (!one) return;
      const next = password === PASSWORD ? 'sasvim druga lozinka' : PASSWORD;
      const { status } = await send(one, 'PUT', '/user', { password: next, current_password: password });
      const isProven = now() - one.provenAt < PROOF_MINUTES * 60_000;
      expect(status).toBe(!one.alive ? 403 : one.aal === 1 ? 401 : isProven ? 200 : 400);
      if (status !== 200) return;
      password = next;
      endAllBut(one);
    },
    async 'second step'({ device: nth }: { device: number }) {
      const one = pick(nth);
      if (!one) return;
      // Codes are good once in their half minute; here several devices may step up within one.
      await app.db.update(mfaFactors).set({ lastStep: null }).where(eq(mfaFactors.id, factor.id));
      const challenge = await send(one, 'POST', `/factors/${factor.id}/challenge`);
      expect(challenge.status).toBe(one.alive ? 200 : 403);
      if (!one.alive) return;
      const code = factor.totp.generate({ timestamp: now() });
      const body = { challenge_id: challenge.json.id, code };
      const { status, json } = await send(one, 'POST', `/factors/${factor.id}/verify`, body);
      expect(status).toBe(200);
      endAllBut(one, (other) => other.aal === 1);
      one.aal = 2;
      one.provenAt = now();
      one.floor = one.tokens.push(json.refresh_token) - 1;
      one.refreshedAt = now();
    },
  };
}
