import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import * as z from 'zod';
import { common } from '#domain/copy.ts';
import type { Edges } from './app.ts';
import type { Frame } from './platform/frame.ts';

/** Bytes; a message, a stack and an address. */
const MAX_BODY = 16 * 1024;

/** From one address, in a minute: enough for an honest browser, too little to fill a disk. */
const REPORTS = { points: 20, duration: 60 };

const Problem = z.object({
  message: z.string().max(2_000),
  stack: z.string().max(8_000).optional(),
  path: z.string().max(500),
});

/**
 * `POST /api/problems`: what broke in a browser alone, written to the log under the number of this request. The page
 * shows that number to the person, so that support finds the line.
 */
export function problems({ config, log }: Edges) {
  const app = new Hono<Frame>();
  const limiter = new RateLimiterMemory(REPORTS);
  app.post(
    '/',
    bodyLimit({
      maxSize: MAX_BODY,
      onError: (c) => c.json({ code: 'PAYLOAD_TOO_LARGE', message: common.tooLarge }, 413),
    }),
    async (c) => {
      const problem = Problem.safeParse(await c.req.json().catch(() => null));
      if (!problem.success) return c.json({ code: 'BAD_REQUEST', message: common.badInput }, 400);
      const allowed = !config.rateLimits || (await limiter.consume(c.get('ip')).catch(() => null)) !== null;
      if (!allowed) return c.json({ code: 'TOO_MANY_REQUESTS', message: common.tooMany(1) }, 429);
      log.error({ requestId: c.get('requestId'), problem: problem.data }, 'broken in a browser');
      return c.body(null, 204);
    },
  );
  return app;
}
