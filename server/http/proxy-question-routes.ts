import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { Dependencies } from '../dependencies.ts';
import type { RequestContext } from './request-context.ts';

/** Where the doctor asks what the proxies in front of the server hand over. */
export const PROXY_QUESTION = '/healthz/proxy';
/** What the key of the question is derived for; whoever reads the database has it. */
export const PROXY_QUESTION_KEY = 'proxy-question';
/** An address of nobody (RFC 5737), which the question claims to come from. */
export const CLAIMED_ADDRESS = '192.0.2.77';

const LASTS_S = 60;

export interface ProxyAnswer {
  /** How many proxies said whom they saw. */
  added: number;
  /** The server takes the claimed address for the caller's. */
  isFooled: boolean;
  /** `Host` is that of PUBLIC_URL. */
  isOurHost: boolean;
}

/** Shows that the question comes from somebody with the shop's database and settings, for a minute. */
export function proxyProof(key: Buffer, now: Date): string {
  const second = String(Math.floor(now.getTime() / 1000));
  return `Bearer ${second}.${createHmac('sha256', key).update(second).digest('base64url')}`;
}

export function proxyQuestionRoutes({ config, tokens, now }: Pick<Dependencies, 'config' | 'tokens' | 'now'>) {
  const app = new Hono<RequestContext>();
  app.get(PROXY_QUESTION, (c) => {
    if (!isProven(c, tokens.deriveKey(PROXY_QUESTION_KEY), now())) return c.notFound();
    const seen = (c.req.header('x-forwarded-for') ?? '').split(',').map((entry) => entry.trim());
    const answer: ProxyAnswer = {
      added: seen.filter((entry) => entry !== '' && entry !== CLAIMED_ADDRESS).length,
      isFooled: c.get('ip') === CLAIMED_ADDRESS,
      isOurHost: c.req.header('host') === new URL(config.publicUrl).host,
    };
    return c.json(answer);
  });
  return app;
}

function isProven(c: Context<RequestContext>, key: Buffer, now: Date): boolean {
  const given = c.req.header('authorization') ?? '';
  const at = new Date(Number(/^Bearer (\d{1,12})\./.exec(given)?.[1]) * 1000);
  if (!(Math.abs(now.getTime() - at.getTime()) <= LASTS_S * 1000)) return false;
  const [sent, wanted] = [Buffer.from(given), Buffer.from(proxyProof(key, at))];
  return sent.length === wanted.length && timingSafeEqual(sent, wanted);
}
