import { useState } from 'react';
import { changedDeliveryCopy as copy } from '#domain/orders/delivery/changed-delivery-copy.ts';
import { Button } from '../../ui/button.tsx';
import { DeliveryDialog, type DeliveryDialogProps } from './delivery-dialog.tsx';

/** Opens the form of where an order goes. A form that is open stays when the address can be changed no more, with what was typed. */
export function ChangeDelivery(props: Omit<DeliveryDialogProps, 'onClose'>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {props.canChange && <ChangeDeliveryButton onOpen={() => setOpen(true)} />}
      {open && <DeliveryDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

/** For a place that is drawn anew while the form is open: the form stands outside it. */
export function ChangeDeliveryButton({ onOpen }: { onOpen: () => void }) {
  return (
    <Button size="sm" variant="ghost" onClick={onOpen}>
      {copy.edit}
      <span className="vh"> {copy.what}</span>
    </Button>
  );
}
