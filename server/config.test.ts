import { expect, test } from 'vitest';
import { parseConfig } from './config.ts';

test('an empty environment is enough', () => {
  expect(parseConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    databaseUrl: undefined,
    superAdmin: { email: 'admin@vidik.example' },
    payments: { gateway: 'sandbox' },
    rateLimits: true,
    trustProxy: 0,
    jobs: 'both',
    workerPort: undefined,
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

test('a password of the mail server with a sign that ends it is refused at start, and not repeated', () => {
  for (const password of ['hunter#2', 'hunter/2', 'hunter?2', '1/2', '1?2', '1#2']) {
    const wrong = () => parseConfig({ SMTP_URL: `smtps://shop:${password}@mail.example` });
    expect(wrong, password).toThrow(/SMTP_URL: is no address, or has one of the signs/);
    expect(wrong, password).not.toThrow(/hunter/);
  }
  for (const address of ['smtps://shop:hunter%2F2@mail.example:465', 'smtp://127.0.0.1:25/?pool=false'])
    expect(parseConfig({ SMTP_URL: address }).smtpUrl).toBe(address);
});

test('an address without its scheme, a path, an origin with a slash and a sender without an address are named at start', () => {
  for (const PUBLIC_URL of ['vidik.example', 'vidik.example:443', 'localhost:3000'])
    expect(() => parseConfig({ ...live, PUBLIC_URL }), PUBLIC_URL).toThrow(/PUBLIC_URL: must begin with http/);
  for (const PUBLIC_URL of ['https://vidik.example/prodavnica', 'https://vidik.example/?a=b'])
    expect(() => parseConfig({ ...live, PUBLIC_URL }), PUBLIC_URL).toThrow(
      /PUBLIC_URL: must be a host, without a path/,
    );
  expect(parseConfig({ ...live, PUBLIC_URL: 'https://vidik.example/' }).publicUrl).toBe('https://vidik.example');
  expect(() => parseConfig({ APP_URL: 'app.vidik.rs:443' })).toThrow(/APP_URL: must begin with http/);
  expect(() => parseConfig({ STORAGE_PUBLIC_URL: 'cdn.vidik.rs:443' })).toThrow(
    /STORAGE_PUBLIC_URL: must begin with http/,
  );
  expect(() => parseConfig({ MAIL_FROM: 'Vidik' })).toThrow(/MAIL_FROM: must be an address/);
  for (const MAIL_FROM of ['Vidik d.o.o. <podrska@vidik.example>', 'podrska@vidik.example'])
    expect(parseConfig({ MAIL_FROM }).mailFrom).toBe(MAIL_FROM);
  const origins = ['https://app.vidik.example', 'http://localhost:5173'];
  expect(parseConfig({ CORS_ORIGINS: origins.join(', ') }).corsOrigins).toEqual(origins);
  for (const CORS_ORIGINS of ['https://app.vidik.example/', 'app.vidik.example', '*', 'https://app.vidik.example:443'])
    expect(() => parseConfig({ CORS_ORIGINS }), CORS_ORIGINS).toThrow(/CORS_ORIGINS: must be origins/);
});

test('a process serves, works or does both, and a worker tells how it is where it is told to', () => {
  expect(parseConfig({ JOBS: 'web' }).jobs).toBe('web');
  expect(parseConfig({ JOBS: 'worker', WORKER_PORT: '3100' })).toMatchObject({ jobs: 'worker', workerPort: 3100 });
  expect(() => parseConfig({ JOBS: 'none' })).toThrow(/JOBS: /);
  expect(() => parseConfig({ WORKER_PORT: 'many' })).toThrow(/WORKER_PORT: /);
});

test('a variable that is set to nothing counts as not set', () => {
  expect(parseConfig({ PORT: '', STRIPE_SECRET_KEY: '' })).toMatchObject({
    port: 3000,
    payments: { gateway: 'sandbox' },
  });
});

test('production does not start with pretended payments unless it is said twice', () => {
  expect(() => parseConfig({ NODE_ENV: 'production' })).toThrow(/STRIPE_SECRET_KEY/);
  expect(parseConfig({ NODE_ENV: 'production', STRIPE_SANDBOX: '1' }).payments.keys).toBeNull();
  expect(() => parseConfig({ STRIPE_SECRET_KEY: 'sk_live_1' })).toThrow(/STRIPE_WEBHOOK_SECRET/);
});

const live = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
const testKey = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };

test('a public address starts with pretended payments, test keys or no limits only when that is asked for by name', () => {
  for (const PUBLIC_URL of [
    'https://vidik.example',
    'http://vidik.example',
    'https://localhost',
    'http://10.0.0.1:3000',
  ]) {
    const start = (env: Record<string, string>) => parseConfig({ PUBLIC_URL, ...env });
    expect(() => start({}), PUBLIC_URL).toThrow(/STRIPE_SANDBOX=1/);
    expect(start({ STRIPE_SANDBOX: '1' })).toMatchObject({
      payments: { gateway: 'sandbox' },
      paymentsArePretended: true,
    });
    for (const key of ['sk_test_1', 'rk_test_1']) {
      const keys = { ...testKey, STRIPE_SECRET_KEY: key };
      expect(() => start({ ...keys, STRIPE_SANDBOX: '1' }), key).toThrow(/STRIPE_TEST_KEYS=1/);
      expect(start({ ...keys, STRIPE_TEST_KEYS: '1' })).toMatchObject({ paymentsArePretended: true });
    }
    expect(() => start({ ...live, RATE_LIMITS: 'off' })).toThrow(/ALLOW_NO_RATE_LIMITS=1/);
    expect(start({ ...live, RATE_LIMITS: 'off', ALLOW_NO_RATE_LIMITS: '1' })).toMatchObject({
      rateLimits: false,
      limitsAreOff: true,
    });
    expect(start(live)).toMatchObject({ rateLimits: true, limitsAreOff: false, paymentsArePretended: false });
  }
  expect(() => parseConfig({ PUBLIC_URL: 'https://vidik.example', RATE_LIMITS: 'off' }), 'all at once').toThrow(
    /STRIPE_SANDBOX(.|\n)*ALLOW_NO_RATE_LIMITS/,
  );
});

test('on the own machine the sandbox, test keys and no limits need no word, and nothing warns', () => {
  for (const host of ['localhost:3000', 'vidik.localhost', '127.0.0.1:3000', '127.1.2.3', '[::1]:3000']) {
    const start = (env: Record<string, string>) => parseConfig({ PUBLIC_URL: `http://${host}`, ...env });
    expect(start({ RATE_LIMITS: 'off' }), host).toMatchObject({
      payments: { gateway: 'sandbox' },
      paymentsArePretended: false,
    });
    expect(start(testKey)).toMatchObject({ paymentsArePretended: false });
  }
  for (const host of ['localhost.example', '127.example', 'localhost@vidik.example'])
    expect(() => parseConfig({ PUBLIC_URL: `http://${host}` }), host).toThrow(/STRIPE_SANDBOX=1/);
});

test('restricted keys are keys', () => {
  const restricted = { ...live, STRIPE_SECRET_KEY: 'rk_live_1' };
  expect(parseConfig(restricted).payments.keys?.secretKey).toBe('rk_live_1');
  expect(parseConfig({ ...restricted, PUBLIC_URL: 'https://vidik.example' })).toMatchObject({
    paymentsArePretended: false,
  });
  expect(() => parseConfig({ ...live, STRIPE_SECRET_KEY: 'pk_live_1' })).toThrow(/must begin with sk_ or rk_/);
});

test('files and archives go into a bucket that is named without its keys', () => {
  const { storage, backup } = parseConfig({
    STORAGE_URL: 's3://vidik/shop?endpoint=https://s3.example',
    BACKUP_TARGET: 's3://archives?profile=backup',
    STORAGE_PER_PERSON: '10',
  });
  expect(storage).toEqual({
    bucket: { bucket: 'vidik', prefix: 'shop/', region: null, endpoint: 'https://s3.example', profile: null },
    perPerson: 10 * 1024 * 1024,
    total: 20_000 * 1024 * 1024,
  });
  expect(backup.target).toBe('s3://archives?profile=backup');
  expect(parseConfig({}).storage.bucket).toBeNull();
  const wrong = () => parseConfig({ STORAGE_URL: 's3://key:hunter2@vidik', BACKUP_TARGET: 's3://key:hunter2@vidik' });
  expect(wrong).toThrow(/STORAGE_URL: must not hold keys/);
  expect(wrong).toThrow(/BACKUP_TARGET: must not hold keys/);
  expect(wrong).not.toThrow(/hunter2/);
  expect(() => parseConfig({ STORAGE_URL: '/srv/files' })).toThrow(/STORAGE_URL: must begin with s3/);
});

test('the secret of the courier’s messages may be two while one is replaced by the other, each of its length', () => {
  const [old, next] = ['the-old-secret-2026', 'the-new-secret-2026'];
  const agreed = {
    COURIERS: 'own,d-express',
    D_EXPRESS_USER: 'vidik',
    D_EXPRESS_PASSWORD: 'lozinka',
    D_EXPRESS_CLIENT: 'UK12345',
    D_EXPRESS_CODES: 'AB0000000001-AB0000099999',
    D_EXPRESS_TOWN: '100001',
  };
  const secretsOf = (D_EXPRESS_WEBHOOK_SECRET: string) =>
    parseConfig({ ...agreed, D_EXPRESS_WEBHOOK_SECRET }).couriers.dExpress!.secrets;
  expect(secretsOf(old)).toEqual([old]);
  expect(secretsOf(`${next},${old}`)).toEqual([next, old]);
  expect(() => secretsOf(`${next},short`)).toThrow(/D_EXPRESS_WEBHOOK_SECRET\.1: at least 16 characters each/);
  expect(() => secretsOf(`${next},${old},${old}`)).toThrow(/D_EXPRESS_WEBHOOK_SECRET: must be one secret, or two/);
});
