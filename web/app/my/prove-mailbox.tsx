import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { CodeForm } from '#domain/accounts/rules.ts';
import { client } from '../api.ts';
import { authClient } from '../session.ts';
import { useSingleFlight } from '../single-flight.ts';
import { throwOnSignInError, wasMailSentAlready } from '../throw-on-sign-in-error.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TextField } from '../ui/form/field.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import styles from './section.module.css';

interface ProveMailboxCopy {
  title: string;
  text: (email: string) => string;
  send: string;
  sending: string;
  sent: (email: string) => string;
  code: string;
  confirm: string;
  confirming: string;
  again: string;
  done: string;
  failed: string;
}

/** A code goes to the account's mailbox; typing it here proves access to that mailbox. */
export function ProveMailbox({
  copy,
  email,
  proven,
}: {
  copy: ProveMailboxCopy;
  email: string;
  proven: () => unknown;
}) {
  const [sent, setSent] = useState(false);
  /** No other code is mailed now: the last one may be in the mailbox, and is typed here. */
  const [isEarlier, setEarlier] = useState(false);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { register, handleSubmit, setError, setFocus, reset, formState } = useForm({
    resolver: zodResolver(CodeForm),
    defaultValues: { code: '' },
  });
  const send = useSingleFlight(async () => {
    setSending(true);
    setProblem(null);
    const outcome = await write<unknown>(async () => throwOnSignInError((await authClient()).reauthenticate()), {
      arrived: wasMailSentAlready,
      failed: copy.failed,
    });
    setSending(false);
    if (outcome.outcome !== 'done') {
      setEarlier(outcome.code === 'over_email_send_rate_limit');
      return setProblem(outcome);
    }
    reset();
    setSent(true);
  });
  const submit = useSingleFlight(
    handleSubmit(async ({ code }) => {
      setProblem(null);
      const outcome = await write<unknown>(() => client.accounts.own.proveMailbox({ code }), {
        arrived: async () => (await client.events.mine()).proven || undefined,
        failed: copy.failed,
      });
      if (outcome.outcome === 'done') {
        toast.success(copy.done);
        return proven();
      }
      if (outcome.outcome === 'unknown' || outcome.code === 'OFFLINE') return setProblem(outcome);
      setError('code', { message: outcome.text });
      setFocus('code');
    }),
  );
  return (
    <Card className={styles.card}>
      <h4 className="d h4">{copy.title}</h4>
      <p>{sent ? copy.sent(email) : copy.text(email)}</p>
      {sent || isEarlier ? (
        <form className={styles.inline} onSubmit={submit} noValidate>
          <TextField
            label={copy.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            error={formState.errors.code?.message}
            {...register('code')}
          />
          <FormProblem problem={problem} />
          <div className={styles.bar}>
            <Button type="submit" loading={formState.isSubmitting} loadingLabel={copy.confirming}>
              {copy.confirm}
            </Button>
            <Button variant="ghost" loading={sending} loadingLabel={copy.sending} onClick={send}>
              {copy.again}
            </Button>
          </div>
        </form>
      ) : (
        <div className={styles.inline}>
          <FormProblem problem={problem} />
          <Button loading={sending} loadingLabel={copy.sending} onClick={send}>
            {copy.send}
          </Button>
        </div>
      )}
    </Card>
  );
}
