import path from 'node:path';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { pages } from '#domain/pages.ts';
import { isProgramAddress } from '#domain/program-addresses.ts';
import { refuse } from '#domain/refuse.ts';
import { authRoutes } from './auth/routes.ts';
import { codeRedirect } from './campaigns/code-redirect.ts';
import { tvMediaRoutes } from './campaigns/tv-media-routes.ts';
import type { Dependencies } from './dependencies.ts';
import { privateFiles } from './files/private-files.ts';
import { courierWebhook } from './fulfilment/webhook.ts';
import { apiDocumentRoutes } from './http/api/api-document-routes.ts';
import { apiRoutes, unexpected } from './http/api/api-routes.ts';
import { BodyRefused } from './http/bodies/read-body.ts';
import type { Site } from './http/files/site.ts';
import { storageRoutes } from './http/files/storage-routes.ts';
import { healthRoutes, type Watched } from './http/health-routes.ts';
import { problemRoutes } from './http/problem-routes.ts';
import { proxyQuestionRoutes } from './http/proxy-question-routes.ts';
import { answerRefusal } from './http/refusals.ts';
import { type RequestContext, requestContext } from './http/request-context.ts';
import { paymentWebhookRoutes } from './payments/payment-webhook-routes.ts';
import { projectRoot } from './platform/process/project-root.ts';
import { openFolderStore } from './platform/storage/folder.ts';
import { languageOutsideProcedures } from './programs.ts';

/** The whole application. The website stands in front of it (http/serve-http.ts); here it only lends its 404 page. */
export function createApp(deps: Dependencies, { site, ...watching }: { site?: Site } & Watched = {}) {
  const app = new Hono<RequestContext>();
  const { config } = deps;

  app.use(requestContext(config));
  if (config.corsOrigins.length > 0) {
    const friends = cors({
      origin: config.corsOrigins,
      exposeHeaders: [
        'x-request-id',
        'content-range',
        'x-supabase-api-version',
        'retry-after',
        'ratelimit',
        'ratelimit-policy',
        'idempotency-replayed',
      ],
      maxAge: 600,
    });
    app.use('/api/*', friends);
    app.use('/auth/v1/*', friends);
  }

  app.route('/', healthRoutes(deps, watching));
  app.route('/', proxyQuestionRoutes(deps));
  app.route(
    '/storage',
    storageRoutes(deps.log, [deps.storage.public, openFolderStore(path.join(projectRoot, 'web', 'storage'))]),
  );
  app.route('/api', apiDocumentRoutes());
  app.route('/api/problems', problemRoutes(deps));
  app.route('/api/files', privateFiles(deps));
  app.route('/api/tv/media', tvMediaRoutes(deps));
  app.route('/k', codeRedirect(deps));
  app.route('/api', apiRoutes(deps));
  app.route('/auth/v1', authRoutes(deps));
  app.route('/webhooks/stripe', paymentWebhookRoutes(deps));
  app.route('/webhooks/couriers', courierWebhook(deps));
  /** The members' app is served from a host of its own; until there is one, members sign in here. Pages link here. */
  app.get('/app', (c) => c.redirect(config.appUrl ?? pages.auth.path));
  app.on(['GET', 'POST'], '/sandbox/*', (c) => deps.payments.page?.(c.req.raw) ?? c.notFound());

  app.notFound((c) => {
    const wantsPage = /^(GET|HEAD)$/.test(c.req.method) && !isProgramAddress(c.req.path);
    const page = wantsPage ? site?.notFound(c.req.header('accept-encoding')) : null;
    if (page) return c.body(page.body, 404, page.headers);
    return answerRefusal(c, refuse('NOT_FOUND'), languageOutsideProcedures(c.req.raw.headers));
  });
  app.onError((error, c) => {
    const language = languageOutsideProcedures(c.req.raw.headers);
    if (error instanceof BodyRefused)
      return answerRefusal(c, refuse(error.why === 'too large' ? 'PAYLOAD_TOO_LARGE' : 'BAD_REQUEST'), language);
    return answerRefusal(c, unexpected(error, deps, { requestId: c.get('requestId') }), language);
  });
  return app;
}
