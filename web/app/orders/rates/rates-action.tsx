import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lateCopy } from '#domain/late-copy.ts';
import { rateNow } from '#domain/orders/transfer/rates.ts';
import { ratesCopy as copy } from '#domain/orders/transfer/rates-copy.ts';
import { api } from '../../api.ts';
import { useLiveList } from '../../live.ts';
import { Button } from '../../ui/button.tsx';
import { lazyComponent } from '../../ui/late/lazy-component.tsx';

const RatesDialog = lazyComponent(() => import('./rates-dialog.tsx'), { size: 'dialog', title: lateCopy.rates });

/** Says what a euro is today, and opens the list of rates. */
export default function RatesAction() {
  const [open, setOpen] = useState(false);
  const rates = useQuery(api.orders.admin.rates.list.queryOptions());
  useLiveList('rates', () => rates.refetch({ throwOnError: true }));
  if (!rates.data) return null;
  return (
    <>
      <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
        {copy.open(copy.rate(rateNow(rates.data)))}
      </Button>
      {open && <RatesDialog rates={rates.data} onClose={() => setOpen(false)} />}
    </>
  );
}
