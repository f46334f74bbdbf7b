import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { newReservation } from '../reservations.ts';

/** A client gives up on an answer after this long, and asks again with the same key. Milliseconds. */
const ANSWER_TIMEOUT_MS = 15_000;

/** A write that the server confirmed. */
export interface Acknowledged {
  key: string;
  number: number;
  email: string;
}

/** What the clients of one round saw. */
export interface Seen {
  acknowledged: Acknowledged[];
  /** Answers by status; 0 for a connection that broke or was refused. */
  statuses: Map<number, number>;
  /** Requests without an answer in ANSWER_TIMEOUT_MS. */
  unanswered: number;
  /** What an answer said that no client should ever get. */
  unexpected: string[];
}

export const nothingSeen = (): Seen => ({ acknowledged: [], statuses: new Map(), unanswered: 0, unexpected: [] });

/** One guest who wants one place and asks until it is confirmed, always with the same key. */
export async function reserveUntilConfirmed(url: string, seen: Seen, until: AbortSignal): Promise<void> {
  const key = randomUUID();
  const email = `gost-${key}@primer.rs`;
  const body = JSON.stringify(newReservation({ key, personalInfo: { email } }));
  while (!until.aborted) {
    const answer = await send(`${url}/api/event/reservations`, seen, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    if (answer?.status === 200) {
      seen.acknowledged.push({ key, email, number: (JSON.parse(answer.text) as { number: number }).number });
      return;
    }
    if (answer && answer.status !== 503) {
      seen.unexpected.push(`${answer.status}: ${answer.text.slice(0, 300)}`);
      return;
    }
    await sleep(250 + Math.random() * 500);
  }
}

async function send(url: string, seen: Seen, init: RequestInit): Promise<{ status: number; text: string } | null> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    const text = await response.text();
    count(seen, response.status);
    if (response.status === 503 && !response.headers.get('retry-after'))
      seen.unexpected.push('503 without Retry-After');
    if (response.status >= 500 && /relation|pg_|syntax error| at .*\.[jt]s:\d/.test(text)) seen.unexpected.push(text);
    return { status: response.status, text };
  } catch (error) {
    if ((error as Error).name === 'TimeoutError') seen.unanswered += 1;
    count(seen, 0);
    return null;
  }
}

const count = (seen: Seen, status: number) => seen.statuses.set(status, (seen.statuses.get(status) ?? 0) + 1);

/** A token of that person, good for a quarter of an hour. */
export async function signIn(url: string, email: string, password: string): Promise<string> {
  for (;;) {
    const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    }).catch(() => null);
    if (response?.ok) return ((await response.json()) as { access_token: string }).access_token;
    if (response && response.status !== 503) throw new Error(`sign-in answered ${response.status}`);
    await sleep(500);
  }
}

/** Keeps live streams open, opening each again when it ends; `open()` says how many have an open connection. */
export function keepStreams(url: string, token: () => string, wanted: number) {
  const stop = new AbortController();
  let open = 0;
  const statuses = new Map<number, number>();
  const keep = async () => {
    while (!stop.signal.aborted) {
      try {
        const response = await fetch(`${url}/api/live/me`, {
          headers: { authorization: `Bearer ${token()}` },
          signal: stop.signal,
        });
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        if (response.ok) {
          open += 1;
          try {
            for await (const _ of response.body!);
          } finally {
            open -= 1;
          }
        }
      } catch {}
      await sleep(500);
    }
  };
  const all = Array.from({ length: wanted }, keep);
  return {
    open: () => open,
    refused: () => refusedIn(statuses),
    async stop() {
      stop.abort();
      await Promise.all(all);
    },
  };
}

/** A signed-in person who looks at their account all the time, at the shop and at the sign-in server. */
export function keepReading(url: string, token: () => string) {
  const seen = nothingSeen();
  const stop = new AbortController();
  const read = async (path: string) => {
    while (!stop.signal.aborted) {
      await send(url + path, seen, { headers: { authorization: `Bearer ${token()}` } });
      await sleep(100);
    }
  };
  const all = ['/api/me', '/auth/v1/user'].map(read);
  return {
    refused: () => [...seen.unexpected.splice(0, 5), ...refusedIn(seen.statuses)],
    async stop() {
      stop.abort();
      await Promise.all(all);
    },
  };
}

/** What became of what one account asked for by mail. */
export interface MailRequests {
  confirmed: number;
  /** Without an answer: it may or may not be noted. */
  unknown: number;
}

/**
 * Keeps jobs under way: each account asks for a recovery link again and again, and each request is a job that mails it. `stop()` answers
 * with what was asked, by address.
 */
export function keepJobs(url: string, emails: readonly string[]) {
  const asked = new Map<string, MailRequests>();
  const unexpected: string[] = [];
  let isOver = false;
  const keep = async (email: string) => {
    const of = { confirmed: 0, unknown: 0 };
    asked.set(email, of);
    while (!isOver) {
      const seen = nothingSeen();
      const answer = await send(`${url}/auth/v1/recover`, seen, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      });
      unexpected.push(...seen.unexpected);
      if (answer?.status === 200) of.confirmed += 1;
      else if (answer === null || answer.status === 503) of.unknown += 1;
      else unexpected.push(`${answer.status} to whoever asks for a link: ${answer.text.slice(0, 300)}`);
      await sleep(500);
    }
  };
  const all = emails.map(keep);
  return {
    async stop() {
      isOver = true;
      await Promise.all(all);
      return { asked, unexpected: unexpected.slice(0, 5) };
    },
  };
}

/** Registers somebody. */
export async function register(url: string, email: string, password: string): Promise<void> {
  const data = {
    first_name: 'Jelena',
    last_name: 'Petrović',
    username: email.split('@')[0],
    phone: '+381641234567',
    city: 'Niš',
    country: 'RS',
  };
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, data }),
  });
  if (!response.ok) throw new Error(`registering answered ${response.status}: ${await response.text()}`);
}

/** Answers since the last time that nobody with a good token may get: a lost database is 503, never a bad token. */
function refusedIn(statuses: Map<number, number>): string[] {
  const refused = [...statuses].filter(([status]) => ![0, 200, 503].includes(status));
  for (const [status] of refused) statuses.delete(status);
  return refused.map(([status, times]) => `${times} answers ${status} to somebody signed in`);
}

/** Milliseconds from now until the server confirms that it can work. */
export async function untilReady(url: string, limit: number): Promise<number> {
  const began = performance.now();
  for (;;) {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(3_000) }).catch(() => null);
    if (answer?.ok) return performance.now() - began;
    if (performance.now() - began > limit) return Number.POSITIVE_INFINITY;
    await sleep(50);
  }
}
