import { useState } from 'react';
import { payoutCopy as copy } from '#domain/payouts/copy.ts';
import { Button } from '../ui/button.tsx';
import { PayoutAccountDialog } from './payout-account-dialog.tsx';
import type { PayoutRow } from './payout-row.ts';
import { PayoutState } from './payout-state.tsx';

/** The payout of a refund on its order's page; until it is in a list, staff may write down the account. */
export function RefundPayout({ payout, reload }: { payout: PayoutRow; reload: () => Promise<unknown> }) {
  const [naming, setNaming] = useState(false);
  const isOpen = payout.state === 'account' || payout.state === 'ready';
  return (
    <>
      <PayoutState payout={payout} />
      {isOpen && (
        <Button size="sm" variant="secondary" onClick={() => setNaming(true)}>
          {payout.account ? copy.rename : copy.name}
        </Button>
      )}
      {naming && (
        <PayoutAccountDialog payout={payout} canChange={isOpen} onClose={() => setNaming(false)} reload={reload} />
      )}
    </>
  );
}
