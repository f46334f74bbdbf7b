import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { auth, mfa, pending, signUp } from '#domain/accounts/copy.ts';
import { lineName } from '#domain/payments/copy.ts';
import { productOfPath } from '#domain/payments/purchase-path.ts';
import { returnPath } from '../return-path.ts';
import { useSession } from '../session.ts';
import { FormError } from '../ui/form/field.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { useAddressParams } from '../ui/use-address-params.ts';
import styles from './auth.module.css';
import { AuthFrame } from './auth-frame.tsx';
import { CodeForm } from './code-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm, useSignUpForm } from './sign-up-form.tsx';
import { waitingPath } from './waiting-path.ts';

/** `?tab=registracija` opens registration; without it, and with anything else, signing in. */
const TAB = 'tab';
const SIGN_UP = 'registracija';
const SIGN_IN = 'prijava';

export default function AuthPage() {
  const session = useSession();
  const navigate = useNavigate();
  const [search, setSearch] = useAddressParams();
  const registering = search.get(TAB) === SIGN_UP;
  const next = returnPath(search);
  const chosen = productOfPath(next);
  const signUpForm = useSignUpForm();
  /** The form stays, busy, while the account that has just signed in is loaded. */
  const shown = useRef<'form' | 'code' | null>(null);

  const account = session.status === 'signedIn' && typeof session.account !== 'string' ? session.account : null;
  useEffect(() => {
    if (session.status === 'recovering') navigate('/auth/confirm', { replace: true });
    else if (account?.toBeRegistered) navigate(waitingPath(next), { replace: true });
    else if (account) navigate(next ?? '/', { replace: true });
  }, [session.status, account, next, navigate]);

  if (session.status === 'visitor') shown.current = 'form';
  if (session.status === 'challenged') shown.current = 'code';
  const busy = session.status === 'signedIn';

  function choose(tab: string) {
    setSearch(
      (current) => {
        if (tab === SIGN_UP) current.set(TAB, SIGN_UP);
        else current.delete(TAB);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  if (shown.current === 'code')
    return (
      <AuthFrame title={mfa.title}>
        <CodeForm busy={busy} />
      </AuthFrame>
    );
  if (shown.current === null)
    return (
      <AuthFrame title={auth.welcome} lead={auth.lead}>
        <Skeleton lines={4} />
      </AuthFrame>
    );
  return (
    <AuthFrame title={registering ? signUp.title : auth.welcome} lead={registering ? signUp.lead : auth.lead}>
      {session.status === 'visitor' && session.ended && <FormError title={auth.ended} />}
      {session.status === 'signedIn' && session.account === 'failed' && <FormError title={auth.unreachable} />}
      {chosen && (
        <p className={styles.chosen}>
          {pending.chosen}: <b>{lineName(chosen)}</b>. {registering ? auth.approvalFirst : auth.chosenNext}
        </p>
      )}
      <Tabs
        label={auth.tabsLabel}
        selected={registering ? SIGN_UP : SIGN_IN}
        onSelect={choose}
        tabs={[
          {
            key: SIGN_IN,
            label: auth.signInTab,
            content: <SignInForm busy={busy} toSignUp={() => choose(SIGN_UP)} />,
          },
          {
            key: SIGN_UP,
            label: auth.signUpTab,
            content: <SignUpForm form={signUpForm} busy={busy} toSignIn={() => choose(SIGN_IN)} chosen={chosen} />,
          },
        ]}
      />
    </AuthFrame>
  );
}
