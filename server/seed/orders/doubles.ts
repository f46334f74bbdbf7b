import path from 'node:path';
import { openDExpress } from '#doubles/couriers/d-express/double.ts';
import { openSandbox } from '#doubles/stripe/sandbox.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Couriers } from '../../fulfilment/couriers/courier.ts';
import { dExpress } from '../../fulfilment/couriers/d-express/d-express.ts';
import { doubleSettings } from '../../fulfilment/couriers/d-express/open.ts';
import { ownDelivery } from '../../fulfilment/couriers/own.ts';
import { stripeGateway } from '../../payments/stripe/gateway.ts';
import { proxyToSandbox, sandboxConnection } from '../../payments/stripe/open.ts';

/**
 * The payment provider and the courier of the demonstration, with what they remember in its data directory, where its server finds them
 * again. Their clock is the demonstration's; what they say goes through `send`.
 */
export async function openDoubles(
  { config, log }: Dependencies,
  { now, send }: { now: () => Date; send: (request: Request) => Promise<Response> },
) {
  const { dataDir, publicUrl } = config;
  const realNow = () => now().getTime();
  const sandbox = await openSandbox({
    directory: path.join(dataDir, 'stripe-sandbox'),
    publicUrl,
    webhookUrl: `${publicUrl}/webhooks/stripe`,
    log,
    send,
    realNow,
  });
  const connection = sandboxConnection(sandbox);
  const payments = stripeGateway(() => connection, {
    page: (request) => proxyToSandbox(request, sandbox.port),
    stop: sandbox.stop,
  });
  const double = await openDExpress({
    directory: path.join(dataDir, 'd-express'),
    webhookUrl: `${publicUrl}/webhooks/couriers/d-express`,
    send,
    realNow,
  });
  const { dExpressEmail, dExpressKnown } = config.couriers;
  const settings = doubleSettings({ url: double.url, ...double.credentials }, dExpressEmail);
  const port = dExpress(() => settings, dExpressKnown);
  const couriers: Couriers = {
    offered: ['own', 'd-express'],
    get: (name) => (name === 'own' ? ownDelivery : name === 'd-express' ? port : undefined),
    stop: double.stop,
  };
  return { payments, couriers, courier: double.control };
}
