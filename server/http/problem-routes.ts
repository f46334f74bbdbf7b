import { Hono } from 'hono';
import * as z from 'zod';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../dependencies.ts';
import { limitsOf } from '../limits.ts';
import { readText } from './bodies/read-body.ts';
import { answerRefusal, refuseTooMany } from './refusals.ts';
import type { RequestContext } from './request-context.ts';
import { createRouteNamer } from './route-names.ts';

/** Bytes; a message, a stack and an address. */
const MAX_BODY = 16 * 1024;

/** What is longer is cut: the beginning says what broke, and the log must not be filled. */
const cutTo = (longest: number) => z.string().transform((text) => text.slice(0, longest));
const Problem = z.object({ message: cutTo(2_000), stack: cutTo(8_000).optional(), path: cutTo(500) });

/** Tickets and codes stand in addresses of pages. */
const ADDRESS = /https?:\/\/[^\s)"']+/g;
const nameRoute = createRouteNamer([]);
const PLACE = /(?::\d+){1,2}$/;
/** An address as the log may say it; a file of ours with its line as it is. */
function sayAddress(address: string): string {
  const { origin, pathname } = URL.canParse(address) ? new URL(address) : { origin: '', pathname: '' };
  const path = pathname.replace(PLACE, '');
  return path.startsWith('/assets/') ? `${origin}${pathname}` : `${origin}${nameRoute(path)}`;
}
const sayWithout = (text: string): string => text.replace(ADDRESS, sayAddress);

/**
 * `POST /api/problems`: what broke in a browser alone, written to the log under the number of this request. The page
 * shows that number to the person, so that support finds the line.
 */
export function problemRoutes(deps: Dependencies) {
  const app = new Hono<RequestContext>();
  app.post(
    '/',
    async (c, next) => (await refuseTooMany(c, limitsOf(deps, 'POST /api/problems', { ip: c.get('ip') }))) ?? next(),
    async (c) => {
      const problem = Problem.safeParse(parse(await readText(c.req.raw, { bytes: MAX_BODY })));
      if (!problem.success) return answerRefusal(c, refuse('BAD_REQUEST'));
      const { message, stack, path } = problem.data;
      deps.log.error(
        {
          requestId: c.get('requestId'),
          problem: {
            message: sayWithout(message),
            ...(stack === undefined ? {} : { stack: sayWithout(stack) }),
            path: nameRoute(path.split(/[?#]/, 1)[0]!),
          },
        },
        'broken in a browser',
      );
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
