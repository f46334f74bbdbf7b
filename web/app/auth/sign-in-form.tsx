import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { signIn } from '#domain/accounts/copy.ts';
import { SignInForm as Form } from '#domain/accounts/rules.ts';
import { pages } from '#domain/pages.ts';
import { authClient, currentSession } from '../session.ts';
import { useSingleFlight } from '../single-flight.ts';
import { throwOnSignInError } from '../throw-on-sign-in-error.ts';
import { Button } from '../ui/button.tsx';
import { PasswordField, TextField } from '../ui/form/field.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import styles from './auth.module.css';
import { ResendConfirmation } from './resend-confirmation.tsx';

interface Props {
  /** The password was right and the page is only waiting to know the account. */
  busy: boolean;
  toSignUp: () => void;
  /** Another page's texts; `success: null` shows no message, because that page shows the result. */
  copy?: Record<'button' | 'busy' | 'toSignUp' | 'generic', string> & { success: string | null };
}

export function SignInForm({ busy, toSignUp, copy = signIn }: Props) {
  const [problem, setProblem] = useState<(Problem & { unconfirmed?: string }) | null>(null);
  const { register, handleSubmit, resetField, setFocus, formState } = useForm({
    resolver: zodResolver(Form),
    defaultValues: { email: '', password: '' },
  });
  const submit = useSingleFlight(
    handleSubmit(async (values) => {
      setProblem(null);
      const outcome = await write(async () => throwOnSignInError((await authClient()).signInWithPassword(values)), {
        failed: copy.generic,
      });
      if (outcome.outcome === 'done') {
        if (copy.success && currentSession().status === 'signedIn') toast.success(copy.success);
        return;
      }
      const wrong = outcome.code === 'invalid_credentials';
      setProblem({
        text: outcome.text,
        atFields: wrong,
        ...(outcome.code === 'email_not_confirmed' ? { unconfirmed: values.email } : {}),
      });
      if (!wrong) return;
      resetField('password');
      setFocus('password');
    }),
  );

  const { errors, isSubmitting } = formState;
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label={signIn.email}
        type="email"
        autoComplete="username"
        inputMode="email"
        placeholder={signIn.emailPlaceholder}
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label={signIn.password}
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password')}
      />
      <FormProblem problem={problem} />
      {problem?.unconfirmed && <ResendConfirmation key={problem.unconfirmed} email={problem.unconfirmed} />}
      <Button type="submit" full loading={isSubmitting || busy} loadingLabel={copy.busy}>
        {copy.button}
      </Button>
      <p className={styles.links}>
        <Link to={pages.authForgot.path}>{signIn.forgot}</Link>
        <button type="button" onClick={toSignUp}>
          {copy.toSignUp}
        </button>
      </p>
    </form>
  );
}
