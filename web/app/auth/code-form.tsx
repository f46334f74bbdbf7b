import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { mfa, signIn } from '#domain/accounts/copy.ts';
import { BackupCodeForm, CodeForm as Form } from '#domain/accounts/rules.ts';
import { securityWords } from '#domain/auth/security-copy.ts';
import { pages } from '#domain/pages.ts';
import { authErrorMessage } from '../auth-error.ts';
import { authClient, currentSession, signOut } from '../session.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { FormError, TextField } from '../ui/form/field.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import styles from './auth.module.css';

/**
 * The second step of signing in: the code from the phone, or a recovery code. Who has
 * neither continues with `lost`, or first requests a recovery link.
 */
export function CodeForm({ busy = false, lost }: { busy?: boolean; lost?: () => void }) {
  const [backup, setBackup] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, reset, setFocus, formState } = useForm({
    resolver: zodResolver(backup ? BackupCodeForm : Form),
    defaultValues: { code: '' },
  });
  const submit = useSingleFlight(
    handleSubmit(async ({ code }) => {
      setProblem(null);
      try {
        const error = await (backup ? verifyBackup(code) : verify(code));
        if (!error) return currentSession().status === 'signedIn' ? void toast.success(signIn.success) : undefined;
        setProblem(backup ? mfa.backupWrong : authErrorMessage(error, signIn.generic));
        reset();
        setFocus('code');
      } catch (error) {
        console.error(error);
        setProblem(signIn.generic);
      }
    }),
  );

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p>{mfa.lead}</p>
      {problem && <FormError title={problem} />}
      <TextField
        key={String(backup)}
        label={backup ? mfa.backup : mfa.code}
        inputMode={backup ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        autoFocus
        error={formState.errors.code?.message}
        {...register('code')}
      />
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
        <button type="button" onClick={() => signOut().catch(console.error)}>
          {mfa.cancel}
        </button>
      </p>
    </form>
  );
}

async function verify(code: string) {
  const auth = await authClient();
  const { data, error: unknown } = await auth.mfa.listFactors();
  const factor = data?.totp[0];
  if (!factor) return unknown ?? { code: 'mfa_factor_not_found' };
  const { error } = await auth.mfa.challengeAndVerify({ factorId: factor.id, code });
  return error;
}

async function verifyBackup(code: string) {
  const auth = await authClient();
  const { error } = await auth.mfa.recoveryCodes.verify({ code });
  return error;
}
