import { Hono } from 'hono';
import { COURIERS } from '#domain/fulfilment/shipment.ts';
import type { Dependencies } from '../dependencies.ts';
import { takeMessage } from '../flows/fulfilment/couriers/take-message.ts';
import { readText } from '../http/bodies/read-body.ts';
import { shortAddress } from '../http/client-ip.ts';
import type { RequestContext } from '../http/request-context.ts';

const MAX_BODY = 16 * 1024;

/** Where couriers tell what happens to parcels: `/webhooks/couriers/d-express`. Answers are for their programs. */
export function courierWebhook(deps: Dependencies) {
  const app = new Hono<RequestContext>();
  app.post('/:courier', async (c) => {
    const courier = COURIERS.find((name) => name === c.req.param('courier'));
    const port = courier && deps.couriers.get(courier);
    if (!port?.capabilities.asks) return c.notFound();
    const said = readSaid(await readText(c.req.raw, { bytes: MAX_BODY }), c.req.header('content-type') ?? '');
    const message = said && port.readMessage(said);
    if (!message) {
      deps.log.warn({ network: shortAddress(c.get('ip')), courier }, 'a message that is not the courier’s was refused');
      return c.text('ERROR', 403);
    }
    await takeMessage(deps, port.name, message);
    return c.text('OK');
  });
  return app;
}

/** JSON, or the fields of a form. */
function readSaid(text: string, type: string): Record<string, unknown> | null {
  if (!type.includes('json')) return Object.fromEntries(new URLSearchParams(text));
  try {
    const said: unknown = JSON.parse(text);
    return typeof said === 'object' && said !== null ? (said as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
