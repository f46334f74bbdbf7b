import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { CodeForm } from '#domain/accounts/rules.ts';
import { client, errorMessage } from '../api.ts';
import { authErrorMessage } from '../auth-error.ts';
import { authClient } from '../session.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TextField } from '../ui/form/field.tsx';
import { toast } from '../ui/overlay/toast.tsx';
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
  const [sending, setSending] = useState(false);
  const { register, handleSubmit, setError, setFocus, reset, formState } = useForm({
    resolver: zodResolver(CodeForm),
    defaultValues: { code: '' },
  });
  const send = useSingleFlight(async () => {
    setSending(true);
    try {
      const auth = await authClient();
      const { error } = await auth.reauthenticate();
      if (error) return toast.error(authErrorMessage(error, copy.failed));
      reset();
      setSent(true);
    } catch (error) {
      console.error(error);
      toast.error(copy.failed);
    } finally {
      setSending(false);
    }
  });
  const submit = useSingleFlight(
    handleSubmit(async ({ code }) => {
      try {
        await client.accounts.own.proveMailbox({ code });
        toast.success(copy.done);
        await proven();
      } catch (error) {
        setError('code', { message: errorMessage(error) });
        setFocus('code');
      }
    }),
  );
  return (
    <Card className={styles.card}>
      <h4 className="d h4">{copy.title}</h4>
      <p>{sent ? copy.sent(email) : copy.text(email)}</p>
      {sent ? (
        <form className={styles.inline} onSubmit={submit} noValidate>
          <TextField
            label={copy.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            error={formState.errors.code?.message}
            {...register('code')}
          />
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
        <div>
          <Button loading={sending} loadingLabel={copy.sending} onClick={send}>
            {copy.send}
          </Button>
        </div>
      )}
    </Card>
  );
}
