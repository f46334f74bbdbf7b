import { useQuery } from '@tanstack/react-query';
import { packingCopy } from '#domain/fulfilment/desk-copy.ts';
import { orderCopy } from '#domain/orders/order-page-copy.ts';
import { fulfilmentWords } from '#domain/orders/states-copy.ts';
import { FULFILMENT_TONE } from '#domain/orders/tones.ts';
import { formatDateTime } from '#domain/time.ts';
import page from '../../admin/desk-page.module.css';
import { api } from '../../api.ts';
import { errorCode } from '../../error-message.ts';
import { useLiveList } from '../../live.ts';
import { DataPart } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { Badge } from '../../ui/badge.tsx';
import { useSingleKeys } from '../../ui/single-keys.ts';
import { Empty } from '../../ui/table/empty.tsx';
import { OrderDeliveryAddress } from '../desk/order-customer.tsx';
import { OrderExchanges } from '../exchanges/order-exchanges.tsx';
import { LabelAction } from './label-action.tsx';
import { NextStep } from './late-step.ts';
import { ParcelPanels } from './parcel-panels.tsx';
import { Serials } from './serials.tsx';
import { undoLast } from './undo.ts';

/** An order as the warehouse sees it: what to pack, where it goes, and its parcels; no amounts. */
export function PackingPage({ number }: { number: number }) {
  const packing = useQuery(
    api.fulfilment.admin.read.queryOptions({
      input: { number },
      enabled: number > 0,
      retry: (count, error) => errorCode(error) !== 'ORDER_GONE' && count < 2,
    }),
  );
  const isGone = number === 0 || (packing.isError && errorCode(packing.error) === 'ORDER_GONE');
  const readAll = async () => {
    if (!isGone) await packing.refetch({ throwOnError: true });
  };
  useLiveList('packing', readAll);
  // As on the page of an order.
  const reload = () => readAll().catch(() => {});
  useSingleKeys({ z: undoLast });
  if (isGone) return <Empty title={orderCopy.gone(String(number || ''))} heading="h1" />;
  return (
    <DataPart name={orderCopy.failed} part={partStateOf(packing)} lines={12} heading={orderCopy.title(number)}>
      {() => {
        const shown = packing.data!;
        return (
          <>
            <header className={page.head}>
              <div>
                <h1 className="d">{orderCopy.title(shown.number)}</h1>
                <p className="muted s">{formatDateTime(shown.createdAt)}</p>
              </div>
              <div className={page.actions}>
                <LabelAction packing={shown} reload={reload} />
                {shown.fulfilmentState && (
                  <Badge tone={FULFILMENT_TONE[shown.fulfilmentState]}>{fulfilmentWords[shown.fulfilmentState]}</Badge>
                )}
              </div>
            </header>
            <NextStep packing={shown} reload={reload} />
            <div className={page.columns}>
              <div className={page.stack}>
                <section className={page.panel}>
                  <header>
                    <h2>
                      {orderCopy.items.title} <span>{packingCopy.queue.devices(shown.devices)}</span>
                    </h2>
                  </header>
                  <div className={page.body}>
                    <b>{shown.productName}</b>
                    <Serials packing={shown} />
                  </div>
                </section>
              </div>
              <aside className={page.stack} aria-label={orderCopy.failed}>
                <OrderDeliveryAddress
                  order={{ ...shown, kind: 'device' }}
                  request={shown.parcels.at(-1)?.request}
                  reload={reload}
                />
                <ParcelPanels packing={shown} reload={reload} />
                <OrderExchanges packing={shown} reload={reload} />
              </aside>
            </div>
          </>
        );
      }}
    </DataPart>
  );
}
