import { Hono } from 'hono';
import * as z from 'zod';
import { missing, StripeApiError } from './api/stripe-api-error.ts';
import { answerDispute, closeDispute, failRefund, openDispute } from './charges.ts';
import { decideTransfer, expireSession } from './checkout.ts';
import { completePayout, failPayout, payOut } from './payouts.ts';
import type { InvoiceRecord, Kind, Records } from './records.ts';
import { NO_FAULTS, type SandboxState } from './state.ts';
import { chargeExtra } from './subscriptions.ts';

const Settings = z.strictObject({
  shuffle: z.boolean().optional(),
  duplicate: z.int().min(0).max(10).optional(),
  dropNext: z.int().min(0).optional(),
  delay: z.int().min(0).max(60_000).optional(),
  hold: z.boolean().optional(),
  failNextCharges: z.int().min(0).optional(),
  failNextRequests: z.int().min(0).optional(),
  forbid: z.array(z.string()).optional(),
});
export type FaultChange = z.infer<typeof Settings>;

/** What a tester may do to the sandbox; a function each, so that tests need no HTTP for it. */
export interface Control {
  /** Sets faults; `null` removes all of them. */
  setFaults(change: FaultChange | null): void;
  /** Advances the clock by so many days, and waits until every event is delivered. */
  advance(days: number): Promise<void>;
  /** The bank's answer about a promised transfer. */
  transfer(session: string, arrived: boolean): Promise<void>;
  expire(session: string): Promise<void>;
  /** The bank sends a refund back. */
  failRefund(refund: string): Promise<void>;
  /** The buyer disputes a payment; answers with the dispute's id. */
  dispute(intent: string): Promise<string>;
  /** The shop answers a dispute, or the bank decides it. */
  decideDispute(dispute: string, outcome: 'answered' | 'won' | 'lost'): Promise<void>;
  /** A paid invoice of another amount or reason than agreed, as the dashboard makes them; answers with its id. */
  charge(subscription: string, extra: { amount: number; reason: InvoiceRecord['reason'] }): Promise<string>;
  /** Sends the balance to the shop's bank; answers with the payout's id and amount. */
  payOut(currency?: string): Promise<{ id: string; amount: number }>;
  /** It is on the shop's account, or did not get there. */
  endPayout(payout: string, outcome: 'paid' | 'failed'): Promise<void>;
  /** Sends every undelivered event again, at once. */
  redeliver(): Promise<void>;
}

export function makeControl(
  state: SandboxState,
  { live, delivered, retryNow }: { live: (days: number) => void; delivered: () => Promise<void>; retryNow: () => void },
): Control {
  const find = <K extends Kind>(kind: K, noun: string, id: string): Records[K] => {
    const record = state.store.get(kind, id);
    if (!record) throw missing(noun, id);
    return record;
  };
  const settle = () => {
    state.store.commit();
    return delivered();
  };
  return {
    setFaults(change) {
      Object.assign(state.faults, change ?? NO_FAULTS);
      void delivered();
    },
    async advance(days) {
      live(days);
      await settle();
    },
    async transfer(session, arrived) {
      decideTransfer(state, find('sessions', 'checkout.session', session), arrived);
      await settle();
    },
    async expire(session) {
      expireSession(state, find('sessions', 'checkout.session', session));
      await settle();
    },
    async failRefund(refund) {
      failRefund(state, find('refunds', 'refund', refund));
      await settle();
    },
    async dispute(intent) {
      const { id } = openDispute(state, find('intents', 'payment_intent', intent));
      await settle();
      return id;
    },
    async decideDispute(id, outcome) {
      const dispute = find('disputes', 'dispute', id);
      if (outcome === 'answered') answerDispute(state, dispute);
      else closeDispute(state, dispute, outcome === 'won');
      await settle();
    },
    async charge(subscription, extra) {
      const { id } = chargeExtra(state, find('subscriptions', 'subscription', subscription), extra);
      await settle();
      return id;
    },
    async payOut(currency = 'eur') {
      const { id, amount } = payOut(state, currency);
      await settle();
      return { id, amount };
    },
    async endPayout(id, outcome) {
      const payout = find('payouts', 'payout', id);
      if (outcome === 'paid') completePayout(state, payout);
      else failPayout(state, payout);
      await settle();
    },
    async redeliver() {
      retryNow();
      await delivered();
    },
  };
}

/** The same over HTTP, on the loopback port only and with the sandbox's key. */
export function controlRoutes(state: SandboxState, control: Control) {
  const app = new Hono().basePath('/_sandbox');
  app.use(async (c, next) => {
    if (c.req.header('authorization') !== `Bearer ${state.settings().secretKey}`) return c.json({ ok: false }, 401);
    return next();
  });
  app.onError((error, c) => {
    if (error instanceof z.ZodError) return c.json({ ok: false, message: z.prettifyError(error) }, 400);
    if (error instanceof StripeApiError) return c.json({ ok: false, message: error.message }, 400);
    throw error;
  });
  app.get('/', (c) =>
    c.json({ now: new Date(state.now() * 1000), faults: state.faults, waiting: count(state.store.all('events')) }),
  );
  app.post('/faults', async (c) => {
    control.setFaults(Settings.parse(await c.req.json()));
    return c.json({ ok: true, faults: state.faults });
  });
  app.post('/advance', async (c) => {
    await control.advance(z.strictObject({ days: z.number().min(0).max(3_660) }).parse(await c.req.json()).days);
    return c.json({ ok: true, now: new Date(state.now() * 1000) });
  });
  app.post('/transfer', async (c) => {
    const body = z.strictObject({ session: z.string(), arrived: z.boolean() }).parse(await c.req.json());
    await control.transfer(body.session, body.arrived);
    return c.json({ ok: true });
  });
  app.post('/expire', async (c) => {
    await control.expire(z.strictObject({ session: z.string() }).parse(await c.req.json()).session);
    return c.json({ ok: true });
  });
  app.post('/fail-refund', async (c) => {
    await control.failRefund(z.strictObject({ refund: z.string() }).parse(await c.req.json()).refund);
    return c.json({ ok: true });
  });
  app.post('/dispute', async (c) => {
    const { intent } = z.strictObject({ intent: z.string() }).parse(await c.req.json());
    return c.json({ ok: true, dispute: await control.dispute(intent) });
  });
  app.post('/decide-dispute', async (c) => {
    const outcome = z.enum(['answered', 'won', 'lost']);
    const body = z.strictObject({ dispute: z.string(), outcome }).parse(await c.req.json());
    await control.decideDispute(body.dispute, body.outcome);
    return c.json({ ok: true });
  });
  app.post('/charge', async (c) => {
    const reason = z.enum(['subscription_create', 'subscription_cycle', 'subscription_update', 'manual']);
    const { subscription, ...extra } = z
      .strictObject({ subscription: z.string(), amount: z.int().min(0), reason })
      .parse(await c.req.json());
    return c.json({ ok: true, invoice: await control.charge(subscription, extra) });
  });
  app.post('/pay-out', async (c) => {
    const { currency } = z.strictObject({ currency: z.string().length(3).default('eur') }).parse(await c.req.json());
    return c.json({ ok: true, payout: await control.payOut(currency) });
  });
  app.post('/end-payout', async (c) => {
    const outcome = z.enum(['paid', 'failed']);
    const body = z.strictObject({ payout: z.string(), outcome }).parse(await c.req.json());
    await control.endPayout(body.payout, body.outcome);
    return c.json({ ok: true });
  });
  app.post('/redeliver', async (c) => {
    await control.redeliver();
    return c.json({ ok: true });
  });
  return app;
}

const count = (events: Iterable<Records['events']>) =>
  [...events].filter((event) => event.delivery.state !== 'delivered').length;
