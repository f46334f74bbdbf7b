import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { readBody } from '../read-body.ts';
import { type ApiAnswer, answer } from './api/api.ts';
import { advanceClock, purge } from './clock.ts';
import { type Control, controlRoutes, makeControl } from './control.ts';
import { openDeliveries } from './deliveries.ts';
import type { Log } from './log.ts';
import { sandboxPages } from './pages/pages.ts';
import type { SettingsRecord } from './records.ts';
import { SUBSET_VERSION } from './schema.ts';
import { NO_FAULTS, newId, type SandboxState } from './state.ts';
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
  const realNow = options.realNow ?? Date.now;
  let request: { id: string | null; idempotency_key: string | null } = { id: null, idempotency_key: null };
  let clockOffset = 0;

  const state: SandboxState = {
    store,
    publicUrl: options.publicUrl,
    faults: { ...NO_FAULTS },
    fresh: [],
    settings: () => store.get('settings', 'one')!,
    changeSettings(change) {
      store.put('settings', { ...state.settings(), ...change });
    },
    now: () => Math.floor(realNow() / 1000) + clockOffset,
    emit(type, object) {
      const event = store.put('events', {
        id: newId('evt'),
        type,
        created: state.now(),
        object: structuredClone(object),
        request,
        delivery: { state: 'waiting', attempts: 0, lastError: null },
      });
      state.fresh.push(event.id);
    },
  };
  if (!store.get('settings', 'one')) store.put('settings', firstSettings());
  clockOffset = state.settings().clockOffset;
  store.commit();

  const deliveries = openDeliveries(state, {
    send: options.send ?? fetch,
    url: options.webhookUrl,
    log: options.log,
  });
  const delivered = async () => {
    await Promise.race([deliveries.idle(), sleep(HOLD_REDIRECT, undefined, { ref: false })]);
  };
  const liveTo = (target: number) => {
    advanceClock(state, target, (at) => {
      clockOffset += at - state.now();
    });
    if (clockOffset !== state.settings().clockOffset) state.changeSettings({ clockOffset });
    purge(state);
    store.commit();
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

  const perform = (method: string, url: string, body: string, headers: IncomingHttpHeaders) => {
    const [path = '', query = ''] = url.split('?', 2);
    const idempotencyKey = headers['idempotency-key'] as string | undefined;
    request = { id: newId('req', 14), idempotency_key: idempotencyKey ?? null };
    const call = {
      method,
      path,
      form: method === 'POST' ? body : query,
      authorization: headers.authorization,
      idempotencyKey,
    };
    const result = answer(state, call);
    options.onExchange?.({ ...call, answer: result });
    return { ...result, requestId: request.id! };
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
    readBody(incoming, MAX_BODY)
      .then(async (body) => {
        const result = perform(incoming.method!, incoming.url!, body, incoming.headers);
        await written();
        return result;
      })
      .catch((error) => {
        options.log.error({ error }, 'sandbox');
        return { status: 500, body: { error: { type: 'api_error', message: 'The sandbox failed.' } }, requestId: '' };
      })
      .then((result: ApiAnswer & { requestId: string }) => {
        response.writeHead(result.status, {
          'content-type': 'application/json',
          'request-id': result.requestId,
          'stripe-version': SUBSET_VERSION,
          ...(result.replayed ? { 'idempotent-replayed': 'true' } : {}),
        });
        response.end(JSON.stringify(result.body));
      });
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

export const firstSettings = (): SettingsRecord => ({
  id: 'one',
  secretKey: newId('sk_test', 40),
  webhookSecret: newId('whsec', 40),
  clockOffset: 0,
  invoiceCount: 0,
});
