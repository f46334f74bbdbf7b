import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { formatCount } from '#domain/count.ts';
import { sales } from '#domain/orders/copy.ts';
import { ORDER_VIEWS } from '#domain/orders/shapes.ts';
import { pages } from '#domain/pages.ts';
import type { client } from '../../api.ts';
import styles from './sales.module.css';

export type Views = Awaited<ReturnType<typeof client.orders.admin.views>>;
export type SavedView = Views['saved'][number];

interface ViewLinksProps {
  /** Not read yet: the shipped views stand there without their counts. */
  views: Views | undefined;
  /** The address of the list. */
  query: string;
  onSave: () => void;
  onRemove: (view: SavedView) => void;
}

/** Every view with how many orders are in it; the one that the list began with is marked, and what it became may be kept. */
export function ViewLinks({ views, query, onSave, onRemove }: ViewLinksProps) {
  const now = normal(query);
  const shipped = [
    { key: null, query: '', name: sales.everything, rows: views?.every },
    ...ORDER_VIEWS.map((view) => ({
      key: view,
      query: `view=${view}`,
      name: sales.viewNames[view],
      rows: views?.shipped[view],
    })),
  ];
  const saved = views?.saved ?? [];
  const current = saved.find((view) => normal(view.query) === now);
  const isKept = current !== undefined || shipped.some((view) => normal(view.query) === now);
  const base = new URLSearchParams(query).get('view');
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on phones the marked one may stand outside the window
  useEffect(() => {
    const marked = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (nav.current && marked) nav.current.scrollLeft = marked.offsetLeft - nav.current.offsetLeft;
  }, [now, views !== undefined]);
  return (
    <nav ref={nav} className={styles.views} aria-label={sales.views}>
      {shipped.map(({ key, ...view }) => (
        <ViewLink key={view.query} {...view} isCurrent={!current && key === base} />
      ))}
      {saved.length > 0 && <i className={styles.between} aria-hidden="true" />}
      {saved.map((view) => (
        <ViewLink
          key={view.id}
          {...view}
          name={view.isOwn ? sales.own(view.name) : view.name}
          isCurrent={view.id === current?.id}
        />
      ))}
      {!isKept && (
        <button type="button" className={styles.keep} onClick={onSave}>
          {sales.save}
        </button>
      )}
      {current?.isOwn && (
        <button type="button" className={styles.keep} onClick={() => onRemove(current)}>
          {sales.remove}
        </button>
      )}
    </nav>
  );
}

function ViewLink({
  query,
  name,
  rows,
  isCurrent,
}: {
  query: string;
  name: string;
  rows: Views['every'] | undefined;
  isCurrent: boolean;
}) {
  return (
    <Link
      to={{ pathname: pages.adminSales.path, search: query }}
      aria-current={isCurrent ? 'page' : undefined}
      preventScrollReset
    >
      {name} {rows && <span>{formatCount(rows)}</span>}
    </Link>
  );
}

/** Two addresses that ask for the same are equal. */
function normal(query: string): string {
  const asked = new URLSearchParams(query);
  asked.sort();
  return asked.toString();
}
