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
