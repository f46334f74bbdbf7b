import { useState } from 'react';
import { changedDeliveryCopy as copy } from '#domain/orders/delivery/changed-delivery-copy.ts';
import { Button } from '../../ui/button.tsx';
import { DeliveryDialog, type DeliveryOrder } from './delivery-dialog.tsx';

/** Opens the form of where an order goes; for its buyer or for staff. */
export function ChangeDelivery(props: { order: DeliveryOrder; by: 'buyer' | 'staff'; reload: () => Promise<unknown> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setOpen(true)}>
        {copy.edit}
        <span className="vh"> {copy.what}</span>
      </Button>
      {open && <DeliveryDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
