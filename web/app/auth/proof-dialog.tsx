import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ProofForm } from '#domain/accounts/rules.ts';
import { proofWords as copy } from '#domain/auth/security-copy.ts';
import { common } from '#domain/copy.ts';
import { api, client, errorMessage } from '../api.ts';
import { authClient, currentSession } from '../session.ts';
import { useSingleFlight } from '../single-flight.ts';
import { throwOnSignInError, wasMailSentAlready } from '../throw-on-sign-in-error.ts';
import { Button } from '../ui/button.tsx';
import { FormError, PasswordField, TextField } from '../ui/form/field.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { write } from '../write.ts';
import styles from './proof-dialog.module.css';

export interface ProofDialogProps {
  settle: (proven: boolean) => void;
  /** Why it is asked for; without one, because security is being changed. */
  lead?: string | undefined;
}

type ProofMethod = 'password' | 'mail' | 'factor';

/** „Confirm it is you“: the password, a code from the mailbox, or the second step's own code, as the account accepts. */
export function ProofDialog({ settle, lead = copy.lead }: ProofDialogProps) {
  const state = useQuery(api.accounts.own.proof.state.queryOptions({ gcTime: 0 }));
  const accepted = state.data?.accepted;
  return (
    <Dialog open onOpenChange={(open) => !open && settle(false)} title={copy.title} description={lead}>
      {accepted ? (
        <ProofMethods accepted={accepted} proven={() => settle(true)} />
      ) : state.isError ? (
        <div className={styles.narrow}>
          <FormError title={errorMessage(state.error)} />
          <Button variant="secondary" onClick={() => state.refetch()}>
            {common.retry}
          </Button>
        </div>
      ) : (
        <Skeleton lines={3} />
      )}
    </Dialog>
  );
}

function ProofMethods({ accepted, proven }: { accepted: readonly ProofMethod[]; proven: () => void }) {
  const session = currentSession();
  const email = session.status === 'signedIn' ? session.email : '';
  const [way, setWay] = useState<ProofMethod>(accepted[0]!);
  const [mailed, setMailed] = useState(false);
  /** No other code is mailed now: the last one may be in the mailbox, and is typed here. */
  const [isEarlier, setEarlier] = useState(false);
  const [mailing, setMailing] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const mail = useSingleFlight(async () => {
    setMailing(true);
    setProblem(null);
    const outcome = await write<unknown>(async () => throwOnSignInError((await authClient()).reauthenticate()), {
      arrived: wasMailSentAlready,
      failed: copy.failed,
    });
    setMailing(false);
    if (outcome.outcome === 'done') setMailed(true);
    else {
      setProblem(outcome);
      if (outcome.code !== 'over_email_send_rate_limit') return;
      setEarlier(true);
    }
    setWay('mail');
  });

  const asksCode = way !== 'mail' || mailed || isEarlier;
  return (
    <div className={styles.narrow}>
      {way === 'mail' && (mailed || !isEarlier) && (
        <p role="status">{mailed ? copy.mailed(email) : copy.willMail(email)}</p>
      )}
      {asksCode && <ProofFields key={way} way={way} email={email} proven={proven} setProblem={setProblem} />}
      <FormProblem problem={problem} />
      {accepted.includes('mail') && (
        <div>
          <Button
            variant={asksCode ? 'secondary' : 'primary'}
            loading={mailing}
            loadingLabel={copy.mailing}
            onClick={mail}
          >
            {mailed || isEarlier ? copy.again : copy.mail}
          </Button>
        </div>
      )}
    </div>
  );
}

function ProofFields({
  way,
  email,
  proven,
  setProblem,
}: {
  way: ProofMethod;
  email: string;
  proven: () => void;
  setProblem: (problem: Problem | null) => void;
}) {
  const { register, handleSubmit, setError, setFocus, resetField, formState } = useForm({
    resolver: zodResolver(ProofForm(way)),
    defaultValues: { proof: '' },
  });
  const submit = useSingleFlight(
    handleSubmit(async ({ proof }) => {
      setProblem(null);
      const given = way === 'password' ? { password: proof } : { code: proof };
      const outcome = await write<unknown>(() => client.accounts.own.proof.give(given), { arrived: isProvenNow });
      if (outcome.outcome === 'done') return proven();
      if (outcome.outcome === 'unknown' || outcome.code === 'OFFLINE') return setProblem(outcome);
      resetField('proof');
      setError('proof', { message: outcome.text });
      setFocus('proof');
    }),
  );
  const field = { error: formState.errors.proof?.message, autoFocus: true, ...register('proof') };
  return (
    <form className={styles.narrow} onSubmit={submit} noValidate>
      {way === 'password' ? (
        <>
          <input type="email" className="vh" value={email} autoComplete="username" readOnly tabIndex={-1} aria-hidden />
          <PasswordField label={copy.password} autoComplete="current-password" {...field} />
        </>
      ) : (
        <TextField
          label={way === 'factor' ? copy.factorCode : copy.mailedCode}
          hint={way === 'factor' ? copy.factorHint : undefined}
          inputMode={way === 'mail' ? 'numeric' : 'text'}
          autoComplete="one-time-code"
          {...field}
        />
      )}
      <div>
        <Button type="submit" loading={formState.isSubmitting} loadingLabel={copy.checking}>
          {copy.continue}
        </Button>
      </div>
    </form>
  );
}

/** A code is good once: when a repetition is refused, the session tells whether the first attempt was taken. */
async function isProvenNow() {
  const { fresh } = await client.accounts.own.proof.state();
  return fresh || undefined;
}
