import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { subscriptionStates } from '#domain/advertising/copy.ts';
import { packageTitle } from '#domain/advertising/package-title.ts';
import { subscriptionList as copy, sold } from '#domain/advertising/sold-copy.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { formatDate } from '#domain/time.ts';
import { AdminList } from '../../admin/admin-list.tsx';
import { HeadFigure } from '../../admin/head-figure.tsx';
import cells from '../../admin/list-cells.module.css';
import { useListOrder } from '../../admin/list-order.tsx';
import { withQuery } from '../../admin/list-tools.tsx';
import { useAdminList } from '../../admin/use-admin-list.ts';
import { useDialogRow } from '../../admin/use-dialog-row.ts';
import { api } from '../../api.ts';
import { usePermissions } from '../../session.ts';
import { SubjectLink } from '../../subject-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Email } from '../../ui/email.tsx';
import { Segmented } from '../../ui/form/segmented.tsx';
import { AdminHead } from '../../ui/page-head.tsx';
import { Empty } from '../../ui/table/empty.tsx';
import type { Column } from '../../ui/table/table.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { BannersLeft } from './banners-left.tsx';
import { CardLinkDialog } from './card-link-dialog.tsx';
import { type Acts, isEndedOrEndingNow, pendingChangeText, type SubscriptionAction } from './subscription-actions.ts';
import { SubscriptionDialog } from './subscription-dialog.tsx';
import { SubscriptionMenu, useOpenRefundForm } from './subscription-menu.tsx';
import type { SubscriptionRow } from './subscription-row.ts';
import { STATE_TONE } from './subscription-tone.ts';

const STATES = ['active', 'paused', 'pastDue', 'endsOn', 'cancelled', 'starting'] as const;
const COLOURS = {
  active: 'var(--bar-green)',
  paused: 'var(--bar-yellow)',
  pastDue: 'var(--bar-red)',
  endsOn: 'var(--bar-blue)',
  cancelled: undefined,
  starting: undefined,
} as const;
const EVERY = 'every';

/** One row a subscription: its state, the next charge, what went wrong, and how to stop it. */
export function SubscriptionList({ views }: { views: ReactNode }) {
  const [search, setSearch] = useAddressParams();
  const [action, setAction] = useState<SubscriptionAction | null>(null);
  const [linking, setLinking] = useState<SubscriptionRow | null>(null);
  const text = search.get('q')?.trim() ?? '';
  const state = STATES.find((one) => one === search.get('state'));
  const order = useListOrder(copy.orders);
  const asked = { search: text || undefined, state, sort: order.sort.key, direction: order.sort.direction };
  const list = useAdminList(api.advertising.admin.subscriptions, asked, {
    screen: 'subscriptions',
    held: action !== null || linking !== null,
    also: [api.advertising.admin.subscriptionSums.key()],
  });
  const stopping = useDialogRow(
    list,
    ({ state, stopping, isChanging, renewsAt }) => [state, stopping, isChanging, renewsAt],
    (row) => !isEndedOrEndingNow(row),
  );
  const ask = useRef(stopping.ask);
  ask.current = stopping.ask;
  const summed = useQuery(
    api.advertising.admin.subscriptionSums.queryOptions({
      input: { search: text || undefined },
      placeholderData: keepPreviousData,
    }),
  );
  const sums = summed.data;
  const may = usePermissions();
  const refund = useOpenRefundForm();
  const columns = useMemo(
    () =>
      columnsOf({
        may,
        ask: (row, wanted) => {
          setAction(wanted);
          ask.current(row);
        },
        link: setLinking,
        refund,
      }),
    [may, refund],
  );
  return (
    <>
      <AdminHead title={copy.title}>
        <HeadFigure part={list.partAfter(summed)}>
          {() =>
            sums &&
            [
              copy.active(sums.counts.active),
              sums.monthly.length > 0 && copy.monthly(sums.monthly.map(formatMoneyExact).join(' · ')),
            ]
              .filter(Boolean)
              .join(', ')
          }
        </HeadFigure>
        {views}
      </AdminHead>
      <AdminList
        title={copy.title}
        dense
        list={list}
        order={order}
        columns={columns}
        rowTone={(row) => STATE_TONE[row.state]}
        search={copy.search}
        filters={
          <StateFilter
            state={state}
            counts={sums?.counts}
            onSelect={(value) =>
              setSearch((now) => withQuery(now, 'state', value), { replace: true, preventScrollReset: true })
            }
          />
        }
        filtered={text !== '' || state !== undefined}
        emptyFilter={copy.emptyFilter}
        empty={<Empty title={copy.empty} text={copy.emptyHint} />}
      />
      {stopping.row && action && (
        <SubscriptionDialog
          row={stopping.row}
          action={action}
          meanwhile={stopping.meanwhile}
          close={() => {
            setAction(null);
            stopping.close();
          }}
          done={() => list.refresh().catch(() => {})}
        />
      )}
      {linking && <CardLinkDialog row={linking} close={() => setLinking(null)} />}
    </>
  );
}

type State = (typeof STATES)[number];

interface FilterProps {
  state: State | undefined;
  counts: Record<State, number> | undefined;
  onSelect: (state: State | '') => void;
}

/** Subscriptions of one state or of all; one that begins is offered only while there are some. */
function StateFilter({ state, counts, onSelect }: FilterProps) {
  const every = counts && Object.values(counts).reduce((sum, n) => sum + n, 0);
  return (
    <Segmented
      label={copy.state}
      selected={state ?? EVERY}
      onSelect={(key) => onSelect(key === EVERY ? '' : key)}
      segments={[
        { key: EVERY, label: withCount(copy.every, every) },
        ...STATES.filter((key) => key !== 'starting' || (counts?.starting ?? 0) > 0).map((key) => ({
          key,
          label: withCount(copy.states[key], counts?.[key]),
          ...(COLOURS[key] ? { colour: COLOURS[key] } : {}),
        })),
      ]}
    />
  );
}

const underState = (row: SubscriptionRow): string | null =>
  pendingChangeText(row) ?? (row.attempts > 0 ? copy.attempts(row.attempts) : null);

/** The number when it is known. */
const withCount = (name: string, n: number | undefined) => (n === undefined ? name : `${name} ${n}`);

const columnsOf = (acts: Acts): readonly Column<SubscriptionRow>[] => [
  {
    key: 'company',
    header: copy.columns.company,
    bare: true,
    cell: (row) => (
      <span className={cells.person}>
        <b>{row.companyName ?? sold.noCompany}</b>
        <span>
          <SubjectLink kind="profile" lookup={row.email}>
            <Email address={row.email} />
          </SubjectLink>
        </span>
      </span>
    ),
  },
  {
    key: 'package',
    header: copy.columns.package,
    cell: (row) => (
      <span className={cells.two}>
        <span>
          <SubjectLink kind="package" lookup={row.email}>
            {packageTitle(row.packageName)}
          </SubjectLink>
        </span>
        <span>{row.invoiceNumber}</span>
      </span>
    ),
  },
  {
    key: 'state',
    header: copy.columns.state,
    cell: (row) => (
      <span className={cells.two}>
        <span>
          <Badge tone={STATE_TONE[row.state]}>{subscriptionStates[row.state]}</Badge>
        </span>
        <span>{underState(row)}</span>
      </span>
    ),
  },
  {
    key: 'date',
    header: copy.columns.next,
    cell: (row) =>
      row.renewsAt ? (
        <span className="nb">{formatDate(row.renewsAt)}</span>
      ) : (
        <span className={cells.two}>
          <span>{copy.noNext}</span>
          <span>
            {row.endsAt &&
              (row.state === 'cancelled' ? sold.ended(formatDate(row.endsAt)) : sold.until(formatDate(row.endsAt)))}
          </span>
        </span>
      ),
  },
  {
    key: 'banners',
    header: copy.columns.banners,
    from: 'medium',
    cell: (row) => (row.banners ? <BannersLeft {...row.banners} /> : copy.noBanners),
  },
  {
    key: 'amount',
    header: copy.columns.price,
    align: 'right',
    sortable: true,
    cell: (row) => <span className="nb">{formatMoneyExact(row)}</span>,
  },
  {
    key: 'acts',
    header: copy.columns.acts,
    bare: true,
    cell: (row) => (
      <div className={cells.acts}>
        <SubscriptionMenu row={row} acts={acts} />
      </div>
    ),
  },
];
