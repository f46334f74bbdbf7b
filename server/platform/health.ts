import { timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { isLoopback } from './client-ip.ts';
import type { Config } from './config.ts';
import type { Database } from './db.ts';
import type { Frame } from './frame.ts';
import type { Metrics } from './metrics.ts';

/** For those who watch the server: is the process alive, can it work, how is it doing. */
export function health({ config, db }: { config: Config; db: Database }, metrics: Metrics | undefined) {
  const app = new Hono<Frame>();

  app.get('/healthz', (c) => c.json({ ok: true, payments: config.stripe ? 'stripe' : 'sandbox' }));

  app.get('/readyz', async (c) => {
    const ready = await Promise.race([
      db.client`select 1`.then(
        () => true,
        () => false,
      ),
      new Promise<false>((resolve) => setTimeout(resolve, 2_000, false).unref()),
    ]);
    return c.json({ ok: ready }, ready ? 200 : 503);
  });

  app.get('/metrics', async (c) => {
    if (!metrics || !mayRead(c, config.metricsToken)) return c.notFound();
    return c.text(await metrics.exposition());
  });

  return app;
}

/** With a METRICS_TOKEN, whoever knows it; without one, programs on this very machine, and not through a proxy. */
function mayRead(c: Context<Frame>, token: string | undefined): boolean {
  if (token === undefined)
    return isLoopback(c.get('ip')) && !c.req.header('x-forwarded-for') && !c.req.header('forwarded');
  const given = Buffer.from(c.req.header('authorization') ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
