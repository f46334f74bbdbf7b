import { isSome } from '#domain/count.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { sales } from '#domain/orders/copy.ts';
import type { client } from '../../api.ts';
import styles from './sales.module.css';

const eur = (amount: number) => formatMoneyExact({ amount, currency: 'EUR' });

export type SaleSums = Awaited<ReturnType<typeof client.orders.admin.sums>>;

/** Of the whole filter, not of the rows that are shown. */
export function SalesFoot({ sums }: { sums: SaleSums | undefined }) {
  if (!sums || !isSome(sums.total)) return null;
  const { total, paidTotal, refundedTotal, waitingTotal } = sums;
  return (
    <p className={styles.foot}>
      <b>{sales.foot(total)}</b>
      <span>{sales.footSum(eur(paidTotal - refundedTotal), eur(refundedTotal), eur(waitingTotal))}</span>
    </p>
  );
}
