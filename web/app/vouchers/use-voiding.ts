import { useCallback, useRef, useState } from 'react';
import { office } from '#domain/vouchers/issue-copy.ts';
import { useDialogRow } from '../admin/use-dialog-row.ts';
import { client } from '../api.ts';
import { useSingleFlight } from '../single-flight.ts';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import type { VoucherRow } from './voucher-columns.tsx';

interface Vouchers {
  rows: readonly VoucherRow[] | undefined;
  gone: ReadonlySet<string | number>;
  reload: () => Promise<unknown>;
}

/** The voucher that is asked about before it is made void; `hold` keeps the list as it is until then. */
export function useVoiding(list: Vouchers, hold: (isAsked: boolean) => void) {
  const [busy, setBusy] = useState(false);
  const asked = useDialogRow(
    list,
    ({ state }) => state,
    ({ state }) => state === 'unused',
  );
  const latest = useRef(asked.ask);
  latest.current = asked.ask;
  const ask = useCallback(
    (row: VoucherRow) => {
      hold(true);
      latest.current(row);
    },
    [hold],
  );
  const close = () => {
    hold(false);
    asked.close();
  };
  const makeVoid = useSingleFlight(async ({ id }: VoucherRow) => {
    setBusy(true);
    const outcome = await write(() => client.vouchers.admin.void({ id }));
    if (outcome.outcome === 'done') toast.success(office.void.done);
    else toast.error(outcome.text);
    setBusy(false);
    close();
    await list.reload();
  });
  return { row: asked.row, meanwhile: asked.meanwhile, busy, ask, close, makeVoid };
}

export type Voiding = ReturnType<typeof useVoiding>;
