import { expect, test } from 'vitest';
import { testApp } from '../../test/app.ts';
import { call, person } from '../../test/people.ts';

const app = await testApp();
test('a member reads their own account, a visitor is asked to sign in', async () => {
  const who = await person(app, 'member');
  expect((await call(app, who).accounts.me()).level).toBe('member');
  await expect(call(app).accounts.me()).rejects.toThrow('Prijavite se');
});
