import { refuse } from '#domain/refuse.ts';

const TYPES = ['jpeg', 'png'];
/** Beyond this nothing is decoded: as many pixels as the cameras of phones write. */
const MOST_PIXELS = 8192 * 6400;
const MOST_SECONDS = 20;
/** Pixels of the longer side of what is kept. */
const LONGEST = 2560;

/** Draws a sent picture anew, as it is to be looked at: nothing that a camera wrote beside it, where it was taken among it, is kept. */
export async function drawPicture(sent: Buffer): Promise<Buffer> {
  // Machine code that is read when the first picture comes: a start needs none of it.
  const { default: sharp } = await import('sharp');
  const picture = sharp(sent, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 }).timeout({
    seconds: MOST_SECONDS,
  });
  try {
    const { format } = await picture.metadata();
    if (TYPES.includes(format))
      return await picture
        .autoOrient()
        .resize({ width: LONGEST, height: LONGEST, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .toColourspace('srgb')
        .jpeg({ quality: 85 })
        .toBuffer();
  } catch {
    // What cannot be decoded is refused below, whatever is wrong with it.
  }
  throw refuse('RETURN_PICTURE_BROKEN');
}
