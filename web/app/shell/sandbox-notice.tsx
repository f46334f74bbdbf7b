import { pretended } from '#domain/payments/copy.ts';
import { useSession } from '../session.ts';
import styles from './sandbox-notice.module.css';

/** Says that payments are simulated, because on a public address a test shop could be taken for the real one. */
export function SandboxNotice() {
  const session = useSession();
  if (session.status !== 'signedIn' || typeof session.account === 'string') return null;
  if (!session.account.paymentsArePretended) return null;
  return (
    <p className={styles.bar} role="note">
      {pretended}
    </p>
  );
}
