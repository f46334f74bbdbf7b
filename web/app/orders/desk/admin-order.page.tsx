import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { neighbourWords } from '#domain/admin/neighbours-copy.ts';
import { logOf, placeOfOrder, REFUND_PARAM } from '#domain/admin/subject-pages.ts';
import { packingCopy } from '#domain/fulfilment/desk-copy.ts';
import { orderStatus, sales } from '#domain/orders/copy.ts';
import { orderCopy as copy } from '#domain/orders/order-page-copy.ts';
import { chosenNeighbours, saleQueryFromSearch } from '#domain/orders/views.ts';
import { pages } from '#domain/pages.ts';
import { lineName } from '#domain/payments/copy.ts';
import { wayWords } from '#domain/payments/way-words-copy.ts';
import { refundCopy } from '#domain/refunds/copy.ts';
import { formatDateTime } from '#domain/time.ts';
import styles from '../../admin/desk-page.module.css';
import { Neighbours, useNeighbourKeys } from '../../admin/neighbours.tsx';
import { api } from '../../api.ts';
import { errorCode } from '../../error-message.ts';
import { useLiveList } from '../../live.ts';
import { DataPart } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { RefundPayout } from '../../payouts/refund-payout.tsx';
import { usePermissions } from '../../session.ts';
import { PermittedLink } from '../../subject-link.tsx';
import { useSingleKeys } from '../../ui/single-keys.ts';
import { Empty } from '../../ui/table/empty.tsx';
import { CallPanel } from '../calls/call-panel.tsx';
import { LabelAction } from '../packing/label-action.tsx';
import { PackingPage } from '../packing/packing-page.tsx';
import { undoLast } from '../packing/undo.ts';
import { RefundAction } from '../refunds/refund-action.tsx';
import { useRefunds } from '../refunds/refund-row.ts';
import { MoreActions } from './more-actions.tsx';
import { OrderAside } from './order-aside.tsx';
import { OrderAxes } from './order-axes.tsx';
import { OrderDocuments } from './order-documents.tsx';
import { OrderItems } from './order-items.tsx';
import type { OrderRow } from './order-row.ts';
import { DeviceStep, OtherStep } from './order-step.tsx';
import { OrderTimeline } from './order-timeline.tsx';

/** An order for whoever sees sales; for the warehouse without its amounts. */
export default function AdminOrderPage() {
  const { number: asked = '' } = useParams();
  const number = /^\d{1,9}$/.test(asked) ? Number(asked) : 0;
  return usePermissions().has('see sales') ? (
    <OrderInList asked={asked} number={number} />
  ) : (
    <PackingPage key={number} number={number} />
  );
}

const orderOf = (number: number) =>
  api.orders.admin.read.queryOptions({
    input: { number },
    enabled: number > 0,
    retry: (count, error) => errorCode(error) !== 'ORDER_GONE' && count < 2,
  });

interface OrderProps {
  asked: string;
  number: number;
}

/** The list it was found in is in the address. Nothing that is begun for one order stands under another. */
function OrderInList({ asked, number }: OrderProps) {
  const [search] = useSearchParams();
  const chosen = chosenNeighbours(search, number);
  const isRead = useQuery(orderOf(number)).isSuccess;
  const listed = useQuery(
    api.orders.admin.neighbours.queryOptions({
      input: { number, ...saleQueryFromSearch(search) },
      enabled: isRead && !chosen,
      placeholderData: keepPreviousData,
    }),
  );
  const beside = chosen ?? listed.data;
  // Of the order before, until those of this one are read.
  const isOld = !chosen && listed.isPlaceholderData;
  const query = queryOfList(search);
  const listPath = `${pages.adminSales.path}${query && !chosen ? `?${query}` : ''}`;
  const to = (one: number | null) => (one === null ? null : { name: String(one), path: placeOfOrder(one, query).path });
  const neighbours = beside && { ...beside, previous: to(beside.previous), next: to(beside.next) };
  useSingleKeys({
    ...useNeighbourKeys(isOld ? undefined : neighbours, listPath),
    b: () => document.getElementById('order-note')?.focus(),
    z: undoLast,
  });
  return (
    <WholeOrder
      key={number}
      asked={asked}
      number={number}
      crumb={
        <div className={styles.crumb}>
          <Link to={listPath}>{sales.title}</Link>
          <Neighbours words={copy.neighbours} beside={neighbours} isOld={isOld} />
        </div>
      }
      reloadList={async () => {
        if (!chosen) await listed.refetch();
      }}
    />
  );
}

/** The list, without what the address asks of this order alone. */
function queryOfList(search: URLSearchParams): string {
  const left = new URLSearchParams(search);
  left.delete(REFUND_PARAM);
  return left.toString();
}

/** One order: its two axes, what was bought, what happened, and whom it is for. */
function WholeOrder({
  asked,
  number,
  crumb,
  reloadList,
}: OrderProps & { crumb: ReactNode; reloadList: () => Promise<void> }) {
  const order = useQuery(orderOf(number));
  const packing = useQuery(api.fulfilment.admin.read.queryOptions({ input: { number }, enabled: order.isSuccess }));
  const refunds = useRefunds(order.data);
  const queries = useQueryClient();
  const mayRefund = usePermissions().has('handle payments');
  const isGone = number === 0 || (order.isError && errorCode(order.error) === 'ORDER_GONE');
  const readAll = async () => {
    if (!isGone)
      await Promise.all([
        order.refetch({ throwOnError: true }),
        packing.refetch(),
        reloadList(),
        refunds.isEnabled && refunds.refetch(),
        queries.invalidateQueries({ queryKey: api.refunds.admin.preview.key() }),
        queries.invalidateQueries({ queryKey: api.returns.admin.read.key() }),
      ]);
  };
  const connection = useLiveList('order', readAll);
  // What became of a write is said also when the page cannot be read again; the page says so itself.
  const reload = () => readAll().catch(() => {});

  if (isGone)
    return (
      <Empty title={copy.gone(asked)} heading="h1">
        <Link to={pages.adminSales.path}>{sales.title}</Link>
      </Empty>
    );
  return (
    <DataPart name={copy.failed} part={partStateOf(order)} lines={12} heading={copy.title(number)}>
      {() => {
        const shown = order.data!;
        return (
          <>
            {crumb}
            <header className={styles.head}>
              <Title order={shown} />
              <div className={styles.actions}>
                {packing.data && <LabelAction packing={packing.data} reload={reload} />}
                {refunds.data && mayRefund && <RefundAction order={shown} desk={refunds.data} reload={reload} />}
                {packing.data && shown.kind === 'device' && <MoreActions packing={packing.data} reload={reload} />}
                <span className="s">
                  <PermittedLink to={logOf(shown.id)}>{copy.log}</PermittedLink>
                </span>
              </div>
            </header>
            <OrderAxes order={shown} />
            <CallPanel order={shown} reload={reload} />
            {shown.kind === 'device' ? (
              <div className={styles.step}>
                <DataPart name={packingCopy.loadFailed} part={partStateOf(packing)} lines={2}>
                  {() => <DeviceStep order={shown} packing={packing.data!} refunds={refunds} reload={reload} />}
                </DataPart>
              </div>
            ) : (
              <OtherStep order={shown} refunds={refunds} reload={reload} />
            )}
            <div className={styles.columns}>
              <div className={styles.stack}>
                <OrderItems order={shown} packing={packing.data} />
                <OrderDocuments order={shown} reload={reload} />
                <OrderTimeline order={shown} reload={reload} live={connection === 'live'} />
              </div>
              <aside className={styles.stack} aria-label={copy.failed}>
                <OrderAside
                  order={shown}
                  packing={packing.data}
                  refunds={refunds.data?.refunds}
                  payoutOf={(payout) => <RefundPayout payout={payout} reload={reload} />}
                  reload={reload}
                />
              </aside>
            </div>
            <KeyHints />
          </>
        );
      }}
    </DataPart>
  );
}

function Title({ order }: { order: OrderRow }) {
  return (
    <div>
      <h1 className="d">{copy.title(order.number)}</h1>
      <p className="muted s">
        {copy.meta(
          formatDateTime(order.createdAt),
          lineName({ kind: order.kind, name: order.productName }),
          wayWords.lists[order.way],
          orderStatus[order.status],
        )}
      </p>
    </div>
  );
}

function KeyHints() {
  return (
    <p className={styles.keys} aria-hidden="true">
      <span className={styles.hint}>
        <span className={styles.key}>{neighbourWords.keys.next}</span>{' '}
        <span className={styles.key}>{neighbourWords.keys.previous}</span> {copy.keys.neighbour}
      </span>
      {Object.entries(packingCopy.keys.words).map(([key, word]) => (
        <span key={key} className={styles.hint}>
          <span className={styles.key}>{packingCopy.keys[key as 'pack']}</span> {word}
        </span>
      ))}
      <span className={styles.hint}>
        <span className={styles.key}>{refundCopy.key}</span> {copy.keys.refund}
      </span>
      <span className={styles.hint}>
        <span className={styles.key}>{copy.keys.write}</span> {copy.keys.note}
      </span>
      <span className={styles.hint}>
        <span className={styles.key}>{copy.keys.edit}</span> {copy.keys.address}
      </span>
    </p>
  );
}
