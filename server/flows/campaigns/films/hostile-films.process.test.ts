import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type FilmRefusal, filmBodyRefusal, filmHeadRefusal, secondsOfFilm } from '#domain/campaigns/films.ts';
import { FILE_KINDS } from '#domain/files/kinds.ts';
import { convertFilm, packingOf } from '../../../platform/films/convert.ts';
import { type Ffmpeg, openFfmpeg, RunTimedOut, runGuarded } from '../../../platform/films/ffmpeg.ts';
import { typeOf } from '../../../platform/storage/file-type.ts';
import { filmOf, madeBy } from '../../../test/films.ts';

/** What somebody may send in place of a film. Each is refused, or becomes a film of ours, in bounded time; nothing else is opened. */
const ffmpeg = (await openFfmpeg(undefined)) as Ffmpeg;
const folder = mkdtempSync(path.join(tmpdir(), 'vidik-hostile-'));
/** Nobody may ever call here. */
const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.end();
});
let here = '';
beforeAll(async () => {
  // Films are converted in this folder, apart from those of tests that run at the same time; whoever converts may pass through it.
  chmodSync(folder, 0o711);
  vi.stubEnv('TMPDIR', folder);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.close();
  rmSync(folder, { recursive: true });
});

const criteria = {
  head: filmHeadRefusal,
  body: filmBodyRefusal,
  most: 31,
  seconds: ({ lengthMs }: { lengthMs: number }) => secondsOfFilm(lengthMs),
};

/** What becomes of these bytes: `type` when they are not taken, why they are refused, or how many seconds they became. */
async function fate(bytes: Buffer, name?: 'mov' | 'matroska'): Promise<string | number> {
  const file = path.join(folder, 'sent');
  writeFileSync(file, bytes);
  const { contentType } = await typeOf({ file, bytes: bytes.length, sha256: '' });
  const types: readonly string[] = FILE_KINDS['advert-film'].types;
  if (!name && !types.includes(contentType)) return 'type';
  const packing = name ?? packingOf(contentType)!;
  const broken: FilmRefusal = { code: 'FILM_BROKEN' };
  return convertFilm(
    ffmpeg,
    { content: Readable.from([bytes]), packing },
    { criteria, broken, progress: () => {} },
    async (made) => made.refusal?.code ?? (made as { seconds: number }).seconds,
  );
}

const good = filmOf({ seconds: 5 });
const mov = filmOf({ seconds: 5, as: 'mov' });
const text = (content: string) => Buffer.from(content);
const box = (type: string, content: Buffer) => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
};
const FTYP = box('ftyp', text('isom\0\0\x02\0isomiso2avc1mp41'));
/** The bytes with one piece in place of another of the same length. */
function changed(bytes: Buffer, find: string | Buffer, put: (at: number, copy: Buffer) => void): Buffer {
  const copy = Buffer.from(bytes);
  const at = copy.indexOf(find);
  expect(at, 'the piece that is changed').toBeGreaterThan(0);
  put(at, copy);
  return copy;
}

test('lists of other files, with or without the beginning of a film, open nothing', async () => {
  const hls = `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${here}/hls.ts\n#EXT-X-ENDLIST\n`;
  const lists = {
    hls,
    'hls to a file of ours': hls.replace(`${here}/hls.ts`, 'file:///etc/passwd'),
    concat: `ffconcat version 1.0\nfile '/etc/passwd'\nfile '${here}/concat'\n`,
    dash: `<?xml version="1.0"?><MPD><BaseURL>${here}/dash</BaseURL><Period/></MPD>`,
    sdp: 'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n',
    svg: `<svg xmlns="http://www.w3.org/2000/svg"><image href="${here}/svg"/></svg>`,
    html: `<html><video src="${here}/html"></video></html>`,
  };
  for (const [name, list] of Object.entries(lists)) {
    expect([name, await fate(text(list))]).toEqual([name, 'type']);
    for (const packing of ['mov', 'matroska'] as const)
      expect([name, packing, await fate(text(list), packing)]).toEqual([name, packing, 'FILM_BROKEN']);
    expect([name, await fate(Buffer.concat([FTYP, text(list)]))], 'behind the head of a film').toEqual([
      name,
      'FILM_BROKEN',
    ]);
  }
  expect(asked).toEqual([]);
});

test('a MOV that says that its pictures lie in another file is not followed', async () => {
  const alias = text(`${here}/dref\0`);
  const dref = box(
    'dref',
    Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), box('url ', Buffer.concat([Buffer.alloc(4), alias]))]),
  );
  expect(dref.length).toBeGreaterThan(20);
  const outside = changed(mov, Buffer.from('url \0\0\0\x01', 'latin1'), (at, copy) => copy.writeUInt8(0, at + 7));
  const aliased = changed(mov, 'url ', (at, copy) => copy.write('alis', at, 'latin1'));
  for (const one of [outside, aliased]) expect(['FILM_BROKEN', 5]).toContain(await fate(one));
  expect(await fate(Buffer.concat([FTYP, box('moov', dref)]))).toBe('FILM_NO_PICTURE');
  expect(asked).toEqual([]);
});

test('what is no film, or a picture that moves, is not taken', async () => {
  expect(await fate(Buffer.alloc(0))).toBe('type');
  expect(await fate(Buffer.alloc(1024 * 1024))).toBe('type');
  expect(await fate(filmOf({ as: 'gif', sound: false, seconds: 1 }))).toBe('type');
  expect(await fate(filmOf({ as: 'mkv', seconds: 1 })), 'Matroska other than WebM').toBe('type');
  expect(await fate(madeBy('webp', ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=5:duration=1']))).toBe('type');
  expect(await fate(Buffer.concat([text('PK\x03\x04'), Buffer.alloc(4000)])), 'an archive').toBe('type');
  expect(await fate(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), good])), 'JPEG and film').toBe('type');
  expect(await fate(Buffer.concat([text('<html><script>alert(1)</script>'), good])), 'page and film').toBe('type');
});

test('a film that is cut off, empty or damaged is broken', async () => {
  const fast = filmOf({ seconds: 5, more: ['-movflags', '+faststart'] });
  expect(await fate(FTYP), 'a head alone').toBe('FILM_BROKEN');
  expect(await fate(good.subarray(0, good.length / 2)), 'its index was at the end').toBe('FILM_BROKEN');
  expect(await fate(fast.subarray(0, fast.length * 0.6)), 'its index was at the front').toBe('FILM_BROKEN');
  const noisy = madeBy('mp4', [
    ...['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=25:duration=5', '-c:v', 'libx264', '-preset', 'ultrafast'],
  ]);
  const tail = Buffer.from(noisy);
  const data = tail.indexOf('mdat');
  for (let at = data + 200_000; at < data + 260_000; at += 3) tail[at] = 0xa5;
  expect(await fate(tail), 'wrong bytes in the middle').toBe('FILM_BROKEN');
  const sample = changed(good, 'avc1', (_, copy) => copy.write('encv', copy.lastIndexOf('avc1'), 'latin1'));
  expect(await fate(sample), 'encrypted').toBe('FILM_BROKEN');
});

test('sizes and lengths beyond what a TV shows are refused by the head', async () => {
  const grown = changed(good, 'avcC', (_, copy) => {
    const at = copy.lastIndexOf('avc1');
    copy.writeUInt16BE(50_000, at + 28);
    copy.writeUInt16BE(50_000, at + 30);
  });
  expect(['FILM_LARGE', 'FILM_BROKEN', 5], 'a head that lies of 50,000 × 50,000').toContain(await fate(grown));
  expect(await fate(filmOf({ seconds: 5, size: '4400x480', sound: false }))).toBe('FILM_LARGE');
  expect(await fate(filmOf({ seconds: 5, size: '360x640' }))).toBe('FILM_UPRIGHT');
  expect(await fate(filmOf({ seconds: 5, size: '2x2', sound: false }))).toBe('FILM_SMALL');
  expect(await fate(filmOf({ seconds: 3 }))).toBe('FILM_SHORT');
  expect(await fate(filmOf({ seconds: 42, size: '640x360', rate: 5 }))).toBe('FILM_LONG');
  const endless = changed(good, 'mvhd', (at, copy) => copy.writeUInt32BE(0x7fffffff, at + 20));
  expect(['FILM_LONG', 'FILM_BROKEN', 5], 'a head that says weeks').toContain(await fate(endless));
  const live = filmOf({ seconds: 35, as: 'webm', rate: 5, more: ['-f', 'webm', '-live', '1'] });
  expect(await fate(live), 'a WebM that does not say its length').toBe('FILM_LONG');
});

test('without a picture it is no film; subtitles, attachments and further streams are left out', async () => {
  const audio = madeBy('mp4', ['-f', 'lavfi', '-i', 'sine=frequency=330:duration=6', '-c:a', 'aac']);
  expect(await fate(audio)).toBe('FILM_NO_PICTURE');
  const many = madeBy(
    'mp4',
    [
      ...['-i', 'a.mp4', '-i', 's.srt', ...Array.from({ length: 12 }, () => ['-map', '0:v', '-map', '0:a']).flat()],
      ...['-map', '1', '-c', 'copy', '-c:s', 'mov_text', '-metadata', `comment=${'x'.repeat(60_000)}`],
    ],
    { 'a.mp4': good, 's.srt': text('1\n00:00:00,000 --> 00:00:04,000\nZdravo\n') },
  );
  expect(await fate(many)).toBe(5);
  const attached = madeBy(
    'mkv',
    ['-i', 'a.webm', '-attach', 'a.txt', '-metadata:s:t', 'mimetype=text/plain', '-c', 'copy'],
    {
      'a.webm': filmOf({ seconds: 5, as: 'webm', sound: false }),
      'a.txt': text('#!/bin/sh\n'),
    },
  );
  expect(await fate(attached, 'matroska')).toBe(5);
});

test('odd but honest films become films of ours', async () => {
  const five = { seconds: 5, sound: false };
  expect(await fate(filmOf({ ...five, size: '854x482', rate: '24000/1001' })), 'odd size and rate').toBe(5);
  expect(await fate(filmOf({ ...five, rate: 1 })), 'one frame in a second').toBe(5);
  expect(await fate(filmOf({ ...five, rate: 240 })), 'many frames').toBe(5);
  expect(await fate(filmOf({ ...five, rate: 1000 })), 'too many frames').toBe('FILM_FRAMES');
  expect(
    await fate(filmOf({ ...five, seconds: 6, more: ['-output_ts_offset', '-2'] })),
    'what lies before zero is not shown',
  ).toBe('FILM_SHORT');
  const turned = madeBy('mp4', ['-i', 'a.mp4', '-c', 'copy', '-metadata:s:v', 'rotate=90'], { 'a.mp4': good });
  expect(['FILM_UPRIGHT', 5], 'turned by its own word').toContain(await fate(turned));
  const slow = filmOf({ ...five, more: ['-vf', "select='not(mod(n,7))+lt(n,20)'", '-vsync', 'vfr'] });
  expect(await fate(slow), 'variable rate').toBe(5);
});

test('whoever converts has no network, nothing of ours, and a limited time; nothing is left behind', async () => {
  await fate(good.subarray(0, 4000));
  expect(readdirSync(folder).filter((name) => name.startsWith('vidik-film-'))).toEqual([]);
  const place = mkdtempSync(path.join(folder, 'run-'));
  const endless = ['-nostdin', '-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=64x64', '-f', 'null', '-'];
  await expect(runGuarded(ffmpeg, 'ffmpeg', endless, { folder: place, seconds: 1 })).rejects.toThrow(RunTimedOut);
  if (ffmpeg.user === null) return;
  const secret = path.join(folder, 'secret');
  writeFileSync(secret, good, { mode: 0o600 });
  for (const source of [secret, `${here}/none.mp4`]) {
    const { code } = await runGuarded(ffmpeg, 'ffprobe', ['-v', 'error', '-i', source], { folder: place, seconds: 10 });
    expect([source, code === 0]).toEqual([source, false]);
  }
  expect(asked).toEqual([]);
});
