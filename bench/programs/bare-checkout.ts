import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { devicePackages } from '#domain/catalogue/catalogue.ts';
import type { SandboxAddress } from '#doubles/stripe/thread.ts';
import { sandboxConnection } from '../../server/payments/stripe/open.ts';
import { openCheckout } from '../../server/payments/stripe/open-checkout.ts';

/** The payment page of an order and nothing else: Stripe's SDK asks the sandbox, as the shop does. */
const publicUrl = 'http://127.0.0.1:1';
const thread = new Worker(path.resolve('build/node/stripe-sandbox.js'), {
  workerData: { directory: process.env.DIRECTORY, publicUrl, webhookUrl: `${publicUrl}/webhooks`, logLevel: 'silent' },
});
const [address] = (await once(thread, 'message')) as [SandboxAddress];
const { client } = sandboxConnection(address);

const app = new Hono();
app.post('/', async (c) => {
  const { email } = await c.req.json();
  const order = { id: randomUUID(), email, checkoutAttempt: 1 };
  const { url } = await openCheckout(client, { order, product: devicePackages[0]!, customer: null, publicUrl });
  return c.json({ url });
});

const server = createServer(getRequestListener(app.fetch));
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
