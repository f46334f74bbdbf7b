import { refuse } from '#domain/refuse.ts';
import { decodeInTurn } from '../../platform/decoding.ts';

const TYPES = ['jpeg', 'png'];
/** Beyond this nothing is decoded: as many pixels as the cameras of phones write. */
const MOST_PIXELS = 8192 * 6400;
const MOST_SECONDS = 20;
/** Pixels of the longer side of what is kept. */
const LONGEST = 2560;

/** Of a list; screens with two pixels in the place of one have tiles half as wide. */
const SMALL = 480;

interface RedrawnPicture {
  picture: Buffer;
  small: Buffer;
}

/** Draws a sent picture anew, as it is to be looked at: nothing that a camera wrote beside it, where it was taken among it, is kept. */
export const drawPicture = (read: () => Promise<Buffer>): Promise<RedrawnPicture> => decodeInTurn(read, draw);

async function draw(sent: Buffer): Promise<RedrawnPicture> {
  // Machine code that is read when the first picture comes: a start needs none of it.
  const { default: sharp } = await import('sharp');
  const picture = sharp(sent, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 }).timeout({
    seconds: MOST_SECONDS,
  });
  try {
    const { format } = await picture.metadata();
    if (TYPES.includes(format)) {
      const whole = await picture
        .autoOrient()
        .resize({ width: LONGEST, height: LONGEST, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .toColourspace('srgb')
        .jpeg({ quality: 85 })
        .toBuffer();
      const small = await sharp(whole)
        .resize({ width: SMALL, height: SMALL, fit: 'inside', withoutEnlargement: true })
        .jpeg({ quality: 80 })
        .toBuffer();
      return { picture: whole, small };
    }
  } catch {
    // What cannot be decoded is refused below, whatever is wrong with it.
  }
  throw refuse('RETURN_PICTURE_BROKEN');
}
