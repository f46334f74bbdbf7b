import { useEffect, useRef, useState } from 'react';
import { copy } from '#domain/devices/copy.ts';
import { formatTime } from '#domain/time.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/form/field.tsx';
import { FormProblem } from '../ui/form/form-problem.tsx';
import type { Refusal, Unknown } from '../write.ts';
import styles from './device-login.module.css';

/** A TV that waits to be linked and is not in the same network as this phone, as the server describes it. */
export interface WaitingTv {
  begunAt: string;
  seenFrom: string | null;
  /** Tries for its digits. */
  left: number;
}

export type Failed = Refusal | Unknown;

export const waitingTv = (failed: Failed | null): WaitingTv | null =>
  failed?.code === 'PAIRING_DIGITS_NEEDED' ? (failed.data as WaitingTv) : null;

export const triesLeft = ({ data }: Refusal): number => (data as { left?: number } | undefined)?.left ?? 0;

interface Props {
  number: string;
  tv: WaitingTv;
  busy: boolean;
  /** The server's answer to the last digits. */
  wrong: Failed | null;
  link: (digits: string) => void;
}

/** Which TV is waiting, and a field for the two digits that only somebody in front of it can read. */
export function WaitingTvForm({ number, tv, busy, wrong, link }: Props) {
  const [digits, setDigits] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  useEffect(() => {
    if (!wrong) return;
    if (wrong.code !== 'PAIRING_DIGITS_WRONG') return;
    setProblem(wrong.text);
    setDigits('');
    field.current?.focus();
  }, [wrong]);

  return (
    <>
      <div className={styles.head}>
        <h1 className={`d ${styles.title}`} ref={title} tabIndex={-1}>
          {copy.phone.askTitle}
        </h1>
        <p className={styles.lead}>{copy.phone.askWhy}</p>
      </div>
      <dl className={styles.facts}>
        <dt>{copy.phone.askNumber}</dt>
        <dd>{number}</dd>
        <dt>{copy.phone.askBegun}</dt>
        <dd>{formatTime(tv.begunAt)}</dd>
        <dt>{copy.phone.askNetwork}</dt>
        <dd>{tv.seenFrom ?? copy.phone.askUnknown}</dd>
      </dl>
      <form
        className={styles.ask}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (busy) return;
          if (!/^\d\d$/.test(digits)) {
            setProblem(copy.phone.digitsMissing);
            return field.current?.focus();
          }
          link(digits);
        }}
      >
        <TextField
          ref={field}
          label={copy.phone.digits}
          hint={copy.phone.digitsHint}
          error={problem ?? undefined}
          value={digits}
          inputMode="numeric"
          pattern="\d{2}"
          maxLength={2}
          autoComplete="off"
          onChange={(event) => {
            setDigits(event.target.value.replace(/\D/g, ''));
            setProblem(null);
          }}
        />
        <FormProblem problem={wrong?.code === 'PAIRING_DIGITS_WRONG' ? null : wrong} />
        <Button type="submit" full loading={busy} loadingLabel={copy.phone.busy}>
          {copy.phone.askButton}
        </Button>
      </form>
      <p className={styles.warning}>{copy.phone.askNot}</p>
    </>
  );
}
