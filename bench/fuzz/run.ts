import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { buildIfNeeded } from '../../scripts/setup.mjs';
import { residentMegabytes } from '../measure/server.ts';
import { breakOnce } from './break.ts';
import { failureOf } from './failure.ts';
import { type FuzzContext, openFuzzContext } from './fuzz-context.ts';
import { authOperations, CALLERS, type Caller, type Operation, operationsOf } from './operations.ts';
import { buildPlanted, PLANTED } from './planted.ts';
import { openRandom, type Random } from './random.ts';
import type { Ask } from './recipes/recipe.ts';
import { RECIPES } from './recipes.ts';
import { draftOf, type PlannedRequest, send } from './request.ts';
import { type FuzzServer, NOT_SELLING_SPECIAL, SUPER_ADMIN, seed, startServer } from './server.ts';

/**
 * `npm run test:fuzz`: every operation of the OpenAPI document and of the sign-in server, in the right shape by somebody who may (a
 * fifth must be answered 2xx) and then broken in one place, by everybody. Nothing may fail, hang or reveal internals, and of a server
 * with five planted faults all must be found. `--seed` repeats a run, `--only` asks one operation; SIGINT prints what was found until then.
 */
const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now()) },
    only: { type: 'string' },
    requests: { type: 'string', default: '100000' },
    valid: { type: 'string', default: '200' },
    planted: { type: 'string', default: 'yes' },
  },
});
const VALID = Number(options.valid);
const TARGET_2XX = 0.2;
/** Requests at once in each shop: two cores answer more of them no faster, and each waits the longer (docs/decisions/349). */
const AT_ONCE = 4;
const SHOPS = 2;
/** The last shop sells no special package, so it is the one that is asked for it. */
const ASKED_OF_LAST = 'special.own.request';
/** Findings of a shop that are printed one by one. */
const PRINTED = 60;

interface Tally {
  operation: Operation;
  level: Caller;
  valid: { passed: number; yes: number };
  /** Why its recipe last failed to make what the operation needs. */
  unprepared?: string;
  /** Answers to all requests by their class: 2, 4, 5 hundreds, 0 for none. */
  classes: Record<string, number>;
}
interface Finding {
  operation: string;
  what: string;
  how: string;
}

async function main() {
  await buildIfNeeded();
  console.log(`seed ${options.seed}`);
  const dataDirs = await Promise.all(range(SHOPS).map(newShop));
  const servers = await Promise.all(
    dataDirs.map((dataDir, shop) => startServer(dataDir, isLast(shop) ? { env: NOT_SELLING_SPECIAL } : {})),
  );
  const dataDir = dataDirs[0]!;
  let failed = false;
  try {
    const began = performance.now();
    const results = await Promise.all(
      servers.map((server, shop) =>
        attack(
          server,
          Number(options.requests) / SHOPS,
          VALID,
          (name, place) => wanted(name) && (name === ASKED_OF_LAST ? isLast(shop) : place % SHOPS === shop),
        ),
      ),
    );
    const result = joined(results);
    printTable(result.tallies);
    failed = printVerdict(result, (performance.now() - began) / 1000);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
  if (options.planted === 'yes') {
    const broken = await startServer(dataDir, { bundle: await buildPlanted() });
    try {
      const { findings } = await attack(broken, 600 * new Set(PLANTED.map((one) => one.operation)).size, 60, (name) =>
        PLANTED.some(({ operation }) => operation === name),
      );
      for (const { what, found } of PLANTED) {
        const seen = findings.some(found);
        console.log(`planted: ${what}: ${seen ? 'found' : 'NOT FOUND'}`);
        failed ||= !seen;
      }
    } finally {
      await broken.stop();
    }
  }
  process.exit(failed ? 1 : 0);
}

async function newShop(): Promise<string> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'vidik-fuzz-'));
  chmodSync(dataDir, 0o711);
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  await seed(dataDir);
  return dataDir;
}

type Result = Awaited<ReturnType<typeof attack>>;

/** What several shops found; the memory is that of the one which grew most. */
function joined(results: Result[]): Result {
  const growth = ({ memory }: Result) => memory.after / memory.before;
  const asked = results.filter(({ requests }) => requests > 0);
  return {
    tallies: results.flatMap(({ tallies }) => tallies),
    findings: results.flatMap(({ findings }) => findings),
    memory: asked.toSorted((a, b) => growth(b) - growth(a))[0]!.memory,
    requests: results.reduce((sum, { requests }) => sum + requests, 0),
  };
}

async function attack(
  server: FuzzServer,
  requests: number,
  valid: number,
  chosen: (name: string, place: number) => boolean,
) {
  const document = await (await fetch(`${server.publicUrl}/api/openapi.json`)).json();
  const operations = [...operationsOf(document), ...authOperations].filter(({ name }, place) => chosen(name, place));
  const context = await openFuzzContext(server.databaseUrl, server.publicUrl, SUPER_ADMIN);
  const people = await openPeople(context);
  const ask: Ask = (method, path, token, body) => askPlainly(server.publicUrl, method, path, token, body);
  const tallies: Tally[] = [];
  for (const operation of operations)
    tallies.push({
      operation,
      level: await levelOf(server, operation, people),
      valid: { passed: 0, yes: 0 },
      classes: {},
    });
  people.renewAll();
  server.errors.splice(0);
  const asked = new Map<string, { operation: string; how: string }>();
  const findings: Finding[] = [];
  const note = (operation: string, what: string, how: string) => {
    if (findings.push({ operation, what, how }) <= PRINTED) console.log(`FOUND ${what}: ${operation}: ${how}`);
  };

  const prepare = async (tally: Tally, random: Random): Promise<PlannedRequest> => {
    try {
      return (await RECIPES[tally.operation.name]?.(context, random, ask)) ?? {};
    } catch (error) {
      if (!(error instanceof NotAnswered)) throw error;
      tally.unprepared = error.message;
      return {};
    }
  };

  const one = async (tally: Tally, index: number, breaks: boolean) => {
    const { operation, level } = tally;
    const random = openRandom(`${options.seed} ${operation.name} ${breaks ? 'broken' : 'valid'} ${index}`);
    const usesRecipe = !breaks || random.chance(0.2);
    const planned = usesRecipe ? await prepare(tally, random) : {};
    const caller = !breaks || random.chance(0.7) ? level : random.pick(CALLERS);
    const draft = draftOf(operation, random, await people.token(caller), planned);
    if (breaks && caller !== level) draft.token = await people.token(caller);
    const how = breaks ? breakOnce(draft, random) : 'in shape';
    const answer = await send(server.port, draft);
    const group = String(Math.floor(answer.status / 100));
    tally.classes[group] = (tally.classes[group] ?? 0) + 1;
    if (!breaks) {
      if (answer.status !== 401 && answer.status !== 403) tally.valid.passed += 1;
      if (group === '2') tally.valid.yes += 1;
    }
    const failure = failureOf(answer);
    if (failure) {
      const said = failure === 'hang' ? await waitsOf(context) : answer.text.slice(0, 200);
      note(operation.name, failure, `request ${index}, ${caller}, ${how}: ${answer.status} ${said}`);
    }
    if (answer.status === 503 && /SERVICE_UNAVAILABLE|server is busy/.test(answer.text))
      tally.classes.busy = (tally.classes.busy ?? 0) + 1;
    asked.set(answer.requestId, { operation: operation.name, how: `request ${index}, ${caller}, ${how}` });
    if ((answer.status === 401 || answer.status === 403) && caller === level && !planned.token) people.renew(caller);
    if (!server.isAlive()) throw new Error(`The server died at ${operation.name}, request ${index}, ${how}.`);
  };

  await inParallel(
    'in shape',
    range(valid).flatMap((index) => tallies.map((tally) => () => one(tally, index, false))),
  );
  await sleep(2_000);
  const before = residentMegabytes(server.pid);
  const rest = tallies.length === 0 ? 0 : Math.max(0, Math.ceil(requests / tallies.length - valid));
  await inParallel(
    'broken',
    range(rest).flatMap((index) => tallies.map((tally) => () => one(tally, index, true))),
  );
  await sleep(5_000);
  const after = residentMegabytes(server.pid);
  await context.close();
  for (const line of server.errors) {
    const { operation, how } = asked.get(/"requestId":"([^"]+)"/.exec(line)?.[1] ?? '') ?? { operation: '', how: '' };
    note(operation || 'none of these', 'error in the log', `${how}: ${line.slice(0, 3_000)}`);
  }
  return { tallies, findings, memory: { before, after }, requests: tallies.length * (valid + rest) };
}

/** What the database's sessions do at the moment; `WalSync` and the like: the disk stands still. */
async function waitsOf({ db }: FuzzContext): Promise<string> {
  const { rows } = await db.execute<{ waits: string }>(sql`
    select coalesce(wait_event, state) || ' ' || round(extract(epoch from clock_timestamp() - query_start), 1) || ' s: ' ||
      left(query, 80) as waits
    from pg_stat_activity where state <> 'idle' and pid <> pg_backend_pid() order by query_start limit 12`);
  return rows.map(({ waits }) => waits).join(' · ');
}

const wanted = (name: string) => options.only === undefined || name.includes(options.only);
const isLast = (shop: number) => shop === SHOPS - 1;
const range = (count: number) => Array.from({ length: count }, (_, index) => index);

let isInterrupted = false;
process.once('SIGINT', () => {
  isInterrupted = true;
});

async function inParallel(what: string, jobs: (() => Promise<void>)[]): Promise<void> {
  let next = 0;
  const reporting = setInterval(() => console.log(`… ${next} of ${jobs.length} ${what}`), 60_000);
  await Promise.all(
    range(AT_ONCE).map(async () => {
      while (next < jobs.length && !isInterrupted) await jobs[next++]!();
    }),
  );
  clearInterval(reporting);
}

/** Less than the ten minutes for which a session counts as freshly proven. */
const SESSION_MS = 300_000;

/** One of each kind, replaced when a request took their session and before their proof grows old. */
async function openPeople(context: FuzzContext) {
  const tokens = new Map<Caller, { token: Promise<string | undefined>; since: number }>();
  const token = (caller: Caller) => {
    const known = tokens.get(caller);
    if (known && performance.now() - known.since < SESSION_MS) return known.token;
    const fresh = { token: context.tokenOf(caller), since: performance.now() };
    tokens.set(caller, fresh);
    return fresh.token;
  };
  return { token, renew: (caller: Caller) => void tokens.delete(caller), renewAll: () => tokens.clear() };
}

/** Of one operation, inputs tried for one caller: some may be refused to everybody, such as a file that only we make. */
const INPUTS = 12;

/** The lowest level that is let in with some input. */
async function levelOf(server: FuzzServer, operation: Operation, people: Awaited<ReturnType<typeof openPeople>>) {
  const random = openRandom(operation.name);
  for (const caller of CALLERS)
    for (let input = 0; input < INPUTS; input++) {
      const draft = draftOf(operation, random, await people.token(caller), {});
      const { status, text } = await send(server.port, draft);
      if (status === 401) break;
      if (!(status === 403 && /FORBIDDEN|bad_jwt/.test(text))) return caller;
    }
  throw new Error(`Nobody gets past the checks of ${operation.name}.`);
}

/** What a recipe asked for on the way was refused, so that its operation cannot be asked with success. */
class NotAnswered extends Error {}

async function askPlainly(url: string, method: string, path: string, token: string | undefined, body: unknown) {
  const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const isPlain = body === undefined || method === 'FILE' || Buffer.isBuffer(body);
  const answer = await fetch(url + path, {
    method: method === 'FILE' ? 'POST' : method,
    headers: { ...authorization, ...(isPlain ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: written(method, body) }),
  }).catch((error: Error) => {
    throw new NotAnswered(`${method} ${path}: ${error.message}`);
  });
  const text = await answer.text();
  if (!answer.ok) throw new NotAnswered(`${method} ${path}: ${answer.status} ${text.slice(0, 120)}`);
  return text === '' ? null : JSON.parse(text);
}

function written(method: string, body: unknown): BodyInit {
  if (Buffer.isBuffer(body)) return new Uint8Array(body);
  return method === 'FILE' ? formOf(body) : JSON.stringify(body);
}

function formOf(file: unknown): FormData {
  const { name, content } = file as { name: string; content: string };
  const form = new FormData();
  form.append('file', new File([content], name));
  return form;
}

function printTable(tallies: Tally[]) {
  console.log('operation · who · valid past the checks · of them 2xx · all answers: 2xx 3xx 4xx 5xx none (busy)');
  for (const { operation, level, valid, classes } of tallies.toSorted((a, b) => a.valid.yes - b.valid.yes)) {
    const share = valid.passed === 0 ? 0 : Math.round((100 * valid.yes) / valid.passed);
    const counts = ['2', '3', '4', '5', '0'].map((group) => classes[group] ?? 0).join(' ');
    console.log(
      `${operation.name.padEnd(46)} ${level.padEnd(10)} ${String(valid.passed).padStart(4)} ${String(share).padStart(4)} %   ${counts} (${classes.busy ?? 0})`,
    );
  }
}

function printVerdict({ tallies, findings, memory, requests }: Result, seconds: number): boolean {
  const kinds = new Map<string, number>();
  for (const { what } of findings) kinds.set(what, (kinds.get(what) ?? 0) + 1);
  const thin = tallies.filter(({ valid }) => valid.passed < VALID || valid.yes < valid.passed * TARGET_2XX);
  for (const { operation, valid, unprepared } of thin)
    console.log(
      `TOO FEW ${operation.name}: ${valid.passed} of ${VALID} past the checks, ${valid.yes} answered 2xx${unprepared ? `; its recipe: ${unprepared}` : ''}`,
    );
  console.log(
    `${tallies.length - thin.length} of ${tallies.length} operations: ${VALID} past the checks, ${100 * TARGET_2XX} % answered 2xx`,
  );
  const growth = memory.after / memory.before;
  console.log(
    `${requests} requests in ${Math.round(seconds)} s; findings: ${JSON.stringify(Object.fromEntries(kinds))}`,
  );
  console.log(
    `memory ${memory.before.toFixed(0)} MB → ${memory.after.toFixed(0)} MB (${growth.toFixed(2)} ×, at most 1.2)`,
  );
  return findings.length > 0 || thin.length > 0 || growth > 1.2;
}

await main();
