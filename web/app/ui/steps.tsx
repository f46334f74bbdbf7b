import type { CSSProperties } from 'react';
import { uiWords } from '#domain/copy.ts';
import styles from './small.module.css';

const KEYS = ['yellow', 'cyan', 'green', 'magenta', 'red', 'blue'];

/** Progress through a few steps; `current` counts from 0. */
export function Steps({ labels, current }: { labels: readonly string[]; current: number }) {
  return (
    <ol
      className={styles.steps}
      style={{ '--count': labels.length } as CSSProperties}
      aria-label={uiWords.step(current + 1, labels.length)}
    >
      {labels.map((label, i) => (
        <li
          key={label}
          data-state={i < current ? 'done' : i === current ? 'now' : undefined}
          aria-current={i === current ? 'step' : undefined}
          style={{ '--key': `var(--bar-${KEYS[i % KEYS.length]})` } as CSSProperties}
        >
          {label}
        </li>
      ))}
    </ol>
  );
}
