import { pages } from '#domain/pages.ts';
import { offlinePage } from './offline-page.ts';
import type { FetchEvent } from './scope.ts';
import { addressOf, find, keep, type Shelf } from './shelf.ts';

export const site: Shelf = { name: 'vidik-site-1', days: 30, megabytes: 8 };

/** Pages that read the same for everybody. Screens of an account are drawn from the server's answers and are not kept. */
const open = new Set(
  Object.values(pages)
    .filter(({ shell }) => shell === 'public')
    .flatMap(({ path }) => [path, `${path}.data`]),
);
export const isOpenPage = (pathname: string): boolean => open.has(pathname);
/** Built files carry their content's fingerprint in their names and never change. */
export const isBuiltFile = (pathname: string): boolean => pathname.startsWith('/assets/');

/** The network first; without it the page as it was last seen, or a page that says so. */
export async function page(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const address = addressOf(request);
  const known = isOpenPage(new URL(address).pathname);
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(request));
    if (known) event.waitUntil(keep(site, address, answer.clone()));
    return answer;
  } catch (error) {
    const last = known ? await find(site, address) : undefined;
    if (last) return last;
    if (request.mode !== 'navigate') throw error;
    return offlinePage();
  }
}

/** The shelf first; what is there is what would come. */
export async function builtFile(event: FetchEvent): Promise<Response> {
  const address = addressOf(event.request);
  const kept = await find(site, address);
  if (kept) return kept;
  const answer = await fetch(event.request);
  event.waitUntil(keep(site, address, answer.clone()));
  return answer;
}

export async function keepAddress(address: string): Promise<void> {
  if (!(await find(site, address))) await keep(site, address, await fetch(address));
}
