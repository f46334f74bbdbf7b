import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { reset } from '#domain/accounts/copy.ts';
import { NewPasswordForm as Form } from '#domain/accounts/rules.ts';
import { authClient } from '../session.ts';
import { useSingleFlight } from '../single-flight.ts';
import { throwOnSignInError } from '../throw-on-sign-in-error.ts';
import { Button } from '../ui/button.tsx';
import { PasswordField } from '../ui/form/field.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { UnsavedTextGuard } from '../ui/form/unsaved-text-guard.tsx';
import { type Refusal, write } from '../write.ts';
import styles from './auth.module.css';

interface Props {
  email: string;
  saved: () => Promise<void>;
  /** The session that the link opened sets no password any more: its proof is too old. */
  late: () => Promise<void>;
}

/** Sets the password of the account whose recovery link was opened. */
export function NewPasswordForm({ email, saved, late }: Props) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(Form),
    defaultValues: { password: '', repeat: '' },
  });
  const submit = useSingleFlight(
    handleSubmit(async ({ password }) => {
      setProblem(null);
      const outcome = await write<unknown>(
        async () => throwOnSignInError((await authClient()).updateUser({ password })),
        {
          arrived: isPasswordAlreadySet,
        },
      );
      if (outcome.outcome === 'done') return saved();
      if (outcome.code === 'reauthentication_needed') return late();
      if (['same_password', 'weak_password'].includes(outcome.code ?? ''))
        setError('password', { message: outcome.text }, { shouldFocus: true });
      else setProblem(outcome);
    }),
  );

  const { errors, isSubmitting, isDirty } = formState;
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <UnsavedTextGuard when={isDirty && !isSubmitting} what={reset.title} />
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
      <FormProblem problem={problem} />
      <Button type="submit" full loading={isSubmitting} loadingLabel={reset.busy}>
        {reset.button}
      </Button>
    </form>
  );
}

/** A repetition finds the password that the first attempt has set. */
export const isPasswordAlreadySet = ({ code }: Refusal) => (code === 'same_password' ? true : undefined);
