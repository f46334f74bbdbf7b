import type { ReactNode } from 'react';
import { common } from '#domain/copy.ts';
import { Button } from './button.tsx';
import { words } from './copy.ts';
import { Checkbox } from './field.tsx';
import { Skeleton } from './skeleton.tsx';
import styles from './table.module.css';

export interface Column<T> {
  key: string;
  header: string;
  cell: (row: T) => ReactNode;
  align?: 'right';
  sortable?: boolean;
  /** On a phone: no label before the value, for names and buttons. */
  bare?: boolean;
}
export interface Sort {
  key: string;
  direction: 'asc' | 'desc';
}
export type RowTone = 'company' | 'monter' | 'other' | 'ok' | 'warn' | 'err' | 'info';

interface TableProps<T> {
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[] | undefined;
  rowKey: (row: T) => string;
  /** The colour of the row's edge; always next to words that say the same. */
  rowTone?: (row: T) => RowTone;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  selection?: { selected: ReadonlySet<string>; onChange: (selected: Set<string>) => void; label: (row: T) => string };
  /** Shown instead of rows when there are none. */
  empty: ReactNode;
  error?: { text: string; onRetry: () => void } | null;
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
  empty,
  error,
}: TableProps<T>) {
  if (error)
    return (
      <div className={styles.state} role="alert">
        <p>{error.text}</p>
        <div>
          <Button variant="secondary" size="sm" onClick={error.onRetry}>
            {common.retry}
          </Button>
        </div>
      </div>
    );
  if (!rows)
    return (
      <div className={styles.state}>
        <Skeleton lines={6} />
      </div>
    );
  if (rows.length === 0) return <>{empty}</>;

  const keys = rows.map(rowKey);
  const all = selection ? keys.every((key) => selection.selected.has(key)) : false;
  const some = selection ? keys.some((key) => selection.selected.has(key)) : false;

  return (
    <div className={styles.frame}>
      <table className={`${styles.table} ${rowTone ? styles.toned : ''}`}>
        <caption className="vh">{caption}</caption>
        <thead>
          <tr>
            {selection && (
              <th className={styles.pick} scope="col">
                <Checkbox
                  hideLabel
                  label={words.selectAll}
                  checked={all}
                  indeterminate={some && !all}
                  onChange={(event) => selection.onChange(new Set(event.target.checked ? keys : []))}
                />
              </th>
            )}
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={column.align === 'right' ? styles.right : undefined}
                aria-sort={
                  sort?.key === column.key ? (sort.direction === 'asc' ? 'ascending' : 'descending') : undefined
                }
              >
                {column.sortable && onSort ? (
                  <button
                    type="button"
                    className={styles.sort}
                    data-direction={sort?.key === column.key ? sort.direction : undefined}
                    onClick={() =>
                      onSort({
                        key: column.key,
                        direction: sort?.key === column.key && sort.direction === 'desc' ? 'asc' : 'desc',
                      })
                    }
                  >
                    {column.header}
                  </button>
                ) : (
                  column.header
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => {
            const key = keys[i]!;
            const selected = selection?.selected.has(key) ?? false;
            return (
              <tr
                key={key}
                className={
                  [rowTone && styles[rowTone(row)], selected && styles.selected].filter(Boolean).join(' ') || undefined
                }
                aria-selected={selection ? selected : undefined}
              >
                {selection && (
                  <td className={styles.pick}>
                    <Checkbox
                      hideLabel
                      label={selection.label(row)}
                      checked={selected}
                      onChange={(event) => {
                        const next = new Set(selection.selected);
                        if (event.target.checked) next.add(key);
                        else next.delete(key);
                        selection.onChange(next);
                      }}
                    />
                  </td>
                )}
                {columns.map((column) => (
                  <td
                    key={column.key}
                    data-label={column.bare ? undefined : column.header}
                    className={column.align === 'right' ? styles.right : undefined}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
