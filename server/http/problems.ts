import { Hono } from 'hono';
import * as z from 'zod';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../dependencies.ts';
import { limitsOf, refuseTooMany } from '../limits.ts';
import { readText } from './bodies/read-body.ts';
import { answerRefusal } from './refusals.ts';
import type { RequestContext } from './request-context.ts';

/** Bytes; a message, a stack and an address. */
const MAX_BODY = 16 * 1024;

/** What is longer is cut: the beginning says what broke, and the log must not be filled. */
const cutTo = (longest: number) => z.string().transform((text) => text.slice(0, longest));
const Problem = z.object({ message: cutTo(2_000), stack: cutTo(8_000).optional(), path: cutTo(500) });

/**
 * `POST /api/problems`: what broke in a browser alone, written to the log under the number of this request. The page
 * shows that number to the person, so that support finds the line.
 */
export function problems(deps: Dependencies) {
  const app = new Hono<RequestContext>();
  app.post(
    '/',
    async (c, next) => (await refuseTooMany(c, limitsOf(deps, 'POST /api/problems', { ip: c.get('ip') }))) ?? next(),
    async (c) => {
      const problem = Problem.safeParse(parse(await readText(c.req.raw, { bytes: MAX_BODY })));
      if (!problem.success) return answerRefusal(c, refuse('BAD_REQUEST'));
      deps.log.error({ requestId: c.get('requestId'), problem: problem.data }, 'broken in a browser');
      return c.body(null, 204);
    },
  );
  return app;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
