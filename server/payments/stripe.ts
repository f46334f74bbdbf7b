import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import Stripe from 'stripe';
import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import type { ThreadData } from './sandbox/thread.ts';

/** The payment provider: the same SDK, the same webhook, the same pages' addresses, whoever is at the other end. */
export interface Payments {
  client: Stripe;
  webhookSecret: string;
  /** Whether real money moves; an event of the other kind is refused. */
  live: boolean;
  /** Answers for a page below `/sandbox/`; `null` when payments are real. */
  page: ((request: Request) => Promise<Response>) | null;
  stop(): Promise<void>;
}

/** Where a running sandbox is reached, and with which secrets. */
export interface SandboxAddress {
  port: number;
  secretKey: string;
  webhookSecret: string;
}

const TIMEOUT = 20_000;
const SANDBOX_TIMEOUT = 5_000;

/** The one place that knows whether payments are Stripe's or the sandbox's. */
export async function openStripe(config: Config, log: Log): Promise<Payments> {
  if (!config.stripe) return openSandboxPayments(config, log);
  const { secretKey, webhookSecret } = config.stripe;
  return {
    client: new Stripe(secretKey, { telemetry: false, maxNetworkRetries: 2, timeout: TIMEOUT }),
    webhookSecret,
    live: /^[sr]k_live_/.test(secretKey),
    page: null,
    stop: async () => {},
  };
}

async function openSandboxPayments(config: Config, log: Log): Promise<Payments> {
  const thread = new Worker(sandboxFile(), {
    workerData: {
      directory: path.join(config.dataDir, 'stripe-sandbox'),
      publicUrl: config.publicUrl,
      webhookUrl: `http://${ownHost(config.host)}:${config.port}/webhooks/stripe`,
      logLevel: config.logLevel,
    } satisfies ThreadData,
  });
  const [address] = (await once(thread, 'message')) as [SandboxAddress];
  thread.on('error', (error) => log.error({ error }, 'the payment sandbox has failed; restart the server'));
  log.warn(
    { api: `http://127.0.0.1:${address.port}` },
    'PAYMENTS ARE A SANDBOX: no real money moves. Set STRIPE_SECRET_KEY for real payments.',
  );
  return paymentsOf(address, async () => {
    const stopped = once(thread, 'message');
    thread.postMessage('stop');
    await stopped;
    await thread.terminate();
  });
}

/** Beside this file in the sources; in the bundle, whose parts lie together, by its own name. */
const sandboxFile = () =>
  import.meta.url.endsWith('.ts')
    ? new URL('./sandbox/thread.ts', import.meta.url)
    : new URL('./payments/sandbox/thread.js', import.meta.url);

/** Where this very server is reached from this very machine. */
function ownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** The SDK pointed at a sandbox, and a way for browsers to its pages; its API stays on the loopback address. */
export function paymentsOf({ port, secretKey, webhookSecret }: SandboxAddress, stop: () => Promise<void>): Payments {
  return {
    client: new Stripe(secretKey, {
      host: '127.0.0.1',
      port,
      protocol: 'http',
      telemetry: false,
      maxNetworkRetries: 2,
      timeout: SANDBOX_TIMEOUT,
    }),
    webhookSecret,
    live: false,
    page: (request) => forward(request, port),
    stop,
  };
}

async function forward(request: Request, port: number): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  if (!pathname.startsWith('/sandbox/')) throw new Error(`Not a sandbox page: ${pathname}`);
  const answer = await fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
    method: request.method,
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    body: request.method === 'POST' ? await request.arrayBuffer() : null,
    redirect: 'manual',
  });
  const headers = new Headers(answer.headers);
  for (const name of ['connection', 'keep-alive', 'transfer-encoding', 'content-length']) headers.delete(name);
  return new Response(answer.body, { status: answer.status, headers });
}
