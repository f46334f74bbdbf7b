import { Hono } from 'hono';
import type { Config } from '../config.ts';
import { healthRoutes } from '../http/health-routes.ts';
import { type RequestContext, requestContext } from '../http/request-context.ts';
import { serveHttp } from '../http/serve-http.ts';
import type { Log } from '../platform/log/log.ts';
import type { DatabaseAddresses } from '../platform/postgres/pooler.ts';
import { openShop, type Shop } from './open-shop.ts';
import type { Running } from './serve.ts';

/**
 * Does jobs and sends mails on a database that is there, and serves nobody; with `WORKER_PORT`, whoever watches it on this machine
 * is answered. Throws `startupError` for what the operator can mend.
 */
export async function work(config: Config, log: Log, addresses: DatabaseAddresses): Promise<Running> {
  const shop = await openShop(config, log, addresses);
  let isStopping = false;
  const http = config.workerPort === undefined ? null : await serveHealth(shop, config.workerPort, () => isStopping);
  await shop.begin();
  return {
    port: http?.port ?? null,
    drain: async () => {},
    async stop() {
      isStopping = true;
      shop.beginNoMore();
      await shop.close();
      await http?.stop();
    },
  };
}

function serveHealth({ deps, metrics, clockProblem }: Shop, port: number, isStopping: () => boolean) {
  const app = new Hono<RequestContext>();
  app.use(requestContext(deps.config));
  app.route('/', healthRoutes(deps, { metrics, isStopping, clockProblem }));
  return serveHttp({
    fetch: app.fetch,
    site: { answer: () => false, notFound: () => null },
    metrics,
    log: deps.log,
    nameRoute: (path) => path,
    host: '127.0.0.1',
    port,
  });
}
