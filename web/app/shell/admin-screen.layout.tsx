import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { isAtLeast } from '#domain/access.ts';
import { mayOpen, pageOf, pages } from '#domain/pages.ts';
import { PaletteButton } from '../palette/palette-button.tsx';
import { authPath } from '../return-path.ts';
import { accessLevelOf, usePermissions, useSession } from '../session.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { NoAccess } from './no-access.tsx';
import { metaByAddress } from './seo/page-meta.ts';
import { cacheCurrentPage } from './service-worker.ts';

export const meta = metaByAddress;

/** By then the screen and its parts have arrived. */
const SETTLED_MS = 3_000;

/**
 * Screens of the back office that fill the window and must work without a connection. Who is no staff is redirected,
 * as in the admin layout. While the server cannot be reached the screen is drawn for whoever is signed in: it then has
 * only what this browser kept for them, which goes with the sign-out.
 */
export default function AdminScreenLayout() {
  const session = useSession();
  const level = accessLevelOf(session);
  const permissions = usePermissions();
  const { pathname, search } = useLocation();
  useEffect(() => {
    const timer = setTimeout(cacheCurrentPage, SETTLED_MS);
    return () => clearTimeout(timer);
  }, []);
  if (level === 'visitor') return <Navigate to={authPath(pathname + search)} replace />;
  const page = pageOf(pathname);
  if (level !== 'unknown' && !(isAtLeast(level, 'admin') && page)) return <Navigate to="/" replace />;
  const account = session.status === 'signedIn' ? session.account : 'resolving';
  if (typeof account !== 'string' && (account.mustChangePassword || account.mustAddSecondStep))
    return <Navigate to={`${pages.account.path}#bezbednost`} replace />;
  if (account === 'resolving') return <LoadingScreen />;
  if (level !== 'unknown' && !mayOpen(page!, permissions)) return <NoAccess page={page!} />;
  return (
    <>
      {level !== 'unknown' && <PaletteButton hidden />}
      <Outlet />
    </>
  );
}
