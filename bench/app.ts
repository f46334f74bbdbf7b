import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { openPasswords } from '#server/accounts/passwords.ts';
import { openTokens } from '#server/accounts/tokens.ts';
import { rememberVerified } from '#server/accounts/verified-tokens.ts';
import { createApp } from '#server/app.ts';
import type { Payments } from '#server/payments/stripe.ts';
import { parseConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/db.ts';
import { openLive } from '#server/platform/live.ts';
import { createLog } from '#server/platform/log.ts';
import { openQueue } from '#server/platform/queue.ts';

/**
 * The whole application in a process of its own. Its mails are queued and wait, as they would for another server's worker,
 * and a payment page is there the moment it is asked for: what the payment provider's part costs is measured by itself.
 */
const url = process.env.DATABASE_URL!;
const config = parseConfig({ ...process.env, RATE_LIMITS: 'off' });
const now = () => new Date();
const db = openDatabase(url, { max: 20 });
const page = { id: 'cs_test_page', url: `${config.publicUrl}/page` };
const app = createApp({
  config,
  db,
  log: createLog('warn'),
  now,
  live: await openLive(db.client),
  queue: await openQueue(url, createLog('warn'), ['mail.send']),
  stripe: { client: { checkout: { sessions: { create: async () => page } } } } as unknown as Payments,
  tokens: rememberVerified(await openTokens(db, `${config.publicUrl}/auth/v1`), now),
  passwords: openPasswords(),
});

const server = createServer(getRequestListener(app.fetch));
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
