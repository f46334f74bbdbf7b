import { common } from '#domain/copy.ts';
import styles from './small.module.css';

const WIDTHS = ['50%', '100%', '86%', '64%', '92%', '40%'];

/** Placeholder lines while text is loading. */
export function Skeleton({ lines = 4 }: { lines?: number }) {
  return (
    <div className={styles.skeleton} role="status">
      <span className="vh" style={{ background: 'none' }}>
        {common.loading}
      </span>
      {WIDTHS.concat(WIDTHS)
        .slice(0, lines)
        .map((width, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines without identity
          <span key={i} style={{ width }} aria-hidden="true" />
        ))}
    </div>
  );
}
