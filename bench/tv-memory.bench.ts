import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page, Route } from '@playwright/test';
import { HOUR_MS } from '../domain/day.ts';
import { banner, film } from '../e2e/adverts-on-tv.ts';
import { openBrowser } from './measure/browser.ts';
import { startServer } from './measure/server.ts';
import type { Figure } from './measure/table.ts';

/** Of this machine; the page's own clocks run so many times as fast. */
const MINUTES = Number(process.env.MINUTES ?? 20);
const FASTER = 90;
const SECONDS = { advert: 15, film: 4, programme: 2 };
/** Pictures and films of adverts, which take turns. */
const KINDS = 6;

interface MemoryMeasure {
  heap: number;
  videos: number;
  blobs: number;
  nodes: number;
  listeners: number;
}

/**
 * The TV's page with clocks that run ninety times as fast, so that a day of adverts passes in twenty minutes: pictures and films by turns, and films
 * of the programme of a few seconds. The site is the built one; what the page asks for is answered here, because no lease of the server's own clock
 * would be open.
 */
export default async function tvMemory(): Promise<Figure[]> {
  const server = await startServer();
  const browser = await openBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 640, height: 360 }, serviceWorkers: 'block' });
    const page = await context.newPage();
    const answers = await answerAll(page);
    await page.addInitScript(speedUpClocks, FASTER);
    const devtools = await context.newCDPSession(page);
    await devtools.send('HeapProfiler.enable');
    await page.goto(`${server.url}/tv`);
    await sleep((MINUTES / 4) * 60_000);
    const early = { ...(await measureMemory(page, devtools)), ...answers.counts() };
    await sleep((MINUTES * 3 * 60_000) / 4);
    const late = { ...(await measureMemory(page, devtools)), ...answers.counts() };
    const films = await page.evaluate(() => (window as unknown as { films: number }).films);
    const share = late.heap / early.heap - 1;
    return [
      {
        what: `heap after collection, at ${MINUTES / 4} and ${MINUTES} minutes`,
        measured: `${megabytes(late.heap)}, ${(100 * share).toFixed(1)} %`,
        comparison: `${megabytes(early.heap)}; nodes ${early.nodes} and ${late.nodes}, listeners ${early.listeners} and ${late.listeners}`,
        target: '≤ 5 % more',
        met: share <= 0.05,
      },
      {
        what: '<video> elements',
        measured: String(late.videos),
        comparison: String(early.videos),
        met: late.videos === early.videos,
      },
      {
        what: 'blob addresses',
        measured: String(late.blobs),
        comparison: String(early.blobs),
        target: `≤ ${KINDS}`,
        met: Math.max(early.blobs, late.blobs) <= KINDS,
      },
      {
        what: 'adverts shown',
        measured: String(late.plays),
        target: '≥ 1,500',
        met: late.plays >= 1_500 * (MINUTES / 20),
      },
      { what: 'films of the programme', measured: String(films), target: '≥ 300', met: films >= 300 * (MINUTES / 20) },
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;

async function measureMemory(page: Page, devtools: CDPSession): Promise<MemoryMeasure> {
  for (let n = 0; n < 3; n += 1) await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  const counters = await devtools.send('Memory.getDOMCounters');
  const { videos, blobs } = await page.evaluate(() => ({
    videos: document.querySelectorAll('video').length,
    blobs: (window as unknown as { blobs: Set<string> }).blobs.size,
  }));
  return { heap: usedSize, videos, blobs, nodes: counters.nodes, listeners: counters.jsEventListeners };
}

/** Runs in the page before its scripts: clocks that run faster, and counts of what must not grow. */
function speedUpClocks(faster: number) {
  const real = {
    now: performance.now.bind(performance),
    date: Date.now,
    timeout: window.setTimeout.bind(window),
    interval: window.setInterval.bind(window),
  };
  const began = { steady: real.now(), calendar: real.date() };
  performance.now = () => began.steady + (real.now() - began.steady) * faster;
  Date.now = () => began.calendar + (real.now() - began.steady) * faster;
  window.setTimeout = ((work: TimerHandler, time = 0, ...more: unknown[]) =>
    real.timeout(work, time / faster, ...more)) as typeof window.setTimeout;
  window.setInterval = ((work: TimerHandler, time = 0, ...more: unknown[]) =>
    real.interval(work, time / faster, ...more)) as typeof window.setInterval;
  const counted = window as unknown as { blobs: Set<string>; films: number };
  counted.blobs = new Set();
  counted.films = 0;
  const { createObjectURL, revokeObjectURL } = URL;
  URL.createObjectURL = (blob) => {
    const url = createObjectURL(blob);
    counted.blobs.add(url);
    return url;
  };
  URL.revokeObjectURL = (url) => {
    counted.blobs.delete(url);
    revokeObjectURL(url);
  };
  document.addEventListener('ended', () => (counted.films += 1), true);
  localStorage.setItem('vidik.tv', 'tv_bench');
}

/** What the server would say, by a clock that runs as the page's. */
async function answerAll(page: Page) {
  const pictures = await Promise.all(
    Array.from({ length: KINDS / 2 }, async (_, n) => ({ kind: 'banner', file: await banner(n) })),
  );
  const films = Array.from({ length: KINDS / 2 }, (_, n) => ({ kind: 'spot', file: film(SECONDS.film + n) }));
  const files = new Map(
    [...pictures, ...films].map(({ kind, file }) => [randomUUID() as string, { kind, file, sha256: hash(file) }]),
  );
  const programme = film(SECONDS.programme);
  const began = performance.now();
  const start = Date.now();
  const now = () => start + (performance.now() - began) * FASTER;
  let plays = 0;
  let leases: object[] = [];
  const answer = () => ({
    now: new Date(now()).toISOString(),
    state: 'plays',
    revoked: [],
    version: '',
    command: null,
  });
  const refill = () => {
    const turn = [...files].flatMap(([creative, { kind, sha256 }]) => ({ creative, kind, sha256 }));
    leases = Array.from({ length: 20 }, (_, n) => ({
      ...turn[(plays + n) % turn.length],
      id: randomUUID(),
      seconds: SECONDS.advert,
      code: 'http://localhost/k/abcdef1234',
      opens: 'pekara.example',
      opensAt: new Date(now() - HOUR_MS),
      closesAt: new Date(now() + HOUR_MS),
    }));
    return leases;
  };
  const json = (route: Route, body: object) => route.fulfill({ json: body });
  await page.route('**/api/tv/self', (route) =>
    json(route, {
      deviceId: randomUUID(),
      name: 'TV',
      number: 1,
      ownerName: 'Vera',
      linkedAt: new Date(),
      renew: false,
    }),
  );
  // Stays open for ever.
  await page.route('**/api/tv/stay', () => {});
  await page.route('**/api/tv/bag', (route) =>
    json(route, {
      ...answer(),
      leases: refill(),
      programme: ['/storage/videos/a.mp4', '/storage/videos/b.mp4'],
      asksAfter: null,
    }),
  );
  await page.route('**/api/tv/report', (route) => {
    const body = route.request().postDataJSON() as { plays: { lease: string }[]; unplayed: string[] };
    plays += body.plays.length;
    return json(route, { ...answer(), remove: [...body.plays.map(({ lease }) => lease), ...body.unplayed] });
  });
  await page.route('**/api/tv/media/*', (route) =>
    route.fulfill({ body: files.get(route.request().url().split('/').at(-1)!)!.file }),
  );
  await page.route('**/storage/videos/*.mp4', (route) => {
    const from = Number(/bytes=(\d+)-/.exec(route.request().headers().range ?? '')?.[1] ?? 0);
    const range = `bytes ${from}-${programme.length - 1}/${programme.length}`;
    const headers = { 'content-type': 'video/mp4', 'accept-ranges': 'bytes', 'content-range': range };
    return route.fulfill({ status: 206, headers, body: programme.subarray(from) });
  });
  return { counts: () => ({ plays }) };
}

const hash = (file: Buffer): string => createHash('sha256').update(file).digest('hex');
