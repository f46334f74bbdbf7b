import { useState } from 'react';
import { refundCopy as copy } from '#domain/refunds/copy.ts';
import { Button } from '../../ui/button.tsx';
import { useSingleKeys } from '../../ui/single-keys.ts';
import type { OrderRow } from '../desk/order-row.ts';
import { Key } from '../packing/key.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import type { RefundDeskRow } from './refund-row.ts';

/** Opens the dialog that gives money back, also with R; not there when nothing can go back. */
export function RefundAction({
  order,
  desk,
  reload,
}: {
  order: OrderRow;
  desk: RefundDeskRow;
  reload: () => Promise<unknown>;
}) {
  const [open, setOpen] = useState(false);
  const canGo = desk.payments.some(({ left, hasTerms }) => left > 0 || hasTerms);
  useSingleKeys({ r: () => setOpen(canGo) });
  if (!canGo && !open) return null;
  return (
    <>
      <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
        {copy.open} <Key>{copy.key}</Key>
      </Button>
      {open && <RefundDialog order={order} desk={desk} onClose={() => setOpen(false)} reload={reload} />}
    </>
  );
}
