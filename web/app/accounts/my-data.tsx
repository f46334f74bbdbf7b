import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { closing, myData as copy } from '#domain/accounts/account-copy.ts';
import { ClosingForm } from '#domain/accounts/rules.ts';
import { client, errorCode, sayError } from '../api.ts';
import type { Account } from '../session.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { PasswordField } from '../ui/field.tsx';
import { saveFile } from '../ui/save-file.ts';
import { toast } from '../ui/toast.tsx';
import styles from './account.module.css';
import { leaveClosed } from './leave.ts';
import { MyAcceptances } from './my-acceptances.tsx';

type Format = 'html' | 'json';

/** A person's data is theirs: to take along, and to have erased. */
export function MyData({ account }: { account: Account }) {
  return (
    <>
      <Download />
      <MyAcceptances />
      <Closing account={account} />
    </>
  );
}

function Download() {
  const [busy, setBusy] = useState<Format | null>(null);
  const fetchAs = useSingleFlight(async (format: Format) => {
    setBusy(format);
    try {
      saveFile(await client.accounts.own.data({ format }));
    } catch (error) {
      console.error(error);
      toast.error(copy.failed);
    } finally {
      setBusy(null);
    }
  });
  const button = (format: Format) => (
    <Button
      variant="secondary"
      loading={busy === format}
      loadingLabel={copy.busy}
      disabled={busy !== null}
      onClick={() => fetchAs(format)}
    >
      {copy[format]}
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

/** The password is what makes the press mean it. */
function CloseDialog({ email, close }: { email: string; close: () => void }) {
  const { register, handleSubmit, setError, setFocus, resetField, formState } = useForm({
    resolver: zodResolver(ClosingForm),
    defaultValues: { password: '' },
  });
  const submit = useSingleFlight(
    handleSubmit(async ({ password }) => {
      try {
        await client.accounts.own.close({ password });
      } catch (error) {
        if (errorCode(error) === null) console.error(error);
        resetField('password');
        setError('password', { message: errorCode(error) === null ? closing.failed : sayError(error) });
        return setFocus('password');
      }
      await leaveClosed();
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
      onConfirm={submit}
    >
      <form className={styles.inline} onSubmit={submit} noValidate>
        <input type="email" className="vh" value={email} autoComplete="username" readOnly tabIndex={-1} aria-hidden />
        <PasswordField
          label={closing.password}
          autoComplete="current-password"
          error={formState.errors.password?.message}
          {...register('password')}
        />
      </form>
    </ConfirmDialog>
  );
}
