import { type FormEvent, useRef, useState } from 'react';
import { networkCopy } from '#domain/network/copy.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/form/field.tsx';
import { FormProblem } from '../ui/form/form-problem.tsx';
import { enrolBy, type WhyNot, whyNot } from './enrol-by.ts';
import styles from './ref-register.module.css';

const copy = networkCopy.register;

interface Props {
  /** The code that was tried. */
  given?: string;
  /** Why it put nobody in the network. */
  why: WhyNot;
  autoFocus?: boolean;
  /** `inviter` is `null` when the server did not name them. */
  joined?: (inviter: string | null) => void;
}

/** For an account that waits because its enrolment was refused: a code that holds lets it in at once. */
export function EnrolWithAnotherCode({ given = '', why: first, autoFocus, joined }: Props) {
  const [code, setCode] = useState(given);
  const [why, setWhy] = useState<WhyNot | null>(first);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const send = useSingleFlight(async (_: FormEvent) => {
    const refused = code.trim() === '' ? { wrong: copy.problems.code } : await enrol();
    setWhy(refused);
    if (refused?.wrong) field.current?.focus();
  });

  async function enrol(): Promise<WhyNot | null> {
    setBusy(true);
    const outcome = await enrolBy(code);
    setBusy(false);
    if (outcome.outcome !== 'done') return whyNot(outcome);
    joined?.(outcome.value.username);
    return null;
  }

  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <p>{copy.madeWaits}</p>
      <TextField
        ref={field}
        label={copy.code}
        hint={copy.codeHint}
        autoCapitalize="characters"
        autoComplete="off"
        autoFocus={autoFocus}
        spellCheck={false}
        maxLength={100}
        value={code}
        error={why?.wrong}
        onChange={(event) => setCode(event.target.value)}
      />
      <FormProblem problem={why?.problem} />
      <Button type="submit" full loading={busy} loadingLabel={copy.busy}>
        {copy.tryCodeAgain}
      </Button>
    </form>
  );
}
