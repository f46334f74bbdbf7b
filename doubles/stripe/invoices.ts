import { serialize } from './objects.ts';
import type { CustomerRecord, IntentRecord, InvoiceRecord, Metadata, SessionRecord } from './records.ts';
import { newId, type SandboxState } from './state.ts';

const billedTo = ({ name, email, address, invoiceSettings = null }: CustomerRecord) => ({
  name,
  email,
  address,
  invoiceSettings,
});

type InvoiceFields = Pick<
  InvoiceRecord,
  'customer' | 'subscription' | 'reason' | 'amount' | 'currency' | 'line' | 'metadata' | 'periodStart' | 'periodEnd'
>;

/** An open invoice with the next number, made out to the customer as it is now. */
export function newInvoice(state: SandboxState, written: InvoiceFields): InvoiceRecord {
  const { invoiceCount } = state.settings();
  state.changeSettings({ invoiceCount: invoiceCount + 1 });
  return state.store.put('invoices', {
    ...written,
    id: newId('in'),
    number: `VIDIK-${String(invoiceCount + 1).padStart(5, '0')}`,
    created: state.now(),
    status: 'open',
    line: { ...written.line, id: newId('il') },
    billedTo: billedTo(state.store.get('customers', written.customer)!),
    intent: null,
    attempts: 0,
    nextAttemptAt: null,
    paidAt: null,
    voidedAt: null,
  });
}

export function newCustomer(state: SandboxState, email: string): string {
  const id = newId('cus', 14);
  const emptyObject = { name: null, phone: null, description: null, address: null, metadata: {}, card: null };
  state.store.put('customers', { id, created: state.now(), email, ...emptyObject });
  return id;
}

/** `invoice_creation`: written after the single payment, paid from the start, and told after the page's own event. */
export function invoiceOfPayment(
  state: SandboxState,
  session: SessionRecord,
  intent: IntentRecord,
  metadata: Metadata,
): void {
  const customer = session.customer ?? newCustomer(state, session.payerEmail!);
  const now = state.now();
  const { id } = newInvoice(state, {
    customer,
    subscription: null,
    reason: 'manual',
    metadata,
    amount: session.amount,
    currency: session.currency,
    line: session.lines[0]!,
    periodStart: now,
    periodEnd: now,
  });
  const invoice = { ...state.store.get('invoices', id)!, status: 'paid' as const, intent: intent.id, paidAt: now };
  state.store.put('intents', { ...intent, invoice: id });
  state.store.put('sessions', { ...session, customer, invoice: id });
  state.emit('invoice.paid', serialize(state, 'invoices', state.store.put('invoices', invoice)));
}
