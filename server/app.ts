import path from 'node:path';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { common } from '#domain/copy.ts';
import { authRoutes } from './accounts/auth-routes.ts';
import type { Passwords } from './accounts/passwords.ts';
import type { Tokens } from './accounts/tokens.ts';
import { api } from './api.ts';
import { apiDocument } from './api-document.ts';
import type { Payments } from './payments/stripe.ts';
import { webhook } from './payments/webhook.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/db.ts';
import { type Frame, frame } from './platform/frame.ts';
import { health } from './platform/health.ts';
import type { Live } from './platform/live.ts';
import type { Log } from './platform/log.ts';
import type { Metrics } from './platform/metrics.ts';
import { projectRoot } from './platform/project-root.ts';
import type { Queue } from './platform/queue.ts';
import type { Site } from './platform/site.ts';
import { storage } from './platform/storage.ts';
import { problems } from './problems.ts';

/** Everything outside our own code that the server touches; tests and `npm start` differ only here. */
export interface Edges {
  config: Config;
  db: Database;
  log: Log;
  now: () => Date;
  live: Live;
  queue: Queue;
  stripe: Payments;
  tokens: Tokens;
  passwords: Passwords;
}

/** Addresses of programs, not of people: an unknown one is answered with JSON, never with a page. */
const PROGRAMS = /^\/(api|auth\/v1|webhooks|storage|sandbox|healthz|readyz|metrics)(\/|$)/;

/** The whole application. The website stands in front of it (platform/http.ts); here it only lends its 404 page. */
export function createApp(edges: Edges, { site, metrics }: { site?: Site; metrics?: Metrics } = {}) {
  const app = new Hono<Frame>();
  const { config, log } = edges;

  app.use(frame(config));
  if (config.corsOrigins.length > 0) {
    const friends = cors({
      origin: config.corsOrigins,
      exposeHeaders: ['x-request-id', 'content-range', 'x-supabase-api-version'],
      maxAge: 600,
    });
    app.use('/api/*', friends);
    app.use('/auth/v1/*', friends);
  }

  app.route('/', health(edges, metrics));
  app.route('/storage', storage([path.join(config.dataDir, 'storage'), path.join(projectRoot, 'web', 'storage')]));
  app.route('/api', apiDocument());
  app.route('/api/problems', problems(edges));
  app.route('/api', api(edges));
  app.route('/auth/v1', authRoutes(edges));
  app.route('/webhooks/stripe', webhook(edges));
  /** The app of the members lives on a host of its own; pages link here. */
  app.get('/app', (c) => c.redirect(config.appUrl));
  app.all('/sandbox/*', (c) => edges.stripe.page?.(c.req.raw) ?? c.notFound());

  app.notFound((c) => {
    const wantsPage = /^(GET|HEAD)$/.test(c.req.method) && !PROGRAMS.test(c.req.path);
    const page = wantsPage ? site?.notFound(c.req.header('accept-encoding')) : null;
    if (page) return c.body(page.body, 404, page.headers);
    return c.json({ code: 'NOT_FOUND', message: common.notFound }, 404);
  });
  app.onError((error, c) => {
    const requestId = c.get('requestId');
    log.error({ error, requestId }, 'unexpected');
    const message = common.serverErrorWithReference(requestId);
    return c.json({ code: 'INTERNAL_SERVER_ERROR', message, data: { reference: requestId } }, 500);
  });
  return app;
}
