import { useQuery } from '@tanstack/react-query';
import { placeOfOrder } from '#domain/admin/subject-pages.ts';
import { requestWords } from '#domain/fulfilment/copy.ts';
import { packingCopy } from '#domain/fulfilment/desk-copy.ts';
import { exchangeDesk } from '#domain/fulfilment/exchange-copy.ts';
import { formatDateTime } from '#domain/time.ts';
import { api, client } from '../../api.ts';
import { useLiveList } from '../../live.ts';
import { PlaceLink } from '../../subject-link.tsx';
import { Button } from '../../ui/button.tsx';
import { DataPart } from '../../ui/part/data-part.tsx';
import { partStateOf } from '../../ui/part/part-state.ts';
import styles from './packing-queue.module.css';
import { downloadList, printLabels } from './print.ts';

const { queue: copy, papers } = packingCopy;

/** What is to be packed and what waits for the courier, with their papers. */
export default function PackingQueue() {
  const queue = useQuery(api.fulfilment.admin.queue.queryOptions());
  useLiveList('packing', () => queue.refetch({ throwOnError: true }));
  return (
    <DataPart name={copy.title} part={partStateOf(queue)} lines={4}>
      {() => {
        const { toPack, packed } = queue.data!;
        const ready = packed.filter(({ request }) => request === null || request === 'made');
        return (
          <div>
            <section className={styles.panel}>
              <h2>
                {copy.title} <span>{toPack.length}</span>
              </h2>
              {toPack.length === 0 ? (
                <div className={styles.body}>
                  <b>{copy.empty}</b>
                  <p className="muted s">{copy.emptyText}</p>
                </div>
              ) : (
                <>
                  <ul className={styles.queue}>
                    {toPack.map((row) => (
                      <Waiting key={`${row.number} ${row.isExchange}`} label={String(row.number)} {...row} />
                    ))}
                  </ul>
                  <div className={styles.tools}>
                    <Button
                      size="sm"
                      variant="secondary"
                      onClick={() => void downloadList(() => client.fulfilment.admin.packingList({}))}
                    >
                      {papers.list}
                    </Button>
                  </div>
                </>
              )}
            </section>
            <section className={styles.panel}>
              <h2>
                {copy.packed} <span>{packed.length}</span>
              </h2>
              {packed.length === 0 ? (
                <p className={`${styles.body} muted`}>{copy.packedEmpty}</p>
              ) : (
                <>
                  <ul className={styles.queue}>
                    {packed.map(({ key, request, ...row }) => (
                      <Waiting
                        key={key}
                        label={key}
                        {...row}
                        said={request && request !== 'made' ? requestWords[request] : ''}
                      />
                    ))}
                  </ul>
                  <div className={styles.tools}>
                    <Button
                      size="sm"
                      variant="secondary"
                      disabled={ready.length === 0}
                      onClick={() => void printLabels(ready.map(({ parcel }) => parcel))}
                    >
                      {papers.labels}
                    </Button>
                    <Button
                      size="sm"
                      variant="secondary"
                      onClick={() => void downloadList(() => client.fulfilment.admin.pickUpList())}
                    >
                      {papers.pickUp}
                    </Button>
                  </div>
                </>
              )}
            </section>
          </div>
        );
      }}
    </DataPart>
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
      <PlaceLink to={placeOfOrder(number)}>{label}</PlaceLink>
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
