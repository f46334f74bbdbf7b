import { randomBytes } from 'node:crypto';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { drawBanner } from './banners.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const HTML = '<!doctype html><script>alert(document.cookie)</script>';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
function head(width: number, height: number, depth = 8, colour = 2): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([depth, colour, 0, 0, 0], 8);
  return chunk('IHDR', data);
}
const END = chunk('IEND', Buffer.alloc(0));
const png = (...chunks: Buffer[]) => Buffer.concat([SIGNATURE, ...chunks, END]);
/** What stands after the header of a PNG: other chunks before its pixels. */
const withChunks = (picture: Buffer, ...chunks: Buffer[]) =>
  Buffer.concat([picture.subarray(0, 33), ...chunks, picture.subarray(33)]);
/** Two pixels of a JPEG become so many: its frame header says so. */
function claimed(jpeg: Buffer, width: number, height: number): Buffer {
  const made = Buffer.from(jpeg);
  const frame = [0xc0, 0xc2].map((kind) => made.indexOf(Buffer.from([0xff, kind]))).find((at) => at > 0)!;
  made.writeUInt16BE(height, frame + 5);
  made.writeUInt16BE(width, frame + 7);
  return made;
}
const bits = (width: number, height: number) => deflateSync(Buffer.alloc((width / 8 + 1) * height), { level: 9 });

/**
 * Pictures as somebody sends them who wants to stop the server, to have something else than a picture kept, or to bring something to screens.
 * `undecoded` are refused before a pixel of them is decoded, `broken` while they are, and `drawn` are pictures: of these nothing is kept
 * but their pixels, in sRGB with eight bits.
 */
export async function hostilePictures() {
  const whole = await drawBanner();
  const opaque = await drawBanner({ window: { r: 15, g: 26, b: 36, alpha: 1 } });
  const jpeg = await sharp(opaque).jpeg().toBuffer();
  const webp = await drawBanner({ format: 'webp' });
  const small = sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } });
  const still = await sharp(whole).raw().toBuffer({ resolveWithObject: true });
  const frames = Buffer.concat([still.data, Buffer.alloc(still.data.length, 0xff)]);
  const moving = sharp(frames, { raw: { width: 1920, height: 2160, channels: 4, pageHeight: 1080 } });
  const svg = (inside: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1920" height="1080">${inside}</svg>`);
  const tampered = Buffer.from(whole);
  tampered.fill(0xff, tampered.length >> 1, (tampered.length >> 1) + 64);
  const wrongSum = Buffer.from(whole);
  wrongSum[29]! ^= 0xff;
  const profile = (size: number) =>
    chunk('iCCP', Buffer.concat([Buffer.from('bomb\0\0', 'latin1'), deflateSync(Buffer.alloc(size))]));
  const words = (type: string, size: number) =>
    chunk(type, Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(size, 65))]));

  const undecoded: Record<string, Buffer> = {
    'a PNG of 50,000 × 50,000 pixels, all of them there': png(
      head(50_000, 50_000, 1, 0),
      chunk('IDAT', bits(50_000, 50_000)),
    ),
    'a PNG that says 50,000 × 50,000 and has no pixel': png(
      head(50_000, 50_000),
      chunk('IDAT', deflateSync(Buffer.alloc(10))),
    ),
    'a PNG of the widest size there is': png(
      head(0x7fffffff, 0x7fffffff),
      chunk('IDAT', deflateSync(Buffer.alloc(10))),
    ),
    'a PNG that is a line': png(head(1_000_000, 1, 1, 0), chunk('IDAT', bits(1_000_000, 1))),
    'a PNG without width': png(head(0, 1080), chunk('IDAT', deflateSync(Buffer.alloc(10)))),
    'a PNG of one pixel': png(head(1, 1), chunk('IDAT', deflateSync(Buffer.alloc(4)))),
    'a JPEG that says 50,000 × 50,000': claimed(await small.clone().jpeg().toBuffer(), 50_000, 50_000),
    'a JPEG that is upright by its orientation': await sharp(jpeg).withMetadata({ orientation: 6 }).toBuffer(),
    'the signature of a PNG and nothing more': SIGNATURE,
    'the signature of a PNG before a page': Buffer.concat([SIGNATURE, Buffer.from(HTML)]),
    'the beginning of a JPEG': jpeg.subarray(0, 20),
    'the beginning of a WebP': webp.subarray(0, 16),
    'an SVG': svg(''),
    'an SVG with a script': svg('<script>alert(1)</script>'),
    'an SVG that reads a file of the server': Buffer.from(
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text y="99">&x;</text>')}`,
    ),
    'an SVG that asks another server': svg('<image href="http://127.0.0.1:1/x.png" width="9" height="9"/>'),
    'a page': Buffer.from(HTML),
    'a program': Buffer.from('#!/bin/sh\nrm -rf /\n'),
    'a PDF': Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
    'a ZIP': Buffer.from('PK\u0003\u0004 a.png'),
    'a GZIP of a picture': gzipSync(whole),
    'a GIF': await drawBanner({ format: 'gif' }),
    'a GIF that is a script as well': Buffer.from('GIF89a/*\u0001\u0000*/=1;alert(1)'),
    'a TIFF': await small.clone().tiff().toBuffer(),
    'an AVIF': await small.clone().avif().toBuffer(),
    'a BMP': Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)]),
    'nothing but zeros': Buffer.alloc(4_096),
    noise: randomBytes(4_096),
  };
  const broken: Record<string, Buffer> = {
    'a PNG that is cut off': whole.subarray(0, whole.length - 4_000),
    'a JPEG that is cut off': jpeg.subarray(0, jpeg.length >> 1),
    'a WebP that is cut off': webp.subarray(0, webp.length >> 1),
    'a PNG whose pixels were changed': tampered,
    'a PNG whose header has a wrong sum': wrongSum,
    'a PNG of the right size without pixels': png(head(1920, 1080), chunk('IDAT', deflateSync(Buffer.alloc(10)))),
  };
  const drawn: Record<string, Buffer> = {
    'a PNG with a page behind it': Buffer.concat([whole, Buffer.from(HTML)]),
    'a PNG with a ZIP behind it': Buffer.concat([whole, Buffer.from('PK\u0003\u0004 <script>')]),
    'a PNG with a page in its words': withChunks(whole, chunk('tEXt', Buffer.from(`Comment\0${HTML}`))),
    'a JPEG with a page behind it': Buffer.concat([jpeg, Buffer.from(HTML)]),
    'a JPEG with a page in its EXIF': await sharp(jpeg)
      .withExif({ IFD0: { Copyright: HTML } })
      .toBuffer(),
    'a WebP that moves': await moving.webp({ lossless: true }).toBuffer(),
    'a PNG with 16 bits': await sharp(whole).toColourspace('rgb16').png().toBuffer(),
    'a JPEG in CMYK': await sharp(jpeg).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer(),
    'a PNG in grey': await sharp(whole).greyscale().png().toBuffer(),
    'a PNG with a profile that grows to 64 MB': withChunks(whole, profile(64 * 1024 * 1024)),
    'a PNG with words that grow to 64 MB': withChunks(whole, words('zTXt', 64 * 1024 * 1024)),
  };
  return { undecoded, broken, drawn };
}
