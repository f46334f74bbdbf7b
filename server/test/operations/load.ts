import { randomUUID } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { newReservation } from '../reservations.ts';

const CLIENTS = 20;
/** An answer that takes longer has failed. Milliseconds. */
const LATE_MS = 2_000;

interface Failure {
  /** `other` is an answer that nobody should get. */
  kind: 'cut' | '5xx' | 'late' | 'other';
  text: string;
}

/** What the clients of a round saw. Nobody asks again. */
export interface Seen {
  sent: number;
  /** Keys of the reservations that were confirmed. */
  confirmed: string[];
  failures: Failure[];
  /** Milliseconds each answer took. */
  times: number[];
}

/** Sends at least so many requests, so many a second, a third of them writes, and goes on until `until` has come true. */
export async function sendAll(
  url: string,
  token: string,
  { wanted, rate }: { wanted: number; rate: number },
  until: () => boolean,
): Promise<Seen> {
  const seen: Seen = { sent: 0, confirmed: [], failures: [], times: [] };
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const client = async () => {
    while (seen.sent < wanted || !until()) {
      const began = performance.now();
      seen.sent += 1;
      if (seen.sent % 3 === 0) await reserve(url, agent, seen);
      else await read(url, agent, seen, token);
      await sleep(Math.max(0, (CLIENTS / rate) * 1000 * (0.5 + Math.random()) - (performance.now() - began)));
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  agent.destroy();
  return seen;
}

const READ = ['/api/event/offer', '/api/me', '/', '/auth/v1/user'];

async function read(url: string, agent: Agent, seen: Seen, token: string) {
  const where = READ[seen.sent % READ.length]!;
  await ask(seen, `GET ${where}`, () =>
    send(`${url}${where}`, { agent, headers: { authorization: `Bearer ${token}` } }),
  );
}

async function reserve(url: string, agent: Agent, seen: Seen) {
  const key = randomUUID();
  const body = JSON.stringify(newReservation({ key, personalInfo: { email: `gost-${key}@primer.rs` } }));
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
  const where = '/api/event/reservations';
  const isDone = await ask(seen, `POST ${where}`, () =>
    send(`${url}${where}`, { agent, headers, method: 'POST' }, body),
  );
  if (isDone) seen.confirmed.push(key);
}

async function ask(seen: Seen, what: string, send: () => Promise<{ status: number; text: string }>): Promise<boolean> {
  const began = performance.now();
  const fail = (kind: Failure['kind'], why: string) => {
    seen.failures.push({ kind, text: `${new Date().toISOString().slice(11, 23)} ${what}: ${why}` });
    return false;
  };
  try {
    const { status, text } = await send();
    const took = performance.now() - began;
    seen.times.push(took);
    if (status >= 500) return fail('5xx', `${status} ${text.slice(0, 200)}`);
    if (status !== 200) return fail('other', `${status} ${text.slice(0, 200)}`);
    if (took > LATE_MS) fail('late', `${Math.round(took)} ms`);
    return true;
  } catch (error) {
    return fail('cut', (error as NodeJS.ErrnoException).code ?? String(error));
  }
}

/** One request, sent once; rejects when its answer does not come whole. */
export async function send(
  url: string,
  options: { agent: Agent; method?: string; headers?: Record<string, string> },
  body?: string,
): Promise<{ status: number; text: string }> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const asked = request(url, options, resolve);
    asked.once('error', reject);
    asked.end(body);
  });
  let text = '';
  response.setEncoding('utf8');
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode ?? 0, text };
}

/** Live streams that are opened again when they are told to; one that ends in any other way is torn. */
export function keepStreams(url: string, token: string, wanted: number) {
  const stop = new AbortController();
  const seen = { open: 0, reconnects: 0, torn: [] as string[] };
  const keep = async () => {
    while (!stop.signal.aborted) {
      const isReconnecting = await follow().catch((error) => {
        if (!stop.signal.aborted) seen.torn.push(String((error as Error & { cause?: unknown }).cause ?? error));
        return false;
      });
      if (isReconnecting) seen.reconnects += 1;
      else await sleep(500, null, { signal: stop.signal }).catch(() => {});
    }
  };
  async function follow(): Promise<boolean> {
    const response = await fetch(`${url}/api/live/me`, {
      headers: { authorization: `Bearer ${token}` },
      signal: stop.signal,
    });
    if (!response.ok) throw new Error(`a stream was answered with ${response.status}`);
    seen.open += 1;
    try {
      let text = '';
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) text += chunk;
      if (text.includes('"changed":"reconnect"')) return true;
      throw new Error('a stream ended without a word');
    } finally {
      seen.open -= 1;
    }
  }
  const all = Array.from({ length: wanted }, keep);
  return {
    seen,
    async stop() {
      stop.abort();
      await Promise.all(all);
    },
  };
}
