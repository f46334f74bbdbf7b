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
import { useWait } from './use-wait.ts';

export default function ForgotPage() {
  const [sent, setSent] = useState<{ to: string; again: boolean } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { left, start } = useWait(false);
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
      if (outcome.outcome !== 'done')
        return setProblem(outcome.code === 'OFFLINE' ? { text: forgot.offline } : outcome);
      setSent((before) => ({ to: email, again: before !== null }));
      start();
    }),
  );

  return (
    <AuthFrame title={sent ? forgot.sentTitle : forgot.title} lead={sent ? undefined : forgot.lead}>
      <form className={styles.form} onSubmit={submit} noValidate>
        {sent ? (
          <div role="status" className={styles.said}>
            <p>{forgot.sent(sent.to, RECOVERY_LINK_MINUTES, sent.again)}</p>
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
          variant={sent ? 'secondary' : 'primary'}
          disabled={left > 0}
          loading={formState.isSubmitting}
          loadingLabel={forgot.busy}
        >
          {sent ? forgot.again : forgot.button}
        </Button>
        {left > 0 && <p className="muted s">{signIn.resendIn(left)}</p>}
        <p className={styles.links}>
          <Link to="/auth">{forgot.back}</Link>
        </p>
      </form>
    </AuthFrame>
  );
}
