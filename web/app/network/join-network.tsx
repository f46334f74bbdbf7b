import { type FormEvent, useState } from 'react';
import { networkCopy } from '#domain/network/copy.ts';
import { client } from '../api.ts';
import { resolveAccount } from '../session.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/form/field.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { type Refusal, write } from '../write.ts';
import { existingEnrolment } from './existing-enrolment.ts';
import styles from './my-network.module.css';

const copy = networkCopy.mine.join;

/** For an approved member outside the network: enters it under the owner of a code, by the rules of a registration with one. */
export function JoinNetwork({ joined }: { joined: () => Promise<unknown> }) {
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);

  const join = useSingleFlight(async (_: FormEvent) => {
    if (code.trim() === '') return setWrong(copy.missing);
    setBusy(true);
    setProblem(null);
    const outcome = await write<{ username: string | null }>(() => client.network.enrollWithReferral({ p_ref: code }), {
      arrived: (refusal) => enrolledBy(refusal, code),
    });
    setBusy(false);
    if (outcome.outcome !== 'done') return setProblem(outcome);
    toast.success(copy.done(outcome.value.username));
    void resolveAccount();
    await joined();
  });

  return (
    <form className={styles.join} onSubmit={join} noValidate>
      <p>{copy.text}</p>
      <TextField
        label={copy.code}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={code}
        error={wrong}
        onChange={(event) => {
          setCode(event.target.value);
          setWrong(undefined);
        }}
      />
      <FormProblem problem={problem} />
      <div>
        <Button type="submit" loading={busy} loadingLabel={copy.busy}>
          {copy.button}
        </Button>
      </div>
    </form>
  );
}

/** Somebody else may have put them under another member meanwhile; that is not what was asked for. */
async function enrolledBy(refusal: Refusal, code: string) {
  const place = existingEnrolment(refusal);
  if (!place) return undefined;
  const { username } = await client.network.inviter({ code });
  return place.username === username ? place : undefined;
}
