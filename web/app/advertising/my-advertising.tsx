import { useQuery } from '@tanstack/react-query';
import { mine as copy } from '#domain/advertising/my-copy.ts';
import { formatNumber } from '#domain/money.ts';
import { pages } from '#domain/pages.ts';
import styles from '../account/account.module.css';
import { api, queryClient, sayError } from '../api.ts';
import { useOwnChanges } from '../live.ts';
import { FormError } from '../ui/field.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { VoucherBox } from '../vouchers/voucher-box.tsx';
import own from './my-advertising.module.css';
import { MyLedger } from './my-ledger.tsx';
import { MyPeriods } from './my-periods.tsx';
import { MySubscriptions } from './my-subscriptions.tsx';
import { MyVouchers } from './my-vouchers.tsx';

/** A company's advertising: what is left, what is running, and how it came about. Changes by itself. */
export function MyAdvertising() {
  const standing = useQuery(api.advertising.account.queryOptions());
  useOwnChanges(reload);

  if (standing.isPending) return <Skeleton lines={6} />;
  if (standing.isError) return <FormError title={sayError(standing.error)} />;
  const { banners, tvSeconds, subscriptions, hasPortal } = standing.data;
  return (
    <>
      <section className={styles.part} aria-labelledby="balance-title">
        <h3 className="d h3" id="balance-title">
          {copy.balance.title}
        </h3>
        <dl className={own.balances}>
          <div>
            <dd className="num">{formatNumber(banners)}</dd>
            <dt>{copy.balance.banners}</dt>
          </div>
          <div>
            <dd className="num">{formatNumber(tvSeconds)}</dd>
            <dt>{copy.balance.seconds}</dt>
          </div>
        </dl>
        <p className="muted s">{copy.balance.hint}</p>
      </section>
      <MySubscriptions subscriptions={subscriptions} hasPortal={hasPortal} />
      <VoucherBox back={`${pages.account.path}#reklame`} onRedeemed={reload} />
      <MyLedger />
      <MyPeriods />
      <MyVouchers />
    </>
  );
}

const reload = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: api.advertising.key() }),
    queryClient.invalidateQueries({ queryKey: api.vouchers.mine.key() }),
  ]);
