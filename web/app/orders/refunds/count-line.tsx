import { refundCopy as copy } from '#domain/refunds/copy.ts';
import styles from './refund.module.css';

const WORDS = {
  devices: { fewer: copy.fewer, more: copy.more },
  months: { fewer: copy.fewerMonths, more: copy.moreMonths },
};

/** How many of the devices, or of the months that have not begun, the money is for. */
export function CountLine({
  of,
  name,
  count,
  most,
  amount,
  onChange,
}: {
  of: keyof typeof WORDS;
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
        <button type="button" aria-label={WORDS[of].fewer} disabled={count <= 1} onClick={() => onChange(count - 1)}>
          −
        </button>
        <span role="status">{copy.countOf(count, most)}</span>
        <button type="button" aria-label={WORDS[of].more} disabled={count >= most} onClick={() => onChange(count + 1)}>
          +
        </button>
      </div>
      <b className={styles.lineAmount}>{amount}</b>
    </div>
  );
}
