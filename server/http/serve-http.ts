import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as TcpServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { PART_MS } from '#domain/files/rules.ts';
import type { Log } from '../platform/log/log.ts';
import type { Metrics } from '../platform/log/metrics.ts';
import { logRequest, type RequestNote } from '../platform/log/request-log.ts';
import { startupError } from '../platform/process/startup-error.ts';
import { runWhenLoopIdle, watchConnections } from './connections.ts';
import type { Site } from './files/site.ts';

/** A request as Node brought it, with the number it was given on arrival; `isStream` when its answer is a live stream. */
export type Incoming = IncomingMessage & { requestId?: string; isStream?: boolean; note?: RequestNote };

const GRACE_MS = 5_000;
/** Streams say themselves that the server stops; one that has not ended by then is cut. Milliseconds. */
const STREAMS_MS = 1_000;
/** So long a quiet moment for closing the listener is looked for. Milliseconds. */
const QUIET_MS = 3_000;
/**
 * In this last part of a drain connections are kept again: a proxy then has some to ask on and opens few new ones while the listener
 * closes, which resets what waits to be accepted.
 */
const KEPT_PART = 0.1;
/** After a drain a proxy may still ask on what it keeps idle: longer than it does (`keepalive_timeout` of deploy/nginx). Milliseconds. */
const KEPT_MS = 3_500;
/**
 * Connections at once: twice the streams that people and TVs that wait may have open, and one for each of 20,000 linked TVs. More are
 * closed at once by Node, so that nobody uses up the process's open files.
 */
const MAX_CONNECTIONS = 30_000;
/** So long the headers of a request may take. Milliseconds. */
const HEADERS_MS = 60_000;
/** So long a request may take with its body: whoever sends a part of an upload gives up first. Milliseconds. */
const REQUEST_MS = PART_MS + 20_000;
/** Longer than proxies keep an idle connection, so that it is they who close it: closed from here, their next request is lost. */
const KEEP_ALIVE_MS = 75_000;

export interface HttpServer {
  port: number;
  /** For so many milliseconds every answer ends its connection, while new ones are let in as before. */
  drain(milliseconds: number): Promise<void>;
  /** No new connections; requests under way may end, and after five seconds everything does. */
  stop(): Promise<void>;
}

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
}): Promise<HttpServer> {
  const application = getRequestListener(fetch);
  const open = new Map<ServerResponse, Incoming>();
  const connections = watchConnections();
  let endsConnections = false;
  let keptMs = 0;

  const server = createServer((request: Incoming, response) => {
    const began = performance.now();
    const requestId = randomUUID();
    // Checks of proxies speak HTTP/1.0, which needs no Host.
    request.headers.host ??= 'localhost';
    const { socket } = request;
    open.set(response, request);
    connections.begin(socket);
    if (endsConnections) response.shouldKeepAlive = false;
    response.once('close', () => {
      open.delete(response);
      connections.end(socket);
      const { method = '', url = '' } = request;
      const path = url.split('?', 1)[0]!;
      const answered = {
        ...request.note,
        requestId,
        method,
        status: response.statusCode,
        ms: performance.now() - began,
        isStream: request.isStream ?? false,
      };
      metrics.request(path, answered);
      logRequest(log, answered, { path, nameRoute, traceparent: request.headers.traceparent });
    });
    if (site.answer(request, response, requestId)) return;
    request.requestId = requestId;
    request.note = {};
    application(request, response);
  });
  server.on('connection', connections.add);
  server.headersTimeout = HEADERS_MS;
  server.requestTimeout = REQUEST_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.maxConnections = maxConnections;
  await listen(server, host, port);

  function endConnections() {
    endsConnections = true;
    for (const response of open.keys()) if (!response.headersSent) response.shouldKeepAlive = false;
  }

  return {
    port: (server.address() as AddressInfo).port,
    async drain(milliseconds) {
      endConnections();
      await sleep(milliseconds * (1 - KEPT_PART));
      endsConnections = false;
      keptMs = KEPT_MS;
      await sleep(milliseconds * KEPT_PART);
    },
    async stop() {
      let closed: Promise<unknown> | undefined;
      await runWhenLoopIdle(QUIET_MS, () => {
        // Node's own close of an HTTP server also cuts answers that are written and have not left yet.
        closed = new Promise((resolve) => TcpServer.prototype.close.call(server, resolve));
      });
      endConnections();
      const began = performance.now();
      while (!connections.closeUnused(keptMs) && performance.now() - began < GRACE_MS) {
        await sleep(20);
        if (performance.now() - began > STREAMS_MS)
          for (const [response, { isStream }] of open) if (isStream) response.destroy();
      }
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
