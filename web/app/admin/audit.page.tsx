import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { audit as copy } from '#domain/admin/audit-copy.ts';
import { admin } from '#domain/admin/copy.ts';
import { common } from '#domain/copy.ts';
import { formatDate, formatTime } from '#domain/time.ts';
import { api, type client } from '../api.ts';
import { useLiveList } from '../live.ts';
import { Button } from '../ui/button.tsx';
import { Email } from '../ui/email.tsx';
import { Empty } from '../ui/empty.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { AdminHead } from '../ui/page-head.tsx';
import { type Column, Table } from '../ui/table.tsx';
import styles from './admin.module.css';
import { actionName, actorName, subjectName } from './audit-words.ts';
import { Changes } from './changes.tsx';
import { OrderSelect, useOrder } from './list-order.tsx';
import { useTyped, withQuery } from './list-tools.tsx';

type Entry = Awaited<ReturnType<typeof client.admin.audit>>['rows'][number];
const FILTERS = ['actor', 'subject', 'action', 'from', 'to'] as const;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Who did what, newest first; the filter stands in the address. */
export default function AuditPage() {
  const [search, setSearch] = useSearchParams();
  const [actor, setActor] = useTyped('actor');
  const [subject, setSubject] = useTyped('subject');
  const [open, setOpen] = useState<number | null>(null);
  const value = (name: (typeof FILTERS)[number]) => search.get(name)?.trim() || undefined;
  const day = (name: 'from' | 'to') => (DAY.test(search.get(name) ?? '') ? search.get(name)! : undefined);
  const filter = {
    actor: value('actor'),
    subject: value('subject'),
    action: value('action'),
    from: day('from'),
    to: day('to'),
  };
  const filtered = Object.values(filter).some(Boolean);
  const { sort, onSort } = useOrder(['at']);
  const { direction } = sort;
  const choose = (name: string, text: string) =>
    setSearch((current) => withQuery(current, name, text), { replace: true, preventScrollReset: true });

  const list = useInfiniteQuery(
    api.admin.audit.infiniteOptions({
      input: (after: number | undefined) => ({ ...filter, direction, after }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: (page) => page.next ?? undefined,
      placeholderData: keepPreviousData,
    }),
  );
  // Old entries never change: only a reader at the top needs the new ones.
  const atTop = (list.data?.pages.length ?? 0) <= 1;
  useLiveList(['profiles', 'orders', 'packages', 'porudzbine'], async () => {
    if (atTop) await list.refetch();
  });
  const rows = list.data?.pages.flatMap((page) => page.rows);

  const columns = useMemo<readonly Column<Entry>[]>(
    () => [
      {
        key: 'at',
        header: copy.columns.at,
        sortable: true,
        cell: (row) => (
          <div className={styles.two}>
            <span>{formatDate(row.at)}</span>
            <span>{formatTime(row.at)}</span>
          </div>
        ),
      },
      { key: 'actor', header: copy.columns.actor, cell: (row) => <Email address={actorName(row)} /> },
      { key: 'action', header: copy.columns.action, cell: (row) => <b>{actionName(row.action)}</b> },
      { key: 'subject', header: copy.columns.subject, cell: (row) => subjectName(row) },
      {
        key: 'more',
        header: copy.columns.more,
        bare: true,
        cell: (row) => (
          <Button
            size="sm"
            variant="secondary"
            aria-expanded={open === row.id}
            aria-label={(open === row.id ? copy.hideOf : copy.showOf)(
              `${actionName(row.action)}, ${formatDate(row.at)}`,
            )}
            onClick={() => setOpen(open === row.id ? null : row.id)}
          >
            {open === row.id ? copy.hide : copy.show}
          </Button>
        ),
      },
    ],
    [open],
  );

  return (
    <>
      <AdminHead title={copy.title} />
      <p className={styles.lead}>{copy.lead}</p>
      <search className={`${styles.tools} ${styles.fields}`} aria-label={copy.title}>
        <input
          type="search"
          className={styles.search}
          aria-label={copy.actor}
          placeholder={copy.actor}
          value={actor}
          maxLength={100}
          onChange={(event) => setActor(event.target.value)}
        />
        <input
          type="search"
          className={styles.search}
          aria-label={copy.subject}
          placeholder={copy.subject}
          value={subject}
          maxLength={100}
          onChange={(event) => setSubject(event.target.value)}
        />
        <select
          className={styles.select}
          aria-label={copy.action}
          value={filter.action ?? ''}
          onChange={(event) => choose('action', event.target.value)}
        >
          <option value="">{copy.everyAction}</option>
          {Object.entries(copy.domains).map(([domain, name]) => (
            <optgroup key={domain} label={name}>
              <option value={domain}>{`${name}: ${copy.everyAction.toLowerCase()}`}</option>
              {Object.entries(copy.actions)
                .filter(([action]) => action.startsWith(`${domain}.`))
                .map(([action, words]) => (
                  <option key={action} value={action}>
                    {words}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
        {(['from', 'to'] as const).map((name) => (
          <label key={name} className={styles.day}>
            {copy[name]}
            <input
              type="date"
              className={styles.select}
              value={filter[name] ?? ''}
              onChange={(event) => choose(name, event.target.value)}
            />
          </label>
        ))}
        <OrderSelect words={{ at: admin.times }} sort={sort} onSort={onSort} />
        {filtered && (
          <Button size="sm" variant="ghost" onClick={() => setSearch({}, { replace: true, preventScrollReset: true })}>
            {common.clearFilter}
          </Button>
        )}
      </search>
      <Table
        caption={`${copy.title}. ${admin.times[direction]}.`}
        sort={sort}
        onSort={onSort}
        columns={columns}
        rows={rows}
        rowKey={(row) => String(row.id)}
        detail={(row) => (open === row.id ? <Changes entry={row} /> : null)}
        error={list.error && !rows ? { text: admin.loadError, onRetry: () => void list.refetch() } : null}
        empty={<Empty title={filtered ? copy.emptyFilter : copy.empty} />}
      />
      {list.hasNextPage && <LoadMore busy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />}
    </>
  );
}
