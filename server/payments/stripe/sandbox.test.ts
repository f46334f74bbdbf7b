import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { devicePackages } from '#domain/catalogue/catalogue.ts';
import { openSandbox } from '#doubles/stripe/sandbox.ts';
import { createLog } from '../../platform/log/log.ts';
import { stripeGateway } from './gateway.ts';
import { sandboxConnection } from './open.ts';
import { openCheckout } from './open-checkout.ts';

const root = mkdtempSync(path.join(tmpdir(), 'vidik-sandbox-'));
const publicUrl = 'http://localhost:3000';

async function provider(name: string) {
  const sandbox = await openSandbox({
    directory: path.join(root, name),
    publicUrl,
    webhookUrl: `${publicUrl}/webhooks/stripe`,
    log: createLog('silent'),
    send: async () => new Response(),
  });
  afterAll(() => sandbox.stop());
  return sandboxConnection(sandbox);
}

afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a payment provider killed under load still knows every page it has answered for', async () => {
  const { client: stripe } = await provider('running');
  const pages = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      openCheckout(stripe, {
        order: { id: `order-${index}`, email: 'kupac@primer.rs', checkoutAttempt: 1 },
        product: devicePackages[0]!,
        customer: null,
        publicUrl,
      }),
    ),
  );
  expect(new Set(pages.map(({ id }) => id)).size).toBe(30);
  // What is on disk at this moment is what a process that never stopped in peace would find.
  cpSync(path.join(root, 'running'), path.join(root, 'killed'), { recursive: true });
  const { client: again } = await provider('killed');
  for (const [index, { id, url }] of pages.entries())
    expect(await again.checkout.sessions.retrieve(id)).toMatchObject({ url, client_reference_id: `order-${index}` });
});

test('what has happened since a moment is told, though Stripe takes no more than twenty kinds of events in one question', async () => {
  const connection = await provider('events');
  const { client } = connection;
  const order = { id: 'order-since', email: 'kupac@primer.rs', checkoutAttempt: 1 };
  const page = await openCheckout(client, { order, product: devicePackages[0]!, customer: null, publicUrl });
  await client.checkout.sessions.expire(page.id);
  const gateway = stripeGateway(() => connection, { page: null, stop: async () => {} });
  const told: unknown[] = [];
  for await (const { type, objectId } of gateway.eventsSince(new Date(Date.now() - 60_000)))
    told.push([type, objectId]);
  expect(told).toEqual([['checkout.session.expired', page.id]]);
  const types = Array.from({ length: 21 }, (_, n) => `kind.of.${n}`);
  await expect(client.events.list({ types })).rejects.toThrow(/at most 20/);
});
