import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { auth } from '#domain/accounts/copy.ts';
import { pages } from '#domain/pages.ts';
import { productOfPath } from '#domain/payments/purchase-path.ts';
import { authPath, pendingPath } from '../return-path.ts';
import { type Account, useSession } from '../session.ts';
import { FormError } from '../ui/form/field.tsx';

/**
 * Draws its screen for an approved account and for nobody else: a visitor signs in and comes back, a waiting account
 * goes to its waiting page. Until that is known only `meanwhile` is drawn, never the screen itself.
 */
export function MembersOnly({
  meanwhile,
  waitingToo = false,
  children,
}: {
  meanwhile: ReactNode;
  /** A waiting account sees it as well: what concerns its own security and data. */
  waitingToo?: boolean;
  children: (account: Account) => ReactNode;
}) {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const account = session.status === 'signedIn' && typeof session.account !== 'string' ? session.account : null;

  useEffect(() => {
    if (session.status === 'recovering') navigate('/auth/confirm', { replace: true });
    else if (session.status === 'visitor' || session.status === 'challenged')
      navigate(authPath(pathname + search + hash), { replace: true });
    else if (account?.level === 'waiting' && !waitingToo) {
      const wanted = pathname + search;
      navigate(productOfPath(wanted) ? pendingPath(wanted) : pages.pendingApproval.path, { replace: true });
    }
  }, [session.status, account, pathname, search, hash, navigate, waitingToo]);

  if (account && (waitingToo || account.level !== 'waiting')) return children(account);
  // Somebody who is on the way elsewhere sees nothing of the screen.
  if (account || (session.status !== 'unknown' && session.status !== 'signedIn')) return null;
  return (
    <>
      {session.status === 'signedIn' && session.account === 'failed' && <FormError title={auth.unreachable} />}
      {meanwhile}
    </>
  );
}
