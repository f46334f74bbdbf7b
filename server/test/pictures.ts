import { randomBytes } from 'node:crypto';
import { encode } from 'fast-png';

/** A real PNG of noise, about four bytes for each of its points. */
export const picture = (side = 20): Buffer =>
  Buffer.from(encode({ width: side, height: side, data: new Uint8Array(randomBytes(side * side * 4)), channels: 4 }));

/** Of more than one part of an upload. */
export const largePicture = (): Buffer => picture(1_100);
