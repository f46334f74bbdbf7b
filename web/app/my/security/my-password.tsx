import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { myPassword as copy } from '#domain/accounts/account-copy.ts';
import { signUp, reset as words } from '#domain/accounts/copy.ts';
import { ChangePasswordForm } from '#domain/accounts/rules.ts';
import { isCommonPassword } from '#domain/auth/password.ts';
import { securityWords } from '#domain/auth/security-copy.ts';
import { formatDateInSentence } from '#domain/time.ts';
import { api, client, queryClient } from '../../api.ts';
import { withProof } from '../../proof.tsx';
import { type Account, authClient, resolveAccount } from '../../session.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { throwOnSignInError } from '../../throw-on-sign-in-error.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FormError, PasswordField } from '../../ui/form/field.tsx';
import { FormProblem, type Problem } from '../../ui/form/form-problem.tsx';
import { UnsavedTextGuard } from '../../ui/form/unsaved-text-guard.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import styles from '../section.module.css';

const text = securityWords.password;
const FIELD_OF: Record<string, 'current' | 'password'> = {
  current_password_invalid: 'current',
  same_password: 'password',
  weak_password: 'password',
};

type Proof = 'with current' | 'without current' | null;

/** A new password; all other sessions end. */
export function MyPassword({ account }: { account: Account }) {
  const { data: changes } = useQuery(api.accounts.own.changes.list.queryOptions());
  const [proof, setProof] = useState<Proof>(account.mustChangePassword ? 'with current' : null);
  const changed = changes?.find(({ kind, outcome }) => kind === 'password' && outcome !== 'undone')?.at;
  return (
    <section className={styles.part} aria-labelledby="my-password">
      <div className={styles.title}>
        <h3 className="d h3" id="my-password">
          {text.title}
        </h3>
        <Badge tone={account.hasPassword ? 'ok' : 'warn'}>{account.hasPassword ? text.set : text.none}</Badge>
      </div>
      {account.mustChangePassword && <FormError title={copy.firstPassword} />}
      <p className="muted">
        {account.hasPassword ? (
          <>
            {changed && text.changed(formatDateInSentence(changed))} {text.after}
          </>
        ) : (
          text.noneText
        )}
      </p>
      {proof ? (
        <PasswordForm
          key={proof}
          account={account}
          knowsCurrent={proof === 'with current'}
          close={() => setProof(null)}
        />
      ) : (
        <div className={styles.bar}>
          {account.hasPassword ? (
            <>
              <Button variant="secondary" size="sm" onClick={() => setProof('with current')}>
                {text.change}
              </Button>
              <Button variant="ghost" size="sm" onClick={() => setProof('without current')}>
                {text.unknown}
              </Button>
            </>
          ) : (
            <Button variant="secondary" size="sm" onClick={() => setProof('without current')}>
              {text.choose}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

/** Who does not know the current password proves their identity in another way; the server requires it. */
function PasswordForm({
  account,
  knowsCurrent,
  close,
}: {
  account: Account;
  knowsCurrent: boolean;
  close: () => void;
}) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const { register, handleSubmit, setError, watch, formState } = useForm({
    resolver: zodResolver(ChangePasswordForm({ knowsCurrent })),
    defaultValues: { current: '', password: '', repeat: '' },
  });
  const submit = useSingleFlight(
    handleSubmit(async ({ current, password }) => {
      setProblem(null);
      const proof = knowsCurrent ? { current_password: current } : {};
      // Before anything is sent. When this could not be read, nobody knows whether a lost attempt arrived.
      const before = newestPasswordChange();
      await Promise.allSettled([before]);
      const outcome = await withProof(() =>
        write<unknown>(async () => throwOnSignInError((await authClient()).updateUser({ password, ...proof })), {
          arrived: async () => (await newestPasswordChange()) !== (await before) || undefined,
          failed: copy.failed,
        }),
      );
      if (outcome.outcome !== 'done') {
        const field = FIELD_OF[outcome.code ?? ''];
        if (field) setError(field, { message: outcome.text }, { shouldFocus: true });
        else setProblem(outcome);
        return;
      }
      close();
      toast.success(account.hasPassword ? copy.saved : text.chosen);
      if (account.mustChangePassword || !account.hasPassword) await resolveAccount();
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: api.accounts.own.sessions.key() }),
        queryClient.invalidateQueries({ queryKey: api.accounts.own.changes.key() }),
      ]);
    }),
  );
  const { errors, isSubmitting, isDirty } = formState;
  return (
    <form className={styles.inline} onSubmit={submit} noValidate>
      <UnsavedTextGuard when={isDirty && !isSubmitting} what={copy.title} />
      <input
        type="email"
        className="vh"
        value={account.email}
        autoComplete="username"
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      {knowsCurrent ? (
        <PasswordField
          label={copy.current}
          autoComplete="current-password"
          autoFocus
          error={errors.current?.message}
          {...register('current')}
        />
      ) : (
        <p>{account.hasPassword ? text.unknownText : text.chooseText}</p>
      )}
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
      <FormProblem problem={problem} />
      <div className={styles.bar}>
        <Button type="submit" size="sm" loading={isSubmitting} loadingLabel={copy.busy}>
          {account.hasPassword ? copy.button : text.choose}
        </Button>
        <Button variant="ghost" size="sm" onClick={close}>
          {text.cancel}
        </Button>
      </div>
    </form>
  );
}

/** After a lost answer it tells whether this password was set: the current one is wrong by then. */
async function newestPasswordChange(): Promise<string | undefined> {
  const changes = await client.accounts.own.changes.list();
  return changes.find(({ kind }) => kind === 'password')?.id;
}
