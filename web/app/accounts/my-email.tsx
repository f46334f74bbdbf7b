import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { myEmail as copy } from '#domain/accounts/account-copy.ts';
import { authSentences } from '#domain/accounts/auth-copy.ts';
import { NewEmailForm } from '#domain/accounts/rules.ts';
import { sayAuthError } from '../auth-error.ts';
import { type Account, authClient } from '../session.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { FormError, TextField } from '../ui/field.tsx';
import styles from './account.module.css';
import { ownSignIn, reloadOwnSignIn } from './own-sign-in.ts';

/** A new address counts when both mailboxes have agreed; until then the old one stays. */
export function MyEmail({ account: { email, level } }: { account: Account }) {
  const known = useQuery(ownSignIn);
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: zodResolver(NewEmailForm),
    defaultValues: { email: '' },
  });
  const submit = useSingleFlight(
    handleSubmit(async (form) => {
      setProblem(null);
      if (form.email === email) return setError('email', { message: copy.same }, { shouldFocus: true });
      try {
        const auth = await authClient();
        const { error } = await auth.updateUser({ email: form.email });
        if (error) return setProblem(sayAuthError(error, copy.failed));
        reset();
        await reloadOwnSignIn();
      } catch (error) {
        console.error(error);
        setProblem(copy.failed);
      }
    }),
  );
  const { errors, isSubmitting } = formState;
  const pending = known.data?.newEmail;
  return (
    <section className={styles.part}>
      <h3 className="d h3">{copy.title}</h3>
      <p>{copy.current(email)}</p>
      {pending && (
        <div className={styles.notice} role="status">
          <b>{copy.pendingTitle}</b>
          <p>{copy.pending(email, pending)}</p>
        </div>
      )}
      {level === 'superAdmin' ? (
        <p>{authSentences.email_address_fixed}</p>
      ) : (
        <form className={styles.inline} onSubmit={submit} noValidate>
          {problem && <FormError title={problem} />}
          <TextField
            label={copy.next}
            type="email"
            inputMode="email"
            autoComplete="email"
            hint={copy.why}
            error={errors.email?.message}
            {...register('email')}
          />
          <div>
            <Button type="submit" variant="secondary" loading={isSubmitting} loadingLabel={copy.busy}>
              {copy.button}
            </Button>
          </div>
        </form>
      )}
    </section>
  );
}
