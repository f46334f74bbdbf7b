import { createHash, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { HOUR_MS } from '#domain/day.ts';
import { PART_BYTES } from '#domain/files/rules.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { openStorage } from '../../platform/storage/open.ts';
import { testApp } from '../../test/app.ts';
import { call, person } from '../../test/people.ts';
import { largePicture, picture } from '../../test/pictures.ts';
import { namesIn } from '../../test/stores.ts';
import { begin, partOf, sendParts, upload } from '../../test/uploads.ts';
import { removeContents } from '../clean-up.ts';
import { files, uploadParts, uploads } from '../schema.ts';

const app = await testApp({ env: { STORAGE_PER_PERSON: '20', STORAGE_TOTAL: '40' } });
const { storage } = app.deps;
const large = largePicture();
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );
const count = async (store: FileStore, prefix?: string) => (await namesIn(store, prefix)).length;

beforeEach(async () => {
  await app.db.delete(uploads);
  await app.db.delete(files);
});

test('a file that comes in parts, in any order and some of them twice, is there once, as it was sent', async () => {
  const who = await person(app);
  const { id, missing, partBytes } = await begin(app, who, large);
  expect({ missing, partBytes }).toEqual({ missing: [1, 2], partBytes: PART_BYTES });
  expect(await sendParts(app, who, id, large, [2])).toMatchObject({ present: [2], missing: [1], file: null });
  expect(await sendParts(app, who, id, large, [2, 1])).toMatchObject({ present: [1, 2], missing: [] });

  const file = await call(app, who).files.uploads.complete({ id });
  const sha256 = createHash('sha256').update(large).digest('hex');
  expect(file).toMatchObject({ kind: 'advert-picture', bytes: large.length, type: 'image/png', sha256 });
  const kept = await storage.private.read(`files/${sha256.slice(0, 2)}/${sha256}.png`);
  expect(Buffer.concat(await kept!.toArray()).equals(large)).toBe(true);
  expect(await count(storage.uploads), 'its parts are gone').toBe(0);

  expect(await call(app, who).files.uploads.complete({ id }), 'asked again').toEqual(file);
  expect(await call(app, who).files.uploads.state({ id })).toMatchObject({ missing: [], file: { id: file.id } });
  const entries = await app.db.select().from(auditLog).where(eq(auditLog.action, 'files.stored'));
  expect(entries.at(-1)).toMatchObject({
    actorEmail: who.email,
    subjectId: who.id,
    after: { kind: 'advert-picture', type: 'image/png', bytes: large.length },
  });
});

test('another server takes the next part', async () => {
  const who = await person(app);
  const other = await testApp({
    databaseUrl: app.databaseUrl,
    env: { DATA_DIR: app.config.dataDir },
    deps: { tokens: app.deps.tokens },
  });
  const { id } = await begin(app, who, large);
  await sendParts(app, who, id, large, [1]);
  await sendParts(other, who, id, large, [2]);
  expect(await call(app, who).files.uploads.complete({ id })).toMatchObject({ bytes: large.length });
});

test('completed twice at once it is one file', async () => {
  const who = await person(app);
  const { id } = await begin(app, who, large);
  await sendParts(app, who, id, large, [1, 2]);
  const both = await Promise.all([1, 2].map(() => call(app, who).files.uploads.complete({ id })));
  expect(both[0]).toEqual(both[1]);
  expect(await app.db.$count(files)).toBe(1);
});

test('twenty completions at once copy the parts once, and all get the file; a refused one is tried anew', async () => {
  const who = await person(app);
  const copies = vi.spyOn(storage.private, 'receive');
  onTestFinished(() => copies.mockRestore());
  const complete = (id: string) => call(app, who).files.uploads.complete({ id });
  const { id } = await begin(app, who, large);
  await sendParts(app, who, id, large, [1, 2]);
  const all = await Promise.all(Array.from({ length: 20 }, () => complete(id)));
  expect(new Set(all.map((file) => file.id)).size).toBe(1);
  expect(copies).toHaveBeenCalledTimes(1);

  const words = Buffer.from('no picture at all');
  const wrong = await begin(app, who, words);
  await sendParts(app, who, wrong.id, words, [1]);
  for (const times of [2, 3]) {
    expect(await code(complete(wrong.id))).toBe('FILE_TYPE_REFUSED');
    expect(copies).toHaveBeenCalledTimes(times);
  }
  await call(app, who).files.uploads.abort({ id: wrong.id });
});

test('one part sent twice at once is one part', async () => {
  const who = await person(app);
  const { id } = await begin(app, who, large);
  await Promise.all([1, 1, 1].map((number) => sendParts(app, who, id, large, [number])));
  expect(await app.db.$count(uploadParts)).toBe(1);
  expect(await count(storage.uploads, `${id}/`)).toBe(1);
  await sendParts(app, who, id, large, [2]);
  expect(await call(app, who).files.uploads.complete({ id })).toMatchObject({ type: 'image/png' });
});

test('the same key begins one upload, and another file needs another key', async () => {
  const who = await person(app);
  const key = randomUUID();
  const [first, second] = await Promise.all([begin(app, who, large, key), begin(app, who, large, key)]);
  expect(first).toEqual(second);
  expect(await code(begin(app, who, picture(), key))).toBe('UPLOAD_GONE');
});

describe('a part', () => {
  test('has exactly its bytes, or is refused and leaves nothing', async () => {
    const who = await person(app);
    const { id } = await begin(app, who, large);
    const send = (number: number, bytes: number) =>
      call(app, who).files.uploads.part({ params: { id, number }, body: new File([new Uint8Array(bytes)], '') });
    for (const [number, bytes] of [
      [1, 0],
      [1, PART_BYTES - 1],
      [2, large.length - PART_BYTES + 1],
      [3, 1],
    ] as const)
      expect(await code(send(number, bytes)), `${number}: ${bytes}`).toBe('UPLOAD_PART_WRONG');
    expect(await code(send(1, PART_BYTES + 1))).toBe('PAYLOAD_TOO_LARGE');
    expect(await call(app, who).files.uploads.state({ id })).toMatchObject({ present: [] });
    expect(await count(storage.uploads, `${id}/`)).toBe(0);
  });

  test('of a connection that breaks off is not there', async () => {
    const who = await person(app);
    const { id } = await begin(app, who, large);
    const broken = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(1_000));
        controller.error(new Error('gone'));
      },
    });
    const answer = await app.app.request(
      new Request(`http://localhost/api/files/uploads/${id}/parts/1`, {
        method: 'PUT',
        body: broken,
        duplex: 'half',
        headers: { authorization: `Bearer ${who.token}` },
      } as RequestInit),
    );
    expect(answer.status).toBe(400);
    expect(await call(app, who).files.uploads.state({ id })).toMatchObject({ present: [] });
  });

  test('of a complete or aborted upload is refused', async () => {
    const who = await person(app);
    const content = picture();
    const { id } = await begin(app, who, content);
    await sendParts(app, who, id, content, [1]);
    await call(app, who).files.uploads.complete({ id });
    expect(await code(sendParts(app, who, id, content, [1]))).toBe('UPLOAD_COMPLETED');
    expect(await code(call(app, who).files.uploads.abort({ id }))).toBe('UPLOAD_COMPLETED');
    const other = await begin(app, who, content);
    await sendParts(app, who, other.id, content, [1]);
    expect(await call(app, who).files.uploads.abort({ id: other.id })).toEqual({ aborted: true });
    expect(await call(app, who).files.uploads.abort({ id: other.id }), 'twice').toEqual({ aborted: true });
    expect(await code(sendParts(app, who, other.id, content, [1]))).toBe('UPLOAD_GONE');
    expect(await code(call(app, who).files.uploads.complete({ id: other.id }))).toBe('UPLOAD_GONE');
    expect(await count(storage.uploads)).toBe(0);
  });

  test('that is missing is named, and can follow', async () => {
    const who = await person(app);
    const { id } = await begin(app, who, large);
    await sendParts(app, who, id, large, [1]);
    await expect(call(app, who).files.uploads.complete({ id })).rejects.toMatchObject({
      code: 'UPLOAD_INCOMPLETE',
      data: { missing: [2] },
      message: 'Datoteka nije stigla cela. Nastavite slanje.',
    });
    await sendParts(app, who, id, large, [2]);
    expect(await call(app, who).files.uploads.complete({ id })).toMatchObject({ bytes: large.length });
  });
});

test('what a file is, its bytes say: a page, a program or a text with the name of a picture is refused', async () => {
  const who = await person(app);
  for (const content of [
    '<!doctype html><script>alert(1)</script>',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    '%PDF-1.7\n%âãÏÓ\n',
    'GIF89a;',
    '\x7fELF\x02\x01\x01',
    'samo tekst',
  ]) {
    const { id } = await begin(app, who, Buffer.from(content));
    await call(app, who).files.uploads.part({
      params: { id, number: 1 },
      body: new File([content], 'slika.png', { type: 'image/png' }),
    });
    await expect(call(app, who).files.uploads.complete({ id }), content).rejects.toMatchObject({
      code: 'FILE_TYPE_REFUSED',
      message: 'Ova datoteka nije u obliku koji primamo. Primamo: JPEG, PNG, WebP.',
    });
    await call(app, who).files.uploads.abort({ id });
  }
  expect(await app.db.$count(files)).toBe(0);
  expect(await count(storage.private)).toBeLessThanOrEqual(3);
});

test('a file that is larger than its kind may be is refused before it is sent', async () => {
  const who = await person(app);
  const asked = { key: randomUUID(), kind: 'advert-picture' as const, bytes: 10 * 1024 * 1024 + 1 };
  await expect(call(app, who).files.uploads.begin(asked)).rejects.toMatchObject({
    code: 'FILE_TOO_LARGE',
    message: 'Datoteka je prevelika. Najviše može da ima 10 MB.',
  });
});

test('nobody has more than their room, with what is on its way, and everybody together no more than there is', async () => {
  const [greedy, second, third] = [await person(app), await person(app), await person(app)];
  const most = 10 * 1024 * 1024;
  const ask = (who: typeof greedy, key: string = randomUUID()) =>
    call(app, who).files.uploads.begin({ key, kind: 'advert-picture', bytes: most });
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => code(ask(greedy))));
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(2);
  await expect(ask(greedy)).rejects.toMatchObject({
    code: 'FILE_QUOTA_FULL',
    message:
      'Za vaše datoteke je predviđeno najviše 20 MB, i za ovu nema više mesta. Obrišite neku koja vam ne treba, pa pokušajte ponovo.',
  });
  const [mine] = await app.db.select().from(uploads).where(eq(uploads.ownerId, greedy.id));
  expect(await ask(greedy, mine!.id), 'the same again needs no more').toMatchObject({ id: mine!.id });
  await ask(second);
  await ask(second);
  await expect(ask(third)).rejects.toMatchObject({
    code: 'STORAGE_FULL',
    message: 'Trenutno nema mesta za nove datoteke. Pokušajte ponovo kasnije.',
  });
  await call(app, greedy).files.uploads.abort({ id: mine!.id });
  expect(await code(ask(third))).toBe('done');
});

test('a removed file is gone for its owner at once, and its room is free', async () => {
  const who = await person(app);
  const file = await upload(app, who, picture());
  expect(await call(app, who).files.remove({ id: file.id })).toEqual({ removed: true });
  expect(await code(call(app, who).files.remove({ id: file.id }))).toBe('FILE_GONE');
  const [entry] = await app.db.select().from(auditLog).where(eq(auditLog.action, 'files.removed'));
  expect(entry).toMatchObject({ subjectId: who.id, before: { kind: 'advert-picture', bytes: file.bytes } });
});

test('whoever sends and removes again and again runs out of their own room before everybody’s, for a day', async () => {
  const start = app.clock.now;
  const { tokens, storage: stores, now } = app.deps;
  const env = { STORAGE_PER_PERSON: '1', STORAGE_TOTAL: '40' };
  const tight = await testApp({ databaseUrl: app.databaseUrl, env, deps: { tokens, storage: stores, now } });
  const [restless, other] = [await person(app), await person(app)];
  const begun = (who: typeof other) =>
    code(call(tight, who).files.uploads.begin({ key: randomUUID(), kind: 'advert-picture', bytes: 500_000 }));
  for (const _ of [1, 2, 3, 4]) {
    const { id } = await upload(tight, restless, picture());
    await app.db.update(files).set({ bytes: 1_000_000 }).where(eq(files.id, id));
    await call(tight, restless).files.remove({ id });
  }
  expect(await begun(restless)).toBe('FILE_QUOTA_FULL');
  expect(await begun(other)).toBe('done');
  app.clock.now = new Date(start.getTime() + 25 * HOUR_MS);
  await removeContents(app.deps);
  expect(await begun(restless)).toBe('done');
  app.clock.now = start;
});

test('a part is read only when its sender may send it, and only as it is stored', async () => {
  const waiting = await person(app, 'waiting');
  let pulled = 0;
  const body = new ReadableStream(
    {
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(1_000));
      },
    },
    { highWaterMark: 0 },
  );
  const answer = await app.app.request(
    new Request(`http://localhost/api/files/uploads/${randomUUID()}/parts/1`, {
      method: 'PUT',
      body,
      duplex: 'half',
      headers: { authorization: `Bearer ${waiting.token}` },
    } as RequestInit),
  );
  expect({ status: answer.status, pulled }).toEqual({ status: 403, pulled: 0 });
});

test('when the place of files is away, it is said so and can be asked again', async () => {
  const away = await openStorage({
    ...app.config,
    storage: {
      ...app.config.storage,
      bucket: { bucket: 'vidik', prefix: '', region: null, profile: null, endpoint: 'http://127.0.0.1:9' },
    },
  });
  const broken = await testApp({ databaseUrl: app.databaseUrl, deps: { storage: away, tokens: app.deps.tokens } });
  const who = await person(app);
  const content = picture();
  const { id } = await begin(broken, who, content);
  expect(
    await code(call(broken, who).files.uploads.part({ params: { id, number: 1 }, body: partOf(content, 1) })),
  ).toBe('SERVICE_UNAVAILABLE');
  await sendParts(app, who, id, content, [1]);
  expect(await call(app, who).files.uploads.complete({ id })).toMatchObject({ type: 'image/png' });
});
