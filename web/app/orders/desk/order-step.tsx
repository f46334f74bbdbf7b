import { useQuery } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { packingCopy } from '#domain/fulfilment/desk-copy.ts';
import { askingMailOf, type OrderWait, orderWaitOf } from '#domain/orders/waits.ts';
import { waitsCopy as copy, waitSaid } from '#domain/orders/waits-copy.ts';
import { pages } from '#domain/pages.ts';
import { api } from '../../api.ts';
import { PartLoading } from '../../part/data-part.tsx';
import { usePermissions } from '../../session.ts';
import { PermittedLink } from '../../subject-link.tsx';
import { Button } from '../../ui/button.tsx';
import { NextStep } from '../packing/late-step.ts';
import styles from '../packing/next-step.module.css';
import type { PackingRow } from '../packing/packing-row.ts';
import type { RefundRow } from '../refunds/refund-row.ts';
import { RETURNS_PLACE } from '../returns/returns-place.ts';
import aside from './order-aside.module.css';
import type { OrderRow } from './order-row.ts';
import { useSendAgain } from './use-send-again.ts';

interface StepProps {
  order: OrderRow;
  refunds: { data: { refunds: readonly RefundRow[] } | undefined; isPending: boolean };
  reload: () => Promise<unknown>;
}

/** The next step of devices: with their parcels first, then what else is open. */
export function DeviceStep({ order, packing, refunds, reload }: StepProps & { packing: PackingRow }) {
  const returns = useQuery(api.returns.admin.read.queryOptions({ input: { order: order.number } }));
  // No refund is asked for of an order for which nothing came.
  if (returns.isPending || (order.payments.length > 0 && refunds.isPending)) return <PartLoading lines={2} />;
  const wait = orderWaitOf({ order, returns: returns.data ?? [], refunds: refunds.data?.refunds ?? [] });
  return (
    <NextStep
      packing={packing}
      reload={reload}
      wait={wait && <OrderWaitText order={order} wait={wait} reload={reload} />}
    />
  );
}

/** Of an order without parcels, where it is all of the strip; nothing while nothing is open. */
export function OtherStep({ order, refunds, reload }: StepProps) {
  const wait = orderWaitOf({ order, returns: [], refunds: refunds.data?.refunds ?? [] });
  if (!wait) return null;
  return (
    <section className={styles.strip} aria-label={packingCopy.step}>
      <OrderWaitText order={order} wait={wait} reload={reload} />
    </section>
  );
}

interface WaitProps {
  order: OrderRow;
  wait: OrderWait;
  reload: () => Promise<unknown>;
}

/** Without a step in the history: Esc leads from the order back to its place in the list. */
function leadToReturns(event: MouseEvent) {
  const returns = document.getElementById(RETURNS_PLACE);
  if (!returns || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  returns.focus();
}

/** What is to be done, and where. */
function OrderWaitText({ order, wait, reload }: WaitProps) {
  const mayHandle = usePermissions().has('handle payments');
  const { kind } = wait;
  const proforma = askingMailOf(order.mails);
  return (
    <div className="row">
      <p>{waitSaid(wait)}</p>
      {(kind === 'return' || kind === 'received' || kind === 'decide again') && mayHandle && (
        <a className={aside.textButton} href={`#${RETURNS_PLACE}`} onClick={leadToReturns}>
          {copy.decide}
        </a>
      )}
      {kind === 'payout' && (
        <PermittedLink to={{ page: 'adminBank', path: pages.adminBank.path }}>{copy.payouts}</PermittedLink>
      )}
      {kind === 'transfer' && mayHandle && proforma && (
        <ProformaAgain order={order.id} mail={proforma.id} reload={reload} />
      )}
    </div>
  );
}

function ProformaAgain({ order, mail, reload }: { order: string; mail: string; reload: () => Promise<unknown> }) {
  const { busy, send } = useSendAgain(order, mail, reload);
  return (
    <Button size="sm" loading={busy} onClick={() => void send()}>
      {copy.again}
    </Button>
  );
}
