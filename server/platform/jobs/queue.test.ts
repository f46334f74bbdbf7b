import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Writable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { jobNames } from '../../jobs.ts';
import { testApp } from '../../test/app.ts';
import { eventually } from '../../test/eventually.ts';
import { databaseProxy } from '../../test/postgres/database-proxy.ts';
import { createLog } from '../log/log.ts';
import type { HeavyWorker } from './heavy-lane.ts';
import type { ReportProgress } from './progress.ts';
import { type Jobs, openQueue, type Queue } from './queue.ts';
import { jobsUnderWay, jobsWaiting } from './under-way.ts';

const app = await testApp();
const silent = createLog('silent');
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await app.db.execute(sql`delete from pgboss.job`);
});

async function newQueue(log = silent): Promise<Queue> {
  const queue = await openQueue(app.databaseUrl, log, ['test.work']);
  closing.push(() => queue.stop());
  return queue;
}
const send = (queue: Queue, id: string) => app.db.transaction((tx) => queue.send(tx, 'test.work', { id }));
const working = (list: string[]) => ({
  'test.work': { work: async ({ id }: Record<string, string>) => void list.push(id!) },
});

/** A server in a process of its own that takes a job and is killed in the middle of it. */
async function killedAtWork(id: string) {
  const queue = await newQueue();
  await send(queue, id);
  await queue.stop();
  const server = spawn(process.execPath, ['--input-type=module', '-e', SERVER], {
    env: { ...process.env, DATABASE: app.databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(server.stdout, 'data');
  server.kill('SIGKILL');
  await once(server, 'exit');
}
const SERVER = `
  import { openQueue } from './server/platform/jobs/queue.ts';
  import { createLog } from './server/platform/log/log.ts';
  const queue = await openQueue(process.env.DATABASE, createLog('silent'), ['test.work']);
  const work = () => { console.log('at work'); return new Promise(() => {}); };
  await queue.start({ 'test.work': { work } });
`;

const jobs = () =>
  app.db.ask<{ state: string; output: unknown; retry_count: number }>(
    `select state, output, retry_count from pgboss.job where name = 'test.work'`,
  );

test('the jobs of a server killed at work are done at once by the next that starts, when it is alone', async () => {
  await app.deps.queue.stop();
  await killedAtWork('left behind');
  expect(await jobs()).toMatchObject([{ state: 'active' }]);
  const done: string[] = [];
  const next = await newQueue();
  await eventually(async () => expect(await next.isAlone(), 'the killed one’s connections are closed').toBe(true));
  await next.start(working(done));
  expect(await jobs(), 'it is not left to the look for dead servers').not.toMatchObject([
    { state: 'active', retry_count: 0 },
  ]);
  await eventually(() => expect(done).toEqual(['left behind']));
  await eventually(async () => expect(await jobs()).toMatchObject([{ state: 'completed', retry_count: 1 }]));
});

test('beside other servers, the jobs of an ended one are done and those of a running one are left alone', async () => {
  const done: string[] = [];
  await (await newQueue()).start(working(done));
  const living = await openQueue(app.databaseUrl, silent, ['test.work']);
  closing.push(() => living.stop());
  await send(living, 'done meanwhile');
  await eventually(() => expect(done).toEqual(['done meanwhile']));
  await app.db.execute(sql`
    insert into pgboss.job (name, data, state, started_on, heartbeat_on, heartbeat_seconds, retry_limit) values
      ('test.work', '{"id": "of the dead"}', 'active', now() - interval '30 s', now() - interval '21 s', 20, 10),
      ('test.work', '{"id": "of the living"}', 'active', now() - interval '9 min', now() + interval '1 h', 20, 10)`);
  await eventually(() => expect(done).toContain('of the dead'));
  expect(done).not.toContain('of the living');
});

test('a server that starts beside another takes none of its jobs', async () => {
  const held: string[] = [];
  let release = () => {};
  const first = await newQueue();
  await first.start({
    'test.work': {
      work: async ({ id }) => {
        held.push(id!);
        await new Promise<void>((resolve) => (release = resolve));
      },
    },
  });
  await send(first, 'long');
  await eventually(() => expect(held).toEqual(['long']));
  const second: string[] = [];
  await (await newQueue()).start(working(second));
  expect(await jobs()).toMatchObject([{ state: 'active', retry_count: 0 }]);
  release();
  await eventually(async () => expect(await jobs()).toMatchObject([{ state: 'completed' }]));
  expect(second).toEqual([]);
});

test('a server that stops begins no more jobs, lets those it began end, and gives back at once those that do not', async () => {
  const begun: string[] = [];
  const releases = new Map<string, () => void>();
  const stopping = await newQueue();
  await stopping.start({
    'test.work': {
      work: async ({ id }) => {
        begun.push(id!);
        await new Promise<void>((resolve) => releases.set(id!, resolve));
      },
    },
  });
  await app.db.transaction((tx) => stopping.send(tx, 'test.work', [{ id: 'ends' }, { id: 'hangs' }]));
  await eventually(() => expect(begun.toSorted()).toEqual(['ends', 'hangs']));
  stopping.beginNoMore();
  await send(stopping, 'sent meanwhile');
  releases.get('ends')!();
  const began = performance.now();
  await stopping.stop();
  expect(performance.now() - began).toBeLessThan(8_000);
  expect(begun).not.toContain('sent meanwhile');
  const states = await app.db.ask(
    `select data ->> 'id' as id, state, start_after <= now() as now from pgboss.job where name = 'test.work' order by 1`,
  );
  expect(states).toEqual([
    { id: 'ends', state: 'completed', now: true },
    { id: 'hangs', state: 'retry', now: true },
    { id: 'sent meanwhile', state: 'created', now: true },
  ]);
  const done: string[] = [];
  await (await newQueue()).start(working(done));
  await eventually(() => expect(done.toSorted()).toEqual(['hangs', 'sent meanwhile']));
  releases.get('hangs')!();
});

test('a job that takes long holds up none that comes after it, nor a thousand of them', async () => {
  const queue = await newQueue();
  const done: string[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await queue.start({
    'test.work': { work: async ({ id }) => void (id === 'long' ? await released : done.push(id!)) },
  });
  await send(queue, 'long');
  await eventually(async () => expect(await jobs()).toMatchObject([{ state: 'active' }]));
  await send(queue, 'short');
  await eventually(() => expect(done).toEqual(['short']));
  const many = Array.from({ length: 1_000 }, (_, n) => ({ id: String(n) }));
  await app.db.transaction((tx) => queue.send(tx, 'test.work', many));
  await eventually(() => expect(new Set(done).size).toBe(1_001));
  release();
  await eventually(async () => expect((await jobs()).filter(({ state }) => state !== 'completed')).toEqual([]));
});

test('a queue and jobs of an earlier version get the settings of this one', async () => {
  await newQueue();
  await app.db.execute(sql`update pgboss.queue set heartbeat_seconds = null, retry_limit = 2 where name = 'test.work'`);
  await app.db.execute(sql`insert into pgboss.job (name, data) values ('test.work', '{"id": "old"}')`);
  await newQueue();
  expect(
    await app.db.ask(`
    select q.heartbeat_seconds, q.retry_limit, j.heartbeat_seconds as of_job
    from pgboss.queue q join pgboss.job j using (name) where name = 'test.work'`),
  ).toMatchObject([{ heartbeat_seconds: 20, retry_limit: 10, of_job: 20 }]);
});

test('what a failed job leaves behind names neither the statement nor its values', async () => {
  const queue = await newQueue();
  await queue.start({
    'test.work': { work: async () => void (await app.db.execute(sql`select ${'tajna@primer.rs'}::uuid`)) },
  });
  await send(queue, 'x');
  await eventually(async () => expect((await jobs())[0]?.output).toBeTruthy());
  expect((await jobs())[0]!.output).toEqual({ message: 'database error 22P02' });
});

test('jobs go on soon after a network has silently dropped every connection of the queue', async () => {
  const network = await databaseProxy(app.databaseUrl);
  const queue = await openQueue(network.url, silent, ['test.work'], { answerMs: 1_000 });
  closing.push(
    () => network.cut(),
    () => queue.stop(),
    () => network.close(),
  );
  const done: string[] = [];
  await queue.start(working(done));
  await send(queue, 'before');
  await eventually(() => expect(done).toEqual(['before']));
  network.discardOpen();
  await send(queue, 'after');
  await eventually(() => expect(done).toEqual(['before', 'after']));
});

test('an error of the queue itself is logged with its message and code', async () => {
  let written = '';
  const destination = new Writable({
    write(chunk, _, done) {
      written += chunk;
      done();
    },
  });
  const queue = await newQueue(createLog('error', destination));
  await queue.start({});
  await app.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'vidik queue %' and query not like 'LISTEN%'`);
  await eventually(() => expect(written).toContain('57P01'));
  const line = JSON.parse(written.split('\n').find((one) => one.includes('57P01'))!);
  expect(line).toMatchObject({ msg: 'queue', error: { message: expect.stringMatching(/terminat/) } });
  expect(written).not.toContain('[object Object]');
});

/** A heavy worker whose jobs end when the test says so. */
function heavyWorker() {
  const begun: string[] = [];
  const running = new Map<string, { end(): void; fail(error: Error): void; report: ReportProgress }>();
  const worker: HeavyWorker = {
    run: (name, { id }, report) =>
      new Promise((end, fail) => {
        begun.push(`${name} ${id}`);
        running.set(id!, { end, fail, report });
      }),
    async stop() {
      for (const { fail } of running.values()) fail(new Error('killed'));
    },
  };
  return { worker, begun, running };
}
const HEAVY: Jobs = {
  'test.work': { work: async () => {}, heavy: true },
  'test.other': { work: async () => {}, heavy: true, topic: 'upkeep' },
};

async function heavyQueue() {
  const queue = await openQueue(app.databaseUrl, silent, ['test.work', 'test.other']);
  closing.push(() => queue.stop());
  const heavy = heavyWorker();
  await queue.start(HEAVY, heavy.worker);
  return { queue, ...heavy };
}
const sendTo = (queue: Queue, name: string, id: string) => app.db.transaction((tx) => queue.send(tx, name, { id }));

test('of heavy jobs one at a time is done, the longest waiting first, and a second worker takes what the first has no time for', async () => {
  const first = await heavyQueue();
  for (const [name, id] of [
    ['test.work', 'a'],
    ['test.other', 'b'],
    ['test.work', 'c'],
  ] as const)
    await sendTo(first.queue, name, id);
  await eventually(() => expect(first.begun).toEqual(['test.work a']));
  const second = await heavyQueue();
  await eventually(() => expect(second.begun).toEqual(['test.other b']));
  expect(await jobsWaiting(app.db)).toBe(1);
  first.running.get('a')!.end();
  await eventually(() => expect(first.begun).toEqual(['test.work a', 'test.work c']));
  first.running.get('c')!.fail(new Error('no room'));
  second.running.get('b')!.end();
  await eventually(async () =>
    expect(
      await app.db.ask(`select data ->> 'id' as id, state, output ->> 'message' as message from pgboss.job
        where name like 'test.%' order by 1`),
    ).toEqual([
      { id: 'a', state: 'completed', message: null },
      { id: 'b', state: 'completed', message: null },
      { id: 'c', state: 'retry', message: 'no room' },
    ]),
  );
});

test('a heavy job that anybody may send begins when no other waits', async () => {
  const queue = await openQueue(app.databaseUrl, silent, ['test.work', 'test.other']);
  closing.push(() => queue.stop());
  for (const [name, id] of [
    ['test.work', 'film'],
    ['test.work', 'second film'],
    ['test.other', 'backup'],
  ] as const)
    await sendTo(queue, name, id);
  const { worker, begun, running } = heavyWorker();
  await queue.start({ ...HEAVY, 'test.work': { work: async () => {}, heavy: 'last' } }, worker);
  await eventually(() => expect(begun).toEqual(['test.other backup']));
  running.get('backup')!.end();
  await eventually(() => expect(begun).toEqual(['test.other backup', 'test.work film']));
});

test('how far a heavy job is can be read from everywhere, and its topic hears of it', async () => {
  const { queue, running } = await heavyQueue();
  const heard: string[] = [];
  const listening = new AbortController();
  closing.push(() => listening.abort());
  void (async () => {
    for await (const topic of app.deps.live.subscribe(['upkeep'], listening.signal)) heard.push(topic);
  })();
  await sendTo(queue, 'test.other', 'film');
  await eventually(() => expect([...running.keys()]).toEqual(['film']));
  expect(await jobsUnderWay(app.db, 'test.other')).toEqual([{ data: { id: 'film' }, progress: null }]);
  for (let frame = 1; frame <= 500; frame += 1) running.get('film')!.report(frame, 1_000);
  await eventually(async () =>
    expect(await jobsUnderWay(app.db, 'test.other')).toEqual([
      { data: { id: 'film' }, progress: { done: 500, total: 1_000 } },
    ]),
  );
  await eventually(() => expect(heard).toEqual(['upkeep']));
  running.get('film')!.end();
  await eventually(async () => expect(await jobsUnderWay(app.db, 'test.other')).toEqual([]));
});

test('a worker that stops ends its heavy job and gives it back at once', async () => {
  const { queue, running } = await heavyQueue();
  await sendTo(queue, 'test.work', 'long');
  await eventually(() => expect([...running.keys()]).toEqual(['long']));
  await sendTo(queue, 'test.work', 'next');
  const began = performance.now();
  await queue.stop();
  expect(performance.now() - began).toBeLessThan(9_000);
  expect(
    await app.db.ask(`select data ->> 'id' as id, state, start_after <= now() as now from pgboss.job
      where name = 'test.work' order by 1`),
  ).toEqual([
    { id: 'long', state: 'retry', now: true },
    { id: 'next', state: 'created', now: true },
  ]);
});

test('whoever only sends jobs is nobody whose jobs could be under way', async () => {
  await app.deps.queue.stop();
  const sending = await openQueue(app.databaseUrl, silent, ['test.work'], { works: false });
  closing.push(() => sending.stop());
  const queue = await newQueue();
  await eventually(async () => expect(await queue.isAlone()).toBe(true));
  const done: string[] = [];
  await queue.start(working(done));
  await send(sending, 'asked for elsewhere');
  await eventually(() => expect(done).toEqual(['asked for elsewhere']));
});

test('every job of the application is known to the queue', async () => {
  const names = await app.db.ask<{ name: string }>('select name from pgboss.queue');
  expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining([...jobNames]));
});
