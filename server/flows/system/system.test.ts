import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { AuditAction } from '#domain/audit-actions.ts';
import { DETAILED } from '#domain/system/details.ts';
import { PARTS, PARTS_BY_HARM } from '#domain/system/limits.ts';
import { jobGroupNames } from '#domain/system/tables-copy.ts';
import { createApp } from '../../app.ts';
import { restores } from '../../backup/schema.ts';
import { HEAVY_JOBS } from '../../heavy-jobs.ts';
import { jobNames, jobs } from '../../jobs.ts';
import { orders } from '../../orders/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import type { Jobs } from '../../platform/jobs/queue.ts';
import { sendHeartbeats } from '../../platform/servers/alive.ts';
import type { ProcessFigures } from '../../platform/servers.schema.ts';
import { StorageUnavailable } from '../../platform/storage/file-store.ts';
import { eventually } from '../../test/eventually.ts';
import { call, codeOfCall, person } from '../../test/people.ts';
import { buyer, pay, testShop } from '../../test/shop.ts';
import { FACTS_OF } from './facts.ts';
import { readSystem } from './read-system.ts';

const shop = await testShop({ quick: true });
const owner = await person(shop, 'superAdmin');
const system = call(shop, owner).system;
const device = { productName: 'Vidik – 1 uređaj', productPrice: 219, buyerInfo: buyer, termsVersion: '2026-09-01' };

beforeEach(() => shop.db.execute(sql`delete from servers`));

const figures = (said: Partial<ProcessFigures> = {}): ProcessFigures => ({
  perMinute: 212,
  times: [],
  errors: 0,
  lastErrorAt: null,
  slow: 0,
  longest: 0,
  slowest: [],
  memoryMb: 148,
  jobsPerMinute: 3,
  clockMs: 10,
  pool: { max: 20, used: 1, waiting: 0, waitingSince: null },
  streams: 0,
  ...said,
});

interface Process {
  place: string;
  jobs?: 'web' | 'worker' | 'both';
  release?: string;
  startedAgo?: number;
  seenAgo?: number;
  said?: Partial<ProcessFigures>;
}
/** Seconds ago. */
const process = ({ place, jobs = 'both', release = '1.0.0', startedAgo = 600, seenAgo = 1, said }: Process) =>
  shop.db.execute(sql`insert into servers (id, release, migration, jobs, place, figures, started_at, seen_at)
    values (gen_random_uuid(), ${release}, '0107', ${jobs}, ${place}, ${JSON.stringify(figures(said))}::jsonb,
      now() - make_interval(secs => ${startedAgo}), now() - make_interval(secs => ${seenAgo}))`);

async function known<Part extends (typeof PARTS)[number]>(part: Part) {
  const one = (await readSystem(shop.deps)).parts[part];
  if (!one.known) throw new Error(`${part} is not known`);
  return one as Extract<typeof one, { known: true }>;
}
const entries = (action: Extract<AuditAction, `system.${string}`>) =>
  shop.db.select({ actor: auditLog.actor, after: auditLog.after }).from(auditLog).where(eq(auditLog.action, action));

test('the super-admin alone sees and does what is on the page', async () => {
  for (const who of [await person(shop), await person(shop, 'admin')]) {
    const { read, detail, askProvider, retryJobs, sendTrialMail, backUp } = call(shop, who).system;
    for (const ask of [read, askProvider, retryJobs, sendTrialMail, backUp])
      expect(await codeOfCall(ask())).toBe('FORBIDDEN');
    for (const part of DETAILED) expect(await codeOfCall(detail({ part }))).toBe('FORBIDDEN');
  }
  expect(Object.keys((await system.read()).parts)).toEqual([...PARTS]);
});

test('a restored shop is to be resumed before anything else is seen to', async () => {
  const madeAt = new Date('2026-11-20T06:33:00Z');
  await shop.db.insert(restores).values({ archive: 'vidik.tar.gz', madeAt, documents: [] });
  expect(await system.read()).toMatchObject({
    heldSince: madeAt.toISOString(),
    first: null,
    commands: { start: 'npm start', worker: 'npm run worker', resume: 'npm run resume' },
  });
  await shop.db.update(restores).set({ resumedAt: new Date() });
  expect(await system.read()).toMatchObject({ heldSince: null });
});

test('what several processes say of themselves is one answer time, one count of errors and one pool', async () => {
  await process({ place: 'a:1', jobs: 'web', said: { times: [[20, 95]], errors: 2, lastErrorAt: new Date(1e12) } });
  await process({ place: 'b:1', jobs: 'worker', said: { times: [[60, 5]], pool: figures().pool, clockMs: -7_000 } });
  const read = await readSystem(shop.deps);
  expect(read).toMatchObject({ errors: 2, lastErrorAt: new Date(1e12) });
  expect(Math.round(read.answered!)).toBe(7);
  expect(await known('database')).toMatchObject({
    state: 'warn',
    facts: { used: 2, max: 40, waiting: 0, clock: { place: 'b:1', ms: -7_000, isServing: false } },
  });
  expect(await known('servers')).toMatchObject({ state: 'ok' });
  expect(await known('version')).toMatchObject({ state: 'ok', facts: { databaseFits: true } });
  await process({ place: 'c:1', release: '0.9.0' });
  await process({ place: 'd:1', release: '0.9.0', jobs: 'worker', said: { clockMs: 11_000 } });
  expect(await known('version')).toMatchObject({ state: 'warn' });
  expect((await known('version')).facts.releases).toContainEqual({
    release: '0.9.0',
    places: ['c:1', 'd:1'],
    serving: ['c:1'],
  });
  await process({ place: 'e:1', jobs: 'web', said: { clockMs: -12_000 } });
  expect((await known('database')).facts.clock).toEqual({ place: 'e:1', ms: -12_000, isServing: true });
});

test('slow statements of all processes are told together, the same one once, longest first', async () => {
  const [early, late] = [new Date(1e12), new Date(2e12)];
  const slow = (statement: string, times: number, longest: number, lastAt: Date) => ({
    statement,
    times,
    longest,
    lastAt,
  });
  const first = [slow('select 1', 2, 900, late), slow('select 2', 1, 400, early)];
  await process({ place: 'a:1', said: { slow: 3, longest: 900, slowest: first } });
  await process({ place: 'b:1', said: { slow: 1, longest: 3_400, slowest: [slow('select 1', 1, 3_400, early)] } });
  await shop.db.execute(sql`insert into servers (id, release, migration, place, figures) values
    (gen_random_uuid(), '0.9.0', '0107', 'old:1', ${JSON.stringify({ ...figures(), slowest: undefined })}::jsonb)`);
  expect((await known('database')).facts).toMatchObject({
    slow: 4,
    longest: 3_400,
    slowest: [slow('select 1', 3, 3_400, late), slow('select 2', 1, 400, early)],
  });
});

test('the mail server’s last word to the oldest that waits is shown with since when, and of files which kind grew most', async () => {
  const since = new Date(Date.now() - 40 * 60_000);
  await shop.db.execute(sql`insert into mails ("to", template, props, state, queued_at, last_error) values
    ('ana@primer.rs', 'orders.paid', '{"a":1}', 'queued', ${since}, 'Invalid login: 535 5.7.8 authentication failed'),
    ('ana@primer.rs', 'orders.paid', '{"a":1}', 'queued', now(), 'connect ECONNREFUSED')`);
  expect((await known('mails')).facts).toMatchObject({
    refusal: 'Invalid login: 535 5.7.8 authentication failed',
    refusedSince: since,
  });
  await shop.db.execute(sql`delete from mails`);
  expect((await known('mails')).facts).toMatchObject({ queued: 0, refusal: null, refusedSince: null });

  expect((await known('files')).facts).toMatchObject({ weekBytes: 0, weekMost: null });
  const files = [
    ['document', 900, 10],
    ['document', 100, 1],
    ['advert-film', 300, 2],
    ['advert-film', 200, 3],
  ] as const;
  for (const [kind, bytes, daysAgo] of files)
    await shop.db.execute(sql`insert into files (sha256, extension, bytes, content_type, part, kind, survives_owner, made_by_us, created_at)
      values (${'a'.repeat(64)}, '.pdf', ${bytes}, 'application/pdf', 'private', ${kind}, true, true, now() - make_interval(days => ${daysAgo}))`);
  expect((await known('files')).facts).toMatchObject({
    bytes: 1_500,
    count: 4,
    weekBytes: 600,
    weekMost: 'advert-film',
  });
  await shop.db.execute(sql`delete from files`);
});

test('a process that ended without a word is missing until another is started in its place', async () => {
  await process({ place: 'a:1', jobs: 'web' });
  await process({ place: 'a:worker', jobs: 'worker', seenAgo: 360 });
  const { state, facts } = await known('servers');
  expect(state).toBe('err');
  expect(facts.processes.map(({ place, isMissing }) => [place, isMissing])).toEqual([
    ['a:1', false],
    ['a:worker', true],
  ]);
  await process({ place: 'a:worker', jobs: 'worker', startedAgo: 10 });
  expect(await known('servers')).toMatchObject({ state: 'ok' });
  await process({ place: 'b:1', seenAgo: 2 * 24 * 3600, startedAgo: 3 * 24 * 3600 });
  expect((await known('servers')).facts.processes).toHaveLength(2);
});

test('a heartbeat tells how the process is, and one that leaves is not missed', async () => {
  const server = { id: crypto.randomUUID(), release: '1.0.0', migration: '0107', jobs: 'both' as const };
  const alive = sendHeartbeats(shop.db, server, { place: 'here:3000', figures: () => figures() });
  await eventually(async () =>
    expect((await known('servers')).facts.processes).toMatchObject([{ place: 'here:3000', memoryMb: 148 }]),
  );
  await alive.leave();
  expect((await known('servers')).facts.processes).toEqual([]);
});

test('a part that does not answer is not known, with its last state; the others are shown', async () => {
  await readSystem(shop.deps);
  const never = () => new Promise<never>(() => {});
  const read = await readSystem(shop.deps, { ...FACTS_OF, files: never }, 200);
  expect(read.parts.files).toMatchObject({
    known: false,
    why: 'late',
    last: { state: expect.stringMatching(/ok|warn/) },
  });
  expect(read.parts.mails).toMatchObject({ known: true });
  const broken = () => Promise.reject(new Error('no disk'));
  const again = await readSystem(shop.deps, { ...FACTS_OF, files: broken });
  expect(again.parts.files).toMatchObject({ known: false, why: 'failed' });
});

test('a place of files that takes nothing, or says nothing, is broken, and its free room is told all the same', async () => {
  const refusing = async () => {
    throw new StorageUnavailable('no space left on device');
  };
  const silent = () => new Promise<never>(() => {});
  for (const receive of [refusing, silent]) {
    const storage = { ...shop.deps.storage, private: { ...shop.deps.storage.private, receive } };
    const read = await call({ ...shop, app: createApp({ ...shop.deps, storage }) }, owner).system.read();
    expect(read.parts.files).toMatchObject({ known: true, state: 'err', facts: { probe: null } });
    expect(read.parts.files).toHaveProperty('facts.freePart', expect.any(Number));
    expect(PARTS_BY_HARM.indexOf(read.first!)).toBeLessThanOrEqual(PARTS_BY_HARM.indexOf('files'));
  }
});

test('a payment of which the provider said nothing is the first thing after a quarter of an hour, and asking settles it without charging', async () => {
  const who = await person(shop);
  const as = call(shop, who).payments;
  const { url, orderId } = await as.createPayment(device);
  shop.intercept(() => {});
  const sessionId = await pay(shop, url);
  shop.sandbox.control.setFaults({ failNextRequests: 20 });
  expect(await codeOfCall(as.verifyPayment({ sessionId }))).toBe('PAYMENT_PROVIDER_DOWN');
  expect(await known('payments')).toMatchObject({ state: 'ok', facts: { unsettled: 0 } });

  await shop.db.execute(
    sql`update checkouts set unknown_since = unknown_since - interval '16 minutes' where id = ${sessionId}`,
  );
  const read = await readSystem(shop.deps);
  expect(read.first).toBe('payments');
  expect(await known('payments')).toMatchObject({
    state: 'err',
    facts: { unsettled: 1, sums: [{ amount: 21_900, currency: 'EUR' }] },
  });
  expect(await codeOfCall(system.askProvider())).toBe('PROVIDER_SILENT');

  shop.sandbox.control.setFaults(null);
  expect(await system.askProvider()).toEqual({ settled: 1, left: 0 });
  expect(await system.askProvider()).toEqual({ settled: 0, left: 0 });
  shop.intercept(null);
  const [order] = await shop.db.select().from(orders).where(eq(orders.id, orderId));
  expect(order).toMatchObject({ status: 'paid' });
  expect(await known('payments')).toMatchObject({
    state: 'ok',
    facts: { unsettled: 0, paidToday: expect.any(Number) },
  });
  expect(await entries('system.provider-asked')).toEqual([
    { actor: owner.id, after: { settled: 0, left: 1 } },
    { actor: owner.id, after: { settled: 1, left: 0 } },
    { actor: owner.id, after: { settled: 0, left: 0 } },
  ]);
});

test('jobs that failed, also before midnight, are begun again, once, however often that is asked', async () => {
  const name = 'network.enrol-referred';
  await shop.db.execute(sql`insert into pgboss.job (name, state, completed_on, retry_count) values
    (${name}, 'failed', now(), 10), (${name}, 'failed', now() - interval '1 day', 10), (${name}, 'completed', now(), 0)`);
  expect(await known('jobs')).toMatchObject({ state: 'warn', facts: { failed: 2 } });
  expect(await Promise.all([system.retryJobs(), system.retryJobs()])).toEqual(
    expect.arrayContaining([{ queued: 2 }, { queued: 0 }]),
  );
  expect(await known('jobs')).toMatchObject({ facts: { failed: 0 } });
  expect(await entries('system.jobs-retried')).toEqual([{ actor: owner.id, after: { queued: 2, jobs: [name] } }]);
});

test('a job of the clock that failed is begun again once, and is forgotten when it has ended well since', async () => {
  const [again, mended] = ['books.catch-up', 'totals.fold'];
  await shop.db.execute(sql`insert into pgboss.job (name, state, completed_on, retry_count) values
    (${again}, 'completed', now() - interval '2 days', 0), (${again}, 'failed', now() - interval '25 hours', 10),
    (${again}, 'failed', now() - interval '1 day', 10),
    (${mended}, 'failed', now() - interval '1 day', 10), (${mended}, 'completed', now() - interval '1 hour', 0)`);
  expect(await known('jobs')).toMatchObject({ facts: { failed: 1 } });
  expect(await system.retryJobs()).toEqual({ queued: 1 });
  const { rows } =
    await shop.db.execute(sql`select completed_on is null as "isYoungest" from pgboss.job where state = 'retry'
    and name = ${again}`);
  expect(rows).toEqual([{ isYoungest: true }]);
  await shop.db.execute(
    sql`update pgboss.job set state = 'completed', completed_on = now() where name = ${again} and state = 'retry'`,
  );
  expect(await known('jobs')).toMatchObject({ facts: { failed: 0 } });
  expect(await system.retryJobs()).toEqual({ queued: 0 });
});

test('the heavy jobs are known by name', () => {
  const heavy = Object.entries<Jobs[string]>(jobs(shop.deps)).filter(([, one]) => one.heavy);
  expect(heavy.map(([name]) => name).toSorted()).toEqual([...HEAVY_JOBS]);
});

test('every job has a name on the page', () => {
  const named = new Set(Object.keys(jobGroupNames));
  expect(jobNames.filter((name) => !named.has(name.split('.', 1)[0]!))).toEqual([]);
});

test('a backup that is asked for twice at once is made once', async () => {
  expect(await known('backups')).toMatchObject({ state: 'err', facts: { lastAt: null } });
  await Promise.all([system.backUp(), system.backUp()]);
  const waiting = await shop.db.ask("select data ->> 'asked' as asked from pgboss.job where name = 'backup.write'");
  expect(waiting).toEqual([{ asked: expect.stringMatching(/^\d{4}-/) }]);
  expect(await entries('system.backup-asked')).toHaveLength(1);
});
