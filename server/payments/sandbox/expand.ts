import { badRequest } from './fault.ts';
import { type Drawn, draw, drawCharge, drawInvoicePayments, drawLineItems } from './objects.ts';
import type { DrawnKind } from './records.ts';
import type { World } from './world.ts';

/** Puts whole objects where only their ids stood. */
export function expand(world: World, drawn: Drawn, [key, ...rest]: string[], whole: string): void {
  if (key === undefined) return;
  if (drawn.object === 'list' && key === 'data') {
    for (const item of drawn.data as Drawn[]) expand(world, item, rest, whole);
    return;
  }
  if (drawn.object === 'checkout.session' && key === 'line_items') {
    drawn.line_items = drawLineItems(world.store.get('sessions', String(drawn.id))!);
    return;
  }
  if (drawn.object === 'invoice' && key === 'payments') {
    const data = drawInvoicePayments(world, world.store.get('invoices', String(drawn.id))!);
    drawn.payments = { object: 'list', data, has_more: false, url: '/v1/invoice_payments' };
    return;
  }
  if (!(key in drawn)) throw badRequest(`This property cannot be expanded (${whole}).`, 'expand');
  const value = drawn[key];
  if (value === null) return;
  if (typeof value === 'string') drawn[key] = byId(world, value, whole);
  expand(world, drawn[key] as Drawn, rest, whole);
}

function byId(world: World, id: string, path: string): Drawn {
  if (id.startsWith('ch_') || id.startsWith('py_')) {
    return drawCharge([...world.store.all('intents')].find((intent) => intent.charge?.id === id)!);
  }
  const kinds: Record<string, DrawnKind> = {
    cus: 'customers',
    cs: 'sessions',
    pi: 'intents',
    sub: 'subscriptions',
    in: 'invoices',
    re: 'refunds',
  };
  const kind = kinds[id.slice(0, id.indexOf('_'))];
  const record = kind && world.store.get(kind, id);
  if (!record) throw badRequest(`This property cannot be expanded (${path}).`, 'expand');
  return draw(world, kind, record);
}
