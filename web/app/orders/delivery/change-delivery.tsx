import { changedDeliveryCopy as copy } from '#domain/orders/delivery/changed-delivery-copy.ts';
import { Button } from '../../ui/button.tsx';

/** Opens the form of where an order goes. The form stands outside it: a place may be drawn anew, or lose its button, meanwhile. */
export function ChangeDeliveryButton({ onOpen }: { onOpen: () => void }) {
  return (
    <Button size="sm" variant="ghost" onClick={onOpen}>
      {copy.edit}
      <span className="vh"> {copy.what}</span>
    </Button>
  );
}
