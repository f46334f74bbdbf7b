import { useState } from 'react';
import { myNews as copy } from '#domain/accounts/account-copy.ts';
import { formatDate } from '#domain/time.ts';
import { client } from '../api.ts';
import { type Account, resolveAccount } from '../session.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Checkbox } from '../ui/form/field.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import styles from './section.module.css';

/** Mails about new packages and events are sent to whoever agreed here, and to nobody else. */
export function NewsMailConsent({ account }: { account: Account }) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const choose = useSingleFlight(async (agreed: boolean) => {
    setProblem(null);
    const outcome = await write(() => client.accounts.own.news({ agreed }));
    if (outcome.outcome !== 'done') return setProblem(outcome);
    toast.success(agreed ? copy.agreed : copy.takenBack);
    await resolveAccount();
  });
  return (
    <section className={styles.part}>
      <h3 className="d h3">{copy.title}</h3>
      <Checkbox
        label={copy.label}
        checked={account.newsAgreedAt !== null}
        onChange={(event) => void choose(event.currentTarget.checked)}
      />
      <p className="muted s">{account.newsAgreedAt ? copy.since(formatDate(account.newsAgreedAt)) : copy.none}</p>
      <FormProblem problem={problem} />
    </section>
  );
}
