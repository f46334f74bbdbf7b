import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ownRewardsCopy as copy } from '#domain/rewards/own-copy.ts';
import { api, client } from '../api.ts';
import { BankAccountFields, useBankAccountFields } from '../bank-account-fields.tsx';
import { DataPart } from '../part/data-part.tsx';
import { partStateOf } from '../part/part-state.ts';
import { withProof } from '../proof.tsx';
import { Button } from '../ui/button.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { UnsavedTextGuard } from '../ui/form/unsaved-text-guard.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import styles from './my-rewards.module.css';

/** Where a viewer's rewards are paid; a change asks for a fresh proof and holds from the next statement on. */
export default function RewardAccount() {
  const read = useQuery(api.rewards.own.read.queryOptions({ input: {} }));
  /** `null` until the form is opened first: what opens it has the focus again only after it was closed. */
  const [changing, setChanging] = useState<boolean | null>(null);
  return (
    <section className={styles.card} aria-labelledby="reward-account">
      <h3 id="reward-account">{copy.accountTitle}</h3>
      <DataPart name={copy.accountTitle} part={partStateOf(read)} lines={2}>
        {() => {
          const { account, payee } = read.data!;
          if (changing)
            return (
              <AccountForm
                payee={payee}
                onClose={() => setChanging(false)}
                onSaved={async () => {
                  setChanging(false);
                  await read.refetch();
                }}
              />
            );
          return (
            <div className={styles.oneField}>
              <p>
                <b>{account ? copy.account(account) : copy.noAccount}</b>{' '}
                <span className="muted">{account ? copy.accountOwnHint : copy.accountLead}</span>
              </p>
              <Button size="sm" variant="secondary" autoFocus={changing === false} onClick={() => setChanging(true)}>
                {account ? copy.changeAccount : copy.nameAccount}
              </Button>
            </div>
          );
        }}
      </DataPart>
    </section>
  );
}

function AccountForm({
  payee,
  onClose,
  onSaved,
}: {
  payee: string;
  onClose: () => void;
  onSaved: () => Promise<void>;
}) {
  const { named, fields, isMissing, setAsked } = useBankAccountFields({ payee, account: '' });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  async function save(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (isMissing) return;
    setBusy(true);
    setProblem(null);
    const saved = await withProof(() => write(() => client.rewards.own.nameAccount(named)), {
      lead: copy.accountProof,
    });
    setBusy(false);
    if (saved.outcome !== 'done') return setProblem(saved);
    toast.success(copy.accountSaved(saved.value.account));
    await onSaved();
  }
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
      <UnsavedTextGuard when={!busy && (named.account !== '' || named.payee !== payee)} what={{ payment: true }} />
      <p className="s muted">{copy.accountLead}</p>
      <BankAccountFields {...fields} autoFocus />
      <FormProblem problem={problem} />
      <div className={styles.tools}>
        <Button type="submit" loading={busy}>
          {copy.saveAccount}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {copy.cancel}
        </Button>
      </div>
    </form>
  );
}
