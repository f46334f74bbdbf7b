import { useState } from 'react';
import { placeOfOrder } from '#domain/admin/subject-pages.ts';
import { todayCopy } from '#domain/admin/today-copy.ts';
import { formatCount } from '#domain/count.ts';
import { formatDate } from '#domain/time.ts';
import { countDevices } from '#domain/wording.ts';
import { client } from '../../api.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { PermittedLink } from '../../subject-link.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import styles from './today.module.css';
import type { TodayRead } from './today-read.ts';

const copy = todayCopy.unsorted;
type Unsorted = NonNullable<TodayRead['unsorted']>;
type Row = Unsorted['rows'][number];

/** Orders of which the owner says once whether they were delivered before parcels were recorded. */
export function UnrecordedDeliveries({
  unsorted: { total, rows },
  reload,
}: {
  unsorted: Unsorted;
  reload: () => Promise<unknown>;
}) {
  const [busy, setBusy] = useState<string | null>(null);
  const sort = useSingleFlight(async ({ id, number }: Row, delivered: boolean) => {
    setBusy(id);
    const said = await write(() => client.fulfilment.admin.sort({ id, delivered }));
    if (said.outcome !== 'done') {
      toast.error(said.text);
      setBusy(null);
      return void reload();
    }
    toast.success(copy.done[delivered ? 'delivered' : 'toPack'](number));
    await reload();
    setBusy(null);
  });
  return (
    <section className={styles.deadlines} aria-labelledby="pre-evidencije">
      <h3 id="pre-evidencije">{copy.title}</h3>
      <p className="muted s">{copy.text}</p>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <span className={styles.when}>{copy.paid(formatDate(row.paidOn))}</span>
            <span>
              <PermittedLink to={placeOfOrder(row.number)}>{todayCopy.order(row.number)}</PermittedLink>
              {copy.whose(row.name, countDevices(row.devices))}
            </span>
            <span className={styles.choice}>
              <Button size="sm" variant="secondary" disabled={busy === row.id} onClick={() => void sort(row, true)}>
                {copy.delivered}
                <span className="vh"> {todayCopy.order(row.number)}</span>
              </Button>
              <Button size="sm" variant="secondary" disabled={busy === row.id} onClick={() => void sort(row, false)}>
                {copy.toPack}
                <span className="vh"> {todayCopy.order(row.number)}</span>
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {total.count > rows.length && <p className="muted s">{copy.more(formatCount(total))}</p>}
    </section>
  );
}
