import { expect, test } from 'vitest';
import { testApp } from '../../test/app.ts';
import { newEmail, registered, registration, requestAuth } from '../../test/browser.ts';
import { call, codeOfCall, person } from '../../test/people.ts';
import { openPasswords, PASSWORD_COST, PasswordsBusy } from './passwords.ts';

const cost = { memoryCost: 8, timeCost: 1 };

test('the usual cost is argon2id at 32 MiB, three passes', async () => {
  const passwords = openPasswords();
  const stored = await passwords.hash('tri mala lava');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=32768,t=3,p=1\$/);
  expect(PASSWORD_COST.memoryCost).toBeGreaterThanOrEqual(19_456);
  expect(await passwords.verify(stored, 'tri mala lava')).toBe(true);
  expect(await passwords.verify(stored, 'tri mala lava ')).toBe(false);
  expect(passwords.isOutdated(stored)).toBe(false);
  expect(openPasswords({ cost }).isOutdated(stored)).toBe(true);
});

test('without a hash the dummy is verified and the answer is no, even for the dummy’s own password', async () => {
  expect(await openPasswords({ cost }).verify(null, 'no account has this password')).toBe(false);
});

test('two equal passwords have different hashes', async () => {
  const passwords = openPasswords({ cost });
  expect(await passwords.hash('isto')).not.toBe(await passwords.hash('isto'));
});

test('more work than may wait is refused at once, and the rest is done in turn', async () => {
  const passwords = openPasswords({ cost: { memoryCost: 1024, timeCost: 1 }, running: 2, waiting: 3 });
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => passwords.hash('lozinka')));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(PasswordsBusy);
  expect(await passwords.hash('posle gužve')).toMatch(/^\$argon2id/);
});

test('a hash that cannot be read is not the end of the pool', async () => {
  const passwords = openPasswords({ cost, running: 1, waiting: 0 });
  await expect(passwords.verify('not a hash', 'x')).rejects.toThrow();
  expect(await passwords.verify(await passwords.hash('x'), 'x')).toBe(true);
});

test('an overloaded server answers 503 to sign-ins and registrations, and goes on', async () => {
  const app = await testApp({
    deps: { passwords: openPasswords({ cost: { memoryCost: 1024, timeCost: 1 }, running: 1, waiting: 1 }) },
  });
  const { email, password } = await registered(app);
  const flood = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      n % 2
        ? requestAuth(app, 'POST', '/token?grant_type=password', { body: { email, password } })
        : requestAuth(app, 'POST', '/signup', { body: { email: newEmail(), password, data: registration() } }),
    ),
  );
  const refused = flood.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]!.json.code).toBe('over_request_rate_limit');
  expect(refused[0]!.headers.get('retry-after')).toBe('1');
  expect(new Set(flood.map(({ status }) => status))).toEqual(new Set([200, 503]));
  expect((await requestAuth(app, 'POST', '/token?grant_type=password', { body: { email, password } })).status).toBe(
    200,
  );
});

test('whoever proves themselves while it is overloaded is told that it is busy, not that they tried too often', async () => {
  const passwords = openPasswords({ cost: { memoryCost: 8192, timeCost: 2 }, running: 1, waiting: 0 });
  const app = await testApp({ deps: { passwords } });
  const { close } = call(app, await person(app)).accounts.own;
  const answers = await Promise.all(Array.from({ length: 20 }, () => codeOfCall(close({ password: 'pogrešna' }))));
  expect(new Set(answers)).toEqual(new Set(['PASSWORD_WRONG', 'SERVICE_UNAVAILABLE']));
});
