import { Navigate, Outlet, useLocation } from 'react-router';
import { isAtLeast } from '#domain/access.ts';
import { pages } from '#domain/pages.ts';
import { copy } from '#domain/shell/copy.ts';
import { leave } from '../accounts/leave.ts';
import { authPath } from '../return-path.ts';
import { levelOf, useSession } from '../session.ts';
import { Card } from '../ui/card.tsx';
import { Header } from './header.tsx';
import styles from './layout.module.css';
import { metaByAddress } from './page-meta.ts';
import { SkipLink } from './skip-link.tsx';

export const meta = metaByAddress;

/** The section of „my account“ where a second step is added. */
const SECURITY = 'bezbednost';

/**
 * The back office. No session goes to the sign-in, a non-admin home; until it is known who asks, the page says
 * access denied (the words of the specification) and nothing of the back office is drawn.
 */
export default function AdminLayout() {
  const session = useSession();
  const level = levelOf(session);
  const { pathname, search } = useLocation();
  if (level === 'visitor') return <Navigate to={authPath(pathname + search)} replace />;
  if (level !== 'unknown' && !isAtLeast(level, 'admin')) return <Navigate to="/" replace />;
  if (session.status === 'signedIn' && typeof session.account !== 'string' && session.account.mustAddSecondStep)
    return <Navigate to={`${pages.account.path}#${SECURITY}`} replace />;
  return (
    <>
      <SkipLink />
      <Header admin leave={leave} />
      <main id="main" tabIndex={-1} className={`wrap ${styles.main} ${styles.admin}`}>
        {level === 'unknown' ? <Denied /> : <Outlet />}
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
