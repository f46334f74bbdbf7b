import { Button } from '../button.tsx';
import styles from './dialog.module.css';

/** What is asked about is not as it was: nothing is done before that was `seen`, and nothing at all without it. */
export interface Meanwhile {
  text: string;
  seen?: { label: string; onSeen: () => void };
}

export function MeanwhileNotice({ meanwhile: { text, seen } }: { meanwhile: Meanwhile }) {
  return (
    <div className={styles.meanwhile} role="alert">
      <p>{text}</p>
      {seen && (
        <Button size="sm" variant="secondary" onClick={seen.onSeen}>
          {seen.label}
        </Button>
      )}
    </div>
  );
}
