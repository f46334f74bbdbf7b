import { copy } from '#domain/shell/copy.ts';
import styles from './sandbox-notice.module.css';

/** Says in the back office of a public address that passwords may be tried without end. */
export const RateLimitsOffNotice = () => (
  <p className={styles.bar} role="note">
    {copy.admin.limitsOff}
  </p>
);
