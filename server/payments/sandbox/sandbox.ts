import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Log } from '../../platform/log.ts';
import { type ApiAnswer, answer } from './api.ts';
import { forgetOld, liveUntil } from './clock.ts';
import { type Control, controlRoutes, makeControl } from './control.ts';
import { openDeliveries } from './deliveries.ts';
import { sandboxPages } from './pages/pages.ts';
import type { SettingsRecord } from './records.ts';
import { SUBSET_VERSION } from './schema.ts';
import { openStore } from './store.ts';
import { newId, QUIET, type World } from './world.ts';

const MAX_BODY = 1024 * 1024;
/** Stripe's page waits a little for the shop's answer before it sends the buyer back. Milliseconds. */
const HOLD_REDIRECT = 3_000;
const ROUND = 30_000;

export interface SandboxOptions {
  directory: string;
  /** Where a browser reaches the shop; the pages live under its `/sandbox/`. */
  publicUrl: string;
  webhookUrl: string;
  log: Log;
  /** How a webhook travels; tests hand it to the app directly. */
  send?: (request: Request) => Promise<Response>;
  /** The real clock, in milliseconds. */
  realNow?: () => number;
  /** Sees everything the API answers and every event, for the conformance tests. */
  witness?: (seen: { method: string; path: string; form: string; answer: ApiAnswer }) => void;
}

export interface Sandbox {
  port: number;
  secretKey: string;
  webhookSecret: string;
  /** Answers for a page under `/sandbox/`; nothing else of the sandbox can be reached through it. */
  page(request: Request): Promise<Response>;
  control: Control;
  stop(): Promise<void>;
}

/** A small Stripe on the loopback address: the API of the subset, hosted pages, signed webhooks, a clock that can be moved. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const store = openStore(options.directory);
  const realNow = options.realNow ?? Date.now;
  let request: { id: string | null; idempotency_key: string | null } = { id: null, idempotency_key: null };
  let clockOffset = 0;

  const world: World = {
    store,
    publicUrl: options.publicUrl,
    knobs: { ...QUIET },
    fresh: [],
    settings: () => store.get('settings', 'one')!,
    changeSettings(change) {
      store.put('settings', { ...world.settings(), ...change });
    },
    now: () => Math.floor(realNow() / 1000) + clockOffset,
    emit(type, object) {
      const event = store.put('events', {
        id: newId('evt'),
        type,
        created: world.now(),
        object: structuredClone(object),
        request,
        delivery: { state: 'waiting', attempts: 0, lastError: null },
      });
      world.fresh.push(event.id);
    },
  };
  if (!store.get('settings', 'one')) store.put('settings', firstSettings());
  clockOffset = world.settings().clockOffset;
  store.commit();

  const deliveries = openDeliveries(world, {
    send: options.send ?? fetch,
    url: options.webhookUrl,
    log: options.log,
  });
  const told = async () => {
    await Promise.race([deliveries.idle(), sleep(HOLD_REDIRECT, undefined, { ref: false })]);
  };
  const liveTo = (target: number) => {
    liveUntil(world, target, (at) => {
      clockOffset += at - world.now();
    });
    if (clockOffset !== world.settings().clockOffset) world.changeSettings({ clockOffset });
    forgetOld(world);
    store.commit();
  };
  const control = makeControl(world, {
    live: (days) => liveTo(world.now() + Math.round(days * 86_400)),
    told: deliveries.idle,
    retryNow: deliveries.retryNow,
  });
  const round = setInterval(() => {
    liveTo(world.now());
    deliveries.wake();
  }, ROUND);
  round.unref();

  const pages = sandboxPages(world, told);
  const app = new Hono();
  app.use(bodyLimit({ maxSize: MAX_BODY }));
  app.route('/', controlRoutes(world, control));
  app.route('/', pages);
  app.all('*', async (c) => {
    const { method } = c.req;
    const url = new URL(c.req.url);
    const key = c.req.header('idempotency-key');
    request = { id: newId('req', 14), idempotency_key: key ?? null };
    const form = method === 'POST' ? await c.req.text() : url.search.slice(1);
    const call = {
      method,
      path: url.pathname,
      form,
      authorization: c.req.header('authorization'),
      idempotencyKey: key,
    };
    const result = answer(world, call);
    store.commit();
    deliveries.wake();
    options.witness?.({ ...call, answer: result });
    return c.json(result.body, result.status as 200, {
      'request-id': request.id!,
      'stripe-version': SUBSET_VERSION,
      ...(key ? { 'idempotency-key': key } : {}),
      ...(result.replayed ? { 'idempotent-replayed': 'true' } : {}),
    });
  });
  app.onError((error, c) => {
    options.log.error({ error }, 'sandbox');
    return c.json({ error: { type: 'api_error', message: 'The sandbox failed.' } }, 500);
  });

  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 });
  await new Promise((listening) => server.once('listening', listening));
  return {
    port: (server.address() as AddressInfo).port,
    secretKey: world.settings().secretKey,
    webhookSecret: world.settings().webhookSecret,
    page: async (incoming) => pages.fetch(incoming),
    control,
    async stop() {
      clearInterval(round);
      await deliveries.stop();
      await new Promise((closed) => {
        server.close(closed);
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
      store.commit();
      store.close();
    },
  };
}

const firstSettings = (): SettingsRecord => ({
  id: 'one',
  secretKey: newId('sk_test', 40),
  webhookSecret: newId('whsec', 40),
  clockOffset: 0,
  invoiceCount: 0,
});
