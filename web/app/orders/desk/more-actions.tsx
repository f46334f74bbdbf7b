import { useState } from 'react';
import { packingCopy } from '#domain/fulfilment/desk-copy.ts';
import { exchangeDesk } from '#domain/fulfilment/exchange-copy.ts';
import { shipmentKey, UNDER_WAY_STATES } from '#domain/fulfilment/shipment.ts';
import { orderCopy as copy } from '#domain/orders/order-page-copy.ts';
import { client } from '../../api.ts';
import { usePermissions } from '../../session.ts';
import { RowMenu } from '../../ui/overlay/row-menu.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import { useWriteKeys } from '../../write-keys.ts';
import { ExchangeDialog } from '../exchanges/exchange-dialog.tsx';
import type { StepProps } from '../packing/packing-row.ts';

/** The rarer actions of an order of devices; not there when there is none. */
export function MoreActions({ packing, reload }: StepProps) {
  const [isExchanging, setExchanging] = useState(false);
  const mayHandle = usePermissions().has('handle payments');
  const sendLink = useSendLink(reload);
  const { number, parcels } = packing;
  const isDelivered = parcels.some(({ state }) => state === 'delivered');
  const followed = parcels.filter(({ state }) => UNDER_WAY_STATES.some((one) => one === state));
  const actions = [
    ...(isDelivered ? [{ label: exchangeDesk.open, onSelect: () => setExchanging(true) }] : []),
    ...followed.map(({ id, n }) => ({
      label: followed.length === 1 ? packingCopy.link.send : packingCopy.link.sendOf(shipmentKey(number, n)),
      onSelect: () => void sendLink(id),
    })),
  ];
  // A form that is open stays, whatever becomes of the parcels meanwhile.
  if (!mayHandle || (actions.length === 0 && !isExchanging)) return null;
  return (
    <>
      {actions.length > 0 && <RowMenu label={copy.more} isNamed actions={actions} />}
      {isExchanging && <ExchangeDialog packing={packing} reload={reload} close={() => setExchanging(false)} />}
    </>
  );
}

/** Mails the buyer where a parcel is followed, once for a press. */
function useSendLink(reload: () => Promise<unknown>) {
  const keys = useWriteKeys();
  const [busy, setBusy] = useState(false);
  return async (id: string) => {
    if (busy) return;
    setBusy(true);
    const sent = await write(() => client.fulfilment.admin.sendLink({ id, key: keys.of(id) }), {
      failed: packingCopy.link.failed,
    });
    setBusy(false);
    if (sent.outcome !== 'done') return toast.error(sent.text);
    keys.renew();
    toast.success(packingCopy.link.sent);
    await reload();
  };
}
