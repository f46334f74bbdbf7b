import { useState } from 'react';
import { sales } from '#domain/orders/copy.ts';
import {
  FIXED_COLUMNS,
  SALE_COLUMNS,
  type SaleColumn,
  saleColumnsFromSearch,
  usualColumns,
} from '#domain/orders/views.ts';
import { withQuery } from '../../admin/list-tools.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { offerUndo } from '../packing/undo.ts';
import styles from './sales.module.css';

const UNDO_SECONDS = 10;

/** The address with these columns, in the order in which they stand in the list. */
function withColumns(current: URLSearchParams, wanted: readonly SaleColumn[]): URLSearchParams {
  const columns = SALE_COLUMNS.filter((one) => wanted.includes(one)).join();
  return withQuery(current, 'columns', columns === usualColumns(current).join() ? '' : columns);
}

/** Which columns the list and its files have; kept in the address, so that a view has its own. */
export function ColumnChoice({ chosen }: { chosen: readonly SaleColumn[] }) {
  const [, setSearch] = useAddressParams();
  const [wanted, setWanted] = useState({ of: chosen, columns: chosen });
  // Marked at once: the address follows when the list is drawn.
  const columns = wanted.of === chosen ? wanted.columns : chosen;
  function choose(column: SaleColumn, isWanted: boolean) {
    const next = SALE_COLUMNS.filter((one) => (one === column ? isWanted : columns.includes(one)));
    setWanted({ of: chosen, columns: next });
    setSearch((current) => withColumns(current, next), { replace: true, preventScrollReset: true });
    if (!isWanted) offerUndo(sales.columnHidden(sales.heads[column]), UNDO_SECONDS, () => show(column));
  }
  /** What was chosen meanwhile stays. */
  async function show(column: SaleColumn) {
    setSearch((current) => withColumns(current, [...saleColumnsFromSearch(current), column]), {
      replace: true,
      preventScrollReset: true,
    });
  }
  return (
    <details className={styles.columns}>
      <summary>{sales.columns(columns.length)}</summary>
      <fieldset aria-label={sales.columnsTitle}>
        {SALE_COLUMNS.map((column) => (
          <label key={column} className={styles.check}>
            <input
              type="checkbox"
              checked={columns.includes(column)}
              disabled={FIXED_COLUMNS.includes(column)}
              onChange={(event) => choose(column, event.target.checked)}
            />
            {sales.heads[column]}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
