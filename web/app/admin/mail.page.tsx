import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { admin } from '#domain/admin/copy.ts';
import { MAIL_STATES } from '#domain/admin/mail-states.ts';
import { mails as copy } from '#domain/admin/mails-copy.ts';
import { common } from '#domain/copy.ts';
import { formatDate, formatDateTime, formatTime } from '#domain/time.ts';
import { api, client, errorCode, sayError } from '../api.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Email } from '../ui/email.tsx';
import { Empty } from '../ui/empty.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { AdminHead } from '../ui/page-head.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { toast } from '../ui/toast.tsx';
import styles from './admin.module.css';
import { OrderSelect, useOrder } from './list-order.tsx';
import { useListSearch, withQuery } from './list-tools.tsx';
import { MailPreview } from './mail-preview.tsx';

export type Mail = Awaited<ReturnType<typeof client.admin.mails.list>>['rows'][number];
const TONE = { queued: 'warn', sent: 'ok', failed: 'err' } as const;
const EVERY = 'every';
/** While something waits to be sent the list looks again by itself, in milliseconds. */
const LOOK_AGAIN = 3_000;

/** Every mail with its state, newest first. */
export default function MailPage() {
  const [search, setSearch] = useSearchParams();
  const [typed, setTyped] = useListSearch();
  const [shown, setShown] = useState<Mail | null>(null);
  const text = search.get('q')?.trim() ?? '';
  const state = MAIL_STATES.find((one) => one === search.get('state'));
  const { sort, onSort } = useOrder(['created']);
  const { direction } = sort;

  const list = useInfiniteQuery(
    api.admin.mails.list.infiniteOptions({
      input: (after: number | undefined) => ({ search: text || undefined, state, direction, after }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: (page) => page.next ?? undefined,
      placeholderData: keepPreviousData,
      refetchInterval: (query) => ((query.state.data?.pages[0]?.waiting ?? 0) > 0 ? LOOK_AGAIN : false),
    }),
  );
  const rows = list.data?.pages.flatMap((page) => page.rows);
  const first = list.data?.pages[0];

  async function retry(mail: Mail) {
    try {
      await client.admin.mails.retry({ id: mail.id });
      toast.success(copy.retried);
    } catch (error) {
      console.warn(error);
      toast.error(errorCode(error) ? sayError(error) : copy.retryError);
    }
    void list.refetch();
  }

  const act = useRef({ retry });
  act.current = { retry };
  const columns = useMemo(() => mailColumns(setShown, (mail) => void act.current.retry(mail)), []);

  return (
    <>
      <AdminHead title={copy.title}>
        <p className="muted" role="status">
          {first &&
            [first.waiting > 0 && copy.waiting(first.waiting), first.failed > 0 && copy.failed(first.failed)]
              .filter(Boolean)
              .join(' · ')}
        </p>
      </AdminHead>
      <search className={styles.tools}>
        <input
          type="search"
          className={styles.search}
          aria-label={copy.search}
          placeholder={copy.search}
          value={typed}
          maxLength={100}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Segmented
          label={copy.state}
          selected={state ?? EVERY}
          onSelect={(key) =>
            setSearch((current) => withQuery(current, 'state', key === EVERY ? '' : key), {
              replace: true,
              preventScrollReset: true,
            })
          }
          segments={[{ key: EVERY, label: admin.all }, ...MAIL_STATES.map((key) => ({ key, label: copy.states[key] }))]}
        />
        <OrderSelect words={{ created: admin.times }} sort={sort} onSort={onSort} />
      </search>
      <Table
        caption={`${copy.title}. ${admin.times[direction]}.`}
        sort={sort}
        onSort={onSort}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        rowTone={(row) => TONE[row.state]}
        error={list.error && !rows ? { text: admin.loadError, onRetry: () => void list.refetch() } : null}
        empty={
          text || state ? (
            <Empty title={copy.emptyFilter} text={text ? common.noResults(text) : undefined} />
          ) : (
            <Empty title={copy.empty} />
          )
        }
      />
      {list.hasNextPage && <LoadMore busy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />}
      {shown && <MailPreview mail={shown} onClose={() => setShown(null)} />}
    </>
  );
}

export const titleOf = (mail: Pick<Mail, 'subject' | 'template'>): string =>
  mail.subject ?? copy.templates[mail.template] ?? mail.template;

const mailColumns = (onShow: (mail: Mail) => void, onRetry: (mail: Mail) => void): readonly Column<Mail>[] => [
  {
    key: 'created',
    header: copy.columns.created,
    sortable: true,
    cell: (row) => (
      <div className={styles.two}>
        <span>{formatDate(row.createdAt)}</span>
        <span>{formatTime(row.createdAt)}</span>
      </div>
    ),
  },
  { key: 'to', header: copy.columns.to, cell: (row) => <Email address={row.to} /> },
  {
    key: 'subject',
    header: copy.columns.subject,
    bare: true,
    cell: (row) => (
      <div className={styles.person}>
        <b>{titleOf(row)}</b>
        <span>{copy.templates[row.template] ?? row.template}</span>
      </div>
    ),
  },
  {
    key: 'state',
    header: copy.columns.state,
    cell: (row) => (
      <div className={styles.stack}>
        <Badge tone={TONE[row.state]}>{copy.states[row.state]}</Badge>
        {row.sentAt && <span className={styles.small}>{formatDateTime(row.sentAt)}</span>}
        {row.lastError && row.state !== 'sent' && (
          <span className={styles.small}>{`${copy.attempts(row.attempts)}: ${row.lastError}`}</span>
        )}
      </div>
    ),
  },
  {
    key: 'actions',
    header: copy.columns.actions,
    bare: true,
    cell: (row) => (
      <div className={styles.acts}>
        <Button
          size="sm"
          variant="secondary"
          aria-label={copy.previewOf(`${titleOf(row)}, ${row.to}`)}
          onClick={() => onShow(row)}
        >
          {copy.preview}
        </Button>
        {row.state !== 'sent' && (
          <Button
            size="sm"
            variant="ink"
            aria-label={copy.retryOf(`${titleOf(row)}, ${row.to}`)}
            onClick={() => onRetry(row)}
          >
            {copy.retry}
          </Button>
        )}
      </div>
    ),
  },
];
