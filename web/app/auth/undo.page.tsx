import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { changeWords, securityWords } from '#domain/auth/security-copy.ts';
import { common } from '#domain/copy.ts';
import { pages } from '#domain/pages.ts';
import { formatDateTime } from '#domain/time.ts';
import { client, errorCode, errorMessage } from '../api.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { FormError } from '../ui/form/field.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { write } from '../write.ts';
import styles from './auth.module.css';
import { AuthFrame } from './auth-frame.tsx';

const copy = securityWords.undo;
type Change = Awaited<ReturnType<typeof client.accounts.changes.look>>;
type State =
  | { step: 'looking' }
  | { step: 'failed'; text: string }
  | { step: 'found'; token: string; change: Change }
  | { step: 'kept' }
  | { step: 'undone'; kind: Change['kind']; isBlocked: boolean }
  | { step: 'dead' }
  | { step: 'old' };

/**
 * Where the link in a mail about changed sign-in data leads: `/auth/undo#token=…`. Opening it only shows the change;
 * undoing it takes a press, because mail scanners open every link before people do.
 */
export default function UndoPage() {
  const [state, setState] = useState<State>({ step: 'looking' });

  async function look() {
    const token = new URLSearchParams(window.location.hash.slice(1)).get('token');
    if (!token) return setState({ step: 'dead' });
    setState({ step: 'looking' });
    try {
      setState({ step: 'found', token, change: await client.accounts.changes.look({ token }) });
    } catch (error) {
      setState(refusedState(errorCode(error)) ?? { step: 'failed', text: errorMessage(error) });
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once when the page opens, and for another link in the same tab
  useEffect(() => {
    void look();
    window.addEventListener('hashchange', look);
    return () => window.removeEventListener('hashchange', look);
  }, []);

  switch (state.step) {
    case 'looking':
      return (
        <AuthFrame title={copy.title()}>
          <Skeleton lines={3} />
        </AuthFrame>
      );
    case 'failed':
      return (
        <AuthFrame title={copy.title()}>
          <div className={styles.form}>
            <FormError title={state.text} />
            <Button full onClick={() => void look()}>
              {common.retry}
            </Button>
          </div>
        </AuthFrame>
      );
    case 'found':
      return <Found token={state.token} change={state.change} move={setState} />;
    case 'kept':
      return <Ended title={copy.keptTitle} text={copy.kept} to="/" button={copy.home} />;
    case 'undone':
      if (state.isBlocked)
        return <Ended title={copy.undoneTitle(state.kind)} text={copy.undoneBlocked} to="/" button={copy.home} />;
      return (
        <Ended
          title={copy.undoneTitle(state.kind)}
          text={securityWords.bar.undone}
          to={pages.authForgot.path}
          button={copy.newPassword}
        />
      );
    case 'dead':
      return <Ended title={copy.deadTitle} text={copy.dead} to={pages.authForgot.path} button={copy.newPassword} />;
    case 'old':
      return <Ended title={copy.oldTitle} text={copy.old} to="/" button={copy.home} />;
  }
}

function refusedState(code: string | null): State | null {
  if (code === 'CHANGE_LINK_OLD') return { step: 'old' };
  return code === 'CHANGE_LINK_DEAD' || code === 'BAD_REQUEST' ? { step: 'dead' } : null;
}

function Found({ token, change, move }: { token: string; change: Change; move: (state: State) => void }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState<'undo' | 'keep' | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const changeCopy = changeWords[change.kind];

  // The link was good a moment ago: when a repetition finds it spent, the first attempt has spent it.
  const keep = () =>
    write(() => client.accounts.changes.keep({ token }).then(() => null), {
      arrived: ({ code }) => (code === 'CHANGE_LINK_DEAD' ? null : undefined),
    });
  /** With the token for a new password; `null` when the answer is lost: it is in the mailbox too. */
  const undo = () =>
    write<{ passwordToken: string | null } | null>(() => client.accounts.changes.undo({ token }), {
      arrived: ({ code }) => (code === 'CHANGE_LINK_DEAD' ? null : undefined),
    });
  const act = useSingleFlight(async (what: 'undo' | 'keep') => {
    setBusy(what);
    setProblem(null);
    const outcome = await (what === 'keep' ? keep() : undo());
    setBusy(null);
    if (outcome.outcome !== 'done') {
      const next = refusedState(outcome.code);
      return next ? move(next) : setProblem(outcome);
    }
    if (what === 'keep') return move({ step: 'kept' });
    const passwordToken = outcome.value?.passwordToken;
    if (!passwordToken) return move({ step: 'undone', kind: change.kind, isBlocked: passwordToken === null });
    navigate(`${pages.authConfirm.path}#token_hash=${passwordToken}&type=recovery`, { replace: true });
  });

  return (
    <AuthFrame title={copy.title(change.kind)}>
      <div className={styles.form}>
        <p>
          <b>{changeCopy.name}</b>, {formatDateTime(change.at)}
        </p>
        <p>
          {copy.lead(changeCopy.back(change.about))} {change.later > 0 && copy.later(change.later)}
        </p>
        <FormProblem problem={problem} />
        <Button
          variant="danger"
          full
          loading={busy === 'undo'}
          loadingLabel={copy.busy(change.kind)}
          disabled={busy !== null}
          onClick={() => act('undo')}
        >
          {copy.button(change.kind)}
        </Button>
        <Button
          variant="secondary"
          full
          loading={busy === 'keep'}
          loadingLabel={common.saving}
          disabled={busy !== null}
          onClick={() => act('keep')}
        >
          {copy.mine(change.kind)}
        </Button>
      </div>
    </AuthFrame>
  );
}

function Ended({ title, text, to, button }: { title: string; text: string; to: string; button: string }) {
  return (
    <AuthFrame title={title}>
      <div className={styles.form} role="status">
        <p>{text}</p>
        <ButtonLink to={to} full>
          {button}
        </ButtonLink>
      </div>
    </AuthFrame>
  );
}
