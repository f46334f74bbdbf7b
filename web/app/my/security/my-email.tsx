import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { myEmail as copy } from '#domain/accounts/account-copy.ts';
import { NewEmailForm } from '#domain/accounts/rules.ts';
import { authSentences } from '#domain/auth/refusal-copy.ts';
import { withProof } from '../../proof.tsx';
import { type Account, authClient } from '../../session.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { throwOnSignInError } from '../../throw-on-sign-in-error.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { FormProblem, type Problem } from '../../ui/form/form-problem.tsx';
import { write } from '../../write.ts';
import styles from '../section.module.css';
import { ownSignIn, reloadOwnSignIn } from './own-sign-in.ts';

/** A new address is in force when both mailboxes have confirmed it; until then the old one stays. */
export function MyEmail({ account: { email, level } }: { account: Account }) {
  const known = useQuery(ownSignIn);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: zodResolver(NewEmailForm),
    defaultValues: { email: '' },
  });
  const submit = useSingleFlight(
    handleSubmit(async (form) => {
      setProblem(null);
      if (form.email === email) return setError('email', { message: copy.same }, { shouldFocus: true });
      const outcome = await withProof(() =>
        write<unknown>(async () => throwOnSignInError((await authClient()).updateUser({ email: form.email })), {
          arrived: async () => (await isPending(form.email)) || undefined,
          failed: copy.failed,
        }),
      );
      if (outcome.outcome !== 'done') return setProblem(outcome);
      reset();
      await reloadOwnSignIn();
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
          <TextField
            label={copy.next}
            type="email"
            inputMode="email"
            autoComplete="email"
            hint={copy.why}
            error={errors.email?.message}
            {...register('email')}
          />
          <FormProblem problem={problem} />
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

/** A repetition is refused because the mails were sent just now. */
async function isPending(email: string): Promise<boolean> {
  const { data } = await (await authClient()).getUser();
  return data.user?.new_email === email;
}
