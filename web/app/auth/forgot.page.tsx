import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { forgot, signIn } from '#domain/accounts/copy.ts';
import { ForgotForm, RECOVERY_LINK_MINUTES } from '#domain/accounts/rules.ts';
import { authClient } from '../session.ts';
import { useSingleFlight } from '../single-flight.ts';
import { throwOnSignInError, wasMailSentAlready } from '../throw-on-sign-in-error.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/form/field.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { write } from '../write.ts';
import styles from './auth.module.css';
import { AuthFrame } from './auth-frame.tsx';

export default function ForgotPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(ForgotForm),
    defaultValues: { email: '' },
  });
  const submit = useSingleFlight(
    handleSubmit(async ({ email }) => {
      setProblem(null);
      const outcome = await write<unknown>(
        async () => throwOnSignInError((await authClient()).resetPasswordForEmail(email)),
        {
          arrived: wasMailSentAlready,
        },
      );
      if (outcome.outcome === 'done') setSentTo(email);
      else setProblem(outcome.code === 'OFFLINE' ? { text: forgot.offline } : outcome);
    }),
  );

  return (
    <AuthFrame title={sentTo ? forgot.sentTitle : forgot.title} lead={sentTo ? undefined : forgot.lead}>
      <form className={styles.form} onSubmit={submit} noValidate>
        {sentTo ? (
          <div role="status" className={styles.said}>
            <p>{forgot.sent(sentTo, RECOVERY_LINK_MINUTES)}</p>
            <p className="muted s">{forgot.spam}</p>
          </div>
        ) : (
          <TextField
            label={forgot.email}
            type="email"
            inputMode="email"
            autoComplete="username"
            placeholder={signIn.emailPlaceholder}
            error={formState.errors.email?.message}
            {...register('email')}
          />
        )}
        <FormProblem problem={problem} />
        <Button
          type="submit"
          full
          variant={sentTo ? 'secondary' : 'primary'}
          loading={formState.isSubmitting}
          loadingLabel={forgot.busy}
        >
          {sentTo ? forgot.again : forgot.button}
        </Button>
        <p className={styles.links}>
          <Link to="/auth">{forgot.back}</Link>
        </p>
      </form>
    </AuthFrame>
  );
}
