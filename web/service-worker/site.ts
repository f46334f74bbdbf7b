import { pages } from '#domain/pages.ts';
import { addressWithoutQuery, findFresh, type LimitedCache, store } from './limited-cache.ts';
import { offlinePage } from './offline-page.ts';
import type { FetchEvent } from './scope.ts';

export const site: LimitedCache = { name: 'vidik-site-1', days: 30, megabytes: 8 };
/** A file of a page that is in use lasts as many days more, at least. */
const LASTS_DAYS = 15;

/** Pages that are the same for everybody. Screens of an account are drawn from the server's answers and not cached. */
const publicPaths = new Set(
  Object.values(pages)
    .filter(({ prerendered }) => prerendered)
    .flatMap(({ path }) => [path, `${path}.data`]),
);
export const isPublicPage = (pathname: string): boolean => publicPaths.has(pathname);
/** A screen whose empty frame, the same for everybody, is kept: the doors of an event may have no connection. */
export const isKeptScreen = (pathname: string): boolean => pathname === pages.adminCheckIn.path;
/**
 * The TV's screen is kept only once it says itself that it works: offline, and after a new version that fails (`?kept`), the one that worked
 * last is shown.
 */
const TV = pages.tv.path;
const wantsKept = ({ pathname, searchParams }: URL): boolean => pathname === TV && searchParams.has('kept');

export async function storeWorkingTvPage(address: string): Promise<void> {
  if (new URL(address).pathname === TV) await store(site, address, await fetch(address));
}

/** Built files have a hash of their content in their names and never change. */
export const isBuiltFile = (pathname: string): boolean => pathname.startsWith('/assets/');

/**
 * The frame of a ticket's page is the same for every ticket and empty of any person; what is in it is kept by the page itself.
 * It is stored under one address, so that a ticket that was opened once is shown without a network.
 */
const TICKET = /^\/event\/karta\/[^/]+$/;
export const isTicketPage = (pathname: string): boolean => TICKET.test(pathname);
const frameOf = (address: string): string => new URL('/event/karta', address).href;

async function storeFrame(address: string, answer: Response): Promise<void> {
  const headers = new Headers(answer.headers);
  headers.delete('cache-control');
  await store(site, frameOf(address), new Response(answer.body, { status: answer.status, headers }));
}

/** Network first; offline the page as it was last loaded, or a page that says so. A TV is offline, too, while no server answers. */
export async function respondWithPage(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const address = addressWithoutQuery(request);
  const { pathname } = new URL(address);
  const known = isPublicPage(pathname) || isKeptScreen(pathname);
  const ticket = isTicketPage(pathname);
  const worked = pathname === TV ? await findFresh(site, address) : undefined;
  if (worked && wantsKept(new URL(request.url))) return worked;
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(request));
    // A proxy whose servers are away answers with a page that a TV, where nobody presses anything, would show for good.
    if (pathname === TV && answer.status >= 500) throw new Error(`${address} was answered with ${answer.status}`);
    if (known) event.waitUntil(store(site, address, answer.clone()));
    if (ticket) event.waitUntil(storeFrame(address, answer.clone()));
    return answer;
  } catch (error) {
    const last = known || ticket ? await findFresh(site, ticket ? frameOf(address) : address) : undefined;
    if (last ?? worked) return (last ?? worked)!;
    if (request.mode !== 'navigate') throw error;
    return offlinePage({ triesAgain: pathname === TV });
  }
}

/** Cache first, because a built file never changes. */
export async function respondWithBuiltFile(event: FetchEvent): Promise<Response> {
  const address = addressWithoutQuery(event.request);
  const kept = await findFresh(site, address);
  if (kept) return kept;
  const answer = await fetch(event.request);
  event.waitUntil(store(site, address, answer.clone()));
  return answer;
}

export async function storeAddress(address: string): Promise<void> {
  if (isTicketPage(new URL(address).pathname)) return storeFrame(address, await fetch(address));
  if (!(await findFresh(site, address, LASTS_DAYS))) await store(site, address, await fetch(address));
}
