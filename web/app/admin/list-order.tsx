import { admin } from '#domain/admin/copy.ts';
import type { Sort } from '../ui/table/table.tsx';
import { useAddressParams } from '../ui/use-address-params.ts';
import styles from './list-tools.module.css';
import { withQuery } from './list-tools.tsx';

/** What each order is called: newest or largest first, from A or from Z. */
type OrderWords<Key extends string> = Record<Key, Record<Sort['direction'], string>>;

export interface ListOrder<Key extends string = string> {
  words: OrderWords<Key>;
  sort: Sort & { key: Key };
  onSort: (sort: Sort) => void;
}

/** A list's order, kept in the address; the first of `words`, newest or largest first, when the address names none. */
export function useListOrder<Key extends string>(words: OrderWords<Key>): ListOrder<Key> {
  const [search, setSearch] = useAddressParams();
  const keys = Object.keys(words) as Key[];
  return {
    words,
    sort: {
      key: keys.find((key) => key === search.get('sort')) ?? keys[0]!,
      direction: search.get('direction') === 'asc' ? 'asc' : 'desc',
    },
    onSort: (wanted) =>
      setSearch((now) => withQuery(withQuery(now, 'sort', wanted.key), 'direction', wanted.direction), {
        replace: true,
        preventScrollReset: true,
      }),
  };
}

/** The same choice on phones, where rows are cards without column heads. */
export function ListOrderSelect<Key extends string>({ words, sort, onSort }: ListOrder<Key>) {
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
