import type { ReactNode } from 'react';
import { copy } from '#domain/shell/copy.ts';
import styles from './no-signal.module.css';

const UPPER = ['--paper-0', '--bar-yellow', '--bar-cyan', '--bar-green', '--bar-magenta', '--bar-red', '--bar-blue'];
const LOWER = ['--bar-blue', '--ink-0', '--bar-magenta', '--ink-0', '--bar-cyan', '--ink-0', '--paper-0'];

/** Colour bars with a plate in front: what a screen shows when there is nothing to show. `sign` is its big number. */
export function NoSignal({ sign, children }: { sign?: string | undefined; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <div className={styles.bands} aria-hidden="true">
        {UPPER.concat(LOWER).map((colour, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed drawing
          <span key={i} style={{ background: `var(${colour})` }} />
        ))}
      </div>
      <div className="wrap">
        <div className={styles.plate} data-surface="ink">
          <p className={`osd ${styles.label}`}>{copy.notFound.noSignal}</p>
          {sign && <p className={`num ${styles.sign}`}>{sign}</p>}
          {children}
        </div>
      </div>
      <div className={styles.castle} aria-hidden="true" />
    </div>
  );
}
