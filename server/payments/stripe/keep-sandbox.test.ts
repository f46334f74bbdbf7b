import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterAll, expect, test } from 'vitest';
import { devicePackages } from '#domain/catalogue/catalogue.ts';
import { parseConfig } from '../../config.ts';
import { createLog } from '../../platform/log/log.ts';
import { eventually } from '../../test/eventually.ts';
import { isProviderDown } from '../provider.ts';
import { stripeGateway } from './gateway.ts';
import { openPayments, openSandboxConnection } from './open.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'vidik-thread-'));
const threads: Worker[] = [];
process.on('worker', (thread) => threads.push(thread));
const config = parseConfig({ NODE_ENV: 'test', DATA_DIR: dataDir });
const log = createLog('silent');
const sandbox = await openSandboxConnection(config, log);
afterAll(async () => {
  await sandbox.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const gateway = stripeGateway(sandbox.connect, sandbox);
const pageOf = (id: string) =>
  gateway.openPage({
    order: { id, email: 'kupac@primer.rs', checkoutAttempt: 1 },
    product: devicePackages[0]!,
    customer: null,
    publicUrl: 'http://localhost:3000',
  });
const shown = async (url: string) => (await sandbox.page(new Request(url))).status;

test('an ended payment sandbox comes back by itself with its pages; meanwhile it counts as unavailable', async () => {
  const { id, url } = await pageOf('order-1');
  expect(await shown(url!)).toBe(200);
  const secret = sandbox.connect().webhookSecrets;
  for (let round = 1; round <= 2; round++) {
    await threads.at(-1)!.terminate();
    expect(await shown(url!)).toBe(503);
    const refused = await gateway.fetchCheckout(id, async () => 0).catch((e) => e);
    expect(isProviderDown(refused)).toBe(true);
    await eventually(async () => expect(await shown(url!)).toBe(200));
    expect(await sandbox.connect().client.checkout.sessions.retrieve(id)).toMatchObject({ url });
    expect(threads).toHaveLength(round + 1);
  }
  expect(sandbox.connect().webhookSecrets).toEqual(secret);
  await pageOf('order-2');
});

test('another process on the same data directory reaches the server’s sandbox, also after it was started again', async () => {
  const { id } = await pageOf('order-3');
  const worker = await openPayments(config, log, { hasSandbox: false });
  expect(await worker.fetchCheckout(id, async () => 0)).toBeTruthy();
  const before = sandbox.connect();
  await threads.at(-1)!.terminate();
  await eventually(() => expect(sandbox.connect()).not.toBe(before));
  expect(await worker.fetchCheckout(id, async () => 0)).toBeTruthy();
  const elsewhere = parseConfig({ NODE_ENV: 'test', DATA_DIR: path.join(dataDir, 'another') });
  const alone = await openPayments(elsewhere, log, { hasSandbox: false });
  expect(isProviderDown(await alone.fetchCheckout(id, async () => 0).catch((error) => error))).toBe(true);
});

test('a sandbox that was stopped is not started again, and is nobody’s any more', async () => {
  const count = threads.length;
  await sandbox.stop();
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(threads).toHaveLength(count);
  const worker = await openPayments(config, log, { hasSandbox: false });
  expect(isProviderDown(await worker.fetchCheckout('cs_x', async () => 0).catch((error) => error))).toBe(true);
});
