import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { openPasswords } from '#server/accounts/passwords.ts';
import { openTokens } from '#server/accounts/tokens.ts';
import { createApp } from '#server/app.ts';
import { parseConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/db.ts';
import { openLive } from '#server/platform/live.ts';
import { createLog } from '#server/platform/log.ts';
import { openQueue } from '#server/platform/queue.ts';

/** The whole application in a process of its own; its mails are queued and wait, as they would for another server's worker. */
const url = process.env.DATABASE_URL!;
const config = parseConfig({ DATA_DIR: process.env.DATA_DIR, RATE_LIMITS: 'off', EVENT_YEAR: process.env.EVENT_YEAR });
const log = createLog('warn');
const db = openDatabase(url, { max: 20 });
const app = createApp({
  config,
  db,
  log,
  now: () => new Date(),
  live: await openLive(db.client),
  queue: await openQueue(url, log, ['mail.send']),
  stripe: undefined as never,
  tokens: await openTokens(db, `${config.publicUrl}/auth/v1`),
  passwords: openPasswords(),
});

const server = createServer(getRequestListener(app.fetch));
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
