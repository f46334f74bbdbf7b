import {
  type Serialized,
  serialize,
  serializeCharge,
  serializeInvoicePayments,
  serializeLineItems,
} from '../objects.ts';
import type { SerializedKind } from '../records.ts';
import type { SandboxState } from '../state.ts';
import { badRequest } from './stripe-api-error.ts';

/** Puts whole objects where only their ids stood. */
export function expand(state: SandboxState, serialized: Serialized, [key, ...rest]: string[], whole: string): void {
  if (key === undefined) return;
  if (serialized.object === 'list' && key === 'data') {
    for (const item of serialized.data as Serialized[]) expand(state, item, rest, whole);
    return;
  }
  if (serialized.object === 'checkout.session' && key === 'line_items') {
    serialized.line_items = serializeLineItems(state.store.get('sessions', String(serialized.id))!);
    return;
  }
  if (serialized.object === 'invoice' && key === 'payments') {
    const data = serializeInvoicePayments(state, state.store.get('invoices', String(serialized.id))!);
    serialized.payments = { object: 'list', data, has_more: false, url: '/v1/invoice_payments' };
    return;
  }
  if (!(key in serialized)) throw badRequest(`This property cannot be expanded (${whole}).`, 'expand');
  const value = serialized[key];
  if (value === null) return;
  if (typeof value === 'string') serialized[key] = byId(state, value, whole);
  expand(state, serialized[key] as Serialized, rest, whole);
}

function byId(state: SandboxState, id: string, path: string): Serialized {
  if (id.startsWith('ch_') || id.startsWith('py_')) {
    return serializeCharge([...state.store.all('intents')].find((intent) => intent.charge?.id === id)!);
  }
  const kinds: Record<string, SerializedKind> = {
    cus: 'customers',
    cs: 'sessions',
    pi: 'intents',
    sub: 'subscriptions',
    in: 'invoices',
    re: 'refunds',
    dp: 'disputes',
    po: 'payouts',
  };
  const kind = kinds[id.slice(0, id.indexOf('_'))];
  const record = kind && state.store.get(kind, id);
  if (!record) throw badRequest(`This property cannot be expanded (${path}).`, 'expand');
  return serialize(state, kind, record);
}
