import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#domain/day.ts';
import { erasePerson } from '../flows/people/erase-person.ts';
import { systemActor } from '../platform/audit.ts';
import { write } from '../platform/storage/file-store.ts';
import { testApp } from '../test/app.ts';
import { call, person } from '../test/people.ts';
import { picture } from '../test/pictures.ts';
import { namesIn } from '../test/stores.ts';
import { begin, sendParts, upload } from '../test/uploads.ts';
import { purgeUploads, removeContents, removeUnnamedContents } from './clean-up.ts';
import { lockRoom, nameOfContent } from './content.ts';
import { addFile, keepContent } from './keep-file.ts';
import { files, uploads } from './schema.ts';

const app = await testApp();
const { storage } = app.deps;

/** The jobs at a later hour. */
async function later(hours: number): Promise<void> {
  const deps = { ...app.deps, now: () => new Date(app.clock.now.getTime() + hours * HOUR_MS) };
  await purgeUploads(deps);
  await removeContents(deps);
  await removeUnnamedContents(deps);
}
const isKept = async (file: { sha256: string }) =>
  (await storage.private.stat(nameOfContent({ sha256: file.sha256, extension: '.png' }))) !== null;

test('a removed file’s content goes a day after its last row, and not before', async () => {
  const [one, other] = [await person(app), await person(app)];
  const content = picture();
  const [first, second] = [await upload(app, one, content), await upload(app, other, content)];
  expect(first.sha256).toBe(second.sha256);
  await call(app, one).files.remove({ id: first.id });
  await later(25);
  expect(await app.db.$count(files, eq(files.id, first.id)), 'the row is gone').toBe(0);
  expect(await isKept(second), 'the other one has it still').toBe(true);
  await call(app, other).files.remove({ id: second.id });
  await later(23);
  expect(await isKept(second)).toBe(true);
  await later(25);
  expect(await isKept(second)).toBe(false);
  expect(await app.db.$count(files)).toBe(0);
});

test('a content that is sent again before it goes stays', async () => {
  const who = await person(app);
  const content = picture();
  const first = await upload(app, who, content);
  await call(app, who).files.remove({ id: first.id });
  await upload(app, who, content);
  await later(25);
  expect(await isKept(first)).toBe(true);
});

test('what belonged to an erased person is nobody’s at once, and goes a day later', async () => {
  const who = await person(app);
  const file = await upload(app, who, picture());
  const half = await begin(app, who, picture());
  await sendParts(app, who, half.id, picture(), []);
  await app.db.transaction((tx) => erasePerson(tx, app.deps, systemActor, who.id));
  const [row] = await app.db.select().from(files).where(eq(files.id, file.id));
  expect(row).toMatchObject({ ownerId: null, removedAt: expect.any(Date) });
  expect(await app.db.$count(uploads, eq(uploads.id, half.id))).toBe(0);
  await later(25);
  expect(await isKept(file)).toBe(false);
});

test('what must outlive its owner stays', async () => {
  const who = await person(app);
  const file = await upload(app, who, picture());
  await app.db.update(files).set({ survivesOwner: true }).where(eq(files.id, file.id));
  await app.db.transaction((tx) => erasePerson(tx, app.deps, systemActor, who.id));
  const [row] = await app.db.select().from(files).where(eq(files.id, file.id));
  expect(row).toMatchObject({ ownerId: null, removedAt: null });
  await later(25);
  expect(await isKept(file)).toBe(true);
});

test('an upload for which nothing comes for a day is forgotten with its parts', async () => {
  const who = await person(app);
  const content = picture();
  const { id } = await begin(app, who, content);
  await sendParts(app, who, id, content, [1]);
  await later(23);
  expect(await call(app, who).files.uploads.state({ id })).toMatchObject({ present: [1] });
  await later(25);
  expect(await app.db.$count(uploads, eq(uploads.id, id))).toBe(0);
  expect(await namesIn(storage.uploads, `${id}/`)).toEqual([]);
});

test('what a killed server left without a row goes after a day; what an operator laid there stays', async () => {
  const content = async function* () {
    yield picture();
  };
  const kept = await keepContent(app.deps, 'advert-picture', await storage.private.receive(content()));
  await write(storage.uploads, `${crypto.randomUUID()}/1-x`, content());
  await write(storage.public, 'slike/naslovna.png', content());
  const who = await person(app);
  const named = await upload(app, who, picture());
  await later(23);
  expect(await isKept(kept)).toBe(true);
  await later(25);
  expect(await isKept(kept)).toBe(false);
  expect(await isKept(named)).toBe(true);
  expect(await storage.public.stat('slike/naslovna.png')).not.toBeNull();
  expect(await namesIn(storage.uploads)).toEqual([]);
});

test('a file gets its row while others take room or write rows of theirs', async () => {
  const keep = async () => {
    const received = await storage.private.receive(Readable.from([picture()]));
    return keepContent(app.deps, 'document', received);
  };
  const paper = { kind: 'document', ownerId: null, madeByUs: true } as const;
  const contents = [await keep(), await keep()] as const;
  onTestFinished(() => void app.db.delete(files));
  await app.db.transaction(async (tx) => {
    await lockRoom(tx);
    await addFile(tx, app.deps, contents[0], paper);
    await app.db.transaction((other) => addFile(other, app.deps, contents[1], paper));
  });
  expect(await app.db.$count(files, eq(files.kind, 'document'))).toBe(2);
});

test('of a content that is removed while it is sent again, no row is left without it', async () => {
  const who = await person(app);
  const content = picture();
  onTestFinished(() => void app.db.delete(files));
  for (let round = 0; round < 10; round += 1) {
    const file = await upload(app, who, content);
    const long = new Date(app.clock.now.getTime() - 2 * DAY_MS);
    await app.db.update(files).set({ removedAt: long }).where(eq(files.id, file.id));
    const next = await begin(app, who, content);
    await sendParts(app, who, next.id, content, [1]);
    const [outcome] = await Promise.allSettled([
      call(app, who).files.uploads.complete({ id: next.id }),
      removeContents(app.deps),
    ]);
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    else expect(await isKept(outcome.value)).toBe(true);
    expect(await call(app, who).files.uploads.complete({ id: next.id })).toMatchObject({ sha256: file.sha256 });
    expect(await isKept(file)).toBe(true);
    await app.db.delete(files);
  }
});
