import { common } from '#domain/copy.ts';
import { partWords } from '#domain/part-copy.ts';
import { Button } from '../button.tsx';
import styles from '../small.module.css';

/** Reads the next page of a list; says so when that failed. */
export function LoadMore({ onMore, busy, failed }: { onMore: () => void; busy: boolean; failed: boolean }) {
  return (
    <div className={styles.more}>
      {failed && !busy && <p role="alert">{partWords.moreFailed}</p>}
      <Button variant="secondary" loading={busy} loadingLabel={common.loading} onClick={onMore}>
        {failed ? common.retry : common.showMore}
      </Button>
    </div>
  );
}
