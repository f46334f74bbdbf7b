import { randomInt, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { advertCodePath, BANNER, PROGRAMME_WINDOW, QR_PLACE } from '#domain/campaigns/rules.ts';
import { nameOfContent } from '../files/content.ts';
import { files } from '../files/schema.ts';
import { qrPng } from '../platform/qr/qr-png.ts';
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

async function send(picture: Buffer) {
  const id = randomUUID();
  await own.begin({ id });
  // Every picture is decoded to raw pixels first.
  const decoding = vi.spyOn(sharp.prototype, 'raw');
  const code = await codeOfCall(
    upload(app, company, picture).then(({ id: file }) => own.addPicture({ id, file, name: 'slika.png' })),
  );
  const isDecoded = decoding.mock.calls.length > 0;
  decoding.mockRestore();
  const [made] = await db
    .select()
    .from(creatives)
    .innerJoin(files, eq(files.id, creatives.shownFileId))
    .where(eq(creatives.campaignId, id));
  return { code, isDecoded, made: made?.files };
}

test('at least forty hostile pictures are sent', () => {
  expect([undecoded, broken, drawn].flatMap((some) => Object.keys(some)).length).toBeGreaterThanOrEqual(40);
});

test.each(Object.entries(undecoded))('%s is refused without being decoded', async (_, picture) => {
  const { code, isDecoded, made } = await send(picture);
  expect(code).toMatch(/^(PICTURE_|FILE_)/);
  expect(isDecoded).toBe(false);
  expect(made).toBeUndefined();
});

test.each(Object.entries(broken))('%s is refused as broken', async (_, picture) => {
  const { code, made } = await send(picture);
  expect(code).toBe('PICTURE_BROKEN');
  expect(made).toBeUndefined();
});

test.each(Object.entries(drawn))('of %s only its pixels come to screens', async (_, picture) => {
  const { code, isDecoded, made } = await send(picture);
  expect({ code, isDecoded }).toEqual({ code: 'ok', isDecoded: true });
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

test('our code is read from the screen over the loudest pictures, near and far', async () => {
  const { width, height } = BANNER;
  const link = `${app.config.publicUrl}${advertCodePath('0123456789', 'f0e1d2c3-0000-4000-8000-000000000000')}`;
  const plate = await sharp(qrPng(link)).resize(QR_PLACE.width, QR_PLACE.height, { kernel: 'nearest' }).toBuffer();
  const pixelOf: Record<string, (x: number, y: number) => number> = {
    black: () => 0,
    white: () => 255,
    noise: () => randomInt(256),
    squares: (x, y) => (((x >> 3) + (y >> 3)) % 2) * 255,
    stripes: (x) => ((x >> 2) % 2) * 255,
  };
  for (const [name, pixel] of Object.entries(pixelOf)) {
    const data = Buffer.alloc(width * height * 4);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1)
        if (!isIn(PROGRAMME_WINDOW, x, y) && !isIn(QR_PLACE, x, y))
          data
            .fill(pixel(x, y), 4 * (y * width + x), 4 * (y * width + x) + 3)
            .fill(255, 4 * (y * width + x) + 3, 4 * (y * width + x) + 4);
    const { code, made } = await send(
      await sharp(data, { raw: { width, height, channels: 4 } })
        .png()
        .toBuffer(),
    );
    expect(code, name).toBe('ok');
    const shown = await buffer((await app.deps.storage.private.read(nameOfContent(made!)))!);
    const screen = await sharp(shown)
      .flatten({ background: '#808080' })
      .composite([{ input: plate, left: QR_PLACE.x, top: QR_PLACE.y }])
      .png()
      .toBuffer();
    for (const across of [1920, 1280]) {
      const seen = await sharp(screen).resize(across).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      const image = { width: seen.info.width, height: seen.info.height, data: new Uint8ClampedArray(seen.data) };
      expect(decodeQR(image), `${name}, ${across} pixels across`).toBe(link);
    }
  }
});

const isIn = (place: typeof QR_PLACE | typeof PROGRAMME_WINDOW, x: number, y: number) =>
  x >= place.x && x < place.x + place.width && y >= place.y && y < place.y + place.height;
