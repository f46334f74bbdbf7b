import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import type { Log } from '../platform/log/log.ts';
import type { Metrics } from '../platform/log/metrics.ts';
import { startupError } from '../platform/process/startup-error.ts';
import type { Site } from './files/site.ts';

/** A request as Node brought it, with the number it was given on arrival; `isStream` when its answer is a live stream. */
export type Incoming = IncomingMessage & { requestId?: string; isStream?: boolean };

const GRACE_MS = 5_000;
/**
 * Connections at once: twice the streams that may be open, and room for requests. More are closed at once by Node, so that
 * nobody uses up the process's open files.
 */
const MAX_CONNECTIONS = 10_000;
/** Longer than proxies keep an idle connection, so that it is they who close it: closed from here, their next request is lost. */
const KEEP_ALIVE_MS = 75_000;

/** Listens, with the site in front of the application: pages are answered before any of its layers wakes up. */
export async function serveHttp({
  fetch,
  site,
  metrics,
  log,
  nameRoute,
  host,
  port,
  maxConnections = MAX_CONNECTIONS,
}: {
  fetch: Parameters<typeof getRequestListener>[0];
  site: Site;
  metrics: Metrics;
  log: Log;
  /** The route of a path, which the log may say; the path itself holds tickets and codes. */
  nameRoute: (path: string) => string;
  host: string;
  port: number;
  maxConnections?: number;
}): Promise<{ port: number; stop(): Promise<void> }> {
  const application = getRequestListener(fetch);
  const open = new Map<ServerResponse, Incoming>();
  const accessLog = log.isLevelEnabled('debug');

  const server = createServer((request: Incoming, response) => {
    const began = performance.now();
    const requestId = randomUUID();
    open.set(response, request);
    response.once('close', () => {
      open.delete(response);
      const { method = '', url = '' } = request;
      const path = url.split('?', 1)[0]!;
      const milliseconds = performance.now() - began;
      metrics.request(path, method, response.statusCode, milliseconds / 1000);
      if (accessLog)
        log.debug({
          requestId,
          method,
          route: nameRoute(path),
          status: response.statusCode,
          ms: Math.round(milliseconds),
        });
    });
    if (site.answer(request, response, requestId)) return;
    request.requestId = requestId;
    application(request, response);
  });
  server.requestTimeout = 60_000;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.maxConnections = maxConnections;
  await listen(server, host, port);

  return {
    port: (server.address() as AddressInfo).port,
    /** No new connections; requests under way may end, streams are ended, and after five seconds everything is. */
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const [response, { isStream }] of open) if (isStream) response.destroy();
      const until = Date.now() + GRACE_MS;
      while (open.size > 0 && Date.now() < until) await sleep(20);
      server.closeAllConnections();
      await closed;
    },
  };
}

function listen(server: ReturnType<typeof createServer>, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        reject(startupError(`Port ${port} is taken by another program. Stop it, or set another PORT.`, error));
      else if (error.code === 'EACCES' || error.code === 'EADDRNOTAVAIL')
        reject(startupError(`Cannot listen on ${host}:${port} (${error.code}). Set HOST and PORT.`, error));
      else reject(error);
    });
    server.listen(port, host, resolve);
  });
}
