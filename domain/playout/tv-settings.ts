import * as z from 'zod';
import { HOUR_MS } from '../day.ts';
import { ADVERT_SECONDS_PER_HOUR } from './rules.ts';

/** What TVs play between adverts when nothing else is set: our own films, shipped with the site. */
const OURS = ['sun', 'bars', 'card'].map((name) => `/storage/videos/programme-${name}.mp4`);

/** A film in the storage by its path, or anywhere by its https address. */
const isFilm = (text: string): boolean =>
  /^\/storage\/[\w./~%-]+\.mp4$/.test(text)
    ? !text.includes('..')
    : URL.canParse(text) && new URL(text).protocol === 'https:';

/**
 * Characters of the addresses elsewhere together. Pages name each of them in a header, and proxies take no more headers than fit into their
 * buffer (`proxy_buffer_size` of deploy/nginx, 15 kB of HAProxy): a page with more would be a 502.
 */
export const MOST_ELSEWHERE = 12_000;

const Films = z
  .string()
  .default(OURS.join(' '))
  .transform((list) => list.split(/[\s,]+/).filter(Boolean))
  .refine((films) => films.length > 0 && films.length <= 200 && films.every(isFilm), {
    message: 'must be up to 200 films, each /storage/….mp4 or https://…',
  })
  // A comma or semicolon would end the address in the page's policy.
  .refine((films) => films.every((film) => !/[;'"\\]/.test(film)), {
    message: 'an address has a quote or a semicolon',
  })
  .refine((films) => films.filter((film) => !film.startsWith('/')).join(' ').length <= MOST_ELSEWHERE, {
    message: `addresses elsewhere may have ${MOST_ELSEWHERE} characters in all; move films into the storage`,
  });

export const tvEnvironment = {
  TV_PROGRAMME: Films,
  TV_STILL_WATCHING_HOURS: z.coerce.number().min(0.01).max(24).default(4),
  ADVERT_SECONDS_PER_HOUR: z.coerce.number().int().min(60).max(3600).default(ADVERT_SECONDS_PER_HOUR),
};
type TvEnvironment = z.infer<z.ZodObject<typeof tvEnvironment>>;

export type TvSettings = ReturnType<typeof tvSettings>;

export const tvSettings = (e: TvEnvironment) => ({
  /** Addresses of films, in their order. */
  programme: e.TV_PROGRAMME,
  /** Seconds without a key of the remote after which a household's TV asks whether somebody watches. */
  asksAfter: Math.round((e.TV_STILL_WATCHING_HOURS * HOUR_MS) / 1000),
  /** Seconds of adverts that one TV gets of an hour of the clock. */
  advertSecondsPerHour: e.ADVERT_SECONDS_PER_HOUR,
});

/** Those that are elsewhere, for the page's policy. */
export const filmsElsewhere = ({ programme }: TvSettings): string[] =>
  programme.filter((film) => !film.startsWith('/'));
