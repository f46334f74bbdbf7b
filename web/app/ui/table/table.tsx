import { Fragment, memo, type ReactNode, useRef } from 'react';
import { common, uiWords } from '#domain/copy.ts';
import { Button } from '../button.tsx';
import { Checkbox } from '../form/field.tsx';
import { Skeleton } from '../skeleton.tsx';
import styles from './table.module.css';
import { type RowKeys, useRowKeys } from './use-row-keys.ts';
import { type Selection, useRowSelection } from './use-row-selection.ts';
import { useRowStops } from './use-row-stops.ts';

export interface Column<T> {
  key: string;
  header: string;
  cell: (row: T) => ReactNode;
  align?: 'right';
  /** Makes the head sort by this column: largest or newest first, or `asc` for text, from A. */
  sortable?: true | 'asc';
  /** On a phone: no label before the value, for names and buttons. */
  bare?: boolean;
  /** Of a dense table: stands there from this width of the window on, and on phones. `wide`: only from 1700 px on. */
  from?: 'medium' | 'wide';
}
export interface Sort {
  key: string;
  direction: 'asc' | 'desc';
}
export type RowTone = 'company' | 'monter' | 'other' | 'still' | 'ok' | 'warn' | 'err' | 'info';

interface TableProps<T> {
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[] | undefined;
  rowKey: (row: T) => string;
  /** The colour of the row's edge; the same is always said in text. */
  rowTone?: (row: T) => RowTone;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  selection?: Selection<T>;
  keys?: RowKeys<T> | undefined;
  /** Shown instead of rows when there are none. */
  empty: ReactNode;
  error?: { text: string; onRetry: () => void } | null;
  /** Expanded content under a row, over the whole width. */
  detail?: (row: T) => ReactNode;
  /** The chosen row, which a panel beside the list is about; a press anywhere on a row takes it. */
  current?: { key: string | null; onChoose: (row: T) => void } | undefined;
  /** Low rows over the whole window, a head that stays on top. */
  dense?: boolean | undefined;
}

/** A list of things: a table on wide screens, labelled cards under 820 px, with its loading, empty and error states. */
export function Table<T>({
  caption,
  columns,
  rows,
  rowKey,
  rowTone,
  sort,
  onSort,
  selection,
  keys: rowKeys,
  empty,
  error,
  detail,
  current,
  dense = false,
}: TableProps<T>) {
  const table = useRef<HTMLTableElement>(null);
  const choose = useRowSelection(table, rows, rowKey, selection);
  useRowKeys(table, rows, rowKeys);
  useRowStops(table, !error && rows !== undefined && rows.length > 0);
  if (error) return <Failed {...error} />;
  if (!rows)
    return (
      <div className={styles.state}>
        <Skeleton lines={6} />
      </div>
    );
  if (rows.length === 0) return <>{empty}</>;

  const keys = rows.map(rowKey);
  const span = columns.length + (selection ? 1 : 0);

  const draw = (index: number) => {
    const row = rows[index]!;
    const key = keys[index]!;
    const selected = selection?.selected.has(key) ?? false;
    const unfolded = detail?.(row);
    const tone = rowTone && styles[rowTone(row)];
    return (
      <>
        <tr
          className={
            [tone, (selected || current?.key === key) && styles.selected].filter(Boolean).join(' ') || undefined
          }
          aria-current={current?.key === key || undefined}
          onClick={current && (() => current.onChoose(row))}
          aria-selected={selection ? selected : undefined}
          data-row={selection && key}
          data-line
        >
          {selection && (
            <td className={styles.pick}>
              <Checkbox
                hideLabel
                label={selection.label(row)}
                checked={selected}
                onChange={(event) =>
                  choose(key, event.target.checked, (event.nativeEvent as MouseEvent).shiftKey === true)
                }
              />
            </td>
          )}
          <Cells row={row} columns={columns} />
        </tr>
        {unfolded && (
          <tr className={[tone, styles.unfolded].filter(Boolean).join(' ')}>
            <td colSpan={span}>{unfolded}</td>
          </tr>
        )}
      </>
    );
  };

  return (
    <div className={styles.frame} data-dense={dense || undefined}>
      <table
        ref={table}
        className={[styles.table, rowTone && styles.toned, dense && styles.dense].filter(Boolean).join(' ')}
      >
        <caption className="vh">
          {caption} {uiWords.rowKeys}
        </caption>
        <thead>
          <tr>
            {selection && <SelectShown selection={selection} keys={keys} />}
            {columns.map((column) => (
              <Head key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {keys.map((key, index) => (
            <Fragment key={key}>{draw(index)}</Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Failed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className={styles.state} role="alert">
      <p>{text}</p>
      <div>
        <Button variant="secondary" size="sm" onClick={onRetry}>
          {common.retry}
        </Button>
      </div>
    </div>
  );
}

/** Ticks all rows that are shown; what was chosen elsewhere stays. */
function SelectShown<T>({ selection, keys }: { selection: Selection<T>; keys: readonly string[] }) {
  const { selected, onChange } = selection;
  const all = keys.every((key) => selected.has(key));
  const some = keys.some((key) => selected.has(key));
  return (
    <th className={styles.pick} scope="col">
      <Checkbox
        hideLabel
        label={uiWords.selectShown}
        checked={all}
        indeterminate={some && !all}
        onChange={(event) => {
          const others = [...selected].filter((key) => !keys.includes(key));
          onChange(new Set(event.target.checked ? [...others, ...keys] : others));
        }}
      />
    </th>
  );
}

function Head<T>({
  column,
  sort,
  onSort,
}: {
  column: Column<T>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}) {
  const sorted = sort?.key === column.key ? sort.direction : undefined;
  return (
    <th scope="col" className={looksOf(column)} aria-sort={sorted && (sorted === 'asc' ? 'ascending' : 'descending')}>
      {column.sortable && onSort ? (
        <button
          type="button"
          className={styles.sort}
          data-direction={sorted}
          onClick={() =>
            onSort({ key: column.key, direction: after(sorted) ?? (column.sortable === 'asc' ? 'asc' : 'desc') })
          }
        >
          {column.header}
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}

const looksOf = ({ align, from }: Pick<Column<never>, 'align' | 'from'>) =>
  [align === 'right' && styles.right, from && styles[from]].filter(Boolean).join(' ') || undefined;

const after = (direction: Sort['direction'] | undefined) => direction && (direction === 'asc' ? 'desc' : 'asc');

/** Drawn again only when the row itself or the columns changed. */
const Cells = memo(function Cells<T>({ row, columns }: { row: T; columns: readonly Column<T>[] }) {
  return columns.map((column) => (
    <td key={column.key} data-label={column.bare ? undefined : column.header} className={looksOf(column)}>
      {column.cell(row)}
    </td>
  ));
}) as <T>(props: { row: T; columns: readonly Column<T>[] }) => ReactNode;
