import type { ReactNode } from 'react';
import { admin } from '#domain/admin/copy.ts';
import { common } from '#domain/copy.ts';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/table/empty.tsx';
import { LoadMore } from '../ui/table/load-more.tsx';
import { type Column, type RowTone, Table } from '../ui/table/table.tsx';
import type { RowKeys } from '../ui/table/use-row-keys.ts';
import type { Selection } from '../ui/table/use-row-selection.ts';
import { useAddressParams } from '../ui/use-address-params.ts';
import { Freshness } from './freshness.tsx';
import { type ListOrder, ListOrderSelect } from './list-order.tsx';
import styles from './list-tools.module.css';
import { ListTools, useListSearch } from './list-tools.tsx';
import { NewRows } from './new-rows.tsx';
import type { Listed } from './use-admin-list.ts';

interface AdminListProps<Row> {
  title: string;
  list: Listed<Row>;
  order: ListOrder;
  columns: readonly Column<Row>[];
  rowTone?: (row: Row) => RowTone;
  /** Expanded content under a row, over the whole width. */
  detail?: (row: Row) => ReactNode;
  selection?: Selection<Row>;
  /** What single keys do to the row that has the focus. */
  keys?: RowKeys<Row>;
  /** What the search looks for: its label. */
  search?: string;
  /** Choices beside the search. */
  filters?: ReactNode;
  /** How many rows there are. */
  count?: string | undefined;
  /** Says above the rows whether the list refreshes by itself. */
  saysConnection?: boolean;
  /** A button that leaves search and filters. */
  clearable?: boolean;
  /** Instead of the line with the search. */
  tools?: ReactNode;
  /** Between the tools and the rows. */
  children?: ReactNode;
  /** Something is searched or filtered; `emptyFilter` is said when nothing was found, and what was searched for. */
  filtered: boolean;
  emptyFilter?: string;
  /** Stands there when there are no rows at all. */
  empty: ReactNode;
  /** Under the rows. */
  foot?: ReactNode;
  dense?: boolean;
}

/** A list of the back office: search and filters, order, rows as they come, and what stands there when there are none. */
export function AdminList<Row extends { id: string | number }>({
  title,
  list,
  order,
  columns,
  rowTone,
  detail,
  selection,
  keys,
  search = '',
  filters,
  count,
  saysConnection = true,
  clearable = false,
  tools,
  children,
  filtered,
  emptyFilter,
  empty,
  foot,
  dense,
}: AdminListProps<Row>) {
  const [address, setAddress] = useAddressParams();
  const [typed, setTyped] = useListSearch();
  const text = address.get('q')?.trim();
  const notFound = text ? common.noResults(text) : undefined;
  const { sort, onSort, words } = order;
  const clear = () => {
    setTyped('');
    setAddress({}, { replace: true, preventScrollReset: true });
  };
  return (
    <>
      {tools}
      {tools ? (
        <p className={styles.state} role="status">
          <Freshness {...list} />
        </p>
      ) : (
        <ListTools
          label={search}
          value={typed}
          onChange={setTyped}
          kept={saysConnection ? list : undefined}
          count={count}
        >
          {filters}
          {clearable && filtered && (
            <Button size="sm" variant="ghost" onClick={clear}>
              {common.clearFilter}
            </Button>
          )}
          <ListOrderSelect {...order} />
        </ListTools>
      )}
      {children}
      <NewRows count={list.waiting} onShow={list.show} />
      <Table
        caption={`${title}. ${words[sort.key]![sort.direction]}.`}
        sort={sort}
        onSort={onSort}
        columns={columns}
        rows={list.rows}
        rowKey={({ id }) => String(id)}
        rowTone={rowTone}
        detail={detail}
        selection={selection}
        keys={keys}
        dense={dense}
        error={list.failed ? { text: admin.loadError, onRetry: () => void list.reload() } : null}
        empty={filtered ? <Empty title={emptyFilter ?? notFound ?? ''} text={emptyFilter && notFound} /> : empty}
      />
      {foot}
      {list.more && <LoadMore busy={list.isReadingMore} failed={list.moreFailed} onMore={() => void list.more?.()} />}
    </>
  );
}
