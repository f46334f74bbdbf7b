import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { pending } from '#domain/accounts/copy.ts';
import { company } from '#domain/company.ts';
import { pages } from '#domain/pages.ts';
import { useOwnChanges } from '../live.ts';
import { resolveAccount, useSession } from '../session.ts';
import { signOutToHome } from '../shell/sign-out.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './auth.module.css';
import { AuthFrame } from './auth-frame.tsx';

/** Waits for an admin's decision and moves on by itself; the server's live stream says when, without polling. */
export default function PendingApprovalPage() {
  const session = useSession();
  const navigate = useNavigate();
  const waited = useRef(false);
  const out = useSingleFlight(signOutToHome);

  const account = session.status === 'signedIn' && typeof session.account !== 'string' ? session.account : null;
  const waiting = account?.toBeRegistered === true;
  if (waiting) waited.current = true;
  const gone = session.status === 'visitor' && session.ended;
  const connection = useOwnChanges(resolveAccount, session.status === 'signedIn');

  useEffect(() => {
    if (account && !account.toBeRegistered) {
      if (waited.current) toast.success(pending.approved);
      navigate('/', { replace: true });
    } else if (session.status === 'recovering') navigate('/auth/confirm', { replace: true });
    else if (session.status === 'challenged' || (session.status === 'visitor' && !session.ended))
      navigate('/auth', { replace: true });
  }, [session, account, navigate]);

  if (gone)
    return (
      <AuthFrame title={pending.goneTitle}>
        <div className={styles.form} role="alert">
          <p>{pending.gone}</p>
          <ButtonLink to="/auth?tab=registracija" full>
            {pending.goneSignUp}
          </ButtonLink>
          <ButtonLink to="/" variant="secondary" full>
            {pending.goneHome}
          </ButtonLink>
        </div>
      </AuthFrame>
    );
  if (!waiting)
    return (
      <AuthFrame title={pending.title}>
        <Skeleton lines={3} />
      </AuthFrame>
    );
  return (
    <AuthFrame title={pending.title} lead={pending.text}>
      <div className={styles.form}>
        <p>{pending.email(account.email)}</p>
        <p>{pending.hint}</p>
        <p className={styles.links}>
          <Link to={`${pages.account.path}#bezbednost`}>{pending.security}</Link>
        </p>
        <p className="muted s" role="status">
          {connection === 'lost' ? pending.reconnecting : pending.live}
        </p>
        <Button type="button" full onClick={out}>
          {pending.signOut}
        </Button>
        <p className="muted s">{pending.help(company.email)}</p>
      </div>
    </AuthFrame>
  );
}
