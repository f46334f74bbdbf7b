import { BANNER, PROGRAMME_WINDOW, QR_PLACE } from '#domain/campaigns/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { decodeInTurn } from '../../platform/decoding.ts';

const TYPES = ['png', 'jpeg', 'webp'];
/** Beyond this nothing is decoded: as many pixels as a screen of 8K has. */
const MOST_PIXELS = 7680 * 4320;
const MOST_SECONDS = 20;
/** How far a picture may be from 16:9. */
const SHAPE_SLACK = 0.02;
/** A place is empty when it is transparent, or when all but one pixel in two hundred have the same colour, as JPEG writes it. */
const SAME_COLOUR = 24;
const OTHERS = 0.005;
const OPAQUE = 16;

export interface Banner {
  /** WebP, 1920 × 1080, with a transparent window for the programme. */
  shown: Buffer;
  /** As it was sent. */
  width: number;
  height: number;
}

/** Draws a sent picture anew for screens; refuses what is no picture, too small, of another shape, or has something where nothing may be. */
export const prepareBanner = (read: () => Promise<Buffer>): Promise<Banner> => decodeInTurn(read, prepare);

async function prepare(sent: Buffer): Promise<Banner> {
  // Machine code that is read when the first picture comes: a start needs none of it.
  const { default: sharp } = await import('sharp');
  const picture = sharp(sent, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 }).timeout({
    seconds: MOST_SECONDS,
  });
  const { format, autoOrient } = await picture.metadata().catch(() => {
    throw refuse('PICTURE_BROKEN');
  });
  if (!format || !TYPES.includes(format)) throw refuse('PICTURE_TYPE');
  const { width, height } = autoOrient;
  if (height > width) throw refuse('PICTURE_UPRIGHT', { width, height });
  if (width < BANNER.width || height < BANNER.height) throw refuse('PICTURE_SMALL', { width, height });
  if (Math.abs(width / height / (BANNER.width / BANNER.height) - 1) > SHAPE_SLACK)
    throw refuse('PICTURE_SHAPE', { width, height });
  const pixels = await picture
    .autoOrient()
    .toColourspace('srgb')
    .resize({ ...BANNER, fit: 'fill' })
    .ensureAlpha()
    .raw()
    .toBuffer()
    .catch(() => {
      throw refuse('PICTURE_BROKEN');
    });
  if (!isEmpty(pixels, PROGRAMME_WINDOW)) throw refuse('PICTURE_WINDOW');
  if (!isEmpty(pixels, QR_PLACE)) throw refuse('PICTURE_QR_PLACE');
  clear(pixels);
  const shown = await sharp(pixels, { raw: { ...BANNER, channels: 4 } })
    .webp({ quality: 90, alphaQuality: 100, effort: 4 })
    .toBuffer();
  return { shown, width, height };
}

type Place = typeof PROGRAMME_WINDOW | typeof QR_PLACE;

function isEmpty(pixels: Buffer, place: Place): boolean {
  const { x, y, width, height } = place;
  const middle = at(x + (width >> 1), y + (height >> 1));
  let others = 0;
  for (let row = y; row < y + height; row += 1)
    for (let column = x; column < x + width; column += 1) {
      const here = at(column, row);
      if (pixels[here + 3]! < OPAQUE) continue;
      const isSame = [0, 1, 2].every((one) => Math.abs(pixels[here + one]! - pixels[middle + one]!) <= SAME_COLOUR);
      if (!isSame || pixels[middle + 3]! < OPAQUE) others += 1;
    }
  return others <= OTHERS * width * height;
}

function clear(pixels: Buffer): void {
  const { x, y, width, height } = PROGRAMME_WINDOW;
  for (let row = y; row < y + height; row += 1) pixels.fill(0, at(x, row), at(x + width, row));
}

const at = (column: number, row: number): number => 4 * (row * BANNER.width + column);
