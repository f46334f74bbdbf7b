import { deskCopy as copy } from '#domain/bank/desk-copy.ts';
import styles from '../desk.module.css';

/** Under the desk: which key does what. */
export function KeyHints() {
  return (
    <p className={styles.keys} aria-hidden="true">
      <span className={styles.hint}>
        <span className={styles.key}>{copy.keys.next}</span> <span className={styles.key}>{copy.keys.previous}</span>{' '}
        {copy.keyWords.rows}
      </span>
      <span className={styles.hint}>
        <span className={styles.key}>{copy.keys.enter}</span> {copy.keyWords.enter}
      </span>
      <span className={styles.hint}>
        <span className={styles.key}>{copy.keys.skip}</span> {copy.keyWords.skip}
      </span>
      <span className={styles.hint}>
        <span className={styles.key}>{copy.keys.undo}</span> {copy.keyWords.undo}
      </span>
    </p>
  );
}
