import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { myPassword as copy } from '#domain/accounts/account-copy.ts';
import { signUp, reset as words } from '#domain/accounts/copy.ts';
import { isCommonPassword } from '#domain/accounts/password.ts';
import { ChangePasswordForm } from '#domain/accounts/rules.ts';
import { pages } from '#domain/pages.ts';
import { api, queryClient } from '../api.ts';
import { authErrorCode, sayAuthError } from '../auth-error.ts';
import { authClient } from '../session.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { FormError, PasswordField } from '../ui/field.tsx';
import { toast } from '../ui/toast.tsx';
import styles from './account.module.css';

const FIELD_OF: Record<string, 'current' | 'password'> = {
  current_password_invalid: 'current',
  current_password_required: 'current',
  same_password: 'password',
  weak_password: 'password',
};

/** A new password for whoever knows the current one; everybody else who is signed in goes. */
export function MyPassword({ email }: { email: string }) {
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, setError, reset, watch, formState } = useForm({
    resolver: zodResolver(ChangePasswordForm),
    defaultValues: { current: '', password: '', repeat: '' },
  });
  const submit = useSingleFlight(
    handleSubmit(async ({ current, password }) => {
      setProblem(null);
      try {
        const auth = await authClient();
        const { error } = await auth.updateUser({ password, current_password: current });
        if (!error) {
          reset();
          toast.success(copy.saved);
          return await queryClient.invalidateQueries({ queryKey: api.accounts.own.sessions.key() });
        }
        const text = sayAuthError(error, copy.failed);
        const field = FIELD_OF[authErrorCode(error) ?? ''];
        if (field) setError(field, { message: text }, { shouldFocus: true });
        else setProblem(text);
      } catch (error) {
        console.error(error);
        setProblem(copy.failed);
      }
    }),
  );
  const { errors, isSubmitting } = formState;
  return (
    <section className={styles.part}>
      <h3 className="d h3">{copy.title}</h3>
      <p>{copy.lead}</p>
      <form className={styles.inline} onSubmit={submit} noValidate>
        {problem && <FormError title={problem} />}
        <input type="email" className="vh" value={email} autoComplete="username" readOnly tabIndex={-1} aria-hidden />
        <PasswordField
          label={copy.current}
          autoComplete="current-password"
          error={errors.current?.message}
          {...register('current')}
        />
        <PasswordField
          label={words.password}
          autoComplete="new-password"
          hint={isCommonPassword(watch('password')) ? signUp.passwordCommon : words.hint}
          error={errors.password?.message}
          {...register('password')}
        />
        <PasswordField
          label={words.repeat}
          autoComplete="new-password"
          error={errors.repeat?.message}
          {...register('repeat')}
        />
        <div className={styles.bar}>
          <Button type="submit" variant="secondary" loading={isSubmitting} loadingLabel={copy.busy}>
            {copy.button}
          </Button>
          <Link className={styles.link} to={pages.authForgot.path}>
            {copy.forgot}
          </Link>
        </div>
      </form>
    </section>
  );
}
