import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { forgot, signUp } from '#domain/accounts/copy.ts';
import { networkCopy } from '#domain/network/copy.ts';
import { normaliseReferralCode } from '#domain/network/referral-code.ts';
import { client, errorCode } from '../api.ts';
import { AuthFrame } from '../auth/auth-frame.tsx';
import { ResendConfirmation } from '../auth/resend-confirmation.tsx';
import { signOut, useSession } from '../session.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './ref-register.module.css';
import { type Inviter, ReferralForm, type RegistrationOutcome } from './referral-form.tsx';

const copy = networkCopy.register;

/**
 * Registration by a referral link. A signed-in person is signed out first, because the link is for a new
 * person; a session that cannot be ended, or comes from another tab, stops the form instead.
 */
export default function RefRegisterPage() {
  const [search] = useSearchParams();
  const session = useSession();
  const given = search.get('code')?.trim() ?? '';
  const inviter = useInviter(normaliseReferralCode(given));
  const [outcome, setOutcome] = useState<RegistrationOutcome | null>(null);
  /** The session that this page's own registration has opened is kept. */
  const [registering, setRegistering] = useState(false);
  const [cleared, setCleared] = useState(false);
  const clearing = useRef(false);

  useEffect(() => {
    if (session.status === 'unknown' || clearing.current) return;
    clearing.current = true;
    if (session.status === 'visitor') return setCleared(true);
    signOut()
      .catch(console.error)
      .then(() => setCleared(true));
  }, [session.status]);

  if (outcome?.kind === 'enrolled') return <Enrolled inviter={outcome.inviter ?? inviter.username} />;
  if (outcome?.kind === 'confirm')
    return (
      <AuthFrame title={signUp.confirmTitle}>
        <div className={styles.done}>
          <div role="status">
            <p>{copy.confirmEmail}</p>
            <p className="muted">{outcome.email}</p>
          </div>
          <p className="muted s">{forgot.spam}</p>
          <ResendConfirmation email={outcome.email} justSent />
        </div>
      </AuthFrame>
    );
  if (!cleared)
    return (
      <AuthFrame title={copy.title} lead={copy.lead}>
        <Skeleton lines={6} />
      </AuthFrame>
    );
  if (session.status !== 'visitor' && !registering)
    return (
      <AuthFrame title={copy.already.title}>
        <div className={styles.done} role="status">
          <p>{copy.already.text}</p>
          <OpenApp>{copy.already.button}</OpenApp>
        </div>
      </AuthFrame>
    );
  return (
    <AuthFrame
      title={copy.title}
      lead={
        <>
          {inviter.username && <strong className={styles.inviter}>{copy.invitedBy(inviter.username)}</strong>}
          {copy.lead}
        </>
      }
    >
      <ReferralForm given={given} inviter={inviter} registering={setRegistering} done={setOutcome} />
    </AuthFrame>
  );
}

function Enrolled({ inviter }: { inviter: string | null }) {
  const said = useRef<HTMLDivElement>(null);
  /** The form that had the focus is gone; screen readers continue from here. */
  useEffect(() => said.current?.focus(), []);
  return (
    <AuthFrame title={copy.done.title}>
      <div className={styles.done} role="status" ref={said} tabIndex={-1}>
        <p>
          <strong>{inviter ? copy.done.withName(inviter) : copy.done.generic}</strong>
        </p>
        <p>{copy.done.text}</p>
        <OpenApp>{copy.done.button}</OpenApp>
      </div>
    </AuthFrame>
  );
}

/** The server knows where the app is. */
const OpenApp = ({ children }: { children: ReactNode }) => (
  <ButtonLink href="/app" full arrow>
    {children}
  </ButtonLink>
);

const NO_INVITER: Inviter = { username: null, refused: null, isLoading: false };

/** The owner of the link's code, named above the form. */
function useInviter(code: string | null): Inviter {
  const [inviter, setInviter] = useState<Inviter>({ ...NO_INVITER, isLoading: code !== null });
  useEffect(() => {
    if (code === null) return setInviter(NO_INVITER);
    let current = true;
    client.network.inviter({ code }).then(
      ({ username }) => current && setInviter({ ...NO_INVITER, username }),
      (error) => current && setInviter({ ...NO_INVITER, refused: errorCode(error) }),
    );
    return () => {
      current = false;
    };
  }, [code]);
  return inviter;
}
