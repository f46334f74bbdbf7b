import { useState } from 'react';
import { exchangeDesk } from '#domain/fulfilment/exchange-copy.ts';
import { orderCopy as copy } from '#domain/orders/order-page-copy.ts';
import { usePermissions } from '../../session.ts';
import { RowMenu } from '../../ui/overlay/row-menu.tsx';
import { ExchangeDialog } from '../exchanges/exchange-dialog.tsx';
import type { StepProps } from '../packing/packing-row.ts';

/** The rarer actions of an order of devices; not there when there is none. */
export function MoreActions({ packing, reload }: StepProps) {
  const [isExchanging, setExchanging] = useState(false);
  const mayExchange = usePermissions().has('handle payments');
  const isDelivered = packing.parcels.some(({ state }) => state === 'delivered');
  if (!mayExchange || !isDelivered) return null;
  return (
    <>
      <RowMenu
        label={copy.more}
        isNamed
        actions={[{ label: exchangeDesk.open, onSelect: () => setExchanging(true) }]}
      />
      {isExchanging && <ExchangeDialog packing={packing} reload={reload} close={() => setExchanging(false)} />}
    </>
  );
}
