import { useRef, useState } from 'react';
import { orderCopy } from '#domain/orders/order-page-copy.ts';
import { client } from '../../api.ts';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';

const copy = orderCopy.mails;

/** Sends a mail of the order once more, once for a press. */
export function useSendAgain(order: string, mail: string, reload: () => Promise<unknown>) {
  const [busy, setBusy] = useState(false);
  const key = useRef('');
  async function send() {
    if (busy) return;
    key.current ||= crypto.randomUUID();
    setBusy(true);
    const sent = await write(() => client.orders.admin.sendMailAgain({ id: order, mail, key: key.current }), {
      failed: copy.notRepeated,
    });
    setBusy(false);
    if (sent.outcome !== 'done') return toast.error(sent.text);
    key.current = '';
    toast.success(copy.repeated);
    await reload();
  }
  return { busy, send };
}
