import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, expect, test, vi } from 'vitest';
import { nameOfContent } from '../files/content.ts';
import { files } from '../files/schema.ts';
import { testAdverts } from '../test/adverts.ts';
import { testApp } from '../test/app.ts';
import { hostilePictures } from '../test/hostile-pictures.ts';
import { call, codeOfCall } from '../test/people.ts';
import { upload } from '../test/uploads.ts';
import { creatives } from './schema.ts';

const app = await testApp();
const { db } = app;
const adverts = await testAdverts(app);
const company = await adverts.company();
const own = call(app, company).campaigns.own;
const { undecoded, broken, drawn } = await hostilePictures();

/** Every picture is decoded to raw pixels first, and in no other place. */
const decoded = vi.spyOn(sharp.prototype, 'raw');
afterAll(() => decoded.mockRestore());

async function send(picture: Buffer) {
  const id = randomUUID();
  await own.begin({ id });
  decoded.mockClear();
  const code = await codeOfCall(
    upload(app, company, picture).then(({ id: file }) => own.addPicture({ id, file, name: 'slika.png' })),
  );
  const [made] = await db
    .select()
    .from(creatives)
    .innerJoin(files, eq(files.id, creatives.shownFileId))
    .where(eq(creatives.campaignId, id));
  return { code, made: made?.files };
}

test('at least forty hostile pictures are sent', () => {
  expect([undecoded, broken, drawn].flatMap((some) => Object.keys(some)).length).toBeGreaterThanOrEqual(40);
});

test.each(Object.entries(undecoded))('%s is refused without being decoded', async (_, picture) => {
  const { code, made } = await send(picture);
  expect(code).toMatch(/^(PICTURE_|FILE_)/);
  expect(decoded).not.toHaveBeenCalled();
  expect(made).toBeUndefined();
});

test.each(Object.entries(broken))('%s is refused as broken', async (_, picture) => {
  const { code, made } = await send(picture);
  expect(code).toBe('PICTURE_BROKEN');
  expect(made).toBeUndefined();
});

test.each(Object.entries(drawn))('of %s only its pixels come to screens', async (_, picture) => {
  const { code, made } = await send(picture);
  expect(code).toBe('ok');
  expect(decoded, 'what says above that nothing was decoded sees it').toHaveBeenCalled();
  const shown = await buffer((await app.deps.storage.private.read(nameOfContent(made!)))!);
  expect(shown.length).toBeLessThan(1024 * 1024);
  expect(shown.toString('latin1')).not.toMatch(/<script|alert\(/);
  const { format, width, height, depth, space, pages, exif, icc, xmp } = await sharp(shown).metadata();
  expect({ format, width, height, depth, space }).toEqual({
    format: 'webp',
    width: 1920,
    height: 1080,
    depth: 'uchar',
    space: 'srgb',
  });
  expect([pages ?? 1, exif, icc, xmp]).toEqual([1, undefined, undefined, undefined]);
});
