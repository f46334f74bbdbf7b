import { SALE_COLUMNS } from '#domain/orders/views.ts';
import { DAY_MS } from '../domain/day.ts';
import { openDatabase } from '../server/platform/db.ts';
import type { TestPerson } from '../server/test/people.ts';
import { type BenchServer, databaseUrlOf, residentMegabytes, startServer } from './measure/server.ts';
import { type Answer, any, askFor, get, measureAlone, medianAndMaximum, percentile } from './measure/staff.ts';
import type { Figure } from './measure/table.ts';
import { fillLists } from './rows/lists-rows.ts';
import { members } from './rows/people.ts';
import { fillSales } from './rows/sales-rows.ts';

const ORDERS = Number(process.env.ORDERS ?? 1_000_000);
const PEOPLE = Math.round(ORDERS / 5);
const STAFF = 10;
const SECONDS = Number(process.env.SECONDS ?? 60);
/** Which part of all orders the file is of: half of 200,000 are as many as a tenth of a million. */
const FILE_PART = Number(process.env.FILE_PART ?? 0.1);
const FILE_FROM = new Date(Date.now() - FILE_PART ** 1.4 * 3 * 365 * DAY_MS).toISOString().slice(0, 10);

/** What a screen asks for, one after another; what it asks for at the same time stands together. */
type Screen = (drawn: PickedRow) => string[][];
const SCREENS: Record<string, Screen> = {
  'order page': ({ number }) => [
    [`/orders/${number}`],
    ['packing', 'refunds', 'neighbours', 'returns'].map((part) => `/orders/${number}/${part}`),
  ],
  'sales, newest': () => [['/orders?']],
  'sales, oldest': () => [['/orders?direction=asc']],
  'sales, by amount': () => [[`/orders?sort=amount&direction=${any(['asc', 'desc'])}`]],
  'sales, next page': ({ next }) => [[`/orders?after=${next}`]],
  'counts of all views': () => [['/orders/views']],
  ...Object.fromEntries(
    ['recent', 'to_pack', 'to_call', 'to_pay', 'cod_late', 'refunds'].map((view) => [
      `view ${view} with its sums`,
      () => [[`/orders?view=${view}`], [`/orders/sums?view=${view}`]],
    ]),
  ),
  'search, two letters': ({ names }) => [[`/orders?search=${encodeURIComponent(any(names).slice(0, 2))}`]],
  'search, a surname': ({ names }) => [[`/orders?search=${encodeURIComponent(names[1]!)}`]],
  'search, a whole name': ({ names }) => [[`/orders?search=${encodeURIComponent(names.join(' '))}`]],
  'search, half a phone number': ({ phone }) => [[`/orders?search=${phone.slice(-6)}`]],
  'search, a company': () => [['/orders?search=apoteke']],
  'palette, a name': ({ names }) => [[`/find?q=${encodeURIComponent(names.join(' '))}`]],
  'palette, a number': ({ number }) => [[`/find?q=${number}`]],
  Danas: () => [['/today', '/overview']],
};

/** What other filters come to: a query of its own, which the list does not wait for. */
const SUMS: Record<string, (drawn: PickedRow) => string> = {
  'sum of a way and a month': () => '/orders/sums?way=transfer&from=2026-03-01&to=2026-03-31',
  'sum of a surname': ({ names }) => `/orders/sums?search=${encodeURIComponent(names[1]!)}`,
  'sum of what was delivered': () => '/orders/sums?fulfilment=delivered',
};

interface PickedRow {
  number: number;
  names: string[];
  phone: string;
  next: string;
}

/** The desk at a million orders: ten members of staff, each asking again a second after the answer; then one alone. */
export default async function desk(): Promise<Figure[]> {
  const server = await startServer();
  try {
    const url = databaseUrlOf(server);
    const began = performance.now();
    await fillLists(url, PEOPLE, PEOPLE);
    await fillSales(url, ORDERS);
    const filled = performance.now() - began;
    const staff = await members(server, STAFF, 'admin');
    const pick = await rowPicker(server, staff[0]!);
    for (const screen of Object.values(SCREENS)) await open(server, staff[0]!, screen(pick()));

    const ten = await askFor(SECONDS, staff, (who) => openAny(server, who, pick));
    const alone = await measureAlone(server, SECONDS, staff[0]!, (who) => openAny(server, who, pick));
    const all = ten.map(({ ms }) => ms);
    return [
      {
        what: `filled with ${ORDERS.toLocaleString('en')} orders, ${PEOPLE.toLocaleString('en')} people`,
        measured: `${Math.round(filled / 1000)} s`,
      },
      ...Object.keys(SCREENS).map((kind) => {
        const times = ten.filter((one) => one.kind === kind).map(({ ms }) => ms);
        return {
          what: kind,
          measured: times.length === 0 ? 'not asked' : `${medianAndMaximum(times)} (${times.length} times)`,
        };
      }),
      {
        what: `${STAFF} members of staff, all screens`,
        measured: `${medianAndMaximum(all)} (${all.length} times)`,
        target: 'p95 ≤ 50 ms',
        met: percentile(all, 0.95) <= 50,
      },
      {
        what: 'processor time of one screen, PostgreSQL and server, one alone',
        measured: `${alone.cpu.toFixed(1)} ms (${alone.postgres.toFixed(1)} and ${(alone.cpu - alone.postgres).toFixed(1)}); ${medianAndMaximum(alone.times)}`,
        target: '≤ 15 ms',
        met: alone.cpu <= 15,
      },
      ...(await sums(server, staff[0]!, pick)),
      ...(await file(server, staff[0]!)),
    ];
  } finally {
    await server.stop();
  }
}

async function sums(server: BenchServer, who: TestPerson, pick: () => PickedRow): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [what, path] of Object.entries(SUMS)) {
    const times: number[] = [];
    for (let i = 0; i < 10; i++) times.push(await open(server, who, [[path(pick())]]));
    const met = percentile(times, 0.95) <= 1_000;
    figures.push({ what, measured: medianAndMaximum(times), target: '≤ 1 s', met });
  }
  return figures;
}

/** All columns of so many orders as CSV: when it begins, when it ends, and what the server holds more meanwhile. */
async function file({ url, pid }: BenchServer, { token }: TestPerson): Promise<Figure[]> {
  const before = residentMegabytes(pid);
  let most = before;
  const began = performance.now();
  const answer = await fetch(`${url}/api/admin/orders/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ from: FILE_FROM, columns: SALE_COLUMNS, format: 'csv' }),
  });
  let [first, lines] = [0, 0];
  for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) {
    first ||= performance.now() - began;
    lines += part.split('\r\n').length - 1;
    most = Math.max(most, residentMegabytes(pid));
  }
  const seconds = (performance.now() - began) / 1_000;
  const more = most - before;
  return [
    {
      what: `CSV of ${(lines - 1).toLocaleString('en')} orders: first part`,
      measured: `${first.toFixed(0)} ms, whole ${seconds.toFixed(1)} s`,
      target: '≤ 1 s',
      met: first <= 1_000,
    },
    { what: 'CSV, more memory', measured: `${more.toFixed(0)} MB`, target: '≤ 64 MB', met: more <= 64 },
  ];
}

async function openAny(server: BenchServer, who: TestPerson, pick: () => PickedRow): Promise<Answer> {
  const kind = any(Object.keys(SCREENS));
  return { kind, ms: await open(server, who, SCREENS[kind]!(pick())) };
}

/** Milliseconds until all of it is there. */
async function open(server: BenchServer, who: TestPerson, steps: string[][]): Promise<number> {
  const began = performance.now();
  for (const step of steps) await Promise.all(step.map((path) => get(server, who, path)));
  return performance.now() - began;
}

async function rowPicker(server: BenchServer, who: TestPerson): Promise<() => PickedRow> {
  const db = openDatabase(databaseUrlOf(server), { max: 1, statementMs: 60_000 });
  const rows = await db.ask<{ number: string; first: string; last: string; phone: string }>(
    `select number, delivery ->> 'firstName' as first, delivery ->> 'lastName' as last, delivery ->> 'phone' as phone
     from orders tablesample system (0.3)`,
  );
  await db.close();
  const { next } = await get<{ next: string }>(server, who, '/orders?');
  return () => {
    const { number, first, last, phone } = any(rows);
    return { number: Number(number), names: [first, last], phone, next };
  };
}
