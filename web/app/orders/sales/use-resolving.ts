import { useCallback, useRef } from 'react';
import { useDialogRow } from '../../admin/use-dialog-row.ts';
import type { SaleRow } from './sale-row.ts';

interface Sales {
  rows: readonly SaleRow[] | undefined;
  gone: ReadonlySet<string | number>;
}

/** The order whose withdrawal is being answered; `hold` keeps the list as it is until then. */
export function useResolving(list: Sales, hold: (isAsked: boolean) => void) {
  const asked = useDialogRow(
    list,
    ({ refunded, withdrawal }) => [refunded, withdrawal?.state],
    ({ withdrawal }) => withdrawal?.state === 'open',
  );
  const latest = useRef(asked.ask);
  latest.current = asked.ask;
  const ask = useCallback(
    (row: SaleRow) => {
      hold(true);
      latest.current(row);
    },
    [hold],
  );
  const close = () => {
    hold(false);
    asked.close();
  };
  return { row: asked.row, meanwhile: asked.meanwhile, ask, close };
}
