import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { requests } from '#domain/accounts/copy.ts';
import { admin } from '#domain/admin/copy.ts';
import { common, countries } from '#domain/copy.ts';
import { fold } from '#domain/fold.ts';
import { pages } from '#domain/pages.ts';
import { formatDate, formatTime } from '#domain/time.ts';
import adminStyles from '../admin/admin.module.css';
import { OrderSelect, useOrder } from '../admin/list-order.tsx';
import { ListTools, useListSearch } from '../admin/list-tools.tsx';
import { api, queryClient } from '../api.ts';
import { useLiveList } from '../live.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Email } from '../ui/email.tsx';
import { Empty } from '../ui/empty.tsx';
import { Checkbox } from '../ui/field.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { AdminHead } from '../ui/page-head.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { toast } from '../ui/toast.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { nameOf, type Request } from './request-name.ts';

const STEP = 100;

/** Who waits for a decision. A decision leaves the list at once and comes back if the server refused it. */
export default function AdminRegistrationRequestsPage() {
  const options = api.accounts.admin.registrationRequests.queryOptions();
  const list = useQuery(options);
  const connection = useLiveList(['profiles'], () => list.refetch());
  const [typed, setTyped] = useListSearch();
  const [search] = useSearchParams();
  const [shown, setShown] = useState(STEP);
  // From the admin's mail: chosen and on top, decided by nobody yet.
  const asked = search.get('request');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(asked ? [asked] : []));
  const [rejecting, setRejecting] = useState<Request | null>(null);

  const text = search.get('q')?.trim() ?? '';
  const { sort, onSort } = useOrder(['sent', 'name', 'place', 'company']);
  const rows = list.data
    ?.filter((row) => matches(row, text))
    .sort((a, b) => Number(b.id === asked) - Number(a.id === asked) || inOrder(a, b, sort));
  const visible = rows?.slice(0, shown);
  const selected = new Set(rows?.map(({ id }) => id).filter((id) => chosen.has(id)));

  async function without(ids: readonly string[]) {
    await queryClient.cancelQueries({ queryKey: options.queryKey });
    const before = queryClient.getQueryData(options.queryKey);
    queryClient.setQueryData(options.queryKey, (now) => now?.filter(({ id }) => !ids.includes(id)));
    return { before };
  }
  const restore = (context: { before: Request[] | undefined } | undefined) => {
    if (context?.before) queryClient.setQueryData(options.queryKey, context.before);
    return list.refetch();
  };

  const approve = useMutation(
    api.accounts.admin.approve.mutationOptions({
      onMutate: ({ ids }) => without(ids),
      onSuccess: ({ approved }, { ids }) => {
        if (approved > 0) toast.success(requests.approved(approved));
        if (approved < ids.length) toast.info(requests.someGone(ids.length - approved));
      },
      onError: (error, _, context) => {
        console.error(error);
        toast.error(requests.approveError);
        void restore(context);
      },
      onSettled: () => setChosen(new Set()),
    }),
  );
  const reject = useMutation(
    api.accounts.admin.reject.mutationOptions({
      onMutate: ({ id }) => {
        setRejecting(null);
        return without([id]);
      },
      onSuccess: () => toast.success(requests.deleted),
      onError: (error, _, context) => {
        console.error(error);
        toast.error(requests.deleteError);
        void restore(context);
      },
    }),
  );

  const columns: readonly Column<Request>[] = [
    ...COLUMNS,
    {
      key: 'acts',
      header: requests.decision,
      bare: true,
      cell: (row) => (
        <div className={adminStyles.acts}>
          <Button
            variant="ink"
            size="sm"
            aria-label={requests.approveOneOf(nameOf(row))}
            onClick={() => approve.mutate({ ids: [row.id] })}
          >
            {requests.approveOne}
          </Button>
          <Button
            variant="danger"
            size="sm"
            aria-label={requests.deleteOf(nameOf(row))}
            onClick={() => setRejecting(row)}
          >
            {requests.delete}
          </Button>
        </div>
      ),
    },
  ];

  return (
    <>
      <AdminHead title={requests.title}>
        {list.data && <p className="muted">{requests.waiting(list.data.length)}</p>}
      </AdminHead>
      {asked && list.data && (
        <p className={adminStyles.note} role="status">
          {list.data.some(({ id }) => id === asked) ? requests.fromMail : requests.fromMailGone}
        </p>
      )}
      <ListTools label={requests.search} value={typed} onChange={setTyped} connection={connection}>
        <OrderSelect words={requests.orders} sort={sort} onSort={onSort} />
      </ListTools>
      {rows && rows.length > 0 && (
        <div className={adminStyles.selection} data-every={rows.length > shown || undefined}>
          <Checkbox
            label={requests.selectAll}
            checked={selected.size === rows.length}
            indeterminate={selected.size > 0 && selected.size < rows.length}
            onChange={(event) => setChosen(new Set(event.target.checked ? rows.map(({ id }) => id) : []))}
          />
          <Button
            size="sm"
            disabled={selected.size === 0}
            loading={approve.isPending}
            loadingLabel={requests.approving}
            onClick={() => approve.mutate({ ids: [...selected] })}
          >
            {requests.approve}
          </Button>
          <p className="muted s" role="status">
            {selected.size > 0 && requests.selected(selected.size)}
          </p>
        </div>
      )}
      <Table
        caption={`${requests.title}. ${requests.orders[sort.key][sort.direction]}.`}
        sort={sort}
        onSort={onSort}
        columns={columns}
        rows={visible}
        rowKey={(row) => row.id}
        selection={{
          selected,
          onChange: setChosen,
          label: (row) => requests.choose(nameOf(row)),
        }}
        error={list.error && !rows ? { text: admin.loadError, onRetry: () => list.refetch() } : null}
        empty={
          text ? <Empty title={common.noResults(text)} /> : <Empty title={requests.empty} text={requests.emptyHint} />
        }
      />
      {rows && rows.length > shown && <LoadMore busy={false} onMore={() => setShown(shown + STEP)} />}
      <RejectDialog
        request={rejecting}
        close={() => setRejecting(null)}
        reject={(id, reason) => reject.mutate({ id, reason })}
      />
    </>
  );
}

function matches(row: Request, text: string): boolean {
  const wanted = fold(text);
  return [nameOf(row), row.username, row.email, row.companyName, row.phone].some(
    (value) => value && fold(value).includes(wanted),
  );
}

const KEYS = {
  sent: (row) => new Date(row.createdAt).toISOString(),
  name: (row) => [row.lastName, row.firstName, row.username].filter(Boolean).join(' '),
  place: (row) => row.city ?? '',
  company: (row) => row.companyName ?? '',
} as const satisfies Record<string, (row: Request) => string>;
const alphabet = new Intl.Collator('sr-Latn');

/** Whoever has nothing to be ordered by stands at the end, whichever way it goes. */
function inOrder(a: Request, b: Request, { key, direction }: { key: keyof typeof KEYS; direction: 'asc' | 'desc' }) {
  const [one, other] = [KEYS[key](a), KEYS[key](b)];
  if (one === '' || other === '') return Number(one === '') - Number(other === '');
  return alphabet.compare(one, other) * (direction === 'asc' ? 1 : -1);
}

const COLUMNS: readonly Column<Request>[] = [
  {
    key: 'name',
    header: requests.name,
    sortable: 'asc',
    bare: true,
    cell: (row) => (
      <div className={adminStyles.person}>
        <b>{nameOf(row)}</b>
        <span>{row.username}</span>
        {row.alike.map((other) => (
          <p key={`${other.id} ${other.same}`} className={adminStyles.alike}>
            <Badge tone="warn">{requests.alike[other.same]}</Badge>
            <Link to={`${pages.adminUsers.path}?q=${encodeURIComponent(other.email)}`}>{other.email}</Link>
            {other.waits && <span>{requests.alikeWaits}</span>}
          </p>
        ))}
      </div>
    ),
  },
  {
    key: 'contact',
    header: requests.contact,
    cell: (row) => <TwoLines main={<Email address={row.email} />} more={row.phone} />,
  },
  {
    key: 'place',
    header: requests.place,
    sortable: 'asc',
    cell: (row) => <TwoLines main={row.city} more={countries[row.country as keyof typeof countries] ?? row.country} />,
  },
  {
    key: 'company',
    header: requests.company,
    sortable: 'asc',
    cell: (row) =>
      row.companyName || row.companyTaxNumber ? (
        <TwoLines main={row.companyName} more={row.companyTaxNumber && requests.taxNumberOf(row.companyTaxNumber)} />
      ) : null,
  },
  {
    key: 'sent',
    header: requests.sent,
    sortable: true,
    cell: (row) => <TwoLines main={formatDate(row.createdAt)} more={formatTime(row.createdAt)} />,
  },
];

function TwoLines({ main, more }: { main: ReactNode; more: ReactNode }) {
  return (
    <div className={adminStyles.two}>
      <span>{main}</span>
      <span>{more}</span>
    </div>
  );
}
