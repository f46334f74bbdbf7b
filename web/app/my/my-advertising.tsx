import { pages } from '#domain/pages.ts';
import { MyLedger } from '../advertising/my/my-ledger.tsx';
import { MyPeriods } from '../advertising/my/my-periods.tsx';
import { MySubscription } from '../advertising/my/my-subscription.tsx';
import { api, queryClient } from '../api.ts';
import { MyCampaigns } from '../campaigns/my-campaigns.tsx';
import { MyRuns } from '../campaigns/special/my-runs.tsx';
import { useOwnChanges } from '../live.ts';
import { MyVouchers } from '../vouchers/my-vouchers.tsx';
import { VoucherBox } from '../vouchers/voucher-box.tsx';

/** A company's advertising: balances, subscriptions, payments and the ledger, kept up to date. */
export function MyAdvertising() {
  useOwnChanges(reload);
  return (
    <>
      <MyRuns />
      <MyCampaigns showHistory={showHistory} />
      <MySubscription />
      <VoucherBox back={`${pages.account.path}#reklame`} onRedeemed={reload} />
      <MyLedger id={HISTORY} />
      <MyPeriods />
      <MyVouchers />
    </>
  );
}

const HISTORY = 'balance-history';

function showHistory(): void {
  const title = document.getElementById(HISTORY);
  title?.scrollIntoView({ block: 'start' });
  title?.focus({ preventScroll: true });
}

const reload = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: api.advertising.key() }),
    queryClient.invalidateQueries({ queryKey: api.vouchers.mine.key() }),
  ]);
