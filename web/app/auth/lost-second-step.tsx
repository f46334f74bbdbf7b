import { useEffect, useState } from 'react';
import { securityWords } from '#domain/auth/security-copy.ts';
import { formatDateTime } from '#domain/time.ts';
import { errorCode, errorMessage } from '../api.ts';
import { clientWith } from '../api-client.ts';
import { authClient } from '../session.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form/field.tsx';
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
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    client.accounts.own.secondStepRecovery.state().then(
      (state) => setDueAt(state.dueAt),
      (error) => setProblem(errorMessage(error)),
    );
  }, []);

  const start = useSingleFlight(async () => {
    setBusy(true);
    setProblem(null);
    try {
      setDueAt((await client.accounts.own.secondStepRecovery.start()).dueAt);
    } catch (error) {
      if (errorCode(error) === null) console.error(error);
      setProblem(errorCode(error) === null ? copy.failed : errorMessage(error));
    } finally {
      setBusy(false);
    }
  });

  return (
    <div className={styles.form}>
      {problem && <FormError title={problem} />}
      {dueAt ? (
        <p role="status">{copy.waiting(formatDateTime(dueAt))}</p>
      ) : (
        <>
          <p>{copy.text}</p>
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
