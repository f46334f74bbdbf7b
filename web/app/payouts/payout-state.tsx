import { payoutCopy as copy } from '#domain/payouts/copy.ts';
import { formatDate } from '#domain/time.ts';
import type { PayoutRow } from './payout-row.ts';

/** Where a payout stands, and whose account it goes to. */
export function PayoutState({ payout }: { payout: PayoutRow }) {
  const { state, list, executedOn, payee, account, isByBuyer } = payout;
  return (
    <span>
      {copy.stateOf(state, list, executedOn ? formatDate(executedOn) : '')}
      {account && (
        <>
          {' '}
          <span className="nb">{account}</span>, {payee} ({isByBuyer ? copy.byBuyer : copy.byStaff})
        </>
      )}
    </span>
  );
}
