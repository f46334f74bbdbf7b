import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Stripe from 'stripe';
import { paymentRefusals } from '#domain/payments/copy.ts';
import { keepSandbox } from '#doubles/stripe/keep-sandbox.ts';
import type { SandboxAddress, ThreadData } from '#doubles/stripe/thread.ts';
import type { Config } from '../../config.ts';
import { readBytes } from '../../http/bodies/read-body.ts';
import type { Log } from '../../platform/log/log.ts';
import { perInstance } from '../../platform/per-instance.ts';
import type { PaymentGateway } from '../gateway.ts';
import { PaymentGatewayError } from '../provider.ts';
import { type StripeConnection, stripeGateway } from './gateway.ts';

const TIMEOUT = 20_000;
const SANDBOX_TIMEOUT = 5_000;

/**
 * The one place that knows whether payments are Stripe's or the sandbox's; the same SDK and webhook serve both. Without `hasSandbox`
 * the sandbox is that of the server on the same data directory; while none runs there, it is down.
 */
export async function openPayments(
  config: Config,
  log: Log,
  { hasSandbox }: { hasSandbox: boolean },
): Promise<PaymentGateway> {
  if (!config.payments.keys) {
    if (!hasSandbox)
      return stripeGateway(() => sandboxConnection(recallSandbox(config)), { page: null, stop: async () => {} });
    const { connect, page, stop } = await openSandboxConnection(config, log);
    return stripeGateway(connect, { page, stop });
  }
  const { secretKey, webhookSecrets } = config.payments.keys;
  const client = new Stripe(secretKey, { telemetry: false, maxNetworkRetries: 2, timeout: TIMEOUT });
  const connection = { client, webhookSecrets, live: config.payments.realMoney };
  return stripeGateway(() => connection, { page: null, stop: async () => {} });
}

export async function openSandboxConnection(config: Config, log: Log) {
  const data: ThreadData = {
    directory: path.join(config.dataDir, 'stripe-sandbox'),
    publicUrl: config.publicUrl,
    webhookUrl: `http://${ownHost(config.host)}:${config.port}/webhooks/stripe`,
    logLevel: config.logLevel,
  };
  const file = sandboxFile(config);
  const sandbox = await keepSandbox(data, log, (at) => {
    writeFileSync(`${file}.new`, JSON.stringify(at), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  });
  log.warn(
    { api: `http://127.0.0.1:${sandbox.address().port}` },
    'PAYMENTS ARE A SANDBOX: no real money moves. Set STRIPE_SECRET_KEY for real payments.',
  );
  const connectionTo = perInstance(sandboxConnection);
  return {
    /** A thread that was started again listens elsewhere. */
    connect: () => connectionTo(sandbox.address()),
    page: (request: Request) => proxyToSandbox(request, sandbox.address().port),
    async stop() {
      await sandbox.stop();
      rmSync(file, { force: true });
    },
  };
}

/** Where the sandbox of a running server says how it is reached. */
const sandboxFile = ({ dataDir }: Config) => path.join(dataDir, 'stripe-sandbox.json');

function recallSandbox(config: Config): SandboxAddress {
  try {
    return JSON.parse(readFileSync(sandboxFile(config), 'utf8')) as SandboxAddress;
  } catch (error) {
    throw new PaymentGatewayError('down', 'no_sandbox', error as Error);
  }
}

/** Where this very server is reached from this very machine. */
function ownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** The SDK pointed at a sandbox, whose API stays on the loopback address. */
export function sandboxConnection({ port, secretKey, webhookSecret }: SandboxAddress): StripeConnection {
  const client = new Stripe(secretKey, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 2,
    timeout: SANDBOX_TIMEOUT,
  });
  return { client, webhookSecrets: [webhookSecret], live: false };
}

/** Bytes, of a card's form. */
const LARGEST_FORM = 64 * 1024;

/** A browser's way to a page of the sandbox. */
export async function proxyToSandbox(request: Request, port: number): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  if (!pathname.startsWith('/sandbox/')) throw new Error(`Not a sandbox page: ${pathname}`);
  const body = request.method === 'POST' ? new Uint8Array(await readBytes(request, { bytes: LARGEST_FORM })) : null;
  const answer = await fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
    method: request.method,
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    body,
    redirect: 'manual',
  }).catch(() => null);
  if (!answer)
    return new Response(paymentRefusals.PAYMENT_PROVIDER_DOWN, { status: 503, headers: { 'retry-after': '2' } });
  const headers = new Headers(answer.headers);
  for (const name of ['connection', 'keep-alive', 'transfer-encoding', 'content-length']) headers.delete(name);
  return new Response(answer.body, { status: answer.status, headers });
}
