import { Webhook } from 'standardwebhooks';
import { openPosts } from '../platform/typed-address/post.ts';
import { CERTIFICATE, httpsSite } from './https-site.ts';

export interface Received {
  path: string;
  id: string;
  at: string;
  type: string;
  data: { object: { kind: string; id: string; version: number }; changed: string[] };
  raw: string;
  headers: Record<string, string>;
}
/** A status, or never. */
type Answer = number | 'never';

/** A program of somebody else's, which takes what it is told by https and checks nothing before a test asks it to. */
export async function webhookReceiver() {
  const received: Received[] = [];
  let answer: (one: Received) => Answer | Promise<Answer> = () => 204;
  const { port } = await httpsSite(async (request, response) => {
    let raw = '';
    for await (const part of request) raw += part;
    const headers = request.headers as Record<string, string>;
    const { type, data } = JSON.parse(raw);
    const one: Received = {
      path: request.url!,
      id: headers['webhook-id']!,
      at: headers['webhook-timestamp']!,
      type,
      data,
      raw,
      headers,
    };
    received.push(one);
    const status = await answer(one);
    if (status === 'never') return;
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {});
    response.end(status === 500 ? 'database is locked' : undefined);
  });
  return {
    received,
    address: (path = '/prijem') => `https://localhost:${port}${path}`,
    /** How it answers from now on. */
    answers(next: typeof answer) {
      answer = next;
    },
    /** What came, by type and object. */
    heard: () => received.map(({ type, data }) => `${type} ${data.object.id}`),
    take: () => received.splice(0),
  };
}

/** A server's way to programs on this machine. */
export const localPosts = (limitMs = 10_000) =>
  openPosts({ isAllowed: (ip) => ip === '127.0.0.1' || ip === '::1', ca: CERTIFICATE }, { limitMs });

/** Whether what came is ours and unchanged, as a receiver of the standard finds out. */
export function isGenuine({ raw, headers }: Received, secret: string): boolean {
  try {
    new Webhook(secret).verify(raw, headers);
    return true;
  } catch {
    return false;
  }
}
