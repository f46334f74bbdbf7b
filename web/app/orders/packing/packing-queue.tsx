import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { placeOfOrder } from '#domain/admin/subject-pages.ts';
import { formatCount } from '#domain/count.ts';
import { requestWords } from '#domain/fulfilment/copy.ts';
import { packingCopy } from '#domain/fulfilment/desk-copy.ts';
import { exchangeDesk } from '#domain/fulfilment/exchange-copy.ts';
import { formatDateTime } from '#domain/time.ts';
import { api, client } from '../../api.ts';
import { useLiveList } from '../../live.ts';
import { DataPart } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { PermittedLink } from '../../subject-link.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { LoadMore } from '../../ui/table/load-more.tsx';
import styles from './packing-queue.module.css';
import { downloadList, printLabels } from './print.ts';

const { queue: copy, papers } = packingCopy;

type Queue = Awaited<ReturnType<typeof client.fulfilment.admin.queue>>;

/** What is to be packed and what waits for the courier, with their papers. */
export default function PackingQueue() {
  const queue = useQuery(api.fulfilment.admin.queue.queryOptions());
  useLiveList('packing', () => queue.refetch({ throwOnError: true }));
  return (
    <DataPart name={copy.title} part={partStateOf(queue)} lines={4}>
      {() => <Lists {...queue.data!} />}
    </DataPart>
  );
}

/** An address that ends with it puts the focus on the courier's list, or on what says that nothing waits. */
const PICK_UP = 'pick-up';

/** The papers come first: Tab reaches them before the rows. */
function Lists({ toPack, packed, totals }: Queue) {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === `#${PICK_UP}`) document.getElementById(PICK_UP)?.focus();
  }, [hash]);
  return (
    <div>
      {toPack.length + packed.length > 0 && <Papers toPack={toPack} packed={packed} totals={totals} />}
      <section className={styles.panel}>
        <h2>
          {copy.title} <span>{formatCount(totals.toPack)}</span>
        </h2>
        {toPack.length === 0 ? (
          <div className={styles.body}>
            <b>{copy.empty}</b>
            <p className="muted s">{copy.emptyText}</p>
          </div>
        ) : (
          <Rows
            total={totals.toPack.count}
            rows={toPack.map((row) => (
              <Waiting key={`${row.number} ${row.isExchange}`} label={String(row.number)} {...row} />
            ))}
          />
        )}
      </section>
      <section className={styles.panel}>
        <h2>
          {copy.packed} <span>{formatCount(totals.packed)}</span>
        </h2>
        {packed.length === 0 ? (
          <p id={PICK_UP} tabIndex={-1} className={`${styles.body} muted`}>
            {copy.packedEmpty}
          </p>
        ) : (
          <Rows
            total={totals.packed.count}
            rows={packed.map(({ key, request, ...row }) => (
              <Waiting
                key={key}
                label={key}
                {...row}
                said={request && request !== 'made' ? requestWords[request] : ''}
              />
            ))}
          />
        )}
      </section>
    </div>
  );
}

function Papers({ toPack, packed, totals }: Queue) {
  const ready = packed.filter(({ request }) => request === null || request === 'made');
  async function printAll() {
    const isPrinted = await printLabels(ready.map(({ parcel }) => parcel));
    if (isPrinted && totals.packed.count > packed.length) toast.info(papers.labelsFirst(formatCount(totals.packed)));
  }
  return (
    <div className={`${styles.panel} ${styles.tools}`}>
      {toPack.length > 0 && (
        <Button
          size="sm"
          variant="secondary"
          onClick={() => void downloadList(() => client.fulfilment.admin.packingList({}))}
        >
          {papers.list}
        </Button>
      )}
      {packed.length > 0 && (
        <>
          <Button size="sm" variant="secondary" disabled={ready.length === 0} onClick={() => void printAll()}>
            {papers.labels}
          </Button>
          <Button
            id={PICK_UP}
            size="sm"
            variant="secondary"
            onClick={() => void downloadList(() => client.fulfilment.admin.pickUpList())}
          >
            {papers.pickUp}
          </Button>
        </>
      )}
    </div>
  );
}

/** So many rows are drawn, and as many more each time that somebody asks for them. */
const AT_ONCE = 50;

function Rows({ rows, total }: { rows: readonly ReactElement[]; total: number }) {
  const [shown, setShown] = useState(AT_ONCE);
  return (
    <>
      <ul className={styles.queue}>{rows.slice(0, shown)}</ul>
      {rows.length > shown && (
        <div className={styles.more}>
          <LoadMore busy={false} failed={false} onMore={() => setShown(shown + AT_ONCE)} />
        </div>
      )}
      {shown >= rows.length && total > rows.length && (
        <p className={`${styles.body} muted s`}>{copy.first(rows.length)}</p>
      )}
    </>
  );
}

function Waiting({
  label,
  number,
  name,
  city,
  devices,
  since,
  isExchange,
  said = '',
}: {
  label: string;
  number: number;
  name: string;
  city: string;
  devices: number;
  since: Date | string;
  isExchange: boolean;
  said?: string;
}) {
  return (
    <li>
      <PermittedLink to={placeOfOrder(number)}>{label}</PermittedLink>
      <span>
        {[name, city].filter(Boolean).join(', ')}
        <span className="muted s">
          {' '}
          · {formatDateTime(since)}
          {isExchange && ` · ${exchangeDesk.note}`}
          {said && ` · ${said}`}
        </span>
      </span>
      <span className="nb">{copy.devices(devices)}</span>
    </li>
  );
}
