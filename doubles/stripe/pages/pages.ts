import { type Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { sandboxCopy as copy } from '#domain/payments/sandbox-copy.ts';
import { StripeApiError } from '../api/stripe-api-error.ts';
import { decideTransfer, payerOf, payLater, paySession } from '../checkout.ts';
import type { SessionRecord } from '../records.ts';
import type { SandboxState } from '../state.ts';
import { changeSubscription, collect, isOver } from '../subscriptions.ts';
import { cardNumbered } from './card-field.ts';
import { fontNamed } from './fonts.ts';
import { type Html, messagePage, pageHeaders } from './layout.ts';
import { type PayProblem, payPage, successUrl } from './pay-page.ts';
import { invoicePage, type PortalNotice, portalPage } from './portal-page.ts';
import { STYLE } from './style.ts';

const NOTICES: PortalNotice[] = ['declined', 'noFunds', 'cardUnknown', 'cardChanged', 'invoicePaid'];

/**
 * What a browser sees of the sandbox. Plain forms, a redirect after each, no script: the address of a page is the only
 * capability, as with Stripe's own hosted pages. `delivered` waits a moment until the shop has received the events.
 */
export function sandboxPages(state: SandboxState, delivered: () => Promise<void>) {
  const app = newApp();
  app.get('/style.css', (c) => c.body(STYLE, 200, { 'content-type': 'text/css; charset=utf-8' }));
  app.get('/fonts/:name', async (c) => {
    const font = await fontNamed(c.req.param('name'));
    if (!font) return c.notFound();
    return c.body(font, 200, { 'content-type': 'font/woff2', 'cache-control': 'public, max-age=86400' });
  });
  addPayPage(app, state, delivered);
  addPortal(app, state, delivered);
  addInvoicePage(app, state, delivered);
  app.notFound((c) => unknown(c));
  return app;
}

const newApp = () => new Hono().basePath('/sandbox');
type App = ReturnType<typeof newApp>;

const answer = (c: Context, content: Html, targets: (string | null)[] = [], status: 200 | 404 = 200) =>
  c.html(content, status, pageHeaders(targets));
const unknown = (c: Context) => answer(c, messagePage(copy.unknownTitle, copy.unknownText), [], 404);

function addPayPage(app: App, state: SandboxState, delivered: () => Promise<void>): void {
  app.get('/pay/:id', (c) => {
    const session = state.store.get('sessions', c.req.param('id'));
    if (!session) return unknown(c);
    const problem = noticeIn(c) as PayProblem | null;
    return answer(c, payPage(session, payerOf(state, session), problem), [session.successUrl, session.cancelUrl]);
  });
  app.post('/pay/:id', async (c) => {
    const session = state.store.get('sessions', c.req.param('id'));
    if (!session) return unknown(c);
    const form = await formOf(c);
    const problem = act(state, session, String(form.get('do')), String(form.get('card') ?? ''));
    state.store.commit();
    if (problem === 'changed') return c.redirect(c.req.path, 303);
    if (problem) return c.redirect(`${c.req.path}?note=${problem}`, 303);
    await delivered();
    return c.redirect(successUrl(session), 303);
  });
}

/** Does what the button says; answers with what went wrong, `changed` when the page is not what the buyer saw. */
function act(
  state: SandboxState,
  session: SessionRecord,
  action: string,
  number: string,
): PayProblem | 'changed' | null {
  if (action === 'arrived' || action === 'failed') {
    if (session.transferDueAt === null) return 'changed';
    decideTransfer(state, session, action === 'arrived');
    return null;
  }
  if (session.status !== 'open' || session.expiresAt <= state.now()) return 'changed';
  if (action === 'later') {
    payLater(state, session);
    return null;
  }
  const card = action === 'decline' ? ({ last4: '0002', behaviour: 'declines' } as const) : cardNumbered(number);
  if (!card) return 'cardUnknown';
  return problemOf(() => paySession(state, session, card));
}

function addPortal(app: App, state: SandboxState, delivered: () => Promise<void>): void {
  app.get('/portal/:id', (c) => {
    const portal = state.store.get('portals', c.req.param('id'));
    if (!portal) return unknown(c);
    const customer = state.store.get('customers', portal.customer)!;
    const mine = <R extends { customer: string }>(all: Iterable<R>) =>
      [...all].filter((one) => one.customer === customer.id).reverse();
    const page = portalPage(
      portal,
      customer,
      mine(state.store.all('subscriptions')),
      mine(state.store.all('invoices')).filter((invoice) => invoice.status !== 'void'),
      { notice: noticeIn(c), cancelling: c.req.query('cancel') ?? null },
    );
    return answer(c, page);
  });
  app.post('/portal/:id', async (c) => {
    const portal = state.store.get('portals', c.req.param('id'));
    if (!portal) return unknown(c);
    const form = await formOf(c);
    const subscription = state.store.get('subscriptions', String(form.get('subscription') ?? ''));
    const action = String(form.get('do'));
    let note = '';
    if (action === 'card') note = changeCard(state, portal.customer, String(form.get('card') ?? ''));
    else if (subscription && subscription.customer === portal.customer && !isOver(subscription)) {
      const leaving = action === 'cancel';
      changeSubscription(state, subscription.id, {
        cancelAtPeriodEnd: leaving,
        cancelAt: leaving ? subscription.periodEnd : null,
        canceledAt: leaving ? state.now() : null,
      });
    }
    state.store.commit();
    await delivered();
    return c.redirect(`${c.req.path}${note && `?note=${note}`}`, 303);
  });
}

function addInvoicePage(app: App, state: SandboxState, delivered: () => Promise<void>): void {
  app.get('/invoice/:id', (c) => {
    const invoice = state.store.get('invoices', c.req.param('id'));
    if (!invoice) return unknown(c);
    return answer(c, invoicePage(invoice, state.store.get('customers', invoice.customer)!, noticeIn(c)));
  });
  app.post('/invoice/:id', async (c) => {
    const invoice = state.store.get('invoices', c.req.param('id'));
    if (!invoice) return unknown(c);
    const form = await formOf(c);
    let note: PortalNotice = changeCard(state, invoice.customer, String(form.get('card') ?? ''));
    if (note === 'cardChanged' && invoice.status === 'open') {
      collect(state, invoice);
      note = state.store.get('invoices', invoice.id)!.status === 'paid' ? 'invoicePaid' : 'declined';
    }
    state.store.commit();
    await delivered();
    return c.redirect(`${c.req.path}?note=${note}`, 303);
  });
}

function changeCard(state: SandboxState, customerId: string, number: string): PortalNotice {
  const card = cardNumbered(number);
  if (!card) return 'cardUnknown';
  if (card.behaviour === 'declines') return 'declined';
  state.store.put('customers', { ...state.store.get('customers', customerId)!, card });
  return 'cardChanged';
}

const formOf = (c: Context): Promise<FormData> =>
  c.req.formData().catch(() => {
    throw new HTTPException(400);
  });

const noticeIn = (c: Context): PortalNotice | null => NOTICES.find((notice) => notice === c.req.query('note')) ?? null;

function problemOf(pay: () => void): PayProblem | null {
  try {
    pay();
    return null;
  } catch (error) {
    if (!(error instanceof StripeApiError) || error.type !== 'card_error') throw error;
    return error.details.decline_code === 'insufficient_funds' ? 'noFunds' : 'declined';
  }
}
