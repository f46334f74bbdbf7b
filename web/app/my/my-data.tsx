import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { closing, myData as copy } from '#domain/accounts/account-copy.ts';
import { ClosingForm } from '#domain/accounts/rules.ts';
import { client } from '../api.ts';
import { withProof } from '../proof.tsx';
import { type Account, resolveAccount, setSessionEnding } from '../session.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { PasswordField } from '../ui/form/field.tsx';
import type { Problem } from '../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { saveFile } from '../ui/save-file.ts';
import { write } from '../write.ts';
import {
  AccountClosingEffects,
  accountClosingEffectLines,
  useAccountClosingEffects,
} from './account-closing-effects.tsx';
import { leaveClosedAccount, storeClosedAccount } from './closed-account.ts';
import { MyAcceptances } from './my-acceptances.tsx';
import { NewsMailConsent } from './news-mail-consent.tsx';
import styles from './section.module.css';

/** Downloading one's own data, and closing the account. */
export function MyData({ account }: { account: Account }) {
  return (
    <>
      <Download />
      <MyAcceptances />
      <NewsMailConsent account={account} />
      <Closing account={account} />
    </>
  );
}

type Format = 'html' | 'json';

function Download() {
  const [making, setMaking] = useState<Format | null>(null);
  const download = useSingleFlight(async (format: Format) => {
    const make = async () => {
      setMaking(format);
      const made = await write(() => client.accounts.own.data({ format }), { patience: 60_000, failed: copy.failed });
      setMaking(null);
      return made;
    };
    const outcome = await withProof(make, { lead: copy.proof });
    if (outcome.outcome === 'done') saveFile(outcome.value);
    else toast.error(outcome.text);
  });
  const button = (name: Format) => (
    <Button
      variant="secondary"
      loading={making === name}
      loadingLabel={copy.busy}
      disabled={making !== null}
      onClick={() => download(name)}
    >
      {copy[name]}
    </Button>
  );
  return (
    <section className={styles.part}>
      <h3 className="d h3">{copy.title}</h3>
      <p>{copy.lead}</p>
      <div className={styles.bar}>
        {button('html')}
        {button('json')}
      </div>
    </section>
  );
}

function Closing({ account }: { account: Account }) {
  const [open, setOpen] = useState(false);
  return (
    <section className={styles.part}>
      <h3 className="d h3">{closing.title}</h3>
      {account.level === 'superAdmin' ? (
        <p>{closing.superAdmin}</p>
      ) : (
        <>
          <p>{closing.lead}</p>
          <ul className={styles.points}>
            {closing.points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
          <div>
            <Button variant="danger" onClick={() => setOpen(true)}>
              {closing.open}
            </Button>
          </div>
        </>
      )}
      {open && <CloseDialog email={account.email} close={() => setOpen(false)} />}
    </section>
  );
}

/** The password confirms the intention; of an account that has none, a fresh proof. */
function CloseDialog({ email, close }: { email: string; close: () => void }) {
  const underWay = useAccountClosingEffects();
  const hasPassword = underWay.data?.hasPassword !== false;
  const { register, handleSubmit, setError, setFocus, resetField, formState } = useForm({
    resolver: zodResolver(ClosingForm({ hasPassword })),
    defaultValues: { password: '' },
  });
  const [problem, setProblem] = useState<Problem | null>(null);
  const submit = useSingleFlight(
    handleSubmit(async ({ password }) => {
      setProblem(null);
      const send = async () => {
        setSessionEnding(true);
        // A closed account has no session any more, so the repetition is a stranger's.
        const sent = await write<unknown>(
          () => client.accounts.own.close({ password: hasPassword ? password : null }),
          {
            arrived: ({ code }) => (code === 'UNAUTHORIZED' ? true : undefined),
          },
        );
        if (sent.outcome !== 'done') setSessionEnding(false);
        return sent;
      };
      const outcome = await withProof(send, { lead: closing.proof });
      if (outcome.outcome === 'done') {
        storeClosedAccount({ email, underWay: underWay.data ? accountClosingEffectLines(underWay.data) : [] });
        return leaveClosedAccount();
      }
      // Whether it was closed may be unknown.
      void resolveAccount();
      if (outcome.code !== 'PASSWORD_WRONG') return setProblem(outcome);
      if (!hasPassword) {
        // One was set meanwhile, in another tab.
        await underWay.refetch();
        return setProblem(outcome);
      }
      resetField('password');
      setError('password', { message: outcome.text });
      setFocus('password');
    }),
  );
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={close}
      title={closing.dialogTitle}
      text={closing.dialogText(email)}
      yes={closing.yes}
      busy={formState.isSubmitting}
      problem={problem}
      onConfirm={submit}
    >
      <AccountClosingEffects />
      <form className={styles.inline} onSubmit={submit} noValidate>
        <input type="email" className="vh" value={email} autoComplete="username" readOnly tabIndex={-1} aria-hidden />
        {hasPassword ? (
          <PasswordField
            label={closing.password}
            autoComplete="current-password"
            error={formState.errors.password?.message}
            {...register('password')}
          />
        ) : (
          <p>{closing.noPassword}</p>
        )}
      </form>
    </ConfirmDialog>
  );
}
