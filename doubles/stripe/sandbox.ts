import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type ApiAnswer, type ApiRequest, answer } from './api/api.ts';
import { serveApi } from './api/serve-api.ts';
import { type Control, controlRoutes, makeControl } from './control.ts';
import { openDeliveries } from './deliveries.ts';
import type { Log } from './log.ts';
import { openState } from './open-state.ts';
import { sandboxPages } from './pages/pages.ts';
import { openStore } from './store.ts';

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
  onExchange?: (seen: { method: string; path: string; form: string; answer: ApiAnswer }) => void;
}

export interface Sandbox {
  port: number;
  secretKey: string;
  webhookSecret: string;
  control: Control;
  stop(): Promise<void>;
}

/** A small Stripe on the loopback address: the API of the subset, hosted pages, signed webhooks, a clock that can be moved. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const store = openStore(options.directory);
  const { state, beginRequest, liveTo } = openState(store, options.publicUrl, options.realNow ?? Date.now);

  const deliveries = openDeliveries(state, {
    send: options.send ?? fetch,
    url: options.webhookUrl,
    log: options.log,
  });
  const delivered = async () => {
    await Promise.race([deliveries.idle(), sleep(HOLD_REDIRECT, undefined, { ref: false })]);
  };
  const control = makeControl(state, {
    live: (days) => liveTo(state.now() + Math.round(days * 86_400)),
    delivered: deliveries.idle,
    retryNow: deliveries.retryNow,
  });
  const round = setInterval(() => {
    liveTo(state.now());
    deliveries.wake();
  }, ROUND);
  round.unref();

  const app = new Hono();
  app.use(bodyLimit({ maxSize: MAX_BODY }));
  app.route('/', controlRoutes(state, control));
  app.route('/', sandboxPages(state, delivered));
  app.onError((error, c) => {
    options.log.error({ error }, 'sandbox');
    return c.text('The sandbox failed.', 500);
  });
  const forPeople = getRequestListener(app.fetch);

  const perform = (request: ApiRequest) => {
    const requestId = beginRequest(request.idempotencyKey);
    const result = answer(state, request);
    options.onExchange?.({ ...request, answer: result });
    return { ...result, requestId };
  };
  let writing: Promise<void> | null = null;
  /** What is asked in one turn of the event loop is written together, before any of it is answered. */
  const written = () => {
    writing ??= nextTurn().then(() => {
      writing = null;
      store.commit();
      deliveries.wake();
    });
    return writing;
  };
  const server = createServer((incoming, response) => {
    if (/^\/(_sandbox|sandbox)\//.test(incoming.url!)) return forPeople(incoming, response);
    void serveApi(incoming, response, { perform, written, maxBody: MAX_BODY, log: options.log });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    secretKey: state.settings().secretKey,
    webhookSecret: state.settings().webhookSecret,
    control,
    async stop() {
      clearInterval(round);
      await deliveries.stop();
      await new Promise((closed) => {
        server.close(closed);
        server.closeAllConnections();
      });
      store.commit();
      store.close();
    },
  };
}
