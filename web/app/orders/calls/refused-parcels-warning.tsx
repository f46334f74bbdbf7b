import { callsCopy as copy } from '#domain/orders/calls/calls-copy.ts';
import { REFUSED_PARCELS } from '#domain/payments/ways.ts';
import { Button } from '../../ui/button.tsx';
import type { OrderRow } from '../desk/order-row.ts';

interface Props {
  order: Pick<OrderRow, 'refusedParcels'>;
  /** Asks whether it is paid ahead from now on; `null` where it cannot be. */
  onTransfer: (() => void) | null;
}

/** The order came before so many parcels to this phone or address were not taken: it is asked to be paid ahead. */
export function RefusedParcelsWarning({ order: { refusedParcels }, onTransfer }: Props) {
  if (refusedParcels === null || refusedParcels < REFUSED_PARCELS) return null;
  return (
    <>
      <p role="alert">{copy.refused(refusedParcels)}</p>
      {onTransfer && (
        <Button size="sm" variant="secondary" onClick={onTransfer}>
          {copy.toTransfer}
        </Button>
      )}
    </>
  );
}
