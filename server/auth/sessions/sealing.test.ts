import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/day.ts';
import { testApp } from '../../test/app.ts';
import { keys } from '../schema.ts';
import { rotateSigningKeys, sealKeys } from './signing-keys.ts';
import { openTokens } from './tokens.ts';

const OLD = 'a'.repeat(64);
const NEW = 'b'.repeat(64);
const issuer = 'http://localhost:3000/auth/v1';
const claims = {
  userId: '6f1c3b3e-0f0a-4c86-9f5e-0d7c1c6a5b11',
  sessionId: '0b6a3b60-6a43-4bb4-8a0d-4a9f0f2d6a11',
  email: 'ana@vidik.example',
  aal: 'aal1' as const,
  amr: [],
  userMetadata: {},
};

test('with a sealing key no key lies in the database in the clear, and without it none can be used', async () => {
  const app = await testApp({ env: { SEALING_KEY: OLD } });
  const rows = await app.db.select().from(keys);
  expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['jwt', 'secret']);
  for (const { material } of rows) expect(Object.keys(material).toSorted()).toEqual(['by', 'sealed']);
  await expect(openTokens(app.db, issuer)).rejects.toThrow(
    'The keys in the database are sealed. Set the SEALING_KEY that they were sealed with.',
  );
  await expect(openTokens(app.db, issuer, { sealing: [NEW] })).rejects.toThrow('sealed with another SEALING_KEY');
});

test('what is sealed cannot be put into the place of another key', async () => {
  const app = await testApp({ env: { SEALING_KEY: OLD } });
  const [one, other] = await app.db.select().from(keys);
  await app.db.ask('update auth.keys set material = $1 where kid = $2', [JSON.stringify(one!.material), other!.kid]);
  await expect(openTokens(app.db, issuer, { sealing: [OLD] })).rejects.toThrow(/authenticate/);
});

test('a shop that had none gets a sealing key, and another one later: nobody is signed out, and what was derived stays', async () => {
  const app = await testApp();
  const { token } = await app.deps.tokens.issue(claims, app.clock.now);
  const derived = app.deps.tokens.deriveKey('totp-secret');
  for (const sealing of [[OLD], [NEW, OLD]]) {
    await openTokens(app.db, issuer, { sealing });
    const sealed = await app.db.transaction(async (tx) => {
      await rotateSigningKeys(tx, app.clock.now, { sealing, atOnce: true });
      return sealKeys(tx, sealing);
    });
    // Those that were there; the new signing key is sealed already.
    expect(sealed).toBeGreaterThanOrEqual(2);
    const after = await openTokens(app.db, issuer, { now: app.deps.now, sealing: sealing.slice(0, 1) });
    expect(await after.verify(token)).toMatchObject({ userId: claims.userId });
    expect(after.deriveKey('totp-secret')).toEqual(derived);
  }
  await expect(openTokens(app.db, issuer, { sealing: [OLD] })).rejects.toThrow('another SEALING_KEY');
});

test('the signing key that follows after half a year is sealed too', async () => {
  const app = await testApp({ env: { SEALING_KEY: OLD } });
  const later = new Date(app.clock.now.getTime() + 200 * DAY_MS);
  await app.db.transaction((tx) => rotateSigningKeys(tx, later, { sealing: app.config.sealingKeys }));
  const rows = await app.db.select().from(keys);
  expect(rows).toHaveLength(3);
  for (const { material } of rows) expect(material).toHaveProperty('sealed');
});
