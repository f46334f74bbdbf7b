import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { stockCopy as copy } from '#domain/stock/copy.ts';
import { dayOf, formatDate, formatDateTime } from '#domain/time.ts';
import { api, client, errorMessage } from '../api.ts';
import { useLiveList } from '../live.ts';
import { DataPart } from '../part/data-part.tsx';
import { partStateOf } from '../part/part-state.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { saveFile } from '../ui/save-file.ts';
import styles from './device-history.module.css';
import shared from './stock.module.css';

interface DeviceHistoryProps {
  id: string;
  serial: string;
  onClose: () => void;
  /** What came back and was looked at is sold again, or written off. */
  onMove: (to: 'stock' | 'off') => void;
}

/** Every place where one device has been, and with what. */
export function DeviceHistory({ id, serial, onClose, onMove }: DeviceHistoryProps) {
  const way = useQuery(api.stock.admin.device.queryOptions({ input: { id } }));
  useLiveList('stock', () => way.refetch({ throwOnError: true }));
  const device = way.data;
  return (
    <section className={styles.way} aria-label={copy.way.open(serial)}>
      <header className={shared.panelHead}>
        <h2>
          {copy.way.title} <span>{serial}</span>
        </h2>
        <Button size="sm" variant="ghost" onClick={onClose}>
          {copy.way.close}
        </Button>
      </header>
      <div className={shared.panelBody}>
        <DataPart name={copy.way.title} part={partStateOf(way)} lines={3}>
          {() => (
            <>
              <p className="s">{copy.way.now(device!.serial, device!.place, device!.isOpened)}</p>
              <ol className={styles.track}>
                {device!.moves.map(({ from, to, at, by, order, parcel, reason, note }, index) => (
                  <li
                    key={`${String(at)} ${to}`}
                    aria-current={index === device!.moves.length - 1 ? 'step' : undefined}
                  >
                    <b>{from === null ? copy.way.steps.received : copy.way.steps[to]}</b>
                    <small title={by ?? undefined}>
                      {[
                        formatDateTime(at),
                        from === null && copy.way.intake(device!.intake),
                        order !== null && copy.way.ofOrder(order),
                        parcel,
                        reason && copy.off.reasons[reason],
                        note,
                        by,
                      ]
                        .filter(Boolean)
                        .join(', ')}
                    </small>
                  </li>
                ))}
              </ol>
              {device!.place === 'inspection' && (
                <div className={styles.next}>
                  <Button size="sm" variant="secondary" onClick={() => onMove('stock')}>
                    {copy.restock.one}
                  </Button>
                  <Button size="sm" variant="ghost" onClick={() => onMove('off')}>
                    {copy.restock.off}
                  </Button>
                </div>
              )}
              {device!.place === 'off' && <WriteOffRecord day={dayOf(new Date(device!.movedAt))} />}
            </>
          )}
        </DataPart>
      </div>
    </section>
  );
}

/** The paper about everything that was written off on the same day. */
function WriteOffRecord({ day }: { day: string }) {
  const [busy, setBusy] = useState(false);
  const download = useSingleFlight(async () => {
    setBusy(true);
    try {
      saveFile(await client.stock.admin.writeOffRecord({ day }));
    } catch (error) {
      toast.error(errorMessage(error));
    }
    setBusy(false);
  });
  return (
    <div className={styles.next}>
      <Button
        size="sm"
        variant="secondary"
        loading={busy}
        loadingLabel={copy.record.busy}
        onClick={() => void download()}
      >
        {copy.record.open(formatDate(day))}
      </Button>
    </div>
  );
}
