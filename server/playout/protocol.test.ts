import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { profiles } from '../accounts/schema.ts';
import { testAdverts } from '../test/adverts.ts';
import { testApp } from '../test/app.ts';
import { call, person } from '../test/people.ts';
import { licences, plays, tvs } from './schema.ts';

/**
 * A player that knows docs/tv-protocol.md and nothing else of us: JSON over HTTP, its own steady clock, a log that it empties only when
 * it is told to. What it goes through here any player must survive.
 */
interface Lease {
  id: string;
  seconds: number;
  opensAt: string;
  closesAt: string;
}
interface Play {
  lease: string;
  startedAt: string;
  shownMs: number;
  visibleMs: number;
  progressMs: number;
}

const app = await testApp();
const { clock, db } = app;
clock.now = new Date('2027-10-31T00:20:00Z');
const adverts = await testAdverts(app);

class Player {
  /** What the request would do on a line that is cut before or after the server has it. */
  line: 'good' | 'cut' | 'answers lost' = 'good';
  token = '';
  log: Play[] = [];
  bag: Lease[] = [];
  used = new Set<string>();
  revoked = new Set<string>();
  state = '';
  /** Server's clock less the steady one. Milliseconds. */
  offset = 0;
  readonly steady: () => number;

  constructor(steady: () => number) {
    this.steady = steady;
  }

  now = () => this.steady() + this.offset;

  // biome-ignore lint/suspicious/noExplicitAny: JSON as it comes, as any player would read it.
  async ask(method: string, path: string, body?: unknown, bearer = this.token): Promise<any> {
    if (this.line === 'cut') throw new Error('no network');
    const response = await app.app.fetch(
      new Request(`http://localhost/api${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    const answer = await response.json();
    if (this.line === 'answers lost') throw new Error('no network');
    if (!response.ok) throw new Error(`${response.status} ${answer.code}`);
    if (answer.now) this.offset = Date.parse(answer.now) - this.steady();
    for (const id of answer.revoked ?? []) this.revoked.add(id);
    if (answer.state) this.state = answer.state;
    return answer;
  }

  async takeBag(): Promise<void> {
    this.bag = (await this.ask('POST', '/tv/bag', {})).leases;
  }

  /** The next lease whose window is open for the whole of it; `false` when there is none. */
  showNext(): boolean {
    const now = this.now();
    const lease = this.bag.find(
      ({ id, seconds, opensAt, closesAt }) =>
        !this.used.has(id) &&
        !this.revoked.has(id) &&
        Date.parse(opensAt) <= now &&
        now + seconds * 1000 <= Date.parse(closesAt),
    );
    if (!lease) return false;
    this.used.add(lease.id);
    const ms = lease.seconds * 1000;
    this.log.push({
      lease: lease.id,
      startedAt: new Date(now).toISOString(),
      shownMs: ms,
      visibleMs: ms,
      progressMs: ms,
    });
    clock.now = new Date(clock.now.getTime() + ms);
    return true;
  }

  async report(): Promise<void> {
    const over = this.bag.filter(({ id, closesAt }) => !this.used.has(id) && Date.parse(closesAt) < this.now());
    const unplayed = over.map(({ id }) => id).slice(0, 500);
    const { remove } = await this.ask('POST', '/tv/report', { plays: this.log.slice(0, 50), unplayed });
    for (const id of unplayed) this.used.add(id);
    this.log = this.log.filter(({ lease }) => !remove.includes(lease));
  }
}

/** The TV's own clock began at some time of its own. */
const player = new Player(() => clock.now.getTime() - Date.UTC(2001, 0, 1));
const counted = () => db.$count(plays, eq(plays.outcome, 'counted'));
const tries = async (work: () => Promise<unknown>) => expect(work()).rejects.toThrow('no network');

test('a TV is linked, asks where it stands, and shows nothing without a licence', async () => {
  const owner = await person(app);
  const { number, secret } = await player.ask('POST', '/tv/pairings', {});
  await call(app, owner).devices.link({ number: String(number) });
  const { token, deviceId } = await player.ask('POST', `/tv/pairings/${number}/claim`, {}, secret);
  player.token = token;
  await player.takeBag();
  expect(player).toMatchObject({ state: 'unlicensed', bag: [] });
  await db.insert(licences).values({ kind: 'grace', profileId: owner.id, tvId: deviceId });
  await db.insert(tvs).values({ tvId: deviceId, region: 'NS', venue: 'household' });
});

test('it shows what it got by the server’s clock, and a lost answer costs nothing', async () => {
  expect(await adverts.approve(await adverts.campaign(await adverts.company(), { budget: 1_000 }))).toBe(true);
  player.line = 'answers lost';
  await tries(() => player.takeBag());
  player.line = 'good';
  await player.takeBag();
  expect(player).toMatchObject({ state: 'plays' });
  expect(player.bag).toHaveLength(16);
  for (let n = 0; n < 5; n += 1) expect(player.showNext()).toBe(true);
  player.line = 'answers lost';
  await tries(() => player.report());
  await tries(() => player.report());
  expect(player.log).toHaveLength(5);
  player.line = 'good';
  await player.report();
  expect(player.log).toEqual([]);
  expect(await counted()).toBe(5);
});

test('with its bag it hears what to play between adverts, and when a household is asked whether somebody watches', async () => {
  expect(await player.ask('POST', '/tv/bag', {})).toMatchObject({
    programme: ['/storage/videos/programme-sun.mp4', expect.any(String), expect.any(String)],
    asksAfter: 4 * 3600,
    version: expect.any(String),
  });
  await db.update(tvs).set({ venue: 'cafe', confirmedAt: clock.now });
  expect((await player.ask('POST', '/tv/bag', {})).asksAfter).toBeNull();
  expect((await player.ask('POST', '/tv/report', {})).asksAfter, 'which a TV that rests hears, too').toBeNull();
  await db.update(tvs).set({ venue: 'household', confirmedAt: null });
  expect((await player.ask('POST', '/tv/report', {})).asksAfter).toBe(4 * 3600);
});

test('a household that is shown no adverts is not asked whether somebody watches', async () => {
  const asksAfter = async (tv: { token: string }) => (await player.ask('POST', '/tv/bag', {}, tv.token)).asksAfter;
  const tv = await adverts.tv();
  await call(app, tv.owner).playout.decline({ all: true, categories: [] });
  expect(await asksAfter(tv), 'its owner wants none').toBeNull();
  expect(await asksAfter(await adverts.tv({}, { hasLicence: false }))).toBeNull();
  expect(await asksAfter(await adverts.tv({ blockedAt: clock.now }))).toBeNull();
});

test('what it says of its screen is taken with the report, and nonsense is refused', async () => {
  const screen = {
    version: 'a1b2c3d4',
    visible: true,
    size: { width: 1920, height: 1080 },
    lastError: 'TypeError: x',
    freeStorage: 9e8,
  };
  const answer = await player.ask('POST', '/tv/report', { screen });
  expect(answer).toMatchObject({ remove: [], state: 'plays' });
  expect(answer.command ?? null).toBeNull();
  const nonsense = [
    { ...screen, lastError: 'x'.repeat(301) },
    { ...screen, size: '4k' },
    { version: 1 },
    { ...screen, freeStorage: -1 },
  ];
  for (const odd of nonsense)
    await expect(player.ask('POST', '/tv/report', { screen: odd })).rejects.toThrow(/^4\d\d /);
});

test('ten minutes without a network: it goes on with its bag, and all of it counts once', async () => {
  player.line = 'cut';
  let shown = 0;
  while (shown < 8 && player.showNext()) shown += 1;
  await tries(() => player.report());
  await adverts.after(8);
  player.line = 'good';
  await player.report();
  await player.report();
  expect(await counted()).toBe(5 + shown);
});

test('the night in which an hour comes twice has both of them', async () => {
  const before = await counted();
  // 00:40 to 02:40 UTC: the clocks of Belgrade show 02:40, then 02:00 again.
  const hours = new Set<string>();
  for (let minutes = 0; minutes < 120; minutes += 10) {
    await player.takeBag();
    for (let n = 0; n < 4; n += 1) if (player.showNext()) hours.add(player.log.at(-1)!.startedAt.slice(0, 13));
    await player.report();
    await adverts.after(9);
  }
  expect([...hours]).toEqual(['2027-10-31T00', '2027-10-31T01', '2027-10-31T02']);
  expect((await counted()) - before).toBe(48);
  expect(await db.ask('select * from unit_differences')).toEqual([]);
});

test('ten hours without a network: the bag ends with its windows, what was shown counts, the rest is given back', async () => {
  await player.takeBag();
  const before = await counted();
  player.line = 'cut';
  let shown = 0;
  while (player.showNext()) shown += 1;
  expect(shown).toBeGreaterThan(10);
  await adverts.after(10 * 60);
  expect(player.showNext()).toBe(false);
  player.line = 'good';
  await player.report();
  expect((await counted()) - before).toBe(shown);
  await adverts.after(1);
  expect(await db.ask('select * from unit_differences')).toEqual([]);
});

test('four days without a network: it is late, nothing is charged, and the log is emptied all the same', async () => {
  await player.takeBag();
  const before = await counted();
  expect(player.showNext()).toBe(true);
  player.line = 'cut';
  await adverts.after(4 * 24 * 60);
  player.line = 'good';
  await player.report();
  expect(player.log).toEqual([]);
  expect(await counted()).toBe(before);
  expect(await db.$count(plays, and(eq(plays.outcome, 'late')))).toBe(1);
});

test('what a clumsy player sends is refused or counts nothing', async () => {
  const before = await counted();
  const odd: unknown[] = [
    { plays: 'mnogo' },
    { plays: [{ lease: 'x' }] },
    { plays: Array.from({ length: 51 }, () => ({ lease: crypto.randomUUID(), startedAt: 'juče' })) },
    {
      plays: [
        { lease: crypto.randomUUID(), startedAt: new Date().toISOString(), shownMs: -1, visibleMs: 0, progressMs: 0 },
      ],
    },
    { unplayed: ['nije broj'] },
  ];
  for (const body of odd) await expect(player.ask('POST', '/tv/report', body)).rejects.toThrow(/^4\d\d /);
  await player.ask('POST', '/tv/report', { unplayed: [crypto.randomUUID()] });
  await expect(player.ask('POST', '/tv/report', {}, 'tv_nepoznat')).rejects.toThrow('401 UNAUTHORIZED');
  expect(await counted()).toBe(before);
});

test('a refused token is refused at the files as well, so that only what is taken down is given back', async () => {
  const { token, owner } = await adverts.tv();
  const file = (bearer: string) => player.ask('GET', `/tv/media/${crypto.randomUUID()}`, undefined, bearer);
  await expect(file(token)).rejects.toThrow('404 NOT_FOUND');
  await expect(file('tv_nepoznat')).rejects.toThrow('401 UNAUTHORIZED');
  await db.update(profiles).set({ blockedAt: clock.now }).where(eq(profiles.id, owner.id));
  await expect(file(token)).rejects.toThrow('401 UNAUTHORIZED');
});
