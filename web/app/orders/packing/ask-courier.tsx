import { useState } from 'react';
import { packingCopy } from '#domain/fulfilment/desk-copy.ts';
import { client } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';

const copy = packingCopy.courier;

/** Asks the courier how a parcel is: by program where it answers one, else by a mail. */
export function AskCourier({ id }: { id: string }) {
  const [busy, setBusy] = useState(false);
  async function ask() {
    if (busy) return;
    setBusy(true);
    const sent = await write(() => client.fulfilment.admin.askCourier({ id }), { failed: copy.failed });
    setBusy(false);
    if (sent.outcome === 'done') toast.success(copy.askedBy[sent.value.by]);
    else toast.error(sent.text);
  }
  return (
    <Button size="sm" variant="secondary" loading={busy} onClick={() => void ask()}>
      {copy.ask}
    </Button>
  );
}
