import { useEffect, useState } from 'react';
import { closedAccount as copy } from '#domain/accounts/account-copy.ts';
import { pages } from '#domain/pages.ts';
import { AuthFrame } from '../auth/auth-frame.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { type ClosedAccount, forgetClosedAccount, readClosedAccount } from './closed-account.ts';
import styles from './section.module.css';

/** After the owner has closed the account: that it is closed, what ended, and what becomes of what was under way. */
export default function AccountClosedPage() {
  const [closed, setClosed] = useState<ClosedAccount | null>(null);
  useEffect(() => {
    const kept = readClosedAccount();
    if (!kept) return;
    setClosed(kept);
    forgetClosedAccount();
  }, []);
  return (
    <AuthFrame title={copy.title} lead={closed ? copy.lead(closed.email) : copy.leadUnknown}>
      <div className={styles.part}>
        <h2 className="d h3">{copy.ended}</h2>
        <ul className={styles.points}>
          {copy.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </div>
      {closed && closed.underWay.length > 0 && (
        <div className={styles.part}>
          <h2 className="d h3">{copy.underWay}</h2>
          <ul className={styles.points}>
            {closed.underWay.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
      <div className={styles.part}>
        <h2 className="d h3">{copy.stays}</h2>
        <ul className={styles.points}>
          <li>{copy.event}</li>
        </ul>
      </div>
      <p>
        <ButtonLink to={pages.home.path}>{copy.home}</ButtonLink>
      </p>
    </AuthFrame>
  );
}
