import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestPerson } from '../server/test/people.ts';
import { type BenchServer, residentMegabytes, startServer } from './measure/server.ts';
import type { Figure } from './measure/table.ts';
import { members } from './rows/people.ts';

const WAITING = 1_000;
const LINKS = 200;
const THROUGH_RESTART = 2_000;

/** TVs in front of their codes: how soon they are notified, what they cost, and whether a restart loses one of them. */
export default async function devices(): Promise<Figure[]> {
  let server = await startServer();
  try {
    const owners = await members(server, 20);
    await turnOn(server, 50).then((warm) => linkAll(server, owners, warm, 1));
    const before = residentMegabytes(server.pid);
    const tvs = await turnOn(server, WAITING);
    await sleep(2_000);
    const perTv = ((residentMegabytes(server.pid) - before) * 1024) / WAITING;
    const times = (await linkAll(server, owners, tvs.slice(0, LINKS), 1)).toSorted((a, b) => a - b);
    const p95 = times[Math.ceil(times.length * 0.95) - 1]!;
    for (const tv of tvs) tv.turnOff();

    const waiting = await turnOn(server, THROUGH_RESTART);
    const beforeStop = linkAll(server, owners, waiting.slice(0, 100), 20).catch(() => []);
    const began = performance.now();
    server = await server.restart();
    await beforeStop;
    await linkAll(server, owners, waiting, 20);
    const seconds = (performance.now() - began) / 1000;
    const lost = waiting.filter(({ token }) => token() === null).length;

    return [
      {
        what: `link pressed → TV knows its owner, ${WAITING} TVs waiting (p95 of ${LINKS})`,
        measured: `${p95.toFixed(0)} ms`,
        comparison: `median ${times[times.length / 2]!.toFixed(0)} ms`,
        target: '≤ 300 ms',
        met: p95 <= 300,
      },
      { what: 'memory per waiting TV', measured: `${perTv.toFixed(0)} kB` },
      {
        what: `links lost by ${THROUGH_RESTART} TVs over a restart`,
        measured: String(lost),
        comparison: `all linked ${seconds.toFixed(1)} s after the stop`,
        target: '0',
        met: lost === 0,
      },
    ];
  } finally {
    await server.stop();
  }
}

interface Tv {
  number: string;
  /** Asked for, because a thousand TVs wait on this one address. */
  digits: string;
  /** Resolves when the TV holds its token. */
  linked: Promise<void>;
  token(): string | null;
  turnOff(): void;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
/** A stream holds its connection for as long as it lasts. */
const streams = new Agent({ maxSockets: Number.POSITIVE_INFINITY });

async function turnOn({ url }: BenchServer, count: number): Promise<Tv[]> {
  const tvs: Tv[] = [];
  const worker = async () => {
    while (tvs.length < count) {
      const slot = tvs.push(null as never) - 1;
      tvs[slot] = await newTv(url);
    }
  };
  await Promise.all(Array.from({ length: 32 }, worker));
  return tvs;
}

/** Behaves as the TV's page does: waits, asks again with growing pauses when cut off, and claims its token. */
async function newTv(url: string): Promise<Tv> {
  const { number, digits, secret } = (await post(url, '/api/tv/pairings')) as Record<
    'number' | 'digits' | 'secret',
    string
  >;
  const off = new AbortController();
  let token: string | null = null;
  let listening = () => {};
  const first = new Promise<void>((resolve) => (listening = resolve));
  const live = async () => {
    for (let pause = 500; !off.signal.aborted; pause = Math.min(pause * 2, 15_000)) {
      try {
        if (await hearsOfLink(url, number, secret, off.signal, listening)) {
          token = ((await post(url, `/api/tv/pairings/${number}/claim`, {}, secret)) as { token: string }).token;
          return;
        }
      } catch {
        // The server is away: it is asked again.
      }
      await sleep(pause);
    }
  };
  const linked = live();
  await first;
  return { number, digits, linked, token: () => token, turnOff: () => off.abort() };
}

function hearsOfLink(url: string, number: string, secret: string, signal: AbortSignal, listening: () => void) {
  return new Promise<boolean>((resolve, reject) => {
    const sent = request(
      `${url}/api/tv/pairings/${number}/wait`,
      { agent: streams, signal, headers: { authorization: `Bearer ${secret}` } },
      (answer) => {
        answer.setEncoding('utf8');
        answer.on('data', (text: string) => {
          if (text.includes('"waiting"')) listening();
          if (text.includes('"linked"')) resolve(true);
        });
        answer.on('close', () => resolve(false));
        answer.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

/** Links every TV, so many at a time; milliseconds from the press to the TV's token, of each. */
async function linkAll({ url }: BenchServer, owners: TestPerson[], tvs: Tv[], atOnce: number): Promise<number[]> {
  const times: number[] = [];
  const left = [...tvs.entries()];
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [index, tv] = next;
      const pressed = performance.now();
      await post(
        url,
        `/api/devices/pairings/${tv.number}/link`,
        { digits: tv.digits },
        owners[index % owners.length]!.token,
      );
      await Promise.race([
        tv.linked,
        sleep(60_000, undefined, { ref: false }).then(() => Promise.reject(new Error('A TV was never told.'))),
      ]);
      times.push(performance.now() - pressed);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return times;
}

function post(url: string, path: string, body: object = {}, token?: string): Promise<unknown> {
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}${path}`,
      {
        method: 'POST',
        agent,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
      },
      async (answer) => {
        try {
          const said = Buffer.concat(await answer.toArray()).toString();
          if (answer.statusCode === 200) resolve(JSON.parse(said));
          else reject(new Error(`${path}: ${answer.statusCode} ${said}`));
        } catch (error) {
          reject(error as Error);
        }
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}
