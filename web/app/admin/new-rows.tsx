import { admin } from '#domain/admin/copy.ts';
import styles from './new-rows.module.css';

/** Above a list: the number of new rows that are not shown yet. */
export function NewRows({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div role="status">
      {count > 0 && (
        <button type="button" className={styles.newRows} onClick={onShow}>
          {admin.newRows(count)}
        </button>
      )}
    </div>
  );
}
