import { useQuery } from '@tanstack/react-query';
import { mine as copy } from '#domain/advertising/my-copy.ts';
import { formatNumber } from '#domain/money.ts';
import { api, errorMessage } from '../../api.ts';
import { FormError } from '../../ui/form/field.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import own from './my-advertising.module.css';
import { MySubscriptions } from './my-subscriptions.tsx';

/** What is left on both balances, and the subscriptions that fill them. */
export function MyBalances() {
  const account = useQuery(api.advertising.account.queryOptions());
  if (account.isPending) return <Skeleton lines={6} />;
  if (account.isError) return <FormError title={errorMessage(account.error)} />;
  const { banners, tvSeconds, subscriptions, hasPortal } = account.data;
  return (
    <>
      <Section aria-labelledby="balance-title">
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
      </Section>
      <MySubscriptions subscriptions={subscriptions} hasPortal={hasPortal} />
    </>
  );
}
