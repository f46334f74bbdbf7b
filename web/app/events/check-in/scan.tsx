import { type FormEvent, type RefObject, useState } from 'react';
import { doorCopy as copy } from '#domain/events/door/copy.ts';
import { lateCopy } from '#domain/late-copy.ts';
import { Button } from '../../ui/button.tsx';
import { lazyComponent } from '../../ui/late/lazy-component.tsx';
import { labelOf } from './device/door-answer.ts';
import type { DoorCheck, Source } from './device/door-queue.ts';
import styles from './scan.module.css';

const Scanner = lazyComponent(() => import('./scanner.tsx'), { size: 'part', title: lateCopy.camera });

interface ScanProps {
  /** Those that wait behind the one being checked. */
  waiting: readonly DoorCheck[];
  /** Entries still to be sent. */
  unsent: number;
  field: RefObject<HTMLInputElement | null>;
  onCode: (code: string, source: Source) => void;
}

/** The camera, the field for a number, and the codes that wait for their turn. */
export function Scan({ waiting, unsent, field, onCode }: ScanProps) {
  const [scanning, setScanning] = useState(false);
  const [typed, setTyped] = useState('');

  function submit(event: FormEvent) {
    event.preventDefault();
    field.current?.focus();
    onCode(typed, 'typed');
    setTyped('');
  }

  return (
    <>
      <section className={styles.camera} aria-label={copy.camera}>
        {scanning ? (
          <>
            <Scanner onCode={(code) => onCode(code, 'scanned')} />
            <button type="button" className={styles.stop} onClick={() => setScanning(false)}>
              {copy.stop}
            </button>
          </>
        ) : (
          <Button size="sm" onClick={() => setScanning(true)}>
            {copy.start}
          </Button>
        )}
      </section>
      <form className={styles.number} onSubmit={submit}>
        <input
          ref={field}
          value={typed}
          aria-label={copy.number}
          placeholder={copy.numberHint}
          autoComplete="off"
          autoCapitalize="off"
          enterKeyHint="go"
          maxLength={500}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" size="sm" variant="ink">
          {copy.submit}
        </Button>
      </form>
      {(waiting.length > 0 || unsent > 0) && (
        <ul className={styles.waiting}>
          {unsent > 0 && <li>{copy.waiting(unsent)}</li>}
          {waiting.map(({ key, code }) => (
            <li key={key}>
              <b>{labelOf(code)}</b> {copy.waits}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
