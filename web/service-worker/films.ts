import { createPartialResponse } from 'workbox-range-requests';
import { addressWithoutQuery, findFresh, type LimitedCache, store } from './limited-cache.ts';
import type { FetchEvent } from './scope.ts';

/** A hash of the films (scripts/build.ts), so that a cached film never hides a newer one. */
declare const FILMS_VERSION: string;

export const films: LimitedCache = { name: `vidik-films-${FILMS_VERSION}`, days: 30, megabytes: 40 };
const LARGEST = 8_000_000;

/**
 * A film from the cache in the requested range. One that is not cached yet is played while it arrives and stored
 * at the same time; a range from its middle is passed to the network.
 */
export async function respondWithFilm(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const address = addressWithoutQuery(request);
  const range = request.headers.get('range');
  const kept = await findFresh(films, address);
  if (kept) return range ? createPartialResponse(request, kept) : kept;
  if (range !== null && range !== 'bytes=0-') return fetch(request);

  const whole = await fetch(address);
  const length = Number(whole.headers.get('content-length') ?? 0);
  if (whole.status !== 200 || !whole.body || length === 0 || length > LARGEST) return whole;
  const [played, stored] = whole.body.tee();
  event.waitUntil(store(films, address, new Response(stored, { headers: whole.headers })));
  if (range === null) return new Response(played, { headers: whole.headers });
  const headers = new Headers(whole.headers);
  headers.set('content-range', `bytes 0-${length - 1}/${length}`);
  return new Response(played, { status: 206, headers });
}

/** Stores a film that played before this worker controlled the page: most of it is still in the browser's HTTP cache. */
export async function storeFilm(address: string): Promise<void> {
  if (await findFresh(films, address)) return;
  const whole = await fetch(address);
  if (Number(whole.headers.get('content-length') ?? 0) > LARGEST) return void whole.body?.cancel();
  await store(films, address, whole);
}
