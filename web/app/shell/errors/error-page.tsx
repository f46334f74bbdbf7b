import type { ReactNode } from 'react';
import { copy } from '#domain/shell/copy.ts';
import styles from './error-page.module.css';

const UPPER = ['--paper-0', '--bar-yellow', '--bar-cyan', '--bar-green', '--bar-magenta', '--bar-red', '--bar-blue'];
const LOWER = ['--bar-blue', '--ink-0', '--bar-magenta', '--ink-0', '--bar-cyan', '--ink-0', '--paper-0'];

/** Colour bars with a message in front, for 404 and unexpected errors. `sign` is the large number. */
export function ErrorPage({ sign, children }: { sign?: string | undefined; children: ReactNode }) {
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
