import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { auth, mfa, signIn, signUp } from '#domain/accounts/copy.ts';
import { useSession } from '../session.ts';
import { FormError } from '../ui/field.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { CodeForm } from './code-form.tsx';
import { returnPath } from './return-path.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

/** `?tab=registracija` opens registration; without it, and with anything else, signing in. */
const TAB = 'tab';
const SIGN_UP = 'registracija';

export default function AuthPage() {
  const session = useSession();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const registering = search.get(TAB) === SIGN_UP;
  const next = returnPath(search);
  /** What is on the screen stays there, busy, while the account that was just signed in is looked up. */
  const shown = useRef<'form' | 'code' | null>(null);

  const account = session.status === 'signedIn' && typeof session.account !== 'string' ? session.account : null;
  useEffect(() => {
    if (session.status === 'recovering') navigate('/auth/confirm', { replace: true });
    else if (account) navigate(account.toBeRegistered ? '/pending-approval' : (next ?? '/'), { replace: true });
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
      <AuthFrame title={signIn.title}>
        <Skeleton lines={4} />
      </AuthFrame>
    );
  return (
    <AuthFrame title={registering ? signUp.title : signIn.title} lead={registering ? signUp.lead : auth.lead}>
      {session.status === 'visitor' && session.ended && <FormError>{auth.ended}</FormError>}
      {session.status === 'signedIn' && session.account === 'failed' && <FormError>{auth.unreachable}</FormError>}
      <Tabs
        label={auth.tabsLabel}
        value={registering ? SIGN_UP : 'prijava'}
        onChange={choose}
        tabs={[
          {
            value: 'prijava',
            label: auth.signInTab,
            panel: <SignInForm busy={busy} toSignUp={() => choose(SIGN_UP)} />,
          },
          {
            value: SIGN_UP,
            label: auth.signUpTab,
            panel: <SignUpForm busy={busy} toSignIn={() => choose('prijava')} />,
          },
        ]}
      />
    </AuthFrame>
  );
}
