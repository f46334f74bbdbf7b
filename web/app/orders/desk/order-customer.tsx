import type { ReactNode } from 'react';
import { placeOfOrder, placeOfPerson } from '#domain/admin/subject-pages.ts';
import { receiverOf } from '#domain/fulfilment/receiver.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { orderStatus } from '#domain/orders/copy.ts';
import { isDeliveryOpen } from '#domain/orders/delivery/delivery.ts';
import { orderGaveCopy } from '#domain/orders/order-gave-copy.ts';
import { orderCopy } from '#domain/orders/order-page-copy.ts';
import { fulfilmentWords } from '#domain/orders/states-copy.ts';
import { formatDate } from '#domain/time.ts';
import page from '../../admin/desk-page.module.css';
import { usePermissions } from '../../session.ts';
import { PlaceLink } from '../../subject-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Email } from '../../ui/email.tsx';
import { initialsOf } from '../../ui/initials.ts';
import { ChangeDelivery } from '../delivery/change-delivery.tsx';
import styles from './order-aside.module.css';
import type { OrderRow } from './order-row.ts';

/** The buyer's account and other orders, and where this one goes. */
export function Customer({ order: { buyer, refusedParcels } }: { order: OrderRow }) {
  const copy = orderCopy.customer;
  return (
    <section className={page.panel}>
      <header>
        <h2>{copy.title}</h2>
        {buyer && <PlaceLink to={placeOfPerson(buyer.id)}>{copy.open}</PlaceLink>}
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
                  copy.since(formatDate(buyer.since)),
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
          </dl>
          <ul className={styles.figures}>
            <li>
              <b>{buyer.orders}</b> {copy.orders(buyer.orders)}
            </li>
            <li>
              <b>{formatMoneyExact({ amount: buyer.paid, currency: 'EUR' })}</b> {copy.paid}
            </li>
            <li>
              <b>{buyer.televisions}</b> {copy.televisions(buyer.televisions)}
            </li>
          </ul>
          <RefusedParcels count={refusedParcels} />
          {buyer.others.length > 0 && (
            <>
              <h3>{copy.others}</h3>
              <ul>
                {buyer.others.map((other) => (
                  <li key={other.number} className={styles.other}>
                    <PlaceLink to={placeOfOrder(other.number)}>{other.number}</PlaceLink>
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

/** Where an order goes, with the way to change it until it is packed. */
export function Address({
  order,
  reload,
}: {
  order: Pick<OrderRow, 'number' | 'version' | 'delivery' | 'kind' | 'fulfilmentState'> & {
    parcels: Parameters<typeof isDeliveryOpen>[1];
    exchanges: Parameters<typeof isDeliveryOpen>[2];
  };
  reload: () => Promise<unknown>;
}) {
  const mayChange = usePermissions().has('change deliveries');
  const { number, version, delivery, kind, parcels, exchanges } = order;
  const isOpen = mayChange && kind === 'device' && isDeliveryOpen(order, parcels, exchanges);
  return (
    <DeliveryAddress delivery={delivery} kind={kind}>
      {isOpen && delivery && <ChangeDelivery order={{ number, version, delivery }} by="staff" reload={reload} />}
    </DeliveryAddress>
  );
}

/** Where a device goes, or the company of a package. */
function DeliveryAddress({ children, ...order }: Pick<OrderRow, 'delivery' | 'kind'> & { children: ReactNode }) {
  const copy = orderCopy.address;
  const lines = addressLines(order);
  if (lines.length === 0) return null;
  return (
    <section className={page.panel}>
      <header>
        <h2>{order.kind === 'device' ? copy.title : copy.company}</h2>
        <span className={styles.tools}>
          {children}
          <CopyButton value={lines.join('\n')} label={copy.copy} what={copy.what} />
        </span>
      </header>
      <address className={`${page.body} ${styles.address}`}>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
    </section>
  );
}

/** As it stands on an envelope: of a device the buyer's form, of a package the company's. */
function addressLines({ delivery: to, kind }: Pick<OrderRow, 'delivery' | 'kind'>): string[] {
  if (!to) return [];
  if (kind === 'device') {
    const { name, address, phone } = receiverOf(to);
    return [name, ...address, phone].filter((line) => line !== '');
  }
  const lines = [
    to.company_name,
    to.company_address,
    [to.company_postal_code, to.company_city].filter(Boolean).join(' '),
    to.company_tax_number && `PIB ${to.company_tax_number}`,
    to.company_registration_number && `MB ${to.company_registration_number}`,
    to.company_contact,
  ];
  return lines.filter((line): line is string => Boolean(line));
}
