import { useEffect } from 'react';
import { lateCopy } from '#domain/late-copy.ts';
import { pages } from '#domain/pages.ts';
import { AdminWaiting } from '../../ui/admin-waiting.tsx';
import { lazyComponent } from '../../ui/late/lazy-component.tsx';

// What every page knows of this one is its address alone: the desk comes when it is opened.
const BankDesk = lazyComponent(() => import('./bank-desk.tsx'), {
  size: 'part',
  waiting: <AdminWaiting title={pages.adminBank.name} />,
  title: lateCopy.statement,
});
const PayoutsAction = lazyComponent(() => import('../../payouts/payouts-action.tsx'), {
  size: 'part',
  title: lateCopy.payouts,
});
const RatesAction = lazyComponent(() => import('../../orders/rates/rates-action.tsx'), {
  size: 'part',
  title: lateCopy.rates,
});
const StatementPayouts = lazyComponent(() => import('../../payouts/statement-payouts.tsx'), {
  size: 'part',
  title: lateCopy.payouts,
});

/** Statements of every account, what their payments are for, the payouts that leave the company's, and the rate of the euro. */
export default function AdminBankPage() {
  // With the desk, so that nothing moves when it is there.
  useEffect(() => {
    PayoutsAction.fetch();
    RatesAction.fetch();
    StatementPayouts.fetch();
  }, []);
  return (
    <BankDesk
      actions={
        <>
          <PayoutsAction />
          <RatesAction />
        </>
      }
      payoutsOf={(statement) => <StatementPayouts key={statement.importId} {...statement} />}
    />
  );
}
