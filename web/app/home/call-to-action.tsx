import { home } from '#domain/home/copy.ts';
import { pages } from '#domain/pages.ts';
import { type Session, useSession } from '../session.ts';
import { ButtonLink } from '../ui/button.tsx';
import styles from './call-to-action.module.css';

const { visitor, member } = home.cta;

/** The end of the page: registration for a visitor, the account or the shop for somebody signed in. */
export function CallToAction() {
  const session = useSession();
  const signedIn = session.status === 'signedIn';
  const account = signedIn && typeof session.account !== 'string' ? session.account : null;
  const waits = account?.toBeRegistered;
  return (
    <section className={styles.band} aria-labelledby="cta">
      <div className={`wrap ${styles.columns}`}>
        <h2 className={`d ${styles.title}`} id="cta">
          {signedIn
            ? member.title
            : visitor.title.map((line) => (
                <span key={line} className={styles.line}>
                  {line}{' '}
                </span>
              ))}
        </h2>
        {signedIn ? (
          <div className={styles.words}>
            {nameOf(session) && <p className={styles.name}>{member.as(nameOf(session))}</p>}
            {account && <p className="lede">{waits ? member.waiting : member.text}</p>}
            <div className="row">
              <ButtonLink to={waits ? pages.pendingApproval.path : pages.usbPackages.path} variant="ink" arrow>
                {waits ? member.waitingButton : member.button}
              </ButtonLink>
            </div>
          </div>
        ) : (
          <div className={styles.words}>
            <p className="lede">{visitor.text}</p>
            <div className="row">
              <ButtonLink to={`${pages.auth.path}?tab=registracija`} variant="ink" arrow>
                {visitor.register}
              </ButtonLink>
              <ButtonLink to={pages.auth.path} variant="secondary">
                {visitor.join}
              </ButtonLink>
            </div>
          </div>
        )}
      </div>
      <div className={styles.sea} aria-hidden="true" />
    </section>
  );
}

function nameOf(session: Session): string {
  if (session.status !== 'signedIn' || typeof session.account === 'string') return '';
  const { firstName, lastName, username } = session.account;
  return [firstName, lastName].filter(Boolean).join(' ') || username || session.email;
}
