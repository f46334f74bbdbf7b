import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { creatives, films } from '../../../campaigns/schema.ts';
import { auditLog } from '../../../platform/audit.schema.ts';
import { testAdverts } from '../../../test/adverts.ts';
import { testApp } from '../../../test/app.ts';
import { madeBy } from '../../../test/films.ts';
import { call, type TestPerson } from '../../../test/people.ts';
import { builtServer, ended, heard, type ServerProcess } from '../../../test/server-process.ts';
import { upload } from '../../../test/uploads.ts';
import { FILM_JOB } from './own-films.ts';

/** Films on a real worker, whose ffmpeg, or which itself, is killed in the middle. */
const app = await testApp();
const { db } = app;
const { launch } = builtServer(app.databaseUrl);
const adverts = await testAdverts(app);
const place = mkdtempSync(path.join(tmpdir(), 'vidik-killed-'));
chmodSync(place, 0o711);
afterAll(() => rmSync(place, { recursive: true }));

/** A worker is found to be dead after half a minute, and heavy work gives way to everything else on a busy machine. */
const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 200_000, interval: 20 });
const LONG = { timeout: 600_000 };

/** Long enough to be met at work. */
const film = madeBy('mp4', [
  ...['-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=30:duration=6', '-c:v', 'libx264'],
  ...['-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
]);

async function worker(more: Record<string, string> = {}): Promise<ServerProcess> {
  const started = launch({ JOBS: 'worker', DATA_DIR: app.config.dataDir, TMPDIR: place, ...more });
  await heard(started, 'Vidik worker: ');
  return started;
}

async function sentFilm(who: TestPerson, names: readonly string[]): Promise<string> {
  const own = call(app, who).campaigns.own;
  const id = randomUUID();
  await own.begin({ id });
  await own.setKind({ id, kind: 'spot' });
  for (const name of names) await own.addFilm({ id, file: (await upload(app, who, film, 'advert-film')).id, name });
  return id;
}

/** Every ffmpeg that works in a folder of ours, and what it is told; before its guard has become ffmpeg it is none. */
function atWork(): { pid: number; folder: string; told: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const folder = readlinkSync(`/proc/${name}/cwd`);
        const told = readFileSync(`/proc/${name}/cmdline`, 'utf8');
        const isOne = folder.startsWith(place) && /^[^\0]*ffmpeg\0/.test(told);
        return isOne ? [{ pid: Number(name), folder, told }] : [];
      } catch {
        return [];
      }
    });
}
const killNext = (what: RegExp) =>
  eventually(() => {
    const one = atWork().find(({ told }) => what.test(told));
    expect(one).toBeDefined();
    process.kill(one!.pid, 'SIGKILL');
  });
/** The next ffmpeg stands still in the middle, however fast the machine is; only an end by force ends it. */
const freezeNext = (what: RegExp) =>
  eventually(async () => {
    await atOnce();
    const one = atWork().find(({ told }) => what.test(told));
    expect(one).toBeDefined();
    process.kill(one!.pid, 'SIGSTOP');
    expect(readFileSync(`/proc/${one!.pid}/stat`, 'utf8')).toMatch(/\) T /);
    return one!;
  });
const READS = /\0null\0/;
const MAKES = /\0libx264\0/;

const attempts = async (of: string) =>
  (await db.select({ attempts: films.attempts }).from(films).where(eq(films.campaignId, of)))[0]?.attempts;
/** A failed job waits for seconds; here it need not. */
const atOnce = () =>
  db.execute(`update pgboss.job set start_after = now() where name = '${FILM_JOB}' and state = 'retry'`);
const readyIn = async (campaign: string) =>
  (await db.select().from(creatives).where(eq(creatives.campaignId, campaign))).map(({ name }) => name);
const saidReady = (campaign: string) =>
  db.$count(auditLog, and(eq(auditLog.subjectId, campaign), eq(auditLog.action, 'campaigns.film-ready')));
/** Folders of conversions, and what stores had received and not yet named. */
const left = () => [
  ...readdirSync(place).filter((name) => name.startsWith('vidik-film-')),
  ...readdirSync(path.join(app.config.dataDir, 'private-files', '.incoming')),
];

beforeEach(async () => {
  await db.execute(`delete from pgboss.job where name = '${FILM_JOB}'`);
});

test(
  'a film whose ffmpeg is killed is begun again, ends ready once, and no other film is converted meanwhile',
  LONG,
  async () => {
    const campaign = await sentFilm(await adverts.company(), ['prvi.mp4', 'drugi.mp4']);
    const folders: number[] = [];
    const look = setInterval(() => folders.push(new Set(atWork().map(({ folder }) => folder)).size), 200);
    try {
      await worker();
      await killNext(READS);
      await atOnce();
      await killNext(MAKES);
      await eventually(async () => {
        await atOnce();
        expect((await readyIn(campaign)).toSorted()).toEqual(['drugi.mp4', 'prvi.mp4']);
      });
    } finally {
      clearInterval(look);
    }
    expect(Math.max(...folders)).toBe(1);
    expect(await saidReady(campaign)).toBe(2);
    expect(await db.$count(films, eq(films.campaignId, campaign))).toBe(0);
    await eventually(() => expect(left()).toEqual([]));
  },
);

test('a film whose ffmpeg is killed each time is refused after three attempts, with what to do', LONG, async () => {
  const who = await adverts.company();
  const campaign = await sentFilm(who, ['teški.mp4']);
  await worker();
  for (const nth of [1, 2, 3]) {
    await eventually(async () => {
      await atOnce();
      expect(await attempts(campaign)).toBe(nth);
    });
    await killNext(nth === 2 ? READS : MAKES);
  }
  await eventually(async () => {
    await atOnce();
    const [one] = (await call(app, who).campaigns.own.films({ id: campaign })).films;
    expect(one).toMatchObject({ name: 'teški.mp4', refusal: { code: 'FILM_FAILED' } });
  });
  expect(await readyIn(campaign)).toEqual([]);
  await eventually(() => expect(left()).toEqual([]));
});

test(
  'a film at which a worker was killed is made ready once by another; nothing of the first stays behind',
  LONG,
  async () => {
    const campaign = await sentFilm(await adverts.company(), ['slava.mp4']);
    const first = await worker();
    const at = await freezeNext(MAKES);
    await worker();
    first.child.kill('SIGKILL');
    await ended(first);
    await eventually(() => expect(atWork().map(({ pid }) => pid)).not.toContain(at.pid));
    await eventually(async () => expect(await readyIn(campaign)).toEqual(['slava.mp4']));
    expect(await saidReady(campaign)).toBe(1);
    expect(await db.$count(films, eq(films.campaignId, campaign))).toBe(0);
    await eventually(() => expect(left()).toEqual([]));
  },
);

/** So many more times the job has failed. */
const tries = async () =>
  (
    await db.ask<{ n: number }>(
      `select coalesce(sum(retry_count), 0)::int as n from pgboss.job where name = '${FILM_JOB}'`,
    )
  )[0]!.n;
const afresh = () => db.execute(`update pgboss.job set retry_count = 0 where name = '${FILM_JOB}'`);
const triedOften = () =>
  eventually(async () => {
    await atOnce();
    expect(await tries()).toBeGreaterThan(4);
  });

test('a film waits out a worker without ffmpeg, files that are away and workers that are stopped', LONG, async () => {
  const who = await adverts.company();
  const campaign = await sentFilm(who, ['strpljiv.mp4']);
  const without = await worker({ FFMPEG_PATH: path.join(place, 'none') });
  await triedOften();
  without.child.kill('SIGTERM');
  await ended(without);
  expect(await attempts(campaign)).toBe(0);

  await afresh();
  const away = await worker({
    STORAGE_URL: 's3://away?endpoint=http://127.0.0.1:9',
    AWS_ACCESS_KEY_ID: 'x',
    AWS_SECRET_ACCESS_KEY: 'x',
  });
  await triedOften();
  away.child.kill('SIGTERM');
  await ended(away);
  expect(await attempts(campaign)).toBe(0);

  await afresh();
  for (let n = 0; n < 4; n += 1) {
    const stopped = await worker();
    await freezeNext(n % 2 === 0 ? READS : MAKES);
    stopped.child.kill('SIGTERM');
    await ended(stopped);
    expect(await attempts(campaign)).toBe(0);
  }
  await worker();
  await eventually(async () => {
    await atOnce();
    expect(await readyIn(campaign)).toEqual(['strpljiv.mp4']);
  });
  await eventually(() => expect(left()).toEqual([]));
});
