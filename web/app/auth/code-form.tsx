import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { mfa, signIn } from '#domain/accounts/copy.ts';
import { BackupCodeForm, CodeForm as Form } from '#domain/accounts/rules.ts';
import { authSentences } from '#domain/auth/refusal-copy.ts';
import { securityWords } from '#domain/auth/security-copy.ts';
import { pages } from '#domain/pages.ts';
import { authClient, currentSession, signOut } from '../session.ts';
import { useSingleFlight } from '../single-flight.ts';
import { throwOnSignInError } from '../throw-on-sign-in-error.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/form/field.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { type Outcome, write } from '../write.ts';
import styles from './auth.module.css';

interface Props {
  busy?: boolean;
  /** For whoever has neither. */
  lost?: () => void;
  /** Gives up. */
  cancel?: () => Promise<unknown>;
}

/**
 * The second step of signing in: the code from the phone, or a recovery code. Who has
 * neither continues with `lost`, or first requests a recovery link.
 */
export function CodeForm({ busy = false, lost, cancel = signOut }: Props) {
  const [backup, setBackup] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { register, handleSubmit, reset, setFocus, formState } = useForm({
    resolver: zodResolver(backup ? BackupCodeForm : Form),
    defaultValues: { code: '' },
  });
  const verify = useSecondStepCode(ownFactor, signIn.generic);
  const submit = useSingleFlight(
    handleSubmit(async ({ code }) => {
      setProblem(null);
      const outcome = await (backup ? verifyBackup(code) : verify(code));
      if (outcome.outcome === 'done')
        return currentSession().status === 'signedIn' ? void toast.success(signIn.success) : undefined;
      const wrong = outcome.code === 'mfa_verification_failed';
      if (!wrong) return setProblem(outcome);
      setProblem({ text: backup ? mfa.backupWrong : outcome.text, atFields: true });
      reset();
      setFocus('code');
    }),
  );

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p>{mfa.lead}</p>
      <TextField
        key={String(backup)}
        label={backup ? mfa.backup : mfa.code}
        inputMode={backup ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        autoFocus
        error={formState.errors.code?.message}
        {...register('code')}
      />
      <FormProblem problem={problem} />
      <Button type="submit" full loading={formState.isSubmitting || busy} loadingLabel={mfa.busy}>
        {mfa.button}
      </Button>
      <p className={styles.links}>
        <button
          type="button"
          onClick={() => {
            setBackup(!backup);
            setProblem(null);
            reset();
          }}
        >
          {backup ? mfa.useApp : mfa.useBackup}
        </button>
        {lost ? (
          <button type="button" onClick={lost}>
            {securityWords.lost.link}
          </button>
        ) : (
          backup && <Link to={pages.authForgot.path}>{securityWords.lost.link}</Link>
        )}
        <button type="button" onClick={() => cancel().catch(console.error)}>
          {mfa.cancel}
        </button>
      </p>
    </form>
  );
}

/** Any of them: a code of each is taken. */
async function ownFactor(): Promise<string> {
  const auth = await authClient();
  const { data } = await throwOnSignInError(auth.mfa.listFactors());
  const [factor] = data.totp;
  if (!factor)
    throw Object.assign(new Error('No factor'), {
      code: 'mfa_factor_not_found',
      status: 404,
      sentence: authSentences.mfa_factor_not_found,
    });
  return factor.id;
}

const verifyBackup = (code: string) =>
  write<unknown>(async () => throwOnSignInError((await authClient()).mfa.recoveryCodes.verify({ code })), {
    failed: signIn.generic,
  });

interface TypedCode {
  code: string;
  challenge?: { factorId: string; challengeId: string };
}

/**
 * Gives typed codes to an authenticator. However often one is sent, it goes to the same challenge, so that the server knows a repetition
 * and answers it again; typed once more after an answer that never came, it is a repetition too.
 */
export function useSecondStepCode(factorId: () => string | Promise<string>, failed: string) {
  const unanswered = useRef<TypedCode | null>(null);
  return async (code: string): Promise<Outcome<unknown>> => {
    const typed = unanswered.current?.code === code ? unanswered.current : { code };
    const outcome = await write<unknown>(() => send(typed, factorId), { failed });
    const isOpen = outcome.outcome === 'unknown' || (outcome.outcome === 'refused' && outcome.code === 'OFFLINE');
    unanswered.current = isOpen ? typed : null;
    return outcome;
  };
}

async function send(typed: TypedCode, findFactor: () => string | Promise<string>) {
  const { mfa } = await authClient();
  if (!typed.challenge) {
    const factorId = await findFactor();
    const { data } = await throwOnSignInError(mfa.challenge({ factorId }));
    // An attempt that was given up as lost goes on: whichever is asked first, both use its challenge.
    typed.challenge ??= { factorId, challengeId: data.id };
  }
  return throwOnSignInError(mfa.verify({ ...typed.challenge, code: typed.code }));
}
