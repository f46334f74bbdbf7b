import { refundCopy as copy } from '#domain/refunds/copy.ts';
import styles from './refund.module.css';

/** How many of the devices the money is for. */
export function DeviceCount({
  name,
  count,
  most,
  amount,
  onChange,
}: {
  name: string;
  count: number;
  most: number;
  amount: string;
  onChange: (count: number) => void;
}) {
  return (
    <div className={styles.line}>
      <b>{name}</b>
      <div className={styles.stepper}>
        <button type="button" aria-label={copy.fewer} disabled={count <= 1} onClick={() => onChange(count - 1)}>
          −
        </button>
        <span role="status">{copy.countOf(count, most)}</span>
        <button type="button" aria-label={copy.more} disabled={count >= most} onClick={() => onChange(count + 1)}>
          +
        </button>
      </div>
      <b className={styles.lineAmount}>{amount}</b>
    </div>
  );
}
