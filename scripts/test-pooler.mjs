/**
 * `npm run test:pooler`: tests of what people do most, with every statement of a request through PgBouncer in transaction mode, as behind
 * DATABASE_DIRECT_URL. Other files: `npm run test:pooler -- server/orders`.
 */
import { findOrInstallPgbouncer } from './pgbouncer.mjs';
import { installIfNeeded, run, withOwnNode } from './setup.mjs';

const TESTS = [
  'server/auth/sessions',
  'server/auth/sign-in',
  'server/auth/sign-up',
  'server/accounts',
  'server/campaigns/campaigns',
  'server/events/reservations',
  'server/flows/payments',
  'server/flows/people',
  'server/live/screens',
  'server/orders',
  'server/payments',
  'server/platform/mail',
  'server/playout/histories',
  'server/playout/playout',
  'server/vouchers',
];

await installIfNeeded();
findOrInstallPgbouncer();
const given = process.argv.slice(2);
process.exitCode = await run('vitest', ['run', ...(given.length > 0 ? given : TESTS)], {
  env: withOwnNode({ TEST_POOLER: '1' }),
});
