import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { confirm, mfa, reset, signIn } from '#domain/accounts/copy.ts';
import { securityWords } from '#domain/auth/security-copy.ts';
import { authClient, signOut, useSession } from '../session.ts';
import { useSingleFlight } from '../single-flight.ts';
import { throwOnSignInError } from '../throw-on-sign-in-error.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { write } from '../write.ts';
import styles from './auth.module.css';
import { AuthFrame } from './auth-frame.tsx';
import { CodeForm } from './code-form.tsx';
import { LostSecondStep } from './lost-second-step.tsx';
import { NewPasswordForm } from './new-password-form.tsx';

/**
 * Where the links in our mails lead: `/auth/confirm#token_hash=…&type=signup|recovery|email_change`. The token is used
 * by a press of the button, never by opening the page: mail scanners open every link before people do.
 */
const KINDS = ['signup', 'recovery', 'email_change'] as const;
type Kind = (typeof KINDS)[number];
interface MailLink {
  token: string;
  kind: Kind;
}

type State =
  | { step: 'start'; link: MailLink }
  /** `late`: the link was opened in time, the new password was not sent in time. */
  | { step: 'expired'; kind: Kind; late?: true }
  | { step: 'confirmed' }
  | { step: 'half' }
  | { step: 'changed' }
  | { step: 'password' }
  /** A password is saved, or nobody wants to set one: signing in comes next. */
  | { step: 'leaving' };

export default function ConfirmPage() {
  const session = useSession();
  const [state, setState] = useState<State>(() => {
    const link = mailLink();
    return link ? { step: 'start', link } : { step: 'password' };
  });

  /** A second link opened in the same tab changes only the fragment, which loads nothing by itself. */
  useEffect(() => {
    const follow = () => {
      const link = mailLink();
      if (link) setState({ step: 'start', link });
    };
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);

  switch (state.step) {
    case 'start':
      return <Start key={state.link.token} link={state.link} move={setState} />;
    case 'expired':
      return <Expired kind={state.kind} late={state.late} />;
    case 'confirmed':
      return <Confirmed />;
    case 'half':
      return (
        <AuthFrame title={confirm.changeHalfTitle}>
          <p role="status">{confirm.changeHalf}</p>
        </AuthFrame>
      );
    case 'changed':
      return (
        <AuthFrame title={confirm.changeDoneTitle}>
          <Done text={confirm.changeDone} />
        </AuthFrame>
      );
    case 'password':
      if (session.status === 'unknown') return <TitleOnly title={reset.title} />;
      if (session.status !== 'recovering') return <Expired kind="recovery" />;
      if (session.needsCode) return <SecondStep move={setState} />;
      return <SetPassword email={session.email} move={setState} />;
    case 'leaving':
      return <TitleOnly title={reset.title} />;
  }
}

/** The code, or the request to remove a lost second step. */
function SecondStep({ move }: { move: (state: State) => void }) {
  const navigate = useNavigate();
  const [lost, setLost] = useState(false);
  // The link is not said to be used up: it was the person who gave up.
  async function cancel() {
    move({ step: 'leaving' });
    await signOut().catch(console.error);
    navigate('/auth', { replace: true });
  }
  return lost ? (
    <AuthFrame title={securityWords.lost.title}>
      <LostSecondStep back={() => setLost(false)} />
    </AuthFrame>
  ) : (
    <AuthFrame title={mfa.title}>
      <CodeForm lost={() => setLost(true)} cancel={cancel} />
    </AuthFrame>
  );
}

function mailLink(): MailLink | null {
  const fromHash = new URLSearchParams(window.location.hash.slice(1));
  const given = fromHash.has('token_hash') ? fromHash : new URLSearchParams(window.location.search);
  const token = given.get('token_hash');
  const kind = KINDS.find((name) => name === given.get('type'));
  return token && kind ? { token, kind } : null;
}

function TitleOnly({ title }: { title: string }) {
  return (
    <AuthFrame title={title}>
      <Skeleton lines={3} />
    </AuthFrame>
  );
}

const START: Record<Kind, { title: string; text: string; button: string }> = {
  signup: { title: confirm.title, text: confirm.start, button: confirm.startButton },
  recovery: { title: reset.title, text: reset.start, button: reset.startButton },
  email_change: { title: confirm.changeTitle, text: confirm.start, button: confirm.startButton },
};

function Start({ link, move }: { link: MailLink; move: (state: State) => void }) {
  const [key] = useState(() => crypto.randomUUID());
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const { title, text, button } = START[link.kind];

  const go = useSingleFlight(async () => {
    setBusy(true);
    setProblem(null);
    // The key makes a repetition of this press known to the server, which answers it again (docs/decisions/165).
    const asked = { token_hash: link.token, type: link.kind, key };
    const outcome = await write(async () => throwOnSignInError((await authClient()).verifyOtp(asked)), {
      failed: signIn.generic,
    });
    setBusy(false);
    if (outcome.outcome !== 'done') {
      if (['otp_expired', 'validation_failed', 'user_not_found'].includes(outcome.code ?? ''))
        return move({ step: 'expired', kind: link.kind });
      return setProblem(outcome);
    }
    window.history.replaceState(window.history.state, '', window.location.pathname);
    if (link.kind === 'recovery') return move({ step: 'password' });
    if (link.kind === 'signup') return move({ step: 'confirmed' });
    move({ step: outcome.value.data.session ? 'changed' : 'half' });
  });

  return (
    <AuthFrame title={title}>
      <div className={styles.form}>
        <p>{text}</p>
        <FormProblem problem={problem} />
        <Button type="button" full loading={busy} loadingLabel={confirm.busy} onClick={go}>
          {button}
        </Button>
      </div>
    </AuthFrame>
  );
}

function Expired({ kind, late }: { kind: Kind; late?: true | undefined }) {
  const recovery = kind === 'recovery';
  return (
    <AuthFrame title={recovery ? reset.expiredTitle : confirm.errorTitle}>
      <div className={styles.form} role="alert">
        <p>{late ? reset.late : recovery ? reset.expired : confirm.error}</p>
        <ButtonLink to={recovery ? '/auth/forgot' : '/auth'} full>
          {recovery ? reset.expiredButton : confirm.errorButton}
        </ButtonLink>
      </div>
    </AuthFrame>
  );
}

function Confirmed() {
  const session = useSession();
  if (session.status === 'signedIn' && session.account === 'resolving') return <TitleOnly title={confirm.okTitle} />;
  const ready = session.status === 'signedIn' && typeof session.account !== 'string' && !session.account.toBeRegistered;
  return (
    <AuthFrame title={confirm.okTitle}>
      <Done text={ready ? confirm.okReady : confirm.okWaiting} />
    </AuthFrame>
  );
}

/** `/auth` knows where each kind of account goes from here. */
function Done({ text }: { text: string }) {
  return (
    <div className={styles.form} role="status">
      <p>{text}</p>
      <ButtonLink to="/auth" full>
        {confirm.okButton}
      </ButtonLink>
    </div>
  );
}

function SetPassword({ email, move }: { email: string; move: (state: State) => void }) {
  const navigate = useNavigate();
  return (
    <AuthFrame title={reset.title} lead={email}>
      <NewPasswordForm
        email={email}
        saved={async () => {
          move({ step: 'leaving' });
          await signOut().catch(console.error);
          toast.success(reset.success);
          navigate('/auth', { replace: true });
        }}
        // As long as this session is there, every page leads back here.
        late={async () => {
          move({ step: 'expired', kind: 'recovery', late: true });
          await signOut().catch(console.error);
        }}
      />
    </AuthFrame>
  );
}
