import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { createMiddleware } from 'hono/factory';
import type { Config } from '../config.ts';
import type { RequestNote } from '../platform/log/request-log.ts';
import { clientIp } from './client-ip.ts';
import { baseHeaders, DATA_POLICY, PAGE_HEADERS } from './security-headers.ts';
import type { Incoming } from './serve-http.ts';

/** What every part of the server knows of a request: `c.get('requestId')`, `c.get('ip')`, and what it says in `c.get('note')`. */
export interface RequestContext {
  Bindings: { incoming?: Incoming; outgoing?: ServerResponse };
  Variables: { requestId: string; ip: string; note: RequestNote };
}

/** Numbers the request, finds out who is calling, and puts the security headers on the answer. */
export function requestContext(config: Config) {
  const data = { ...baseHeaders(config), 'content-security-policy': DATA_POLICY, 'cache-control': 'no-store' };
  const forData = Object.entries(data);
  const forPages = Object.entries({ ...data, ...PAGE_HEADERS });
  return createMiddleware<RequestContext>(async (c, next) => {
    const incoming = c.env?.incoming;
    c.set('requestId', incoming?.requestId ?? randomUUID());
    c.set('note', incoming?.note ?? {});
    const peer = incoming?.socket.remoteAddress ?? '127.0.0.1';
    c.set('ip', clientIp(peer, c.req.header('x-forwarded-for') ?? null, config.trustProxy));
    await next();
    const { headers } = c.res;
    const type = headers.get('content-type');
    if (incoming && type?.startsWith('text/event-stream')) incoming.isStream = true;
    headers.set('x-request-id', c.get('requestId'));
    for (const [name, value] of type?.startsWith('text/html') ? forPages : forData)
      if (!headers.has(name)) headers.set(name, value);
  });
}
