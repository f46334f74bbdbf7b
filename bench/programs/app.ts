import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createApp } from '#server/app.ts';
import { openPasswords } from '#server/auth/passwords/passwords.ts';
import { openTokens } from '#server/auth/sessions/tokens.ts';
import { parseConfig } from '#server/config.ts';
import { openCouriers } from '#server/fulfilment/couriers/open.ts';
import { openLive } from '#server/live/listen.ts';
import type { PaymentGateway } from '#server/payments/gateway.ts';
import { openDatabase } from '#server/platform/db.ts';
import { openQueue } from '#server/platform/jobs/queue.ts';
import { createLog } from '#server/platform/log/log.ts';
import { openStorage } from '#server/platform/storage/open.ts';
import { openPosts } from '../../server/platform/typed-address/post.ts';

/**
 * The whole application in a process of its own. Its mails are queued and wait, as they would for another server's worker,
 * and a payment page is there the moment it is asked for: what the payment provider's part costs is measured by itself.
 */
const url = process.env.DATABASE_URL!;
const config = parseConfig({ ...process.env, RATE_LIMITS: 'off' });
const now = () => new Date();
const db = openDatabase(url, { max: 20 });
let pages = 0;
const openPage = async () => {
  pages += 1;
  return { id: `cs_test_${process.pid}_${Date.now()}_${pages}`, url: `${config.publicUrl}/page` };
};
const app = createApp({
  config,
  db,
  databaseUrl: url,
  log: createLog('warn'),
  now,
  live: await openLive(url),
  queue: await openQueue(url, createLog('warn'), []),
  payments: { capabilities: { subscriptions: true, portal: false }, openPage } as unknown as PaymentGateway,
  couriers: await openCouriers(config, createLog('warn'), { hasDouble: false }),
  storage: await openStorage(config),
  visitAddress: null,
  posts: openPosts(),
  tokens: await openTokens(db, `${config.publicUrl}/auth/v1`),
  passwords: openPasswords(),
});

const server = createServer(getRequestListener(app.fetch));
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
