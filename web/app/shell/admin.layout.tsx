import { Navigate, Outlet, useLocation } from 'react-router';
import { isAtLeast } from '#domain/access.ts';
import { mayOpen, pageOf, pages } from '#domain/pages.ts';
import { copy } from '#domain/shell/copy.ts';
import { PaletteButton } from '../palette/palette-button.tsx';
import { authPath } from '../return-path.ts';
import { accessLevelOf, usePermissions, useSession } from '../session.ts';
import { Card } from '../ui/card.tsx';
import { Header } from './header.tsx';
import styles from './layout.module.css';
import { NoAccess } from './no-access.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { RateLimitsOffNotice } from './rate-limits-off-notice.tsx';
import { ReceiptsOffNotice } from './receipts-off-notice.tsx';
import { SandboxNotice } from './sandbox-notice.tsx';
import { metaByAddress } from './seo/page-meta.ts';
import { signOutToHome } from './sign-out.ts';
import { SkipLink } from './skip-link.tsx';

export const meta = metaByAddress;

/** The section of „my account“ where a second step is added and a password chosen. */
const SECURITY = 'bezbednost';

/**
 * The back office. A visitor is redirected to the sign-in, who is no staff to the home page; staff without
 * the duty read which one it takes. Until the level is known the page says that access is denied and nothing of the back office is drawn.
 */
export default function AdminLayout() {
  const session = useSession();
  const level = accessLevelOf(session);
  const permissions = usePermissions();
  const { pathname, search, hash } = useLocation();
  if (level === 'visitor') return <Navigate to={authPath(pathname + search + hash)} replace />;
  const page = pageOf(pathname);
  if (level !== 'unknown' && !(isAtLeast(level, 'admin') && page)) return <Navigate to="/" replace />;
  const account = session.status === 'signedIn' && typeof session.account !== 'string' ? session.account : null;
  const isStaff = level === 'admin' || level === 'superAdmin';
  if (account?.mustChangePassword || account?.mustAddSecondStep)
    return <Navigate to={`${pages.account.path}#${SECURITY}`} replace />;
  return (
    <>
      <SkipLink />
      <Header admin signOut={signOutToHome}>
        {isStaff && <PaletteButton />}
      </Header>
      <OfflineBanner />
      <main id="main" tabIndex={-1} className={`wrap ${styles.main} ${styles.admin}`}>
        <SandboxNotice />
        {account?.receiptsAreOff && <ReceiptsOffNotice />}
        {account?.limitsAreOff && <RateLimitsOffNotice />}
        {level === 'unknown' ? <Denied /> : mayOpen(page!, permissions) ? <Outlet /> : <NoAccess page={page!} />}
      </main>
    </>
  );
}

function Denied() {
  return (
    <div className={styles.denied}>
      <Card>
        <h1 className="d h2">{copy.admin.denied}</h1>
        <p>{copy.admin.deniedText}</p>
        <p className="muted" role="status">
          {copy.admin.checking}
        </p>
      </Card>
    </div>
  );
}
