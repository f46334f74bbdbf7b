import { formatTime } from '#domain/time.ts';
import { unsavedCopy as copy } from '#domain/unsaved-copy.ts';
import { Button } from '../ui/button.tsx';
import styles from './typed.module.css';

/** Says that the form shows text from before, and lets it be kept or thrown away. */
export function Restored({ at, onKeep, onDrop }: { at: number; onKeep: () => void; onDrop: () => void }) {
  return (
    <div className={styles.restored} role="status">
      <p>{copy.restored(formatTime(new Date(at)))}</p>
      <Button size="sm" variant="secondary" onClick={onKeep}>
        {copy.keep}
      </Button>
      <Button size="sm" variant="secondary" onClick={onDrop}>
        {copy.dropKept}
      </Button>
    </div>
  );
}
