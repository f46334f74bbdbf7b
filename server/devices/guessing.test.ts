import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { testApp } from '../test/app.ts';
import { call, person } from '../test/people.ts';

/** RATE_LIMITS=on, behind one proxy that says where requests come from. */
const app = await testApp({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } });
const twin = { app: createApp(app.deps) };

const look = async (ip: string, number: number, at = app.app) => {
  const answer = await at.request(`/api/devices/pairings/${number}`, { headers: { 'x-forwarded-for': ip } });
  return { status: answer.status, ...((await answer.json()) as { code?: string; message?: string; state?: string }) };
};

test('who guesses numbers has to wait, on every server, and others are not', async () => {
  const { number } = await call(app).devices.tv.begin();
  for (let n = 0; n < 60; n += 1) expect((await look('203.0.113.7', 100_000_000 + n)).code).toBe('PAIRING_UNKNOWN');
  for (const server of [app.app, twin.app])
    expect(await look('203.0.113.7', number, server)).toMatchObject({
      status: 429,
      code: 'TOO_MANY_REQUESTS',
      message: 'Previše pokušaja. Sačekajte 10 minuta i pokušajte ponovo.',
    });
  expect((await look('203.0.113.8', number)).state).toBe('waiting');
});

test('a hundred guesses at once are still a hundred', async () => {
  const network = `198.18.${randomInt(256)}.${randomInt(256)}`;
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => look(network, 200_000_000 + n)));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 404), ...Array.from({ length: 40 }, () => 429)]);
});

test('a signed-in person who tries one number after another is stopped wherever they go', async () => {
  const guesser = await person(app);
  const link = (ip: string, number: number) =>
    app.app.request(`/api/devices/pairings/${number}/link`, {
      method: 'POST',
      headers: { 'x-forwarded-for': ip, authorization: `Bearer ${guesser.token}` },
    });
  for (let n = 0; n < 20; n += 1) expect((await link(`198.51.100.${n + 1}`, 300_000_000 + n)).status).toBe(404);
  const { number } = await call(app).devices.tv.begin();
  expect((await link('198.51.100.99', number)).status).toBe(429);
  await call(app, await person(app)).devices.link({ number: String(number) });
});
