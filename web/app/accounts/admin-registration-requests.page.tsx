import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { requests } from '#domain/accounts/copy.ts';
import { countries } from '#domain/copy.ts';
import { isFound, latin } from '#domain/fold.ts';
import { pages } from '#domain/pages.ts';
import { formatDate, formatTime } from '#domain/time.ts';
import { AdminList } from '../admin/admin-list.tsx';
import cells from '../admin/list-cells.module.css';
import { useOrder } from '../admin/list-order.tsx';
import { api, queryClient } from '../api.ts';
import { useLiveList } from '../live.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Email } from '../ui/email.tsx';
import { Checkbox } from '../ui/form/field.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { AdminHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/table/empty.tsx';
import type { Column } from '../ui/table/table.tsx';
import styles from './registration-requests.module.css';
import { RejectDialog } from './reject-dialog.tsx';
import { nameOf, type Request } from './request-name.ts';

const STEP = 100;

/** Who waits for a decision. A decision leaves the list at once and comes back if the server refused it. */
export default function AdminRegistrationRequestsPage() {
  const options = api.accounts.admin.registrationRequests.queryOptions();
  const list = useQuery(options);
  const connection = useLiveList(['profiles'], () => list.refetch());
  const [search] = useSearchParams();
  const [shown, setShown] = useState(STEP);
  // The link in the admin's mail names the request: it is selected and on top.
  const asked = search.get('request');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(asked ? [asked] : []));
  const [rejecting, setRejecting] = useState<Request | null>(null);

  const text = search.get('q')?.trim() ?? '';
  const order = useOrder(requests.orders);
  const rows = list.data
    ?.filter((row) => matches(row, text))
    .sort((a, b) => Number(b.id === asked) - Number(a.id === asked) || compareRequests(a, b, order.sort));
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
        <div className={cells.acts}>
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
        <p className={styles.note} role="status">
          {list.data.some(({ id }) => id === asked) ? requests.fromMail : requests.fromMailGone}
        </p>
      )}
      <AdminList
        title={requests.title}
        list={{
          rows: rows?.slice(0, shown),
          failed: list.error !== null && !rows,
          reload: () => list.refetch(),
          more: rows && rows.length > shown ? async () => setShown(shown + STEP) : null,
          isReadingMore: false,
          waiting: 0,
          show: () => {},
          connection,
        }}
        order={order}
        columns={columns}
        selection={{ selected, onChange: setChosen, label: (row) => requests.choose(nameOf(row)) }}
        search={requests.search}
        filtered={text !== ''}
        empty={<Empty title={requests.empty} text={requests.emptyHint} />}
      >
        {rows && rows.length > 0 && (
          <div className={styles.selection} data-every={rows.length > shown || undefined}>
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
      </AdminList>
      <RejectDialog
        request={rejecting}
        close={() => setRejecting(null)}
        reject={(id, reason) => reject.mutate({ id, reason })}
      />
    </>
  );
}

function matches(row: Request, text: string): boolean {
  const { username, email, city, companyName, companyTaxNumber, companyRegistrationNumber } = row;
  return isFound(
    text,
    [nameOf(row), username, email, city, companyName, companyTaxNumber, companyRegistrationNumber],
    row.phone ? [row.phone] : [],
  );
}

const KEYS = {
  sent: (row) => new Date(row.createdAt).toISOString(),
  name: (row) => [row.lastName, row.firstName, row.username].filter(Boolean).join(' '),
  place: (row) => row.city ?? '',
  company: (row) => row.companyName ?? '',
} as const satisfies Record<string, (row: Request) => string>;
const alphabet = new Intl.Collator('sr-Latn');

/** Rows without a value come last in both directions. */
function compareRequests(
  a: Request,
  b: Request,
  { key, direction }: { key: keyof typeof KEYS; direction: 'asc' | 'desc' },
) {
  const [one, other] = [KEYS[key](a), KEYS[key](b)];
  if (one === '' || other === '') return Number(one === '') - Number(other === '');
  return alphabet.compare(latin(one), latin(other)) * (direction === 'asc' ? 1 : -1);
}

const COLUMNS: readonly Column<Request>[] = [
  {
    key: 'name',
    header: requests.name,
    sortable: 'asc',
    bare: true,
    cell: (row) => (
      <div className={cells.person}>
        <b>{nameOf(row)}</b>
        <span>{row.username}</span>
        {row.alike.map((other) => (
          <p key={`${other.id} ${other.same}`} className={styles.alike}>
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
    <div className={cells.two}>
      <span>{main}</span>
      <span>{more}</span>
    </div>
  );
}
