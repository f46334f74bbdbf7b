import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { openSandbox, type Sandbox } from '#doubles/stripe/sandbox.ts';
import type { Dependencies } from '../dependencies.ts';
import { stripeGateway } from '../payments/stripe/gateway.ts';
import { proxyToSandbox, sandboxConnection } from '../payments/stripe/open.ts';
import { createLog } from '../platform/log/log.ts';
import { type TestApp, testApp } from './app.ts';
import { conformance } from './stripe-conformance.ts';
import { whenOver } from './when-over.ts';

/**
 * The whole server with the sandbox as its payment provider; every request the shop sends and every object and event it gets is compared
 * with Stripe's own description, unless there are thousands of them (`quick`). With `stopped`, the sandbox's clock moves only when a test
 * moves it. A `restored` shop goes on where its archive ends: both clocks begin at that moment.
 */
export async function testShop({
  env = {},
  quick = false,
  stopped = false,
  restored,
  deps = {},
}: {
  env?: Record<string, string>;
  quick?: boolean;
  stopped?: boolean;
  restored?: { url: string; dataDir: string; at: Date };
  deps?: Partial<Dependencies>;
} = {}) {
  const directory = restored
    ? path.join(restored.dataDir, 'stripe-sandbox')
    : mkdtempSync(path.join(tmpdir(), 'vidik-sandbox-'));
  let shop: TestApp;
  /** Every webhook as it was sent, for tests that deliver them again, differently. */
  const webhooks: { body: string; signature: string }[] = [];
  /** Set, it gets every webhook instead of the shop. */
  let interceptor: ((body: string) => void) | null = null;
  const begun = restored?.at.getTime() ?? Date.now();
  const open = () =>
    openSandbox({
      directory,
      publicUrl: 'http://localhost:3000',
      webhookUrl: 'http://localhost:3000/webhooks/stripe',
      log: createLog('silent'),
      ...(quick ? {} : { onExchange: conformance.onExchange }),
      ...(stopped || restored ? { realNow: () => begun } : {}),
      async send(request) {
        const body = await request.text();
        const signature = request.headers.get('stripe-signature')!;
        if (!quick) conformance.event(JSON.parse(body));
        webhooks.push({ body, signature });
        if (interceptor) {
          interceptor(body);
          return new Response(null, { status: 200 });
        }
        return deliver(shop, body, signature);
      },
    });
  let sandbox: Sandbox = await open();
  let connection = sandboxConnection(sandbox);
  const payments = stripeGateway(() => connection, {
    page: (request) => proxyToSandbox(request, sandbox.port),
    stop: async () => {},
  });
  shop = await testApp({ env, deps: { ...deps, payments }, ...(restored ? { databaseUrl: restored.url } : {}) });
  if (restored) shop.clock.now = restored.at;
  whenOver(async () => {
    await sandbox.stop();
    rmSync(directory, { recursive: true, force: true });
    expect(conformance.mistakes).toEqual([]);
  });

  return {
    ...shop,
    webhooks,
    /** Webhooks go to the test, which delivers them as it likes; `null`: to the shop again. */
    intercept(take: typeof interceptor) {
      interceptor = take;
    },
    get sandbox() {
      return sandbox;
    },
    /** The shop's own way to the payment provider, as the merchant's dashboard would use it. */
    get stripe() {
      return connection.client;
    },
    get connection() {
      return connection;
    },
    /** Stops the payment provider and starts it again on the same data; `meanwhile` runs while it is away. */
    async restartSandbox(meanwhile: () => Promise<void> = async () => {}) {
      await sandbox.stop();
      await meanwhile();
      sandbox = await open();
      connection = sandboxConnection(sandbox);
    },
  };
}

export type TestShop = Awaited<ReturnType<typeof testShop>>;

export const deliver = ({ app }: TestApp, body: string, signature: string) =>
  Promise.resolve(
    app.request('/webhooks/stripe', {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      body,
    }),
  );

/** Presses a button on one of the sandbox's pages, as a browser without scripts would; answers with where it is sent. */
export async function press({ app }: TestApp, url: string, fields: Record<string, string>): Promise<string> {
  const { pathname, search } = new URL(url);
  const response = await app.request(`${pathname}${search}`, { method: 'POST', body: new URLSearchParams(fields) });
  if (response.status !== 303) throw new Error(`The page answered ${response.status}: ${await response.text()}`);
  return response.headers.get('location')!;
}

export const GOOD_CARD = '4242 4242 4242 4242';
/** Pays on the hosted page and answers with the session's id from the address the buyer comes back to. */
export async function pay(shop: TestApp, url: string, card = GOOD_CARD): Promise<string> {
  const back = new URL(await press(shop, url, { do: 'pay', card }), 'http://localhost:3000');
  return back.searchParams.get('session_id') ?? back.search;
}

export const buyer = {
  firstName: 'Milica',
  lastName: 'Živković',
  companyName: '',
  country: 'RS',
  address: 'Ulica lipa',
  addressNumber: '14',
  city: 'Čačak',
  postalCode: '32000',
  phone: '+381641234567',
};

export const firm = {
  email: 'office@pekara.rs',
  company_name: 'Pekara na uglu',
  company_registration_number: '17162543',
  company_tax_number: '100002887',
  company_address: 'Glavna 1',
  company_city: 'Beograd',
  company_postal_code: '11000',
  company_contact: '+381641112222',
};
