import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { common } from '#domain/copy.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { pages } from '#domain/pages.ts';
import { ownPayoutCopy as copy } from '#domain/payouts/own-copy.ts';
import { api, client, errorCode, errorMessage } from '../api.ts';
import { BankAccountFields, useBankAccountFields } from '../bank-account-fields.tsx';
import { Button } from '../ui/button.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { UnsavedTextGuard } from '../ui/form/unsaved-text-guard.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Empty } from '../ui/table/empty.tsx';
import { write } from '../write.ts';
import styles from './payouts.module.css';

type Own = Awaited<ReturnType<typeof client.payouts.read>>;

/** Whoever has the mailed link says where the money shall go, and reads how far it is. */
export default function OwnPayout({ token }: { token: string }) {
  const isToken = /^[\w-]{22}$/.test(token);
  const queries = useQueryClient();
  /** `null` until an account was named or the form opened: what opens it has the focus only after it was closed. */
  const [changing, setChanging] = useState<boolean | null>(null);
  const asked = useQuery(
    api.payouts.read.queryOptions({
      input: { token },
      enabled: isToken,
      retry: (count, error) => errorCode(error) !== 'PAYOUT_LINK_ENDED' && count < 2,
    }),
  );
  if (!isToken || errorCode(asked.error) === 'PAYOUT_LINK_ENDED')
    return (
      <div className={`wrap ${styles.ended}`}>
        <Empty heading="h1" title={copy.ended} text={copy.endedText} />
      </div>
    );
  if (!asked.data)
    return (
      <div className={`wrap ${styles.ended}`}>
        {asked.error ? (
          <Empty heading="h1" title={copy.failed} text={errorMessage(asked.error)}>
            <Button variant="secondary" onClick={() => void asked.refetch()}>
              {common.retry}
            </Button>
          </Empty>
        ) : (
          <Skeleton lines={6} heading={pages.payout.title} />
        )}
      </div>
    );
  const payout = asked.data;
  return (
    <div className={`wrap ${styles.page}`}>
      <header>
        <p className="osd">{copy.line(payout.order)}</p>
        <h1 className="d h1">{copy.title(formatMoneyExact(payout.money))}</h1>
      </header>
      <Where
        key={payout.state}
        payout={payout}
        token={token}
        changing={changing}
        onChanging={setChanging}
        onSaved={(saved) => queries.setQueryData(api.payouts.read.queryKey({ input: { token } }), saved)}
        onOver={() => void asked.refetch()}
      />
      <p className="s muted">{copy.safe}</p>
    </div>
  );
}

interface WhereProps {
  payout: Own;
  token: string;
  changing: boolean | null;
  onChanging: (is: boolean) => void;
  onSaved: (saved: Own) => void;
  /** It can not be named any more. */
  onOver: () => void;
}

function Where({ payout, token, changing, onChanging, onSaved, onOver }: WhereProps) {
  const { state, account } = payout;
  if (state === 'listed') return <p>{copy.listed(account!)}</p>;
  if (state === 'done') return <p>{copy.done(account!)}</p>;
  const saved = (now: Own) => {
    onChanging(false);
    onSaved(now);
    toast.success(copy.saved);
  };
  if (state === 'ready' && !changing)
    return (
      <>
        <p>{copy.ready(account!)}</p>
        <div className={styles.buttons}>
          <Button variant="secondary" autoFocus={changing === false} onClick={() => onChanging(true)}>
            {copy.change}
          </Button>
        </div>
      </>
    );
  return (
    <>
      <p>{copy.ask}</p>
      <AccountForm
        name={payout.name}
        token={token}
        isChange={state === 'ready'}
        onSaved={saved}
        onKeep={() => onChanging(false)}
        onOver={onOver}
      />
    </>
  );
}

interface AccountFormProps extends Pick<WhereProps, 'token' | 'onSaved' | 'onOver'> {
  name: string;
  /** An account is named already, and may stay. */
  isChange: boolean;
  onKeep: () => void;
}

function AccountForm({ name, token, isChange, onSaved, onKeep, onOver }: AccountFormProps) {
  const account = useBankAccountFields({ payee: name, account: '' });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function save(event: FormEvent) {
    event.preventDefault();
    account.setAsked(true);
    if (busy || account.isMissing) return;
    setBusy(true);
    setProblem(null);
    const done = await write(() => client.payouts.name({ token, ...account.named }));
    setBusy(false);
    if (done.outcome === 'done') return onSaved(done.value);
    setProblem(done);
    if (done.code === 'PAYOUT_LISTED' || done.code === 'PAYOUT_LINK_ENDED') onOver();
  }

  return (
    <form className={styles.form} aria-label={copy.form} noValidate onSubmit={(event) => void save(event)}>
      <UnsavedTextGuard when={!busy && account.named.account !== ''} what={{ payment: true }} />
      <BankAccountFields {...account.fields} autoFocus={isChange} />
      <FormProblem problem={problem} />
      <div className={styles.buttons}>
        <Button type="submit" loading={busy}>
          {copy.send}
        </Button>
        {isChange && (
          <Button type="button" variant="ghost" onClick={onKeep}>
            {copy.keep}
          </Button>
        )}
      </div>
    </form>
  );
}
