import { useState } from 'react';
import { callsCopy as copy } from '#domain/orders/calls/calls-copy.ts';
import { client } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import { useWriteKeys } from '../../write-keys.ts';
import type { OrderRow } from '../desk/order-row.ts';

interface Props {
  order: Pick<OrderRow, 'number' | 'version'>;
  /** Asks whether the order ends now; `null` where it cannot. */
  onCancel: (() => void) | null;
  reload: () => Promise<unknown>;
}

/** After the last call without an answer: some days more, or the end at once. */
export function UnansweredCallsActions({ order: { number, version }, onCancel, reload }: Props) {
  const keys = useWriteKeys();
  const [busy, setBusy] = useState(false);

  async function extend() {
    setBusy(true);
    const call = { number, version, id: keys.of(version) };
    const extended = await write(() => client.orders.admin.extendCall(call), { failed: copy.extendFailed });
    setBusy(false);
    if (extended.outcome === 'done') toast.success(copy.extended(new Date(extended.value.until)));
    else toast.error(extended.text);
    await reload();
  }

  return (
    <div className="row">
      <Button size="sm" variant="secondary" loading={busy} onClick={() => void extend()}>
        {copy.extend}
      </Button>
      {onCancel && (
        <Button size="sm" variant="secondary" onClick={onCancel}>
          {copy.cancelNow}
        </Button>
      )}
    </div>
  );
}
