import { film, films, keepFilm } from './films.ts';
import { worker } from './scope.ts';
import { tidy } from './shelf.ts';
import { builtFile, isBuiltFile, isOpenPage, keepAddress, page, site } from './site.ts';

/**
 * Keeps films, open pages and built files on the visitor's own disk: a second visit starts at once and works without a
 * network. It answers for nothing else; what belongs to a person (/api, /auth) passes it by and is never kept.
 *
 * A new version waits until the tabs of the old one are closed, so no page ever changes hands while it is open.
 */
declare const STORAGE_URL: string;
const filmsAt = new URL(`${STORAGE_URL || '/storage'}/videos/`, worker.location.href).href;

/** Addresses of programs: their answers belong to a person or are none of ours. */
const PROGRAMS = /^\/(api|auth\/v1|webhooks|storage|sandbox|healthz|readyz|metrics)(\/|$)/;

worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));

async function takeOver() {
  const ours = new Set([films.name, site.name]);
  for (const name of await caches.keys()) if (name.startsWith('vidik-') && !ours.has(name)) await caches.delete(name);
  await Promise.all([tidy(films), tidy(site)]);
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || request.headers.has('authorization')) return;
  if (request.url.startsWith(filmsAt)) {
    if (/\.(mp4|webm)$/.test(new URL(request.url).pathname)) event.respondWith(film(event));
    return;
  }
  const { origin, pathname } = new URL(request.url);
  if (origin !== worker.location.origin || PROGRAMS.test(pathname)) return;
  if (isBuiltFile(pathname)) event.respondWith(builtFile(event));
  else if (request.mode === 'navigate' || isOpenPage(pathname)) event.respondWith(page(event));
});

/** A page tells what it already has: the first visit is over before there is a worker to watch it. */
worker.addEventListener('message', (event) => {
  const { keep } = (event.data ?? {}) as { keep?: string[] };
  if (Array.isArray(keep)) event.waitUntil(keepAll(keep));
});

async function keepAll(addresses: string[]) {
  for (const address of addresses) {
    const { origin, pathname } = new URL(address, worker.location.href);
    if (`${origin}${pathname}`.startsWith(filmsAt)) await keepFilm(origin + pathname);
    else if (origin === worker.location.origin && (isBuiltFile(pathname) || isOpenPage(pathname)))
      await keepAddress(origin + pathname);
  }
}
