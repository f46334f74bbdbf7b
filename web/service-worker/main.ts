import { isProgramAddress } from '#domain/program-addresses.ts';
import { films, respondWithFilm, storeFilm } from './films.ts';
import { evict } from './limited-cache.ts';
import { worker } from './scope.ts';
import {
  isBuiltFile,
  isKeptScreen,
  isPublicPage,
  isTicketPage,
  respondWithBuiltFile,
  respondWithPage,
  site,
  storeAddress,
  storeWorkingTvPage,
} from './site.ts';

/**
 * Caches films, public pages and built files in the visitor's browser: a second visit starts at once and works without a
 * network. It handles no other request; what belongs to a person (/api, /auth) is never cached.
 *
 * A new version waits until the tabs of the old one are closed, so an open page never changes its worker.
 */
declare const STORAGE_URL: string;
const filmsAt = new URL(`${STORAGE_URL || '/storage'}/videos/`, worker.location.href).href;

worker.addEventListener('activate', (event) => event.waitUntil(activate()));

async function activate() {
  const ours = new Set([films.name, site.name]);
  for (const name of await caches.keys()) if (name.startsWith('vidik-') && !ours.has(name)) await caches.delete(name);
  await Promise.all([evict(films), evict(site)]);
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || request.headers.has('authorization')) return;
  if (request.url.startsWith(filmsAt)) {
    if (/\.(mp4|webm)$/.test(new URL(request.url).pathname)) event.respondWith(respondWithFilm(event));
    return;
  }
  const { origin, pathname } = new URL(request.url);
  if (origin !== worker.location.origin || isProgramAddress(pathname)) return;
  if (isBuiltFile(pathname)) event.respondWith(respondWithBuiltFile(event));
  else if (request.mode === 'navigate' || isPublicPage(pathname)) event.respondWith(respondWithPage(event));
});

/** A page reports what it has loaded: on the first visit there is no worker yet to intercept it. */
worker.addEventListener('message', (event) => {
  const { keep, works } = (event.data ?? {}) as { keep?: string[]; works?: string };
  if (Array.isArray(keep)) event.waitUntil(storeAll(keep));
  if (typeof works === 'string') event.waitUntil(storeWorkingTvPage(works));
});

async function storeAll(addresses: string[]) {
  for (const address of addresses) {
    const { origin, pathname } = new URL(address, worker.location.href);
    if (`${origin}${pathname}`.startsWith(filmsAt)) await storeFilm(origin + pathname);
    else if (
      origin === worker.location.origin &&
      (isBuiltFile(pathname) || isPublicPage(pathname) || isTicketPage(pathname) || isKeptScreen(pathname))
    )
      await storeAddress(origin + pathname);
  }
}
