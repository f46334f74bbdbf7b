import { useEffect, useState } from 'react';
import { securityWords } from '#domain/auth/security-copy.ts';
import { formatDateTime } from '#domain/time.ts';
import { errorMessage } from '../api.ts';
import { clientWith } from '../api-client.ts';
import { authClient } from '../session.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { write } from '../write.ts';
import styles from './auth.module.css';

const copy = securityWords.lost;

/** The session has proven the mailbox but not the second step and is valid for this call only, so its token is passed along. */
const client = clientWith(async () => {
  const auth = await authClient();
  return (await auth.getSession()).data.session?.access_token ?? null;
});

/** For whoever has neither the phone nor a recovery code: requests the removal and says when it takes effect. */
export function LostSecondStep({ back }: { back: () => void }) {
  const [dueAt, setDueAt] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  useEffect(() => {
    client.accounts.own.secondStepRecovery.state().then(
      (state) => setDueAt(state.dueAt),
      (error) => setProblem({ text: errorMessage(error) }),
    );
  }, []);

  const start = useSingleFlight(async () => {
    setBusy(true);
    setProblem(null);
    const outcome = await write(() => client.accounts.own.secondStepRecovery.start());
    if (outcome.outcome === 'done') setDueAt(outcome.value.dueAt);
    else setProblem(outcome);
    setBusy(false);
  });

  return (
    <div className={styles.form}>
      {dueAt ? (
        <p role="status">{copy.waiting(formatDateTime(dueAt))}</p>
      ) : (
        <>
          <p>{copy.text}</p>
          <FormProblem problem={problem} />
          <Button full loading={busy} loadingLabel={copy.starting} onClick={start}>
            {copy.start}
          </Button>
        </>
      )}
      <Button variant="secondary" full onClick={back}>
        {copy.back}
      </Button>
    </div>
  );
}
