import type { ReactNode } from 'react';
import styles from './no-signal.module.css';

const UPPER = ['--paper-2', '--bar-yellow', '--bar-cyan', '--bar-green', '--bar-magenta', '--bar-red', '--bar-blue'];
const LOWER = ['--bar-blue', '--ink-0', '--bar-magenta', '--ink-0', '--bar-cyan', '--ink-0', '--paper-2'];

/** Colour bars with a plate in front: what a screen shows when there is nothing to show. */
export function NoSignal({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <div className={styles.bands} aria-hidden="true">
        {UPPER.concat(LOWER).map((colour, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed drawing
          <span key={i} style={{ background: `var(${colour})` }} />
        ))}
      </div>
      <div className={styles.floor} aria-hidden="true" />
      <div className={styles.plate}>{children}</div>
    </div>
  );
}
