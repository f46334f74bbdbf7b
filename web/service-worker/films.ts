import { createPartialResponse } from 'workbox-range-requests';
import type { FetchEvent } from './scope.ts';
import { addressOf, find, keep, type Shelf } from './shelf.ts';

/** Changes with the films themselves (scripts/build.ts): a new film is never hidden by an old one. */
declare const FILMS_VERSION: string;

export const films: Shelf = { name: `vidik-films-${FILMS_VERSION}`, days: 30, megabytes: 40 };
const LARGEST = 8_000_000;

/**
 * A film from the shelf in whatever range is asked for. One that is not there yet is played while it arrives and kept
 * on the way; a range from its middle goes to the network as it is.
 */
export async function film(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const address = addressOf(request);
  const range = request.headers.get('range');
  const kept = await find(films, address);
  if (kept) return range ? createPartialResponse(request, kept) : kept;
  if (range !== null && range !== 'bytes=0-') return fetch(request);

  const whole = await fetch(address);
  const length = Number(whole.headers.get('content-length') ?? 0);
  if (whole.status !== 200 || !whole.body || length === 0 || length > LARGEST) return whole;
  const [played, stored] = whole.body.tee();
  event.waitUntil(keep(films, address, new Response(stored, { headers: whole.headers })));
  if (range === null) return new Response(played, { headers: whole.headers });
  const headers = new Headers(whole.headers);
  headers.set('content-range', `bytes 0-${length - 1}/${length}`);
  return new Response(played, { status: 206, headers });
}

/** A film that played before this worker had the page: most of it is still in the browser's own cache. */
export async function keepFilm(address: string): Promise<void> {
  if (await find(films, address)) return;
  const whole = await fetch(address);
  if (Number(whole.headers.get('content-length') ?? 0) > LARGEST) return void whole.body?.cancel();
  await keep(films, address, whole);
}
