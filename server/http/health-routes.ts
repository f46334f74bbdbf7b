import { timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { Config } from '../config.ts';
import type { Database } from '../platform/db.ts';
import type { Metrics } from '../platform/log/metrics.ts';
import { isLocal, isLoopback } from './client-ip.ts';
import type { RequestContext } from './request-context.ts';

export interface Watched {
  metrics?: Metrics;
  isStopping?: () => boolean;
  /** Why the clock makes the server one that nobody should be sent to; `null`: it does not. */
  clockProblem?: () => string | null;
}

/** For those who watch the server: does the process run, can it work, how is it doing. */
export function healthRoutes(
  { config, db }: { config: Config; db: Database },
  { metrics, isStopping = () => false, clockProblem = () => null }: Watched,
) {
  const app = new Hono<RequestContext>();

  app.get('/healthz', (c) => c.json({ ok: true, payments: config.payments.gateway }));

  app.get('/readyz', async (c) => {
    const reason = isStopping() ? 'stopping' : clockProblem();
    if (reason !== null) return c.json({ ok: false, reason }, 503);
    const ready = await Promise.race([
      db.ask('select 1').then(
        () => true,
        () => false,
      ),
      new Promise<false>((resolve) => setTimeout(resolve, 2_000, false).unref()),
    ]);
    return ready ? c.json({ ok: true }) : c.json({ ok: false, reason: 'database' }, 503);
  });

  app.get('/metrics', async (c) => {
    if (!metrics || !mayRead(c, config)) return c.notFound();
    return c.text(await metrics.exposition());
  });

  return app;
}

/**
 * With a METRICS_TOKEN, whoever knows it. Without one, programs on this very machine while the site is for this machine
 * only: on a public one, a proxy in front of it looks like such a program.
 */
function mayRead(c: Context<RequestContext>, { metricsToken: token, publicUrl }: Config): boolean {
  if (token === undefined)
    return (
      isLocal(publicUrl) && isLoopback(c.get('ip')) && !c.req.header('x-forwarded-for') && !c.req.header('forwarded')
    );
  const given = Buffer.from(c.req.header('authorization') ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
