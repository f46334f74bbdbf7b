import { expect, test } from 'vitest';
import { SIGN_IN_CALLS } from '#domain/auth/calls.ts';
import type { CallRule } from '#domain/call-rule.ts';
import { otherCalls } from '#domain/calls/others.ts';
import { CALLS } from '#domain/calls.ts';
import { LIMITS } from '#domain/limits.ts';
import { createApp } from './app.ts';
import { authRoutes } from './auth/routes.ts';
import { templates } from './emails.ts';
import { PROXY_QUESTION } from './http/proxy-question-routes.ts';
import { testApp } from './test/app.ts';

const app = await testApp();
const rows = Object.entries<CallRule>(CALLS);

/** Mails that no call causes: jobs send them, or what the payment provider tells. */
const BY_JOBS = [
  // By whoever sends, when an address has taken nothing for three days.
  'integrations.webhook-off',
  'backup.late',
  'campaigns.code-paused',
  'campaigns.code-paused-desk',
  'campaigns.done',
  'campaigns.low-balance',
  'advertising.advance-ending',
  'advertising.advance-month',
  'advertising.renewal-announced',
  'events.expired',
  'events.lapsing',
  'events.programme',
  'events.reminder',
  'integrations.key-ending',
  'orders.lapsed',
  'orders.proforma-ending',
];
/** Caused by whoever runs the server: its start after a changed setting, and `npm run rescue-owner`. */
const BY_OPERATOR = ['accounts.super-admin-moved', 'accounts.owner-rescued'];

test('every call of the sign-in server has a row, and every row a call', () => {
  const routes = authRoutes(app.deps)
    .routes.filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} /auth/v1${path}`);
  const rowsWithoutGrant = Object.keys(SIGN_IN_CALLS).map((name) => name.split('?')[0]!);
  expect([...new Set(rowsWithoutGrant)].sort()).toEqual([...new Set(routes)].sort());
});

/** They ask about nobody: how the server is, its documents, public files, the provider's own pages, and the way to the members' app. */
const ABOUT_NOBODY = [
  'GET /healthz',
  `GET ${PROXY_QUESTION}`,
  'GET /readyz',
  'GET /metrics',
  'GET /api',
  'GET /api/openapi.json',
  'GET /storage/*',
  'GET /sandbox/*',
  'POST /sandbox/*',
  'GET /app',
];

test('every other route of the server has a row, webhooks and files too, and every such row a route', () => {
  const routes = createApp(app.deps)
    .routes.filter(({ method, path }) => method !== 'ALL' && !path.startsWith('/auth/v1/'))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)(\{.+\})?$/, '{$1}')}`);
  expect([...new Set(routes)].sort()).toEqual([...ABOUT_NOBODY, ...Object.keys(otherCalls)].sort());
});

test('every mail is caused by a call that says so, by a job, or by whoever runs the server', () => {
  const mailed = new Set(rows.flatMap(([, { mails = {} }]) => Object.keys(mails)));
  mailed.delete('the mail itself');
  expect([...mailed, ...BY_JOBS, ...BY_OPERATOR].sort()).toEqual(Object.keys(templates).sort());
});

test('every limit holds some call', () => {
  const used = new Set(rows.flatMap(([, { limits = [] }]) => limits));
  // Whatever a program calls, beside the limits of the call (server/programs.ts).
  expect([...used, 'calls with a key'].sort()).toEqual(Object.keys(LIMITS).sort());
});

test('every call that changes rows is audited or says why not', () => {
  for (const [name, { reads, writes, audited }] of rows) {
    expect(reads ?? writes, name).toBeTruthy();
    expect(audited ?? 'yes', name).toMatch(/^(yes|no: .+)$/);
  }
});

/** What stands in the table without counting the call itself. */
const COUNTS_NO_CALL = ['mails to an address of an order'];
const BELOW_STAFF: readonly CallRule['who'][] = ['anyone', 'signedIn', 'accountHolder', 'member', 'device'];

test('every call below staff that mails or is audited is counted, or says why it ends by itself', () => {
  for (const [name, { who, mails, writes, audited = writes ? 'yes' : 'no', limits = [], uncounted }] of rows) {
    const isBelowStaff = BELOW_STAFF.includes(who);
    if (!isBelowStaff || (!mails && audited !== 'yes')) continue;
    const isCounted = limits.some((limit) => !COUNTS_NO_CALL.includes(limit));
    expect(isCounted || uncounted, name).toBeTruthy();
    expect(isCounted && uncounted, `${name}: one of both`).toBeFalsy();
  }
});

test('what a buyer has mailed about an order by asking is held to so many a day, or says why it ends by itself', () => {
  for (const [name, { who, mails = {}, limits = [], uncounted }] of rows) {
    // A payment is settled once, whoever asks whether it is.
    if (!BELOW_STAFF.includes(who) || name === 'payments.verifyPayment') continue;
    if (!Object.values(mails).some((whom) => whom.startsWith('the buyer'))) continue;
    expect(uncounted || limits.includes('mails to an address of an order'), name).toBeTruthy();
  }
});
