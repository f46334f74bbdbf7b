import pLimit from 'p-limit';
import { refuse } from '#domain/refuse.ts';

const RUNNING = 2;
const WAITING = 50;
/** Milliseconds. */
const MOST_WAIT = 3_000;

/**
 * Every picture that a person sent is decoded in this line, whatever it is for: each may take the memory of fifty million pixels, and the
 * threads that do it are the process's own.
 */
export const decodingLine = pLimit(RUNNING);

/**
 * Reads a picture when its turn comes, so that those that wait take no memory, and decodes it. More than may wait, and whoever has waited
 * too long, are told to come later.
 */
export async function decodeInTurn<T>(read: () => Promise<Buffer>, decode: (sent: Buffer) => Promise<T>): Promise<T> {
  if (decodingLine.activeCount + decodingLine.pendingCount >= RUNNING + WAITING)
    throw refuse('SERVICE_UNAVAILABLE', { seconds: 30 });
  return new Promise<T>((resolve, reject) => {
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      reject(refuse('SERVICE_UNAVAILABLE', { seconds: 5 }));
    }, MOST_WAIT);
    decodingLine(async () => {
      if (isLate) return;
      clearTimeout(late);
      resolve(await decode(await read()));
    }).catch(reject);
  });
}
