import { lowerCasePath, pageOf } from '#domain/pages.ts';

/** The page to return to after signing in is in the address, so it survives reloads and new tabs. */
const PARAMETER = 'next';

export const authPath = (next?: string): string =>
  next ? `/auth?${new URLSearchParams({ [PARAMETER]: next })}` : '/auth';

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
