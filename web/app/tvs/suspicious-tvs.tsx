import { useQuery } from '@tanstack/react-query';
import { formatPairingNumber } from '#domain/devices/rules.ts';
import { regionNames } from '#domain/places/copy.ts';
import { tvsCopy } from '#domain/tvs/copy.ts';
import { api, client, queryClient } from '../api.ts';
import { DataPart } from '../part/data-part.tsx';
import { partStateOf } from '../part/part-state.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { Table } from '../ui/table/table.tsx';
import { useLiveRows } from '../use-live-rows.ts';
import { write } from '../write.ts';
import styles from './tvs.module.css';

const copy = tvsCopy.suspicious;

interface SuspiciousProps {
  onLook: (id: string, number: number) => void;
  onBlock: (tv: { id: string; number: number }) => void;
}

/** TVs of which something looks odd, each with its measurement; a person decides. */
export function SuspiciousTvs({ onLook, onBlock }: SuspiciousProps) {
  const found = useQuery(api.tvs.admin.suspicious.queryOptions());
  useLiveRows('tvs', () => found.refetch({ throwOnError: true }));
  const clear = useSingleFlight(async (id: string, suspicion: 'network' | 'always' | 'rhythm') => {
    const outcome = await write(() => client.tvs.admin.clear({ id, suspicion }));
    if (outcome.outcome === 'done') toast.success(tvsCopy.cleared);
    else toast.error(outcome.text);
    await queryClient.invalidateQueries({ queryKey: api.tvs.key() });
  });
  return (
    <section id="sumnjivi" className={styles.section}>
      <header className={styles.head}>
        <h2 className="d h3">{copy.title}</h2>
        <span className="muted s">{copy.note}</span>
      </header>
      <DataPart name={copy.title} part={partStateOf(found)} lines={3}>
        {() => (
          <Table
            caption={copy.title}
            rows={found.data}
            rowKey={({ id, suspicion }) => `${id} ${suspicion}`}
            rowTone={({ suspicion }) => (suspicion === 'network' ? 'err' : 'warn')}
            empty={copy.empty}
            columns={[
              {
                key: 'tv',
                header: copy.th.tv,
                bare: true,
                cell: ({ number, owner, region }) => (
                  <>
                    <b>{tvsCopy.one.title(formatPairingNumber(number))}</b>
                    <small className={styles.under}>
                      {[owner, region && regionNames[region]].filter(Boolean).join(' · ')}
                    </small>
                  </>
                ),
              },
              { key: 'why', header: copy.th.why, cell: ({ suspicion, figure }) => copy.why(suspicion, figure) },
              {
                key: 'figure',
                header: copy.th.figure,
                cell: (one) => <span className="muted s">{copy.measured({ ...one, kind: one.suspicion })}</span>,
              },
              {
                key: 'open',
                header: copy.th.open,
                align: 'right',
                cell: ({ openReward }) => <b className={styles.together}>{copy.open(openReward)}</b>,
              },
              {
                key: 'do',
                header: copy.th.acts,
                bare: true,
                cell: ({ id, number, suspicion }) => (
                  <div className={`${styles.actions} ${styles.oneLine}`}>
                    <Button size="sm" variant="secondary" onClick={() => onLook(id, number)}>
                      {tvsCopy.look}
                    </Button>
                    <Button size="sm" variant="secondary" onClick={() => void clear(id, suspicion)}>
                      {tvsCopy.clear}
                    </Button>
                    <Button size="sm" variant="danger" onClick={() => onBlock({ id, number })}>
                      {tvsCopy.block}
                    </Button>
                  </div>
                ),
              },
            ]}
          />
        )}
      </DataPart>
    </section>
  );
}
