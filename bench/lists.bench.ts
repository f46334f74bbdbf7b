import { DAY_MS } from '../domain/day.ts';
import { openDatabase } from '../server/platform/db.ts';
import type { TestPerson } from '../server/test/people.ts';
import { type BenchServer, databaseUrlOf, startServer } from './measure/server.ts';
import { type Answer, any, askFor, get, measureAlone, medianAndMaximum, percentile } from './measure/staff.ts';
import type { Figure } from './measure/table.ts';
import { fillLists } from './rows/lists-rows.ts';
import { members } from './rows/people.ts';

const PEOPLE = Number(process.env.PEOPLE ?? 1_000_000);
const ENTRIES = Math.round(PEOPLE * 1.2);
const STAFF = 10;
const SECONDS = Number(process.env.SECONDS ?? 30);

/** What staff ask of the lists of people and of the audit log, kind by kind; each question is drawn anew. */
type Draw = (rows: PickedRow) => string;
const KINDS: Record<string, Draw> = {
  'people, first page': () => '/people?',
  'people, next page': ({ next }) => `/people?after=${next}`,
  'people, sorted': () => `/people?sort=${any(['name', 'email', 'banners'])}&direction=${any(['asc', 'desc'])}`,
  'people, two letters': ({ person }) => `/people?search=${encodeURIComponent(any(person.names).slice(0, 2))}`,
  'people, a name': ({ person }) => `/people?search=${encodeURIComponent(any(person.names))}`,
  'people, a whole name': ({ person }) => `/people?search=${encodeURIComponent(person.names.join(' '))}`,
  'people, an address': ({ person }) => `/people?search=${encodeURIComponent(person.email.slice(0, 12))}`,
  'people, of a kind': () => `/people?show=${any(['company', 'installer', 'partner', 'blocked', 'waiting', 'admin'])}`,
  'people, counts': () => '/people/count?',
  'people, counts of a name': ({ person }) => `/people/count?search=${encodeURIComponent(any(person.names))}`,
  'audit, first page': () => `/audit?direction=${any(['desc', 'desc', 'desc', 'asc'])}`,
  'audit, next page': ({ nextEntry }) => `/audit?after=${nextEntry}`,
  'audit, of an actor': ({ actor }) => `/audit?actor=${encodeURIComponent(any([actor, actor.slice(0, 9), 'system']))}`,
  'audit, of an action': () =>
    `/audit?action=${any(['accounts', 'orders', 'orders.refunded', 'accounts.signed-in', 'network'])}`,
  'audit, about somebody': ({ person }) => `/audit?subject=${encodeURIComponent(person.email)}`,
  'audit, of days': ({ day }) => `/audit?from=${day}&to=${day}`,
};

/** Rows that are looked for: of anybody, so common names as often as they are borne. */
interface PickedRow {
  person: { names: string[]; email: string };
  actor: string;
  day: string;
  next: string;
  nextEntry: string;
}

/** The back office's lists at a million rows: ten members of staff, each asking again a second after the answer; then one alone. */
export default async function lists(): Promise<Figure[]> {
  const server = await startServer();
  try {
    const url = databaseUrlOf(server);
    const began = performance.now();
    await fillLists(url, PEOPLE, ENTRIES);
    const filled = performance.now() - began;
    const staff = await members(server, STAFF, 'admin');
    const pick = await rowPicker(server, staff[0]!);
    await printPlans(url);
    for (const kind of Object.keys(KINDS)) await ask(server, staff[0]!, kind, pick());

    const ten = await askFor(SECONDS, staff, (who) => askAny(server, who, pick));
    const alone = await measureAlone(server, SECONDS, staff[0]!, (who) => askAny(server, who, pick));
    const all = ten.map(({ ms }) => ms);
    return [
      {
        what: `filled with ${PEOPLE.toLocaleString('en')} people, ${ENTRIES.toLocaleString('en')} entries`,
        measured: `${Math.round(filled / 1000)} s`,
      },
      ...Object.keys(KINDS).map((kind) => {
        const times = ten.filter((one) => one.kind === kind).map(({ ms }) => ms);
        return {
          what: kind,
          measured: times.length === 0 ? 'not asked' : `${medianAndMaximum(times)} (${times.length} times)`,
        };
      }),
      {
        what: `${STAFF} members of staff, all questions`,
        measured: `${medianAndMaximum(all)} (${all.length} times)`,
        target: 'p95 ≤ 50 ms',
        met: percentile(all, 0.95) <= 50,
      },
      {
        what: 'processor time of one question, PostgreSQL and server, one alone',
        measured: `${alone.cpu.toFixed(1)} ms (${alone.postgres.toFixed(1)} and ${(alone.cpu - alone.postgres).toFixed(1)}); ${medianAndMaximum(alone.times)}`,
        target: '≤ 15 ms',
        met: alone.cpu <= 15,
      },
    ];
  } finally {
    await server.stop();
  }
}

async function askAny(server: BenchServer, who: TestPerson, pick: () => PickedRow): Promise<Answer> {
  const kind = any(Object.keys(KINDS));
  const began = performance.now();
  await ask(server, who, kind, pick());
  return { kind, ms: performance.now() - began };
}

const ask = (server: BenchServer, who: TestPerson, kind: string, drawn: PickedRow) =>
  get(server, who, KINDS[kind]!(drawn));

async function rowPicker(server: BenchServer, who: TestPerson): Promise<() => PickedRow> {
  const db = openDatabase(databaseUrlOf(server), { max: 1, statementMs: 60_000 });
  const people = await db.ask<{ first_name: string; last_name: string; email: string }>(
    'select first_name, last_name, email from profiles tablesample system (0.3) where first_name is not null',
  );
  const actors = await db.ask<{ email: string }>(
    'select actor_email as email from audit_log tablesample system (0.3) where actor_email is not null',
  );
  await db.close();
  const { next } = await get<{ next: string }>(server, who, '/people?');
  const { next: nextEntry } = await get<{ next: string }>(server, who, '/audit?');
  return () => {
    const { first_name, last_name, email } = any(people);
    const day = new Date(Date.now() - Math.floor(Math.random() ** 2 * 900) * DAY_MS).toISOString().slice(0, 10);
    return { person: { names: [first_name, last_name], email }, actor: any(actors).email, day, next, nextEntry };
  };
}

/** How PostgreSQL carries out what these lists ask. */
async function printPlans(url: string): Promise<void> {
  const db = openDatabase(url, { max: 1, statementMs: 60_000 });
  const found = (word: string) => `profiles p join profile_words w on w.profile_id = p.id where w.words like '${word}'`;
  const statements = [
    'select * from profiles order by created_at desc, id desc limit 51',
    "select * from profiles order by serbian_latin(coalesce(last_name, '') || ' ' || coalesce(first_name, '')) collate serbian, id limit 51",
    'select * from profiles where is_company order by created_at desc, id desc limit 51',
    `select p.* from ${found('% ma%')} order by p.created_at desc, p.id desc limit 51`,
    `select p.* from ${found('%zivkovic%')} order by w.created_at desc, w.profile_id desc limit 51`,
    `select p.* from ${found('%zugic%')} order by w.created_at desc, w.profile_id desc limit 51`,
    `select p.* from ${found('%zivkovic%')} order by w.name, w.profile_id limit 51`,
    'select count(*) from (select 1 from profiles where is_company limit 10001) counted',
    "select count(*) from (select 1 from profile_words where words like '%zivkovic%' limit 10001) counted",
    'select * from audit_log order by at desc, id desc limit 51',
    "select * from audit_log where actor = 'system' order by at desc, id desc limit 51",
    "select * from audit_log where split_part(action, '.', 1) = 'network' order by at desc, id desc limit 51",
  ];
  for (const statement of statements) {
    const lines = await db.ask<{ 'QUERY PLAN': string }>(`explain (analyze, costs off, buffers off) ${statement}`);
    console.log(`\n  ${statement}\n${lines.map((line) => `    ${line['QUERY PLAN']}`).join('\n')}`);
  }
  await db.close();
}
