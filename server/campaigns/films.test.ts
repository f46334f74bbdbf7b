import { execFileSync } from 'node:child_process';
import { hash, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import type { FilmRefusal } from '#domain/campaigns/films.ts';
import { HOUR_MS } from '#domain/day.ts';
import { files } from '../files/schema.ts';
import { convertSentFilm } from '../flows/campaigns/films/convert-sent-film.ts';
import { FILM_JOB, REPLACING_FILM_JOB } from '../flows/campaigns/films/own-films.ts';
import { jobs } from '../jobs.ts';
import type { Jobs } from '../platform/jobs/queue.ts';
import { testAdverts } from '../test/adverts.ts';
import { testApp } from '../test/app.ts';
import { startBucket } from '../test/buckets.ts';
import { filmOf, skipped } from '../test/films.ts';
import { call, codeOfCall, person, type TestPerson } from '../test/people.ts';
import { namesIn } from '../test/stores.ts';
import { begin, sendParts, upload } from '../test/uploads.ts';
import { removeUnusedAdvertFiles } from './remove-unused-advert-files.ts';
import { campaigns, creatives, films } from './schema.ts';

const app = await testApp();
const { db, clock } = app;
clock.now = new Date('2027-03-01T11:10:00Z');
const adverts = await testAdverts(app);
const desk = call(app, await person(app, 'superAdmin')).campaigns.admin;
const ownOf = (who: TestPerson) => call(app, who).campaigns.own;
const good = filmOf({ seconds: 7 });

async function draft(who: TestPerson) {
  const id = randomUUID();
  await ownOf(who).begin({ id });
  await ownOf(who).setKind({ id, kind: 'spot' });
  const fields = { name: 'Slavski kolač', url: 'https://pekara.example/slava', budget: 140, pace: 'asap' as const };
  await ownOf(who).save({ id, startsOn: '2027-03-01', endsOn: '2027-03-05', ...fields });
  return id;
}
const sent = async (who: TestPerson, id: string, bytes: Buffer, name = 'slava.mp4') => {
  const file = (await upload(app, who, bytes, 'advert-film')).id;
  await ownOf(who).addFilm({ id, file, name });
  return file;
};
/** What a worker does with every film that waits, as far as it knows these jobs. */
const convertAll = async (known = [FILM_JOB, REPLACING_FILM_JOB]) => {
  const all: Jobs = jobs(app.deps);
  const sent = await db.ask<{ name: string; data: Record<string, string> }>(
    'select name, data from pgboss.job where name = any($1::text[])',
    [known],
  );
  for (const { name, data } of sent) await all[name]!.work(data);
};
const send = (who: TestPerson, id: string) => ownOf(who).send({ id, category: 'none', hasRights: true });
const refusalOf = async (who: TestPerson, id: string): Promise<FilmRefusal | null | undefined> =>
  (await ownOf(who).films({ id })).films.at(-1)?.refusal;

/** A campaign whose spot has been approved, and a change of it, which has that spot. */
async function changeOfRunning() {
  const who = await adverts.company();
  const id = await draft(who);
  await sent(who, id, good, 'stara.mp4');
  await convertAll();
  await send(who, id);
  await desk.approve({ id, sendings: 1 });
  const change = randomUUID();
  const [old] = (await ownOf(who).begin({ id: change, changeOf: id })).pictures;
  return { who, id, change, old: old! };
}

test('a company’s film becomes a spot that a TV plays, exactly as long as it is paid for, once somebody of ours approved it', async () => {
  const who = await adverts.company();
  const id = await draft(who);
  const file = await sent(who, id, good);
  await ownOf(who).addFilm({ id, file, name: 'slava.mp4' });
  expect(await ownOf(who).films({ id })).toMatchObject({ isOn: true, films: [{ name: 'slava.mp4', refusal: null }] });
  expect(await send(who, id).catch((error) => error.data), 'it is not ready yet').toEqual({
    missing: ['picture', 'film'],
  });
  await convertAll();
  await convertAll();
  await ownOf(who).addFilm({ id, file, name: 'slava.mp4' });
  expect((await ownOf(who).films({ id })).films, 'asked again, it is the same film').toEqual([]);
  const { pictures } = await ownOf(who).read({ id });
  expect(pictures).toMatchObject([
    { name: 'slava.mp4', seconds: 7, width: 640, height: 360, lengthMs: 7000, frameRate: 25, hasSound: true },
  ]);
  expect(pictures[0]!.loudness, 'in LUFS').toBeLessThan(-5);
  await send(who, id);
  expect(await desk.queue()).toMatchObject({ waiting: [{ id, kind: 'spot' }] });
  expect((await desk.read({ id })).pictures).toEqual(pictures);
  await desk.approve({ id, sendings: 1 });
  const tv = await adverts.tv();
  // The time is over in which an approval can be taken back.
  clock.now = new Date(clock.now.getTime() + 13_000);
  const { leases } = await tv.player.bag();
  const spots = leases.filter(({ kind }) => kind === 'spot');
  expect(spots[0]).toMatchObject({ seconds: 7, opens: 'pekara.example' });
  expect(spots.length, 'of its 140 seconds').toBeLessThanOrEqual(20);
  const as = { authorization: `Bearer ${tv.token}` };
  const media = await app.app.request(`/api/tv/media/${spots[0]!.creative}`, { headers: as });
  const bytes = Buffer.from(await media.arrayBuffer());
  expect([media.headers.get('content-type'), hash('sha256', bytes)]).toEqual(['video/mp4', spots[0]!.sha256]);
  const part = await app.app.request(`/api/tv/media/${spots[0]!.creative}`, {
    headers: { ...as, range: 'bytes=0-99' },
  });
  expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 100]);
  const made = path.join(app.config.dataDir, 'made.mp4');
  writeFileSync(made, bytes);
  const entries = 'format=duration:format_tags=comment,title,encoder:stream=codec_name,profile,level,pix_fmt,channels';
  const probed = execFileSync('ffprobe', ['-v', 'error', '-of', 'json', '-show_entries', entries, made]).toString();
  expect(JSON.parse(probed)).toMatchObject({
    streams: [
      { codec_name: 'h264', profile: 'High', level: 40, pix_fmt: 'yuv420p' },
      { codec_name: 'aac', channels: 2 },
    ],
    format: { duration: '7.000000' },
  });
  expect(bytes.indexOf('moov'), 'its index is at the front').toBeLessThan(bytes.indexOf('mdat'));
});

test('a film that does not fit is refused with what was measured; it blocks nothing and takes no room', async () => {
  const who = await adverts.company();
  const id = await draft(who);
  const file = await sent(who, id, filmOf({ seconds: 42, rate: 5 }), 'duga.mp4');
  await convertAll();
  expect(await refusalOf(who, id)).toEqual({ code: 'FILM_LONG', seconds: 42 });
  const [row] = await db.select().from(files).where(eq(files.id, file));
  expect(row!.removedAt).toEqual(clock.now);
  await sent(who, id, good);
  await convertAll();
  expect((await ownOf(who).films({ id })).films.map(({ name }) => name)).toEqual(['duga.mp4']);
  await send(who, id);
  await ownOf(who).recall({ id });
  const [refused] = (await ownOf(who).films({ id })).films;
  await ownOf(who).removeFilm({ id, film: refused!.id });
  expect((await ownOf(who).films({ id })).films).toEqual([]);
});

test('a spot takes up its company’s room, and where there is none its film is refused', async () => {
  const who = await adverts.company();
  const id = await draft(who);
  await sent(who, id, good);
  const [film] = await db.select().from(films).where(eq(films.campaignId, id));
  const storage = { ...app.config.storage, perPerson: 1000 };
  await convertSentFilm({ ...app.deps, config: { ...app.config, storage } }, film!.id);
  expect(await refusalOf(who, id)).toEqual({ code: 'FILM_ROOM' });
  expect(await db.$count(creatives, eq(creatives.campaignId, id))).toBe(0);

  await sent(who, id, filmOf({ seconds: 8 }));
  await convertAll();
  const [{ shownFileId }] = (await db.select().from(creatives).where(eq(creatives.campaignId, id))) as [
    typeof creatives.$inferSelect,
  ];
  const spot = eq(files.id, shownFileId!);
  await db
    .update(files)
    .set({ bytes: app.config.storage.perPerson - 100 })
    .where(spot);
  const begun = call(app, who).files.uploads.begin({ key: randomUUID(), kind: 'advert-film', bytes: 200 });
  expect(await codeOfCall(begun)).toBe('FILE_QUOTA_FULL');
});

test('what is no film is not taken, whatever its name; four at most, those that wait counted', async () => {
  const who = await adverts.company();
  const id = await draft(who);
  const list = Buffer.from('#EXTM3U\nhttp://169.254.169.254/\n');
  expect(await codeOfCall(upload(app, who, list, 'advert-film'))).toBe('FILE_TYPE_REFUSED');
  const larger = { key: randomUUID(), kind: 'advert-film' as const, bytes: 200 * 1024 * 1024 + 1 };
  expect(await codeOfCall(call(app, who).files.uploads.begin(larger))).toBe('FILE_TOO_LARGE');
  const four = await Promise.all([1, 2, 3, 4, 5].map(() => upload(app, who, good, 'advert-film')));
  const codes = await Promise.all(
    four.map(({ id: file }) => codeOfCall(ownOf(who).addFilm({ id, file, name: 'slava.mp4' }))),
  );
  expect(codes.sort()).toEqual(['PICTURES_ENOUGH', 'ok', 'ok', 'ok', 'ok']);
  await db.delete(films);
});

test('a film removed while it is converted, or whose campaign became one of banners, becomes nothing', async () => {
  const who = await adverts.company();
  const id = await draft(who);
  await sent(who, id, good);
  const [film] = await db.select().from(films).where(eq(films.campaignId, id));
  const work = convertSentFilm(app.deps, film!.id, () => {});
  await ownOf(who).removeFilm({ id, film: film!.id });
  await work;
  expect(await db.$count(creatives, eq(creatives.campaignId, id))).toBe(0);
  const file = await sent(who, id, good);
  await ownOf(who).setKind({ id, kind: 'banner' });
  await convertAll();
  expect(await ownOf(who).read({ id })).toMatchObject({ kind: 'banner', pictures: [] });
  expect(await codeOfCall(ownOf(who).addFilm({ id, file, name: 'a.mp4' }))).toBe('CAMPAIGN_CHANGED');
});

test('what keeps a conversion from its film counts nothing; one that no machine survives is refused', async () => {
  const who = await adverts.company();
  const id = await draft(who);
  await sent(who, id, good);
  const [film] = await db.select().from(films).where(eq(films.campaignId, id));
  const broken = { ...app.deps.storage.private, read: () => Promise.reject(new Error('away')) };
  const cut = { ...app.deps, storage: { ...app.deps.storage, private: broken } };
  for (const _ of [1, 2, 3]) await expect(convertSentFilm(cut, film!.id)).rejects.toThrow('away');
  expect(await refusalOf(who, id)).toBeNull();
  // As three processes leave it that died in the middle.
  await db.update(films).set({ attempts: 3 }).where(eq(films.id, film!.id));
  await convertSentFilm(app.deps, film!.id);
  expect(await refusalOf(who, id)).toEqual({ code: 'FILM_FAILED' });
});

test('a copy has the films of its campaign, and they stay when the other goes; others neither see nor take them', async () => {
  const [who, other] = [await adverts.company(), await adverts.company()];
  const id = await draft(who);
  const file = await sent(who, id, good);
  await convertAll();
  const copy = randomUUID();
  await ownOf(who).begin({ id: copy, copyOf: id });
  const [spot] = (await ownOf(who).read({ id: copy })).pictures;
  await ownOf(who).setKind({ id, kind: 'banner' });
  await removeUnusedAdvertFiles(db, new Date(clock.now.getTime() + 25 * HOUR_MS));
  const status = async (as: TestPerson, of: string | null) =>
    (await app.app.request(`/api/files/${of}`, { headers: { authorization: `Bearer ${as.token}` } })).status;
  expect([await status(who, spot!.file), await status(who, spot!.poster)]).toEqual([200, 200]);
  expect([await status(other, spot!.file), await status(other, spot!.poster)]).toEqual([404, 404]);
  const theirs = await draft(other);
  expect(await codeOfCall(ownOf(other).addFilm({ id: theirs, file, name: 'tuđ.mp4' }))).toBe('NOT_FOUND');
});

test('another film takes the place of the spot that has to change once it is ready, also where there are four; a refused one leaves it there', async () => {
  const who = await adverts.company();
  const id = await draft(who);
  await sent(who, id, good, 'stara.mp4');
  await convertAll();
  const later = (n: number) => new Date(clock.now.getTime() + n * 1000);
  const three = [1, 2, 3].map((n) => ({ campaignId: id, seconds: 7, name: `${n}.mp4`, createdAt: later(n) }));
  await db.insert(creatives).values(three);
  const { pictures } = await ownOf(who).read({ id });
  const [old, second, third] = pictures.map((one) => one.id);
  const names = async () => (await ownOf(who).read({ id })).pictures.map(({ name }) => name);
  const add = async (bytes: Buffer, name: string, replaces?: string) => {
    const file = (await upload(app, who, bytes, 'advert-film')).id;
    return ownOf(who).addFilm({ id, file, name, ...(replaces && { replaces }) });
  };
  await send(who, id);
  await desk.reject({ id, sendings: 1, reason: 'Tekst je sitan.', adverts: [old!] });
  expect(await codeOfCall(add(good, 'peta.mp4'))).toBe('PICTURES_ENOUGH');
  expect(await codeOfCall(add(good, 'peta.mp4', randomUUID())), 'in the place of none').toBe('PICTURES_ENOUGH');
  await add(filmOf({ seconds: 42, rate: 5 }), 'duga.mp4', old);
  await convertAll();
  expect(await refusalOf(who, id)).toEqual({ code: 'FILM_LONG', seconds: 42 });
  expect(await names()).toEqual(['stara.mp4', '1.mp4', '2.mp4', '3.mp4']);
  expect((await ownOf(who).read({ id })).mend).toBe(old);
  await add(good, 'nova.mp4', old);
  expect(await names(), 'it is being made ready').toEqual(['stara.mp4', '1.mp4', '2.mp4', '3.mp4']);
  await convertAll();
  expect(await names()).toEqual(['nova.mp4', '1.mp4', '2.mp4', '3.mp4']);
  expect((await ownOf(who).read({ id })).mend).toBeNull();

  const both = [await codeOfCall(add(good, 'a.mp4', second)), await codeOfCall(add(good, 'b.mp4', third))];
  expect(both, 'two at once').toEqual(['ok', 'ok']);
  expect(await codeOfCall(add(good, 'c.mp4', second)), 'two in the place of one').toBe('PICTURES_ENOUGH');
  await db.delete(films);
  const stranger = await adverts.company();
  const theirs = await draft(stranger);
  const file = (await upload(app, stranger, good, 'advert-film')).id;
  await ownOf(stranger).addFilm({ id: theirs, file, name: 'tuđa.mp4', replaces: second! });
  await convertAll();
  expect(await names(), 'a spot of another company stays').toEqual(['nova.mp4', '1.mp4', '2.mp4', '3.mp4']);
});

test('a running campaign shows its old spot until the film in its place is ready and somebody of ours approved it', async () => {
  const { who, id, change, old } = await changeOfRunning();
  const file = (await upload(app, who, filmOf({ seconds: 8 }), 'advert-film')).id;
  await ownOf(who).addFilm({ id: change, file, name: 'nova.mp4', replaces: old.id });
  expect(await send(who, change).catch((error) => error.data)).toEqual({ missing: ['film'] });
  await convertAll();
  await send(who, change);
  expect(await desk.read({ id: change })).toMatchObject({
    pictures: [{ name: 'nova.mp4', seconds: 8 }],
    changes: { pictures: [{ name: 'stara.mp4' }] },
  });
  expect((await ownOf(who).read({ id })).pictures).toMatchObject([{ name: 'stara.mp4' }]);
  await desk.approve({ id: change, sendings: 1 });
  expect((await ownOf(who).read({ id })).pictures).toMatchObject([{ name: 'nova.mp4', seconds: 8 }]);
});

test('after a film in the place of a running spot is refused, by the rules or by us, the next one takes that place; the old one plays until it is approved', async () => {
  const { who, id, change, old } = await changeOfRunning();
  const add = async (bytes: Buffer, name: string, replaces: string | null) => {
    const file = (await upload(app, who, bytes, 'advert-film')).id;
    await ownOf(who).addFilm({ id: change, file, name, ...(replaces && { replaces }) });
    await convertAll();
  };
  const picturesOf = async (campaign: string) => (await ownOf(who).read({ id: campaign })).pictures;
  const namesOf = async (campaign: string) => (await picturesOf(campaign)).map(({ name }) => name);

  await add(filmOf({ seconds: 42, rate: 5 }), 'duga.mp4', old.id);
  const [refused] = (await ownOf(who).films({ id: change })).films;
  expect(refused).toMatchObject({ refusal: { code: 'FILM_LONG', seconds: 42 }, replaces: old.id });
  await ownOf(who).removeFilm({ id: change, film: refused!.id });
  await add(filmOf({ seconds: 8 }), 'nova.mp4', refused!.replaces);
  expect(await namesOf(change)).toEqual(['nova.mp4']);

  await send(who, change);
  const [sentBack] = await picturesOf(change);
  await desk.reject({ id: change, sendings: 1, reason: 'Zvuk je preglasan.', adverts: [sentBack!.id] });
  await add(filmOf({ seconds: 9 }), 'tiša.mp4', sentBack!.id);
  expect(await picturesOf(change)).toMatchObject([{ name: 'tiša.mp4', needsChange: false }]);
  expect(await namesOf(id)).toEqual(['stara.mp4']);
  await send(who, change);
  await desk.approve({ id: change, sendings: 2 });
  expect(await namesOf(id)).toEqual(['tiša.mp4']);
});

test('while servers are upgraded a worker of before leaves a film that takes a place alone, until one of now puts it there', async () => {
  const who = await adverts.company();
  const id = await draft(who);
  await sent(who, id, good, 'stara.mp4');
  await convertAll();
  const [old] = (await ownOf(who).read({ id })).pictures;
  const file = (await upload(app, who, filmOf({ seconds: 8 }), 'advert-film')).id;
  await ownOf(who).addFilm({ id, file, name: 'nova.mp4', replaces: old!.id });
  const names = async () => (await ownOf(who).read({ id })).pictures.map(({ name }) => name);
  await convertAll(['campaigns.convert-film']);
  expect(await names()).toEqual(['stara.mp4']);
  expect((await ownOf(who).films({ id })).films).toMatchObject([{ name: 'nova.mp4', refusal: null }]);
  await convertAll();
  expect(await names()).toEqual(['nova.mp4']);
});

test('a film in a bucket that servers share: one takes its parts, another converts it, a third plays it in ranges', async () => {
  const bucket = await startBucket();
  onTestFinished(bucket.stop);
  const env = { STORAGE_URL: bucket.address };
  const one = await testApp({ env });
  const [converts, serves] = await Promise.all(
    [1, 2].map(() => testApp({ env, databaseUrl: one.databaseUrl, deps: { tokens: one.deps.tokens } })),
  );
  for (const each of [one, converts!, serves!]) each.clock.now = clock.now;
  const there = await testAdverts(one);
  const who = await there.company();
  const own = call(one, who).campaigns.own;
  const id = randomUUID();
  await own.begin({ id });
  await own.setKind({ id, kind: 'spot' });
  const large = Buffer.concat([good, skipped(5 * 1024 * 1024)]);
  const begun = await begin(one, who, large, randomUUID(), 'advert-film');
  expect(begun.missing).toEqual([1, 2]);
  await sendParts(one, who, begun.id, large, [2]);
  await sendParts(serves!, who, begun.id, large, [1]);
  const { id: file } = await call(converts!, who).files.uploads.complete({ id: begun.id });
  await own.addFilm({ id, file, name: 'slava.mp4' });
  const [film] = await one.db.select().from(films).where(eq(films.campaignId, id));
  await convertSentFilm(converts!.deps, film!.id);
  const [spot] = (await own.read({ id })).pictures;
  expect(spot).toMatchObject({ name: 'slava.mp4', seconds: 7 });
  const [row] = await one.db.select().from(creatives).where(eq(creatives.campaignId, id));
  const ask = (address: string, token: string, headers = {}) =>
    serves!.app.request(address, { headers: { authorization: `Bearer ${token}`, ...headers } });
  const whole = Buffer.from(await (await ask(`/api/files/${spot!.file}`, who.token)).arrayBuffer());
  expect(hash('sha256', whole)).toBe(row!.sha256);
  await one.db.update(campaigns).set({ state: 'approved' }).where(eq(campaigns.id, id));
  const tv = await there.tv();
  for (const [range, part] of [
    ['bytes=0-99', whole.subarray(0, 100)],
    ['bytes=5000-5999', whole.subarray(5000, 6000)],
    ['bytes=-64', whole.subarray(-64)],
  ] as const) {
    const answer = await ask(`/api/tv/media/${row!.id}`, tv.token, { range });
    expect([range, answer.status]).toEqual([range, 206]);
    expect(Buffer.from(await answer.arrayBuffer()).equals(part), range).toBe(true);
  }
  expect((await ask(`/api/tv/media/${row!.id}`, tv.token, { range: `bytes=${whole.length}-` })).status).toBe(416);
  expect((await ask(`/api/files/${spot!.poster}`, who.token)).headers.get('content-type')).toBe('image/webp');
  expect(await namesIn(one.deps.storage.uploads), 'its parts are gone').toEqual([]);
});

test('without ffmpeg films are not taken, and the page is told so', async () => {
  const who = await adverts.company();
  const id = await draft(who);
  const file = (await upload(app, who, good, 'advert-film')).id;
  app.config.ffmpegPath = '/nowhere/ffmpeg';
  expect(await ownOf(who).films({ id })).toEqual({ isOn: false, films: [] });
  expect(await codeOfCall(ownOf(who).addFilm({ id, file, name: 'a.mp4' }))).toBe('FILMS_OFF');
  app.config.ffmpegPath = undefined;
});
