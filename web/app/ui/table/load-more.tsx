import { common } from '#domain/copy.ts';
import { Button } from '../button.tsx';
import styles from '../small.module.css';

export function LoadMore({ onMore, busy }: { onMore: () => void; busy: boolean }) {
  return (
    <div className={styles.more}>
      <Button variant="secondary" loading={busy} loadingLabel={common.loading} onClick={onMore}>
        {common.showMore}
      </Button>
    </div>
  );
}
