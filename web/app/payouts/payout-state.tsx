import { payoutCopy as copy } from '#domain/payouts/copy.ts';
import { formatDate } from '#domain/time.ts';
import { namedBy, type PayoutRow } from './payout-row.ts';

/** Which payment order a payout is in, and whose account it goes to. */
export function PayoutState({ payout }: { payout: PayoutRow }) {
  const { list, executedOn, payee, account } = payout;
  if (account === null) return null;
  return (
    <span>
      {[list !== null && copy.list(list), executedOn && copy.executedOn(formatDate(executedOn))]
        .filter(Boolean)
        .map((text) => `${text} · `)}
      <span className="nb">{account}</span>, {payee} ({namedBy(payout)})
    </span>
  );
}
