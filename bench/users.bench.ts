import { setTimeout as sleep } from 'node:timers/promises';
import { delayOf } from '#domain/live/rules.ts';
import type { TestPerson } from '../server/test/people.ts';
import { type BenchServer, startServer } from './measure/server.ts';
import { percentile } from './measure/staff.ts';
import { type Figure, median } from './measure/table.ts';
import { members } from './rows/people.ts';
import { addPeople, ageChanges } from './rows/people-rows.ts';

const SMALL = 100_000;
const LARGE = Number(process.env.PEOPLE ?? 1_000_000);
/** Staff who have the list open at the same time. */
const SCREENS = 10;
const EDITS = 20;

/** What the list of people asks, as the screen asks it. */
const LOOKS = {
  'first page, newest first': '',
  'first page by last name': 'sort=name&direction=asc',
  'first page of companies': 'show=company',
  'search by name': 'search=%C5%BDivkovi%C4%87%20mirjana',
  'search by part of an address': 'search=osoba77',
  'search by phone': 'search=0601583',
  'search by a single letter': 'search=m',
  'search without a hit': 'search=nepostojeci',
} as const;

/** The list of people at the server over a hundred thousand and over a million, and one admin's edit on the screens of the others. */
export default async function users(): Promise<Figure[]> {
  const server = await startServer();
  try {
    const [admin, ...others] = await members(server, SCREENS + 1, 'admin');
    await addPeople(server, 0, SMALL);
    await ageChanges(server);
    const few = await lookAll(server, admin!);
    const alone = await editsSeen(server, admin!, others.slice(0, 1));
    const edits = await editsSeen(server, admin!, others);
    await addPeople(server, SMALL, LARGE);
    const many = await lookAll(server, admin!);

    const figures: Figure[] = [];
    for (const what of Object.keys(LOOKS) as (keyof typeof LOOKS)[]) {
      figures.push({
        what: `${what}, ${SMALL.toLocaleString('en')} people`,
        measured: milliseconds(few[what]),
        target: '≤ 100 ms',
        met: few[what] <= 100,
      });
      figures.push({
        what: `${what}, ${LARGE.toLocaleString('en')} people`,
        measured: milliseconds(many[what]),
        comparison: `${(many[what] / few[what]).toFixed(2)} ×`,
        target: '≤ 150 ms, 1.5 × of that',
        met: many[what] <= 150,
      });
    }
    figures.push({
      what: `an edit on ${SCREENS} other open screens (median, p95)`,
      measured: `${milliseconds(median(edits))}, ${milliseconds(percentile(edits, 0.95))}`,
      comparison: `on a single one ${milliseconds(median(alone))}, ${milliseconds(percentile(alone, 0.95))}; ${delayOf('people')} ms of it are the list's pause`,
      target: 'p95 ≤ 300 ms',
      met: percentile(edits, 0.95) <= 300,
    });
    return figures;
  } finally {
    await server.stop();
  }
}

async function lookAll(server: BenchServer, admin: TestPerson) {
  const taken = {} as Record<keyof typeof LOOKS, number>;
  for (const [what, query] of Object.entries(LOOKS)) {
    const times: number[] = [];
    for (let round = 0; round < 25; round += 1) {
      const began = performance.now();
      await ask(server, admin, `/admin/people?${query}`);
      if (round >= 5) times.push(performance.now() - began);
    }
    taken[what as keyof typeof LOOKS] = percentile(times, 0.95);
  }
  return taken;
}

async function ask<T>({ url }: BenchServer, { token }: TestPerson, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${url}/api${path}`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

interface Page {
  rows: { id: string; city: string }[];
}

/** Milliseconds from the press on "save" to the new value on each screen: it is notified of the change, waits and asks again. */
async function editsSeen(server: BenchServer, admin: TestPerson, others: TestPerson[]): Promise<number[]> {
  const leave = new AbortController();
  const { rows } = await ask<Page>(server, admin, '/admin/people');
  const target = rows[20]!;
  let wanted = target.city;
  let began = 0;
  const seen: number[] = [];
  let arrived = 0;

  async function screen(who: TestPerson): Promise<void> {
    const stream = await fetch(`${server.url}/api/live/admin`, {
      headers: { authorization: `Bearer ${who.token}` },
      signal: leave.signal,
    });
    void read(stream, who).catch(() => {});
  }

  async function read(stream: Response, who: TestPerson) {
    for await (const topics of stream.body!.pipeThrough(new TextDecoderStream())) {
      if (!topics.includes('profiles')) continue;
      await sleep(delayOf('people'));
      const page = await ask<Page>(server, who, '/admin/people');
      if (page.rows.find(({ id }) => id === target.id)?.city !== wanted) continue;
      seen.push(performance.now() - began);
      arrived += 1;
      await ask(server, who, '/admin/people/count');
    }
  }

  await Promise.all(others.map(screen));
  await sleep(1_000);
  for (let round = 0; round < EDITS; round += 1) {
    const from = wanted;
    wanted = `Grad ${round}`;
    arrived = 0;
    began = performance.now();
    await ask(server, admin, `/admin/people/${target.id}`, { from: { city: from }, to: { city: wanted } });
    for (let waited = 0; arrived < others.length && waited < 5_000; waited += 20) await sleep(20);
    if (arrived < others.length) throw new Error(`Only ${arrived} of ${others.length} screens saw the edit.`);
    await sleep(200);
  }
  leave.abort();
  return seen;
}

const milliseconds = (time: number): string => `${time.toFixed(time < 10 ? 1 : 0)} ms`;
