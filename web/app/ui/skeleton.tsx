import { common } from '#domain/copy.ts';
import styles from './small.module.css';

const WIDTHS = ['50%', '100%', '86%', '64%', '92%', '40%'];

interface SkeletonProps {
  lines?: number;
  /** The title of the page, heard until its own is there. */
  heading?: string;
}

/** Placeholder lines while text is loading. */
export function Skeleton({ lines = 4, heading }: SkeletonProps) {
  return (
    <div className={styles.skeleton} role="status">
      {heading && <h1 className="vh">{heading}</h1>}
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
