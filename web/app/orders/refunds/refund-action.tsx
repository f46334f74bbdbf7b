import { useState } from 'react';
import { useLocation } from 'react-router';
import { REFUND_PARAM } from '#domain/admin/subject-pages.ts';
import { refundCopy as copy } from '#domain/refunds/copy.ts';
import { Button } from '../../ui/button.tsx';
import { useSingleKeys } from '../../ui/single-keys.ts';
import { useAddressParams } from '../../ui/use-address-params.ts';
import type { OrderRow } from '../desk/order-row.ts';
import { Key } from '../packing/key.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import type { RefundDeskRow } from './refund-row.ts';
import { canBeRefunded } from './refund-scopes.ts';

interface Props {
  order: OrderRow;
  desk: RefundDeskRow;
  reload: () => Promise<unknown>;
}

/** Opens the dialog that gives money back, also with R, and at once for an address that asks for it; not there when nothing can go back. */
export function RefundAction({ order, desk, reload }: Props) {
  const { asked, forget } = useAskedRefund();
  const payments = desk.payments.filter(canBeRefunded);
  const canGo = payments.length > 0;
  // Of another month than the one that was asked for nothing is offered by itself.
  const isThere = canGo && (!asked || payments.some(({ period }) => period === asked));
  const [open, setOpen] = useState(asked !== null && isThere);
  useSingleKeys({ r: () => setOpen(canGo) });
  const close = () => {
    setOpen(false);
    forget();
  };
  return (
    <>
      {asked !== null && !isThere && !open && <span className="s">{copy.nothingLeft}</span>}
      {(canGo || open) && (
        <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
          {copy.open} <Key>{copy.key}</Key>
        </Button>
      )}
      {open && <RefundDialog order={order} desk={desk} period={asked} onClose={close} reload={reload} />}
    </>
  );
}

/** The month that the address names, empty: any; `null`: it names none. Closed, it is asked for no more, also by the way back. */
function useAskedRefund() {
  const [search, setSearch] = useAddressParams();
  const { state } = useLocation();
  const asked = search.get(REFUND_PARAM);
  const forget = () => {
    if (asked === null) return;
    const without = (current: URLSearchParams) => {
      current.delete(REFUND_PARAM);
      return current;
    };
    setSearch(without, { replace: true, preventScrollReset: true, state });
  };
  return { asked, forget };
}
