import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { paidMonthsCopy, paidMonthsSaid } from '#domain/advertising/paid-months-copy.ts';
import { productNamed } from '#domain/catalogue/catalogue.ts';
import { followLate } from '#domain/fulfilment/late-copy.ts';
import { formatMoney, formatMoneyExact } from '#domain/money.ts';
import { changedCompanyCopy as firm } from '#domain/orders/company/changed-company-copy.ts';
import { mine, orderStatus } from '#domain/orders/copy.ts';
import { changedDeliveryCopy } from '#domain/orders/delivery/changed-delivery-copy.ts';
import { onDeliveryCopy as cash } from '#domain/orders/on-delivery-copy.ts';
import { ownOrderCopy as copy } from '#domain/orders/own/own-order-copy.ts';
import { paymentWords } from '#domain/orders/states-copy.ts';
import { pages } from '#domain/pages.ts';
import { continuePath } from '#domain/payments/continue-path.ts';
import { confirmation, lineName } from '#domain/payments/copy.ts';
import { wayWords } from '#domain/payments/way-words-copy.ts';
import { waysCopy } from '#domain/payments/ways-copy.ts';
import { formatDate } from '#domain/time.ts';
import { api, client } from '../../api.ts';
import { MembersOnly } from '../../auth/members-only.tsx';
import { DocumentButtons } from '../../document-buttons.tsx';
import { errorCode } from '../../error-message.ts';
import { useOwnChanges } from '../../live.ts';
import { DataPart } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { lazyComponent } from '../../ui/late/lazy-component.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Empty } from '../../ui/table/empty.tsx';
import { ChangeCompany } from '../company/change-company.tsx';
import { ChangeDeliveryButton } from '../delivery/change-delivery.tsx';
import { DeliveryDialog } from '../delivery/delivery-dialog.tsx';
import { CancelOrder } from './cancel-order.tsx';
import { ChangePaymentMethod } from './change-payment-method.tsx';
import { MoneyBack } from './money-back.tsx';
import styles from './order.module.css';
import type { OwnOrder } from './own-order.ts';
import { TransferSlip, type TransferToPay } from './transfer-slip.tsx';

const OwnParcels = lazyComponent(() => import('../following/own-parcels.tsx'), {
  size: 'part',
  title: followLate.order,
});

const TONE = { paid: 'ok', pending: 'warn', cancelled: 'err' } as const;
/** A paper is drawn within a second or two; until then it is asked for again. Milliseconds. */
const DRAWING = 2_000;

/** One's own order: what to pay, its papers, and what follows. */
export default function AccountOrderPage() {
  const { number: asked = '' } = useParams();
  const number = /^\d{1,9}$/.test(asked) ? Number(asked) : 0;
  return (
    <div className={styles.page}>
      <p className={styles.crumb}>
        <Link to={`${pages.account.path}#narudzbine`}>{copy.crumb}</Link> / {asked}
      </p>
      <MembersOnly meanwhile={<Skeleton lines={8} heading={copy.title(number)} />}>
        {() => <Order key={number} number={number} asked={asked} />}
      </MembersOnly>
    </div>
  );
}

function Order({ number, asked }: { number: number; asked: string }) {
  const ordered = useOrdered(number);
  const order = useQuery(
    api.orders.read.queryOptions({
      input: { number },
      enabled: number > 0,
      retry: (count, error) => errorCode(error) !== 'ORDER_GONE' && count < 2,
      refetchInterval: ({ state }) => (state.data?.documents.some(({ ready }) => !ready) ? DRAWING : false),
    }),
  );
  useOwnChanges(() => order.refetch(), number > 0);
  if (number === 0 || (order.isError && errorCode(order.error) === 'ORDER_GONE'))
    return (
      <Empty title={copy.gone(asked)} heading="h1">
        <Link to={`${pages.account.path}#narudzbine`}>{copy.crumb}</Link>
      </Empty>
    );
  // What was ordered a moment ago is known before it is read.
  if (!order.data && ordered)
    return (
      <>
        <h1 className="d h1">{copy.title(number)}</h1>
        <TransferSlip asked={ordered} kind={null} />
      </>
    );
  return (
    <DataPart name={copy.what} part={partStateOf(order)} lines={8} heading={copy.title(number)}>
      {() => <Shown order={order.data!} reload={order.refetch} />}
    </DataPart>
  );
}

function Shown({ order, reload }: { order: OwnOrder; reload: () => Promise<unknown> }) {
  const { number, version, kind, transfer, delivery } = order;
  const isPacked = order.fulfilmentState !== null && order.fulfilmentState !== 'new';
  const isSent = kind === 'device' && (order.status === 'paid' || (isPacked && order.status === 'pending'));
  const phone = delivery?.recipientPhone || delivery?.phone;
  const product = productNamed(order.productName);
  // Promised on the payment page, and not here yet: whatever is paid beside it is paid twice.
  const isUnderWay = order.paymentState === 'processing';
  // Its button is among the parcels once it is paid or packed; the form stays what it was.
  const [isChanging, setIsChanging] = useState(false);
  const change = order.isDeliveryOpen && delivery && <ChangeDeliveryButton onOpen={() => setIsChanging(true)} />;
  const name = lineName({ kind, name: order.productName });
  return (
    <>
      <header className={styles.head}>
        <h1 className="d h1">{copy.title(number)}</h1>
        <p className="muted">
          {copy.meta(formatDate(order.createdAt), formatMoney(order), wayWords.lists[order.way])}{' '}
          <PaymentStateBadge order={order} />
        </p>
      </header>
      {order.toCourier !== null && (
        <section className={styles.panel}>
          <h2>{cash.title}</h2>
          <p className="d h3">{cash.amount(order.toCourier)}</p>
          <p>{cash.text}</p>
          {order.call && phone && <p>{callSaid(order.call, phone)}</p>}
        </section>
      )}
      {order.paidMonths && (
        <section className={styles.panel}>
          <h2>{paidMonthsCopy.title}</h2>
          <p>{paidMonthsSaid(order.paidMonths)}</p>
        </section>
      )}
      {order.moneyBack.map((one) => (
        <MoneyBack key={one.id} number={number} back={one} />
      ))}
      {order.surplus && <p className={styles.note}>{copy.surplus(formatMoneyExact(order.surplus))}</p>}
      {isUnderWay && <p className={styles.note}>{confirmation.processing}</p>}
      {transfer && !isUnderWay && (
        <TransferSlip asked={transfer} kind={kind} isShort={order.expected?.kind === 'from'} />
      )}
      {order.status === 'pending' && order.way === 'card' && product && !isUnderWay && (
        <p className={styles.note}>
          {copy.cardWaiting} <ButtonLink to={continuePath(product, number)}>{waysCopy.card}</ButtonLink>
        </p>
      )}
      {order.expected && <p className={styles.note}>{expectedSaid(order.expected)}</p>}
      {isSent ? (
        <OwnParcels number={number} change={change} />
      ) : (
        order.status === 'paid' && <p className={styles.note}>{copy.paid}</p>
      )}
      {order.status === 'cancelled' && <p className={styles.note}>{copy.cancelled}</p>}
      {!isSent && <Parts order={order} name={name} change={change} />}
      {isChanging && delivery && (
        <DeliveryDialog
          order={{ number, version, delivery }}
          by="buyer"
          canChange={order.isDeliveryOpen}
          reload={reload}
          onClose={() => setIsChanging(false)}
        />
      )}
      {order.company && <Company order={order} company={order.company} reload={reload} />}
      <div className={styles.note}>
        <ChangePaymentMethod order={order} reload={reload} />
        <CancelOrder order={order} reload={reload} />
      </div>
    </>
  );
}

/** As the list of orders says it: money that went back comes before what was paid, also to the courier. */
function PaymentStateBadge({ order: { paymentState, status } }: { order: OwnOrder }) {
  if (paymentState === 'refunded' || paymentState === 'part_refunded')
    return <Badge tone="info">{paymentWords[paymentState]}</Badge>;
  if (paymentState === 'collected') return <Badge tone="ok">{mine.paidToCourier}</Badge>;
  return <Badge tone={TONE[status]}>{orderStatus[status]}</Badge>;
}

const callSaid = (call: NonNullable<OwnOrder['call']>, phone: string): string =>
  call.kind === 'missed' ? cash.missed(phone, call.until) : cash.call[call.kind](phone);

const expectedSaid = ({ kind, day }: NonNullable<OwnOrder['expected']>): string =>
  kind === 'on' ? copy.expected(formatDate(day)) : waysCopy.wait(day && formatDate(day));

/** The firm that its papers name. */
function Company({
  order: { number, version, isCompanyOpen },
  company,
  reload,
}: {
  order: OwnOrder;
  company: NonNullable<OwnOrder['company']>;
  reload: () => Promise<unknown>;
}) {
  return (
    <section className={styles.panel}>
      <h2>{firm.panel}</h2>
      <p>
        <b>{company.name}</b>
        {company.taxNumber && `, ${firm.taxNumberOf(company.taxNumber)}`}
        {company.registrationNumber && `, ${firm.registrationNumberOf(company.registrationNumber)}`}
      </p>
      <p className={styles.change}>
        <ChangeCompany order={{ number, version, company }} by="buyer" canChange={isCompanyOpen} reload={reload} />
      </p>
    </section>
  );
}

/** What was ordered and its papers, of what is not sent. */
function Parts({ order, name, change }: { order: OwnOrder; name: string; change: ReactNode }) {
  const { kind, documents, delivery } = order;
  return (
    <div className={styles.parts}>
      <section className={styles.panel}>
        <h2>{copy.items}</h2>
        <p>
          <b>{name}</b>
          {kind === 'package' && order.months > 1 && `, ${waysCopy.monthsOption(order.months)}`}
        </p>
        {order.address && (
          <>
            <h3>{copy.address}</h3>
            {delivery?.recipientName && (
              <p>{[delivery.recipientName, delivery.recipientPhone].filter(Boolean).join(', ')}</p>
            )}
            <p>{order.address}</p>
            {delivery?.courierNote && <p>{changedDeliveryCopy.noteSaid(delivery.courierNote)}</p>}
            {change && <p className={styles.change}>{change}</p>}
          </>
        )}
      </section>
      <section className={styles.panel}>
        <h2>{copy.documents}</h2>
        {documents.length === 0 ? (
          <p className="muted">{copy.noDocuments}</p>
        ) : (
          <DocumentButtons documents={documents} open={(id) => client.documents.open({ id })} />
        )}
      </section>
    </div>
  );
}

/** What the page before has handed over. */
function useOrdered(number: number): TransferToPay | null {
  const state = useLocation().state as { transfer?: TransferToPay } | null;
  return state?.transfer?.order === number ? state.transfer : null;
}
