import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { ListObjectsV2CommandInput, ListObjectsV2CommandOutput } from '@aws-sdk/client-s3';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startBucket } from '../../test/buckets.ts';
import { namesIn } from '../../test/stores.ts';
import { type FileStore, readText, StorageUnavailable, TooManyBytes, write, writeText } from './file-store.ts';
import { openFolderStore } from './folder.ts';
import { openPlace } from './open.ts';
import { openBucket, openClient } from './s3.ts';
import { readS3Address, type S3Address } from './s3-address.ts';

const room = mkdtempSync(path.join(tmpdir(), 'vidik-stores-'));
const bucket = await startBucket();
afterAll(async () => {
  await bucket.stop();
  rmSync(room, { recursive: true, force: true });
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
async function* pieces(bytes: Buffer, size = 64 * 1024) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function bytesOf(store: FileStore, name: string, range?: { from: number; to: number }): Promise<Buffer | null> {
  const stream = await store.read(name, range);
  if (!stream) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** What is promised of every store, of a folder as of a bucket. `spool` is where it keeps what has no name yet. */
const STORES: [string, () => Promise<{ store: FileStore; spool: string }>][] = [
  [
    'a folder',
    async () => {
      const root = mkdtempSync(path.join(room, 'folder-'));
      return { store: openFolderStore(root), spool: path.join(root, '.incoming') };
    },
  ],
  [
    'a bucket',
    async () => {
      const spool = mkdtempSync(path.join(room, 'spool-'));
      return { store: await openPlace(bucket.address.replace('?', `/${path.basename(spool)}?`), spool), spool };
    },
  ],
];

test('a copy into a folder that is none is refused, and its source throws at nobody, gone as it may be', async () => {
  const place = path.join(room, 'a-file');
  writeFileSync(place, 'not a folder');
  const uncaught = vi.fn();
  process.prependListener('uncaughtException', uncaught);
  onTestFinished(() => void process.off('uncaughtException', uncaught));
  await expect(openFolderStore(place).copy('one', path.join(room, 'gone'))).rejects.toThrow(StorageUnavailable);
  await setTimeout(50);
  expect(uncaught).not.toHaveBeenCalled();
});

describe.each(STORES)('%s', (_, open) => {
  test('keeps a stream under its name, knows its hash and gives it back, whole and in ranges', async () => {
    const { store, spool } = await open();
    const content = randomBytes(300_000);
    const received = await store.receive(pieces(content));
    expect(received).toMatchObject({ bytes: content.length, sha256: sha256(content) });
    expect(await namesIn(store), 'what has no name is not there').toEqual([]);
    await store.put('files/ab/slika.png', received, 'image/png');
    expect(readdirSync(spool)).toEqual([]);
    const found = await store.stat('files/ab/slika.png');
    expect(found!.bytes).toBe(content.length);
    expect(Math.abs(found!.modified.getTime() - Date.now())).toBeLessThan(60_000);
    expect((await bytesOf(store, 'files/ab/slika.png'))!.equals(content)).toBe(true);
    expect(await bytesOf(store, 'files/ab/slika.png', { from: 5, to: 9 })).toEqual(content.subarray(5, 10));
    expect(await bytesOf(store, 'files/ab/slika.png', { from: 299_999, to: 299_999 })).toEqual(content.subarray(-1));
  });

  test('keeps a file of many pieces', { timeout: 60_000 }, async () => {
    const { store } = await open();
    const content = randomBytes(21_000_000);
    await write(store, 'film.mp4', pieces(content, 1_000_000));
    expect((await store.stat('film.mp4'))!.bytes).toBe(content.length);
    expect(sha256((await bytesOf(store, 'film.mp4'))!)).toBe(sha256(content));
    expect(await bytesOf(store, 'film.mp4', { from: 8_388_600, to: 8_388_620 })).toEqual(
      content.subarray(8_388_600, 8_388_621),
    );
  });

  test('keeps an empty file, replaces a file at once, and texts are what was written', async () => {
    const { store } = await open();
    await writeText(store, 'prazno.txt', '');
    expect(await readText(store, 'prazno.txt')).toBe('');
    await writeText(store, 'spisak.jsonl', 'prvi');
    await writeText(store, 'spisak.jsonl', 'drugi: šđčćž');
    expect(await readText(store, 'spisak.jsonl')).toBe('drugi: šđčćž');
    expect((await namesIn(store)).sort()).toEqual(['prazno.txt', 'spisak.jsonl']);
  });

  test('what is not there is not there, and may be removed', async () => {
    const { store } = await open();
    await writeText(store, 'files/a.txt', 'a');
    for (const name of [
      'nema',
      'files',
      'files/',
      'files/b.txt',
      'files/a.txt/x',
      '../secret',
      'a/../../b',
      '.hidden',
      '',
    ]) {
      expect(await store.stat(name), name).toBeNull();
      expect(await store.read(name), name).toBeNull();
      await store.remove(name);
    }
    await store.remove('files/a.txt');
    await store.remove('files/a.txt');
    expect(await namesIn(store)).toEqual([]);
  });

  test('a name that leads elsewhere or hides is no name', async () => {
    const { store, spool } = await open();
    for (const name of ['', '../a', 'a//b', '/a', 'a/', '.a', 'a/.b', 'a\\b', 'a\0b'])
      await expect(write(store, name, [Buffer.from('x')]), name).rejects.toThrow('is no name');
    expect(readdirSync(spool)).toEqual([]);
    expect(await namesIn(store)).toEqual([]);
  });

  test('lists what begins with a prefix', async () => {
    const { store } = await open();
    for (const name of ['b.txt', 'a/2.txt', 'a/10.txt', 'a-b.txt', 'ab/x.txt']) await writeText(store, name, name);
    expect((await namesIn(store)).sort()).toEqual(['a-b.txt', 'a/10.txt', 'a/2.txt', 'ab/x.txt', 'b.txt']);
    expect((await namesIn(store, 'a/')).sort()).toEqual(['a/10.txt', 'a/2.txt']);
    expect(await namesIn(store, 'a/1')).toEqual(['a/10.txt']);
    expect(await namesIn(store, 'z')).toEqual([]);
  });

  test('a stream that is too long or breaks off leaves nothing', async () => {
    const { store, spool } = await open();
    await expect(store.receive(pieces(Buffer.alloc(11)), 10)).rejects.toThrow(TooManyBytes);
    const broken = async function* () {
      yield Buffer.from('polovina');
      throw new Error('cut off');
    };
    await expect(write(store, 'a.txt', broken())).rejects.toThrow('cut off');
    const received = await store.receive(pieces(Buffer.from('x')), 1);
    await store.discard(received);
    await store.discard(received);
    expect(readdirSync(spool)).toEqual([]);
    expect(await namesIn(store)).toEqual([]);
  });

  test('what a killed process left is taken away after a day', async () => {
    const { store, spool } = await open();
    mkdirSync(spool, { recursive: true });
    for (const [name, hours] of [
      ['old', 25],
      ['new', 23],
    ] as const) {
      writeFileSync(path.join(spool, name), 'x');
      const at = Date.now() / 1000 - hours * 3600;
      utimesSync(path.join(spool, name), at, at);
    }
    await writeText(store, 'a.txt', 'a');
    expect(readdirSync(spool)).toEqual(['new']);
  });

  test('copies a file of this machine, which stays', async () => {
    const { store } = await open();
    const file = path.join(room, 'archive.tar.gz');
    writeFileSync(file, 'an archive');
    await store.copy('vidik.tar.gz', file);
    expect(await readText(store, 'vidik.tar.gz')).toBe('an archive');
    expect(existsSync(file)).toBe(true);
  });

  test('two who write the same name at once leave one of both, whole', async () => {
    const { store } = await open();
    const both = [Buffer.alloc(200_000, 1), Buffer.alloc(200_000, 2)];
    await Promise.all(both.map((content) => write(store, 'files/aa/same', pieces(content))));
    const kept = await bytesOf(store, 'files/aa/same');
    expect(both.some((content) => content.equals(kept!))).toBe(true);
  });
});

test('a bucket that does not answer, or refuses us, says so', async () => {
  const spool = mkdtempSync(path.join(room, 'spool-'));
  const away = await openPlace('s3://vidik?endpoint=http://127.0.0.1:9', spool);
  await expect(away.stat('a')).rejects.toThrow(StorageUnavailable);
  await expect(writeText(away, 'a', 'a')).rejects.toThrow(StorageUnavailable);
  expect(readdirSync(spool)).toEqual([]);
  const missing = await openPlace(bucket.address.replace(/s3:\/\/[^/?]+/, 's3://no-such-bucket'), spool);
  await expect(writeText(missing, 'a', 'a')).rejects.toThrow(StorageUnavailable);
});

test('a folder that was replaced by something else says so', async () => {
  const root = path.join(room, 'loop');
  writeFileSync(path.join(room, 'file'), '');
  const store = openFolderStore(path.join(room, 'file'));
  await expect(writeText(store, 'a', 'a')).rejects.toThrow(StorageUnavailable);
  expect(await namesIn(openFolderStore(root))).toEqual([]);
});

test('a bucket that answers in pages is listed to its end', async () => {
  const address = readS3Address(bucket.address.replace('?', '/pages?')) as S3Address;
  const client = openClient(address);
  let pages = 0;
  // Two names a page, told apart by the last of them. The double's own tokens are sealed with DES, which Node no longer has.
  client.middlewareStack.add(
    (next) => async (args) => {
      if (!('Prefix' in args.input)) return next(args);
      const { ContinuationToken: after, ...input } = args.input as ListObjectsV2CommandInput;
      const answer = await next({ ...args, input: { ...input, StartAfter: after } as never });
      const output = answer.output as ListObjectsV2CommandOutput;
      const [first, second, ...more] = output.Contents ?? [];
      output.Contents = [first, second].filter((one) => one !== undefined);
      output.NextContinuationToken = more.length > 0 ? second?.Key : undefined;
      pages += 1;
      return answer;
    },
    { step: 'initialize' },
  );
  const store = openBucket(address, mkdtempSync(path.join(room, 'spool-')), client);
  const names = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}.txt`);
  for (const name of names) await writeText(store, name, name);
  expect((await namesIn(store)).sort()).toEqual(names);
  expect(pages).toBe(3);
});
