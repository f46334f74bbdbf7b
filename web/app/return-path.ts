import { lowerCasePath, pageOf, pages } from '#domain/pages.ts';
import type { Session } from './session.ts';

/** The page to return to after signing in is in the address, so it survives reloads and new tabs. */
const PARAMETER = 'next';

export const authPath = (next?: string): string =>
  next ? `/auth?${new URLSearchParams({ [PARAMETER]: next })}` : '/auth';

/** What was about to be bought goes along: the waiting page keeps it until the approval. */
export const pendingPath = (purchase: string): string =>
  `${pages.pendingApproval.path}?${new URLSearchParams({ [PARAMETER]: purchase })}`;

/** Where „Kupite“ leads: to the purchase, and who cannot buy yet goes at once where that is said and the choice is kept. */
export function buyingPath(session: Session, purchase: string): { to: string; who: 'visitor' | 'waiting' | 'member' } {
  if (session.status !== 'signedIn') return { to: authPath(purchase), who: 'visitor' };
  const { account } = session;
  return typeof account !== 'string' && account.toBeRegistered
    ? { to: pendingPath(purchase), who: 'waiting' }
    : { to: purchase, who: 'member' };
}

/** Only this site's own pages are followed: anything else is an open redirect. */
export function returnPath(search: URLSearchParams): string | null {
  const next = search.get(PARAMETER);
  if (!next?.startsWith('/')) return null;
  const url = new URL(next, window.location.origin);
  const pathname = lowerCasePath(url.pathname) ?? url.pathname;
  const page = pageOf(pathname);
  if (url.origin !== window.location.origin || page === null || page.startsWith('auth')) return null;
  return pathname + url.search + url.hash;
}
