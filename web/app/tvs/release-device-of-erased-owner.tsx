import { type FormEvent, useState } from 'react';
import { tvsCopy } from '#domain/tvs/copy.ts';
import { client } from '../api.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/form/field.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import styles from './tvs.module.css';

const copy = tvsCopy.freeDevice;

/** Lets a device be used again whose last owner was erased. */
export function ReleaseDeviceOfErasedOwner() {
  const [serial, setSerial] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const free = useSingleFlight(async () => {
    setTried(true);
    setProblem(null);
    if (serial.trim() === '') return;
    setBusy(true);
    const outcome = await write(() => client.tvs.admin.freeDevice({ serial }));
    setBusy(false);
    if (outcome.outcome !== 'done') {
      setProblem(outcome);
      return;
    }
    toast.success(copy.done);
    setSerial('');
    setTried(false);
  });
  return (
    <section className={styles.section} aria-label={copy.title}>
      <header className={styles.head}>
        <h2 className="d h3">{copy.title}</h2>
      </header>
      <form
        className={styles.question}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void free();
        }}
      >
        <p className="s">{copy.text}</p>
        <TextField
          label={copy.serial}
          hint={copy.serialHint}
          error={tried && serial.trim() === '' ? copy.required : undefined}
          value={serial}
          autoComplete="off"
          onChange={({ target }) => setSerial(target.value)}
        />
        <FormProblem problem={problem} />
        <div>
          <Button type="submit" variant="secondary" loading={busy}>
            {copy.yes}
          </Button>
        </div>
      </form>
    </section>
  );
}
