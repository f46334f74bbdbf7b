import { Hono } from 'hono';
import * as z from 'zod';
import { failRefund } from './charges.ts';
import { decideTransfer, expireSession } from './checkout.ts';
import { Fault, missing } from './fault.ts';
import type { Kind, Records } from './records.ts';
import { QUIET, type World } from './world.ts';

const Settings = z.strictObject({
  shuffle: z.boolean().optional(),
  duplicate: z.int().min(0).max(10).optional(),
  dropNext: z.int().min(0).optional(),
  delay: z.int().min(0).max(60_000).optional(),
  hold: z.boolean().optional(),
  failNextCharges: z.int().min(0).optional(),
  failNextRequests: z.int().min(0).optional(),
});
export type KnobChange = z.infer<typeof Settings>;

/** What a tester may do to the sandbox; a function each, so that tests need no HTTP for it. */
export interface Control {
  /** Turns knobs; `null` turns all of them back to quiet. */
  turn(change: KnobChange | null): void;
  /** Lives through so many days at once, and waits until the shop has heard everything. */
  advance(days: number): Promise<void>;
  /** The bank's word about a promised transfer. */
  transfer(session: string, arrived: boolean): Promise<void>;
  expire(session: string): Promise<void>;
  /** The bank sends a refund back. */
  failRefund(refund: string): Promise<void>;
  /** Sends every undelivered event again, at once. */
  redeliver(): Promise<void>;
}

export function makeControl(
  world: World,
  { live, told, retryNow }: { live: (days: number) => void; told: () => Promise<void>; retryNow: () => void },
): Control {
  const find = <K extends Kind>(kind: K, noun: string, id: string): Records[K] => {
    const record = world.store.get(kind, id);
    if (!record) throw missing(noun, id);
    return record;
  };
  const settle = () => {
    world.store.commit();
    return told();
  };
  return {
    turn(change) {
      Object.assign(world.knobs, change ?? QUIET);
      void told();
    },
    async advance(days) {
      live(days);
      await settle();
    },
    async transfer(session, arrived) {
      decideTransfer(world, find('sessions', 'checkout.session', session), arrived);
      await settle();
    },
    async expire(session) {
      expireSession(world, find('sessions', 'checkout.session', session));
      await settle();
    },
    async failRefund(refund) {
      failRefund(world, find('refunds', 'refund', refund));
      await settle();
    },
    async redeliver() {
      retryNow();
      await told();
    },
  };
}

/** The same over HTTP, on the loopback port only and with the sandbox's key. */
export function controlRoutes(world: World, control: Control) {
  const app = new Hono().basePath('/_sandbox');
  app.use(async (c, next) => {
    if (c.req.header('authorization') !== `Bearer ${world.settings().secretKey}`) return c.json({ ok: false }, 401);
    return next();
  });
  app.onError((error, c) => {
    if (error instanceof z.ZodError) return c.json({ ok: false, message: z.prettifyError(error) }, 400);
    if (error instanceof Fault) return c.json({ ok: false, message: error.message }, 400);
    throw error;
  });
  app.get('/', (c) =>
    c.json({ now: new Date(world.now() * 1000), knobs: world.knobs, waiting: count(world.store.all('events')) }),
  );
  app.post('/knobs', async (c) => {
    control.turn(Settings.parse(await c.req.json()));
    return c.json({ ok: true, knobs: world.knobs });
  });
  app.post('/advance', async (c) => {
    await control.advance(z.strictObject({ days: z.number().min(0).max(3_660) }).parse(await c.req.json()).days);
    return c.json({ ok: true, now: new Date(world.now() * 1000) });
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
  app.post('/redeliver', async (c) => {
    await control.redeliver();
    return c.json({ ok: true });
  });
  return app;
}

const count = (events: Iterable<Records['events']>) =>
  [...events].filter((event) => event.delivery.state !== 'delivered').length;
