import { receiptsOff } from '#domain/fulfilment/receipts-copy.ts';
import styles from './sandbox-notice.module.css';

/** Says in the back office that parcels leave without the number of a receipt. */
export const ReceiptsOffNotice = () => (
  <p className={styles.bar} role="note">
    {receiptsOff}
  </p>
);
