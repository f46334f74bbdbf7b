import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#server/platform/db.ts';
import { HOUR_MS } from '../domain/day.ts';
import {
  LEASE_REQUEST_MS,
  POLL_INTERVAL_MS,
  POLL_SPREAD_MS,
  RETRY_BACKOFF_MS,
  SERVER_ANSWER_TIMEOUT_MS,
  STREAM_BACKOFF_MS,
} from '../web/app/devices/player/times.ts';
import { databaseUrlOf, residentMegabytes, startServer } from './measure/server.ts';
import type { Figure } from './measure/table.ts';
import { addCampaigns, addLeases, addTvs, tokenOf } from './rows/adverts-rows.ts';
import { members } from './rows/people.ts';

/** Reports between two bags. */
const BAG_EVERY = Math.round(LEASE_REQUEST_MS.again / POLL_INTERVAL_MS);

const TVS = Number(process.env.TVS ?? 20_000);
/** Before the restart, and the minutes after it. */
const MINUTES = { before: 1.2, after: 2.2 };
const PLAYS = 8;
/** What a proxy keeps open to a server. */
const SHARED_CONNECTIONS = 1_000;

interface Tv {
  token: string;
  /** Shown and not yet acknowledged, then those still to be shown. */
  log: string[];
  leases: string[];
  moments: ReadonlyMap<string, number>;
  hour: number;
  shown: number;
}

interface Answered {
  at: number;
  took: number;
}

/**
 * Twenty thousand TVs that report as often as the player does, each time a play more, and ask for their bags in between, each at its own
 * second, while each holds its stream open; the server is restarted among them. Calls share connections, as those that a proxy keeps,
 * streams do not. A call takes from the moment when the TV wanted to ask. Needs 25,000 open files (`ulimit -n`).
 */
export default async function tvs(): Promise<Figure[]> {
  let server = await startServer();
  const db = openDatabase(databaseUrlOf(server), { max: 2, statementMs: HOUR_MS });
  const agent = new Agent({ keepAlive: true, maxSockets: SHARED_CONNECTIONS, maxFreeSockets: SHARED_CONNECTIONS });
  const streams = new Agent({ maxSockets: TVS });
  const life = openLife();
  let tellers: Promise<void>[] = [];
  try {
    await members(server, 1);
    await addCampaigns(db, 50);
    await addTvs(db, 0, TVS);
    await addLeases(db, 0, TVS, 1);
    await db.ask('vacuum analyze');
    const all = await readTvs(db);
    const answered: Answered[] = [];
    let failed = 0;
    const reasons = new Map<string, number>();
    let most = 0;
    const watch = setInterval(() => {
      try {
        most = Math.max(most, residentMegabytes(server.pid));
      } catch {
        // Between two servers.
      }
    }, 1_000);

    const sendReports = async (tv: Tv) => {
      let pause = RETRY_BACKOFF_MS.first;
      let bagTurn = Math.floor(Math.random() * BAG_EVERY);
      await life.wait(Math.random() * POLL_INTERVAL_MS);
      let isAgain = false;
      while (!life.isOver()) {
        const next = isAgain ? undefined : tv.leases.pop();
        if (next) {
          tv.log.push(next);
          tv.shown += 1;
        }
        const began = performance.now();
        try {
          const known = await ask(agent, server.url, '/api/tv/report', tv.token, { plays: tv.log.map(playOf(tv)) });
          tv.log = tv.log.filter((lease) => !(known.remove as string[]).includes(lease));
          answered.push({ at: performance.now(), took: performance.now() - began });
          if (bagTurn++ % BAG_EVERY === 0) {
            const asked = performance.now();
            await ask(agent, server.url, '/api/tv/bag', tv.token, {});
            answered.push({ at: performance.now(), took: performance.now() - asked });
          }
          pause = RETRY_BACKOFF_MS.first;
          isAgain = false;
          await life.wait(POLL_INTERVAL_MS + (2 * Math.random() - 1) * POLL_SPREAD_MS);
        } catch (error) {
          failed += 1;
          isAgain = true;
          const why = (error as NodeJS.ErrnoException).code ?? String(error);
          reasons.set(why, (reasons.get(why) ?? 0) + 1);
          await life.wait(pause * (1 + (2 * Math.random() - 1) * RETRY_BACKOFF_MS.spread));
          pause = Math.min(2 * pause, RETRY_BACKOFF_MS.most);
        }
      }
    };
    const open = new Set<Tv>();
    const keepStream = async (tv: Tv) => {
      let pause = STREAM_BACKOFF_MS.first;
      await life.wait(Math.random() * POLL_INTERVAL_MS);
      while (!life.isOver()) {
        const began = performance.now();
        try {
          await ask(agent, server.url, '/api/tv/self', tv.token);
          answered.push({ at: performance.now(), took: performance.now() - began });
          if (life.isOver()) return;
          await stay(streams, server.url, tv.token, () => {
            open.add(tv);
            pause = STREAM_BACKOFF_MS.first;
          });
        } catch {
          failed += 1;
        }
        open.delete(tv);
        await life.wait(Math.random() * pause);
        pause = Math.min(2 * pause, STREAM_BACKOFF_MS.most);
      }
    };
    const empty = residentMegabytes(server.pid);
    tellers = all.flatMap((tv) => [sendReports(tv), keepStream(tv)]);
    await sleep(MINUTES.before * 60_000);
    const [openBefore, full] = [open.size, residentMegabytes(server.pid)];
    const [before, failedBefore] = [performance.now(), failed];
    server = await server.restart();
    const back = performance.now();
    await sleep(MINUTES.after * 60_000);
    const [end, openAfter] = [performance.now(), open.size];
    life.end();
    streams.destroy();
    await Promise.all(tellers);
    clearInterval(watch);
    // What is still in a log is told at the end, as after a night.
    for (const tv of all.filter(({ log }) => log.length > 0))
      await ask(agent, server.url, '/api/tv/report', tv.token, { plays: tv.log.map(playOf(tv)) });
    const shown = all.reduce((sum, tv) => sum + tv.shown, 0);
    const [row] = await db.ask<{ counted: number; other: number }>(
      "select count(*) filter (where outcome = 'counted')::int as counted, count(*) filter (where outcome <> 'counted')::int as other from plays",
    );

    const p99 = (from: number, to: number) => share(answered, from, to, 0.99);
    const rate = answered.filter(({ at }) => at < before).length / (MINUTES.before * 60);
    return [
      {
        what: `${TVS.toLocaleString('en')} TVs, calls in a second`,
        measured: rate.toFixed(0),
        comparison: `p50 ${ms(share(answered, 0, before, 0.5))}, p99 ${ms(p99(0, before))}`,
        target: '≤ 300 ms',
        met: p99(0, before) <= 300,
      },
      {
        what: `the server restarted in ${((back - before) / 1000).toFixed(1)} s; p99 in the minute after`,
        measured: ms(p99(back, back + 60_000)),
        comparison: `${failed - failedBefore} calls failed and were repeated (${[...reasons].map(([why, times]) => `${why} ${times}`).join(', ')})`,
        target: '≤ 5,000 ms',
        met: p99(back, back + 60_000) <= 5_000,
      },
      {
        what: 'p99 after that',
        measured: ms(p99(back + 60_000, end)),
        target: '≤ 300 ms',
        met: p99(back + 60_000, end) <= 300,
      },
      {
        what: 'streams open before the restart, and at the end',
        measured: `${openBefore.toLocaleString('en')}, ${openAfter.toLocaleString('en')}`,
        comparison: `${(((full - empty) * 1024) / Math.max(1, openBefore)).toFixed(0)} kB for a TV with its stream and calls`,
        target: `${TVS.toLocaleString('en')}`,
        met: openBefore === TVS && openAfter === TVS,
      },
      { what: 'memory of the server at most', measured: `${most.toFixed(0)} MB`, target: '≤ 500 MB', met: most <= 500 },
      {
        what: 'plays that were shown and are not counted, or counted twice',
        measured: String(shown - row!.counted),
        comparison: `${shown.toLocaleString('en')} shown, ${row!.other} for a reason`,
        target: '0',
        met: shown === row!.counted && row!.other === 0,
      },
    ];
  } finally {
    life.end();
    streams.destroy();
    await Promise.all(tellers);
    agent.destroy();
    await db.close();
    await server.stop();
  }
}

const ms = (time: number): string => `${Math.round(time).toLocaleString('en')} ms`;

function share(answered: Answered[], from: number, to: number, part: number): number {
  const times = answered.filter(({ at }) => at >= from && at < to).map(({ took }) => took);
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? Number.NaN;
}

async function readTvs(db: ReturnType<typeof openDatabase>): Promise<Tv[]> {
  const rows = await db.ask<{ n: number; hour: Date; ids: string[] }>(
    `select d.number - 100000000 as n, l.hour, (array_agg(l.id))[1:${PLAYS}] as ids from leases l join devices d on d.id = l.tv_id
     where d.number >= 100000000 group by d.number, l.hour`,
  );
  return rows.map(({ n, hour, ids }) => ({
    token: tokenOf(n),
    log: [],
    leases: [...ids],
    hour: hour.getTime(),
    shown: 0,
    moments: new Map(ids.map((id, nth) => [id, nth])),
  }));
}

/** Every play of a TV at a moment of its own within the hour of its leases. */
const playOf =
  ({ hour, moments }: Tv) =>
  (lease: string) => ({
    lease,
    startedAt: new Date(hour + moments.get(lease)! * 20_000).toISOString(),
    shownMs: 15_000,
    visibleMs: 15_000,
    progressMs: 15_000,
  });

/** The time of all TVs. One AbortSignal for them would walk through the listeners of all with each wait. */
function openLife() {
  const waiting = new Set<() => void>();
  let isOver = false;
  return {
    isOver: () => isOver,
    wait: (time: number) =>
      new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          waiting.delete(done);
          resolve();
        };
        const timer = setTimeout(done, isOver ? 0 : time);
        waiting.add(done);
      }),
    end() {
      isOver = true;
      for (const done of waiting) done();
    },
  };
}

/** Without a body it reads. */
function ask(agent: Agent, url: string, path: string, token: string, body?: unknown): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers = {
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      authorization: `Bearer ${token}`,
    };
    const asked = request(
      `${url}${path}`,
      { method: body === undefined ? 'GET' : 'POST', agent, headers, timeout: SERVER_ANSWER_TIMEOUT_MS },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve(JSON.parse(Buffer.concat(parts).toString()));
          else reject(new Error(`${answer.statusCode}`));
        });
      },
    );
    asked.on('timeout', () => asked.destroy(new Error('no answer')));
    asked.on('error', reject);
    asked.end(text);
  });
}

/** Until the stream ends; `onOpen` with its first word. */
function stay(agent: Agent, url: string, token: string, onOpen: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    const asked = request(`${url}/api/tv/stay`, { agent, headers }, (answer) => {
      if (answer.statusCode !== 200) {
        answer.resume();
        return reject(new Error(`${answer.statusCode}`));
      }
      answer.once('data', onOpen);
      answer.on('data', () => {});
      answer.on('error', reject);
      answer.on('end', resolve);
    });
    asked.on('error', reject);
    asked.end();
  });
}
