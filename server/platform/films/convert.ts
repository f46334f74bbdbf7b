import { createWriteStream } from 'node:fs';
import { chmod, chown } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openTemporaryFolder } from '../process/temporary-folder.ts';
import { type Encoded, encodeFilm } from './encode.ts';
import type { Ffmpeg } from './ffmpeg.ts';
import { type FilmAt, type FilmBody, type FilmContainer, type FilmHead, readBody, readHead } from './measure.ts';

/** The packing of a film by its content type; `null`: we read no such thing. */
export const packingOf = (contentType: string): FilmContainer | null => PACKINGS[contentType] ?? null;
const PACKINGS: Record<string, FilmContainer> = {
  'video/mp4': 'mov',
  'video/x-m4v': 'mov',
  'video/quicktime': 'mov',
  'video/webm': 'matroska',
};

interface FilmCriteria<Refusal> {
  head: (head: FilmHead | null) => Refusal | null;
  body: (body: FilmBody, head: FilmHead) => Refusal | null;
  /** Seconds that the result lasts. */
  seconds: (body: FilmBody) => number;
  /** Seconds after which nobody reads on. */
  most: number;
}

export type FilmConversion<Refusal> =
  | { refusal: Refusal }
  | ({ refusal: null; head: FilmHead; body: FilmBody; seconds: number } & Encoded);

/**
 * Makes a sent film ready for TVs in a folder of its own, which is there until `use` has ended. `criteria` say what is refused; what cannot
 * be made though it was judged good is `broken`. Throws `RunTimedOut` and `RunKilled`.
 */
export async function convertFilm<Refusal, Done>(
  ffmpeg: Ffmpeg,
  { content, packing }: { content: Readable; packing: FilmContainer },
  {
    criteria,
    broken,
    progress,
  }: { criteria: FilmCriteria<Refusal>; broken: Refusal; progress: (done: number, total: number) => void },
  use: (converted: FilmConversion<Refusal>) => Promise<Done>,
): Promise<Done> {
  const { folder, remove } = await openTemporaryFolder('vidik-film-');
  try {
    await pipeline(content, createWriteStream(path.join(folder, 'in'), { mode: 0o600 }));
    if (ffmpeg.user !== null)
      for (const one of [path.join(folder, 'in'), folder]) await chown(one, ffmpeg.user, ffmpeg.user);
    await chmod(folder, 0o700);
    return await use(await convert(ffmpeg, { folder, packing }, { criteria, broken, progress }));
  } finally {
    await remove();
  }
}

/** Reading a film is a quarter of the work, by its length; making one the rest. */
const READ_SHARE = 0.25;

async function convert<Refusal>(
  ffmpeg: Ffmpeg,
  film: FilmAt,
  {
    criteria,
    broken,
    progress,
  }: { criteria: FilmCriteria<Refusal>; broken: Refusal; progress: (done: number, total: number) => void },
): Promise<FilmConversion<Refusal>> {
  const head = await readHead(ffmpeg, film);
  const early = criteria.head(head);
  if (early !== null) return { refusal: early };
  const { picture, sound, lengthMs } = head!;
  const expected = lengthMs ?? criteria.most * 1000;
  const say = (from: number, share: number, ms: number, of: number) =>
    progress(Math.round(1000 * (from + share * Math.min(1, ms / of))), 1000);
  const body = await readBody(
    ffmpeg,
    film,
    { picture: picture!, sound },
    { mostSeconds: criteria.most, progress: (ms) => say(0, READ_SHARE, ms, expected) },
  );
  const late = criteria.body(body, head!);
  if (late !== null) return { refusal: late };
  const seconds = criteria.seconds(body);
  const made = await encodeFilm(ffmpeg, film, {
    picture: picture!,
    sound,
    loudness: body.loudness,
    seconds,
    progress: (ms) => say(READ_SHARE, 1 - READ_SHARE, ms, seconds * 1000),
  });
  return made ? { refusal: null, head: head!, body, seconds, ...made } : { refusal: broken };
}
