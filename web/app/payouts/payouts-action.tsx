import { useQuery } from '@tanstack/react-query';
import { PAYOUTS } from '#domain/admin/waiting.ts';
import { lateCopy } from '#domain/late-copy.ts';
import { payoutCopy as copy } from '#domain/payouts/copy.ts';
import { withQuery } from '../admin/list-tools.tsx';
import { api } from '../api.ts';
import { useLiveList } from '../live.ts';
import { usePermissions } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { lazyComponent } from '../ui/late/lazy-component.tsx';
import { useAddressParams } from '../ui/use-address-params.ts';

const PayoutsDialog = lazyComponent(() => import('./payouts-dialog.tsx'), { size: 'dialog', title: lateCopy.payouts });

/** Opens the payment orders, also by the address; says how many payouts wait for one. */
export default function PayoutsAction() {
  const mayKeep = usePermissions().has('keep accounts');
  const [search, setSearch] = useAddressParams();
  const show = (open: boolean) =>
    setSearch((now) => withQuery(now, PAYOUTS, open ? 'all' : ''), { preventScrollReset: true });
  const list = useQuery(api.payouts.admin.list.queryOptions({ enabled: mayKeep }));
  useLiveList('payouts', () => (mayKeep ? list.refetch({ throwOnError: true }) : Promise.resolve()));
  if (!mayKeep) return null;
  const ready = list.data?.waiting.filter(({ state }) => state === 'ready').length ?? 0;
  return (
    <>
      <Button size="sm" variant="secondary" onClick={() => show(true)}>
        {copy.open(ready)}
      </Button>
      {search.has(PAYOUTS) && <PayoutsDialog onClose={() => show(false)} />}
    </>
  );
}
