import { pages } from '#domain/pages.ts';
import { MyLedger } from '../advertising/my-ledger.tsx';
import { MyPeriods } from '../advertising/my-periods.tsx';
import { MyStanding } from '../advertising/my-standing.tsx';
import { api, queryClient } from '../api.ts';
import { useOwnChanges } from '../live.ts';
import { MyVouchers } from '../vouchers/my-vouchers.tsx';
import { VoucherBox } from '../vouchers/voucher-box.tsx';

/** A company's advertising: what is left, what is running, and how it came about. Changes by itself. */
export function MyAdvertising() {
  useOwnChanges(reload);
  return (
    <>
      <MyStanding />
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
