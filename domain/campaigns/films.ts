import * as z from 'zod';

/** What a film (TV spot) must be, and what of it a company pays for. */

/** Seconds of a spot, and how far beyond them a file may go that an editing program rounded to whole frames. */
export const FILM_SECONDS = { least: 5, most: 30 } as const;
const SLACK_MS = 200;

/** Pixels as a screen shows them. */
export const FILM_LEAST = { width: 640, height: 360 } as const;
export const FILM_MOST = { width: 4096, height: 2304 } as const;
/** Frames in a second that a telephone films at most; each is read, so that more would cost hours of reading. */
const MOST_FRAMES = 240;

/** How much of what a film says of its length must be there. */
const MISSING_MS = 700;

export const FILM_REFUSALS = [
  'FILM_LONG',
  'FILM_SHORT',
  'FILM_UPRIGHT',
  'FILM_SMALL',
  'FILM_LARGE',
  'FILM_NO_PICTURE',
  'FILM_BROKEN',
  'FILM_FRAMES',
  'FILM_TIME',
  'FILM_ROOM',
  'FILM_FAILED',
] as const;

/** Why a film was refused, with what was measured. */
export const FilmRefusal = z.object({
  code: z.enum(FILM_REFUSALS),
  seconds: z.number().optional(),
  width: z.int().optional(),
  height: z.int().optional(),
});
export type FilmRefusal = z.infer<typeof FilmRefusal>;

interface Head {
  picture: { width: number; height: number; rate: number } | null;
  hasVideo: boolean;
  lengthMs: number | null;
}

/** What the head of a film says already; `null` head: it cannot be read. */
export function filmHeadRefusal(head: Head | null): FilmRefusal | null {
  if (!head) return { code: 'FILM_BROKEN' };
  if (!head.picture) return { code: head.hasVideo ? 'FILM_BROKEN' : 'FILM_NO_PICTURE' };
  const { width, height, rate } = head.picture;
  if (width < 1 || height < 1) return { code: 'FILM_BROKEN' };
  if (width > FILM_MOST.width || height > FILM_MOST.width || width * height > FILM_MOST.width * FILM_MOST.height)
    return { code: 'FILM_LARGE', width, height };
  if (rate > MOST_FRAMES + 1) return { code: 'FILM_FRAMES' };
  if (height > width) return { code: 'FILM_UPRIGHT' };
  if (width < FILM_LEAST.width || height < FILM_LEAST.height) return { code: 'FILM_SMALL', width, height };
  return head.lengthMs === null ? null : filmLengthRefusal(head.lengthMs);
}

/** What playing it to the end has shown. */
export function filmBodyRefusal(
  body: { lengthMs: number; isWhole: boolean },
  { lengthMs }: Pick<Head, 'lengthMs'>,
): FilmRefusal | null {
  const isCut = lengthMs !== null && body.lengthMs < lengthMs - MISSING_MS;
  if (!body.isWhole || isCut) return { code: 'FILM_BROKEN' };
  return filmLengthRefusal(body.lengthMs);
}

function filmLengthRefusal(ms: number): FilmRefusal | null {
  if (ms > FILM_SECONDS.most * 1000 + SLACK_MS) return { code: 'FILM_LONG', seconds: Math.ceil(ms / 1000) };
  if (ms < FILM_SECONDS.least * 1000 - SLACK_MS) return { code: 'FILM_SHORT', seconds: Math.floor(ms / 100) / 10 };
  return null;
}

/** How long a spot is on the screen, and how many TV seconds one showing costs: its seconds, rounded up; a frame or two too many cost nothing. */
export const secondsOfFilm = (ms: number): number =>
  Math.max(FILM_SECONDS.least, Math.min(FILM_SECONDS.most, Math.ceil((ms - SLACK_MS) / 1000)));
