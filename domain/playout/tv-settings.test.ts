import { expect, test } from 'vitest';
import * as z from 'zod';
import { filmsElsewhere, tvEnvironment, tvSettings } from './tv-settings.ts';

const Environment = z.object(tvEnvironment);
const settings = (env: Record<string, string>) => tvSettings(Environment.parse(env));

test('without a setting TVs play our own films, 12 minutes of adverts an hour, and ask after four hours', () => {
  const { programme, asksAfter, advertSecondsPerHour } = settings({});
  expect(programme).toEqual(['sun', 'bars', 'card'].map((name) => `/storage/videos/programme-${name}.mp4`));
  expect(asksAfter).toBe(4 * 3600);
  expect(advertSecondsPerHour).toBe(720);
  expect(filmsElsewhere(settings({}))).toEqual([]);
});

test('a programme is films of the storage and https addresses, of which pages may load these and no others', () => {
  const films = ['/storage/tv/jutro.mp4', 'https://filmovi.example/a/vece.mp4'];
  expect(settings({ TV_PROGRAMME: films.join(',\n ') }).programme).toEqual(films);
  expect(filmsElsewhere(settings({ TV_PROGRAMME: films.join(' ') }))).toEqual([films[1]]);
});

test.each([
  '',
  'http://filmovi.example/a.mp4',
  '/storage/../tajna.mp4',
  '/etc/passwd',
  "https://a.example/x';",
  'film.mp4',
])('a programme of %j is no programme', (list) => {
  expect(Environment.safeParse({ TV_PROGRAMME: list }).success).toBe(false);
});

test('addresses elsewhere are as many as the headers of a page bear; films of the storage are named by none', () => {
  const films = (count: number, at: string) =>
    Array.from({ length: count }, (_, n) => `${at}/programme-${100 + n}.mp4`).join(' ');
  const elsewhere = `https://filmovi.example/${'a'.repeat(60)}`;
  expect(settings({ TV_PROGRAMME: films(100, elsewhere) }).programme).toHaveLength(100);
  const tooMany = Environment.safeParse({ TV_PROGRAMME: films(200, elsewhere) });
  expect(tooMany.error?.issues[0]?.message).toContain('12000 characters');
  expect(settings({ TV_PROGRAMME: films(200, `/storage/tv/${'a'.repeat(60)}`) }).programme).toHaveLength(200);
});

test('adverts take at least a minute of an hour and at most all of it', () => {
  expect(settings({ ADVERT_SECONDS_PER_HOUR: '600' }).advertSecondsPerHour).toBe(600);
  for (const seconds of ['0', '59', '3601', '90.5', 'dvanaest'])
    expect(Environment.safeParse({ ADVERT_SECONDS_PER_HOUR: seconds }).success, seconds).toBe(false);
});
