import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { reset, signIn } from '#domain/accounts/copy.ts';
import { NewPasswordForm as Form } from '#domain/accounts/rules.ts';
import { authErrorCode, authErrorMessage } from '../auth-error.ts';
import { authClient } from '../session.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { FormError, PasswordField } from '../ui/form/field.tsx';
import styles from './auth.module.css';

/** Sets the password of the account whose recovery link was opened. */
export function NewPasswordForm({ email, saved }: { email: string; saved: () => Promise<void> }) {
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(Form),
    defaultValues: { password: '', repeat: '' },
  });
  const submit = useSingleFlight(
    handleSubmit(async ({ password }) => {
      setProblem(null);
      try {
        const auth = await authClient();
        const { error } = await auth.updateUser({ password });
        if (!error) return await saved();
        const text = authErrorMessage(error, signIn.generic);
        if (['same_password', 'weak_password'].includes(authErrorCode(error) ?? ''))
          setError('password', { message: text }, { shouldFocus: true });
        else setProblem(text);
      } catch (error) {
        console.error(error);
        setProblem(signIn.generic);
      }
    }),
  );

  const { errors, isSubmitting } = formState;
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {problem && <FormError title={problem} />}
      <input type="email" className="vh" value={email} autoComplete="username" readOnly tabIndex={-1} aria-hidden />
      <PasswordField
        label={reset.password}
        autoComplete="new-password"
        hint={reset.hint}
        error={errors.password?.message}
        {...register('password')}
      />
      <PasswordField
        label={reset.repeat}
        autoComplete="new-password"
        error={errors.repeat?.message}
        {...register('repeat')}
      />
      <Button type="submit" full loading={isSubmitting} loadingLabel={reset.busy}>
        {reset.button}
      </Button>
    </form>
  );
}
