import { useState } from 'react';
import { common } from '#domain/copy.ts';
import { webhooksCopy as copy } from '#domain/integrations/webhooks/copy.ts';
import { DELIVERY_STATES } from '#domain/integrations/webhooks/rules.ts';
import { formatNumber } from '#domain/money.ts';
import { useAdminList } from '../../admin/use-admin-list.ts';
import { api } from '../../api.ts';
import { PartLoading } from '../../part/data-part.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './deliveries.module.css';
import { DeliveryRow } from './delivery-row.tsx';
import shared from './webhooks.module.css';
import { type Delivery, type Endpoint, hostOf } from './webhooks.ts';

const CHIPS = ['all', ...(['delivered', 'waiting', 'failed'] as const)] as const;
type Chip = (typeof CHIPS)[number];

/** What was sent to the chosen address, newest first. */
export function Deliveries({
  endpoint,
  sending,
  isThere,
  onAgain,
}: {
  endpoint: Endpoint;
  /** The one that is being sent again just now. */
  sending: number | null;
  /** Whether the address still is, as the list says that is read for it. */
  isThere: () => Promise<boolean>;
  onAgain: (delivery: Delivery) => void;
}) {
  const [chip, setChip] = useState<Chip>('all');
  const [open, setOpen] = useState<number | null>(null);
  const { id, counts } = endpoint;
  const list = useAdminList(
    api.integrations.webhooks.deliveries,
    { id, state: chip === 'all' ? undefined : chip },
    { screen: 'webhooks', keeps: () => false, isThere },
  );
  const { rows } = list;
  const total = DELIVERY_STATES.reduce((sum, state) => sum + counts[state], 0);
  return (
    <section className={shared.panel} aria-labelledby="slanja-naslov">
      <header>
        <h3 id="slanja-naslov">
          {copy.sent} <span>{copy.sentOf(hostOf(endpoint))}</span>
        </h3>
      </header>
      <fieldset className={styles.chips} aria-label={copy.filterLabel}>
        {CHIPS.map((one) => (
          <button key={one} type="button" aria-pressed={one === chip} onClick={() => setChip(one)}>
            {copy.filters[one]} <span>{formatNumber(one === 'all' ? total : counts[one])}</span>
          </button>
        ))}
      </fieldset>
      {list.failed ? (
        <div className={shared.failed} role="alert">
          <p>
            <b>{copy.loadError}</b> {copy.loadErrorText}
          </p>
          <Button size="sm" variant="secondary" onClick={() => void list.reload()}>
            {common.retry}
          </Button>
        </div>
      ) : !rows ? (
        <div className={styles.inside}>
          <PartLoading lines={6} />
        </div>
      ) : rows.length === 0 ? (
        <p className={`muted ${styles.inside}`}>{chip === 'all' ? copy.noneSent : copy.noneHere}</p>
      ) : (
        <table className={shared.table}>
          <thead>
            <tr>
              <th>{copy.sentTh.time}</th>
              <th>{copy.sentTh.event}</th>
              <th>{copy.sentTh.number}</th>
              <th>{copy.sentTh.answer}</th>
              <th>
                <span className="vh">{copy.sentTh.act}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <DeliveryRow
                key={row.id}
                row={row}
                endpoint={endpoint}
                isOpen={row.id === open}
                onToggle={() => setOpen(row.id === open ? null : row.id)}
                sending={sending}
                onAgain={() => onAgain(row)}
              />
            ))}
          </tbody>
        </table>
      )}
      {list.more && (
        <div className={styles.more}>
          <Button size="sm" variant="secondary" loading={list.isReadingMore} onClick={() => void list.more?.()}>
            {copy.more}
          </Button>
        </div>
      )}
    </section>
  );
}
