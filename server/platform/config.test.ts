import { expect, test } from 'vitest';
import { parseConfig } from './config.ts';

test('an empty environment is enough', () => {
  expect(parseConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    databaseUrl: undefined,
    superAdmin: { email: 'admin@vidik.example' },
    stripe: null,
    rateLimits: true,
    trustProxy: 0,
    corsOrigins: [],
  });
});

test('every wrong variable is named, and its value is not repeated', () => {
  const wrong = () => parseConfig({ PORT: 'many', DATABASE_URL: 'mysql://root:hunter2@x/y', RATE_LIMITS: 'maybe' });
  expect(wrong).toThrow(/PORT: /);
  expect(wrong).toThrow(/DATABASE_URL: must begin with postgres:\/\//);
  expect(wrong).toThrow(/RATE_LIMITS: /);
  expect(wrong).not.toThrow(/hunter2/);
});

test('a variable that is set to nothing counts as not set', () => {
  expect(parseConfig({ PORT: '', STRIPE_SECRET_KEY: '' })).toMatchObject({ port: 3000, stripe: null });
});

test('production does not start with pretended payments unless it is said twice', () => {
  expect(() => parseConfig({ NODE_ENV: 'production' })).toThrow(/STRIPE_SECRET_KEY/);
  expect(parseConfig({ NODE_ENV: 'production', STRIPE_SANDBOX: '1' }).stripe).toBeNull();
  expect(() => parseConfig({ STRIPE_SECRET_KEY: 'sk_live_1' })).toThrow(/STRIPE_WEBHOOK_SECRET/);
});
