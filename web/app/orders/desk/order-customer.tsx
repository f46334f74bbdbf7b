import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { placeOfOrder, placeOfPerson } from '#domain/admin/subject-pages.ts';
import { receiverOf } from '#domain/fulfilment/receiver.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { changedCompanyCopy } from '#domain/orders/company/changed-company-copy.ts';
import { canChangeCompany, firmIn } from '#domain/orders/company/company.ts';
import { orderStatus } from '#domain/orders/copy.ts';
import { changedDeliveryCopy } from '#domain/orders/delivery/changed-delivery-copy.ts';
import { canChangeDelivery } from '#domain/orders/delivery/delivery.ts';
import { orderGaveCopy } from '#domain/orders/order-gave-copy.ts';
import { orderCopy } from '#domain/orders/order-page-copy.ts';
import { fulfilmentWords } from '#domain/orders/states-copy.ts';
import { formatDate } from '#domain/time.ts';
import page from '../../admin/desk-page.module.css';
import { api } from '../../api.ts';
import { usePermissions } from '../../session.ts';
import { PermittedLink } from '../../subject-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Email } from '../../ui/email.tsx';
import { initialsOf } from '../../ui/initials.ts';
import { useSingleKeys } from '../../ui/single-keys.ts';
import { ChangeCompany } from '../company/change-company.tsx';
import { ChangeDeliveryButton } from '../delivery/change-delivery.tsx';
import { DeliveryDialog } from '../delivery/delivery-dialog.tsx';
import type { PackingRow } from '../packing/packing-row.ts';
import styles from './order-aside.module.css';
import type { OrderRow } from './order-row.ts';

/** The buyer's account and other orders, and where this one goes. */
export function OrderCustomer({ order: { buyer, standing, refusedParcels } }: { order: OrderRow }) {
  const copy = orderCopy.customer;
  return (
    <section className={page.panel}>
      <header>
        <h2>{copy.title}</h2>
        {buyer && <PermittedLink to={placeOfPerson(buyer.id)}>{copy.open}</PermittedLink>}
      </header>
      {!buyer ? (
        <p className={`${page.body} muted`}>{copy.erased}</p>
      ) : (
        <div className={page.body}>
          <div className={styles.person}>
            <span className={styles.avatar} aria-hidden="true">
              {initialsOf(buyer.name)}
            </span>
            <div>
              <b>{buyer.name}</b>
              <span className="muted s">
                {[
                  buyer.closedAt ? copy.closed(formatDate(buyer.closedAt)) : copy.since(formatDate(buyer.since)),
                  buyer.isInstaller && copy.installer,
                  buyer.orders === 1 && copy.first,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </div>
          </div>
          <dl className={page.facts}>
            <div>
              <dt>{copy.email}</dt>
              <dd>
                <Email address={buyer.email} />
              </dd>
            </div>
            {buyer.phone && (
              <div>
                <dt>{copy.phone}</dt>
                <dd>
                  <a href={`tel:${buyer.phone}`}>{buyer.phone}</a>
                </dd>
              </div>
            )}
            {standing?.inviter && (
              <div>
                <dt>{copy.inviter}</dt>
                <dd>
                  <PermittedLink to={placeOfPerson(standing.inviter.id)}>{standing.inviter.name}</PermittedLink>
                </dd>
              </div>
            )}
            {standing?.network && (
              <div>
                <dt>{copy.network}</dt>
                <dd>{copy.place(standing.network.level, standing.network.downline)}</dd>
              </div>
            )}
          </dl>
          <ul className={styles.figures}>
            <li>
              <b>{buyer.orders}</b> {copy.orders(buyer.orders)}
            </li>
            <li>
              <b>{formatMoneyExact({ amount: buyer.paid, currency: 'EUR' })}</b> {copy.paid}
            </li>
            <li>
              <b>{buyer.televisions}</b> {copy.televisions(buyer.televisions, standing?.away ?? 0)}
            </li>
          </ul>
          <RefusedParcels count={refusedParcels} />
          {buyer.others.length > 0 && (
            <>
              <h3>{copy.others}</h3>
              <ul>
                {buyer.others.map((other) => (
                  <li key={other.number} className={styles.other}>
                    <PermittedLink to={placeOfOrder(other.number)}>{other.number}</PermittedLink>
                    <Badge tone={other.status === 'paid' ? 'ok' : other.status === 'pending' ? 'warn' : 'err'}>
                      {other.fulfilmentState ? fulfilmentWords[other.fulfilmentState] : orderStatus[other.status]}
                    </Badge>
                    <span>{formatMoneyExact(other)}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </section>
  );
}

/** At the phone and address it goes to: a third one means that it is paid ahead. */
function RefusedParcels({ count }: { count: number | null }) {
  if (count === null) return null;
  return (
    <p className={styles.refused} data-late={count > 0 || undefined}>
      {count === 0 ? orderGaveCopy.refusedNone : orderGaveCopy.refused(count)}
    </p>
  );
}

/** Where an order goes, with the way to change it until it is packed, also with E, and whether a courier knows it. */
export function OrderDeliveryAddress({
  order,
  request,
  reload,
}: {
  order: Pick<OrderRow, 'number' | 'version' | 'delivery' | 'kind' | 'fulfilmentState'> & {
    parcels: Parameters<typeof canChangeDelivery>[1];
    exchanges: Parameters<typeof canChangeDelivery>[2];
    events?: OrderRow['events'];
  };
  /** Of the newest parcel. */
  request: PackingRow['parcels'][number]['request'] | undefined;
  reload: () => Promise<unknown>;
}) {
  const mayChange = usePermissions().has('change deliveries');
  const [isOpen, setIsOpen] = useState(false);
  const { number, version, delivery, kind, parcels, exchanges } = order;
  const canChange = kind === 'device' && delivery !== null && mayChange && canChangeDelivery(order, parcels, exchanges);
  const open = () => setIsOpen(true);
  useSingleKeys(canChange ? { e: open } : {});
  if (kind !== 'device') return null;
  return (
    <>
      <DeliveryAddress
        delivery={delivery}
        foot={delivery && <AddressCheck number={number} version={version} request={request?.state} />}
      >
        {canChange && <ChangeDeliveryButton onOpen={open} />}
      </DeliveryAddress>
      {isOpen && delivery && (
        <DeliveryDialog
          order={{ number, version, delivery }}
          by="staff"
          events={order.events}
          canChange={canChange}
          reload={reload}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

/** Asked anew when the order or what its courier was asked for changes; nothing stands there while nobody can say it. */
function AddressCheck({ number, version, request }: { number: number; version: number; request: string | undefined }) {
  const input = { number };
  const { address } = api.fulfilment.admin;
  const { data } = useQuery(
    address.queryOptions({
      input,
      queryKey: [...address.queryKey({ input }), version, request],
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    }),
  );
  const isKnown = data?.isKnown ?? null;
  if (isKnown === null) return null;
  return (
    <p className={styles.refused} data-late={!isKnown || undefined}>
      {isKnown ? orderCopy.address.known : orderCopy.address.unknown}
    </p>
  );
}

/** The firm that an order is for, with the way to change its name and numbers until the invoice. */
export function OrderCompany({ order, reload }: { order: OrderRow; reload: () => Promise<unknown> }) {
  const mayChange = usePermissions().has('handle payments');
  const { number, version, delivery, documents, shipments } = order;
  const company = firmIn(delivery);
  const lines = companyLines(order);
  if (!company || lines.length === 0) return null;
  return (
    <Lines title={orderCopy.address.company} lines={lines} what={changedCompanyCopy.what}>
      {mayChange && (
        <ChangeCompany
          order={{ number, version, company }}
          by="staff"
          events={order.events}
          canChange={canChangeCompany(order, documents, shipments)}
          reload={reload}
        />
      )}
    </Lines>
  );
}

/** As it stands on an envelope. */
function DeliveryAddress({
  children,
  delivery,
  foot,
}: {
  children: ReactNode;
  delivery: OrderRow['delivery'];
  foot: ReactNode;
}) {
  const copy = orderCopy.address;
  const { name, address, phone, note } = receiverOf(delivery);
  const lines = [name, ...address, phone].filter((line) => line !== '');
  return (
    <Lines
      title={copy.title}
      lines={delivery ? lines : []}
      what={copy.what}
      foot={
        <>
          {foot}
          {note && <p className={styles.refused}>{changedDeliveryCopy.noteSaid(note)}</p>}
        </>
      }
    >
      {children}
    </Lines>
  );
}

interface LinesProps {
  title: string;
  lines: string[];
  /** What is copied. */
  what: string;
  foot?: ReactNode;
  children: ReactNode;
}

function Lines({ title, lines, what, foot, children }: LinesProps) {
  if (lines.length === 0) return null;
  return (
    <section className={page.panel}>
      <header>
        <h2>{title}</h2>
        <span className={styles.tools}>
          {children}
          <CopyButton value={lines.join('\n')} label={orderCopy.address.copy} what={what} />
        </span>
      </header>
      <div className={page.body}>
        <address className={styles.address}>
          {lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
        {foot}
      </div>
    </section>
  );
}

/** Of a package with its address; a device's stands above it. */
function companyLines({ delivery: to, kind }: Pick<OrderRow, 'delivery' | 'kind'>): string[] {
  const firm = firmIn(to);
  if (!to || !firm) return [];
  const numbers = [
    firm.taxNumber && changedCompanyCopy.taxNumberOf(firm.taxNumber),
    firm.registrationNumber && changedCompanyCopy.registrationNumberOf(firm.registrationNumber),
  ];
  const lines =
    kind === 'device'
      ? [firm.name, ...numbers]
      : [
          firm.name,
          to.company_address,
          [to.company_postal_code, to.company_city].filter(Boolean).join(' '),
          ...numbers,
          to.company_contact,
        ];
  return lines.filter((line): line is string => Boolean(line));
}
