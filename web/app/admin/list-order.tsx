import { useSearchParams } from 'react-router';
import { admin } from '#domain/admin/copy.ts';
import type { Sort } from '../ui/table.tsx';
import styles from './admin.module.css';
import { withQuery } from './list-tools.tsx';

type Ordered<Key extends string> = Sort & { key: Key };

/** A list's order, kept in the address; the first key, newest or largest first, when the address names none. */
export function useOrder<Key extends string>(keys: readonly [Key, ...Key[]]) {
  const [search, setSearch] = useSearchParams();
  const sort: Ordered<Key> = {
    key: keys.find((key) => key === search.get('sort')) ?? keys[0],
    direction: search.get('direction') === 'asc' ? 'asc' : 'desc',
  };
  const onSort = (wanted: Sort) =>
    setSearch((now) => withQuery(withQuery(now, 'sort', wanted.key), 'direction', wanted.direction), {
      replace: true,
      preventScrollReset: true,
    });
  return { sort, onSort };
}

/** The same choice where rows are cards and no head of a column can be pressed. */
export function OrderSelect<Key extends string>({
  words,
  sort,
  onSort,
}: {
  words: Record<Key, Record<Sort['direction'], string>>;
  sort: Ordered<Key>;
  onSort: (sort: Sort) => void;
}) {
  return (
    <select
      className={`${styles.select} ${styles.order}`}
      aria-label={admin.order}
      value={`${sort.key} ${sort.direction}`}
      onChange={(event) => {
        const [key, direction] = event.target.value.split(' ');
        onSort({ key: key!, direction: direction === 'asc' ? 'asc' : 'desc' });
      }}
    >
      {(Object.keys(words) as Key[]).flatMap((key) =>
        (['desc', 'asc'] as const).map((direction) => (
          <option key={`${key} ${direction}`} value={`${key} ${direction}`}>
            {words[key][direction]}
          </option>
        )),
      )}
    </select>
  );
}
