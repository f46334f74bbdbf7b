import { expect, test } from 'vitest';
import { testApp } from '../test/app.ts';
import { call, person } from '../test/people.ts';

test('everybody who buys or works on a public address sees that payments are pretended; on this machine nobody does', async () => {
  const shown = async (env: Record<string, string>) => {
    const app = await testApp({ env });
    return (await call(app, await person(app)).accounts.me()).paymentsArePretended;
  };
  expect(await shown({ PUBLIC_URL: 'https://vidik.example' })).toBe(true);
  expect(await shown({})).toBe(false);
});

test('at a public address without limits the back office says so; on this machine nothing does', async () => {
  const shown = async (env: Record<string, string>) => {
    const app = await testApp({ env });
    return (await call(app, await person(app, 'admin')).accounts.me()).limitsAreOff;
  };
  const publicly = { PUBLIC_URL: 'https://vidik.example' };
  expect(await shown({ ...publicly, RATE_LIMITS: 'off' })).toBe(true);
  expect(await shown({ ...publicly, RATE_LIMITS: 'on' })).toBe(false);
  expect(await shown({ RATE_LIMITS: 'off' })).toBe(false);
});
