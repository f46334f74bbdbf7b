import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { formatPairingNumber } from '#domain/devices/rules.ts';
import { formatDateTime } from '#domain/time.ts';
import { tvsCopy as copy } from '#domain/tvs/copy.ts';
import { AdminList } from '../admin/admin-list.tsx';
import { useListOrder } from '../admin/list-order.tsx';
import { useAdminList } from '../admin/use-admin-list.ts';
import { api, queryClient } from '../api.ts';
import { CampaignsBehindPlan } from '../campaigns/campaigns-behind-plan.tsx';
import { useLiveList } from '../live.ts';
import { DataPart } from '../part/data-part.tsx';
import { partStateOf } from '../part/part-state.ts';
import { Button } from '../ui/button.tsx';
import { LiveMark } from '../ui/live-mark.tsx';
import { AdminHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/table/empty.tsx';
import { BlockDialog } from './block-dialog.tsx';
import { OneTv } from './one-tv.tsx';
import { ReleaseDeviceOfErasedOwner } from './release-device-of-erased-owner.tsx';
import { SuspiciousTvs } from './suspicious-tvs.tsx';
import { toneOf, tvColumns } from './tv-columns.tsx';
import { TvFigures } from './tv-figures.tsx';
import { TvFilters } from './tv-filters.tsx';
import { type AskedTv, TvQuestion } from './tv-question.tsx';
import styles from './tvs.module.css';
import { TvsByHour } from './tvs-by-hour.tsx';
import { TvsByPlace } from './tvs-by-place.tsx';
import { useTvChoice } from './use-tv-choice.ts';

const ORDERS = { linked: copy.list.orders };
/** What TVs say each minute is no change that the screen hears of. */
const EVERY_MS = 60_000;
/** A count is of all TVs, so what it opens is chosen alone. */
const NONE = { q: '', state: '', region: '', venue: '', waits: '', silent: '' };
const reload = () => queryClient.invalidateQueries({ queryKey: api.tvs.key() });

/** TVs and what they show: figures, places, what looks odd, campaigns that are late, and the list with each TV. Choices are in the address; whoever looks for the id of a TV sees it at once. */
export default function AdminTvsPage() {
  const { text, chosen, asked: choice, isFiltered, choose } = useTvChoice();
  const [open, setOpen] = useState<string | null>(null);
  const [blocking, setBlocking] = useState<{ id: string; number: number } | null>(null);
  const [asked, setAsked] = useState<AskedTv | null>(null);
  const order = useListOrder(ORDERS);
  const list = useAdminList(
    api.tvs.admin.list,
    { ...choice, direction: order.sort.direction },
    { screen: 'tvs', held: blocking !== null || asked !== null, also: [api.tvs.admin.overview.key()] },
  );
  const overview = useQuery(api.tvs.admin.overview.queryOptions({ refetchInterval: EVERY_MS }));
  const connection = useLiveList('tvs', () => overview.refetch({ throwOnError: true }));
  const look = (id: string, number: number) => {
    setOpen(id);
    choose({ ...NONE, q: String(number) });
    document.getElementById('televizori')?.scrollIntoView({ block: 'start' });
  };
  const columns = useMemo(() => tvColumns(open, ({ id }) => setOpen((now) => (now === id ? null : id))), [open]);
  const only = list.isRead && list.rows?.length === 1 ? list.rows[0]!.id : undefined;
  const exact = only === text ? only : undefined;
  useEffect(() => {
    if (exact) setOpen(exact);
  }, [exact]);
  return (
    <div className={styles.page}>
      <AdminHead title={copy.title}>
        {liveness(connection === 'lost', overview.data && overview.dataUpdatedAt)}
      </AdminHead>
      <DataPart name={copy.figures.label} part={partStateOf(overview)} lines={6}>
        {() => (
          <>
            <TvFigures of={overview.data!} onAway={() => choose({ ...NONE, state: 'away' })} />
            <div className={styles.two}>
              <TvsByHour of={overview.data!} />
              <TvsByPlace places={overview.data!.places} onChoose={(place) => choose({ ...NONE, ...place })} />
            </div>
          </>
        )}
      </DataPart>
      <SuspiciousTvs onLook={look} onBlock={setBlocking} />
      <CampaignsBehindPlan />
      <section id="televizori" className={styles.section}>
        <ListHead waiting={overview.data?.waiting ?? 0} showWaiting={() => choose({ ...NONE, waits: 'true' })} />
        <AdminList
          title={copy.list.title}
          list={list}
          order={order}
          columns={columns}
          search={copy.list.search}
          clearable
          filters={<TvFilters {...chosen} choose={choose} />}
          rowTone={toneOf}
          detail={(row) =>
            row.id === open ? (
              <OneTv
                id={row.id}
                onClose={() => setOpen(null)}
                onBlock={() => setBlocking(row)}
                onAsk={setAsked}
                reload={reload}
              />
            ) : null
          }
          filtered={isFiltered}
          emptyFilter={copy.list.emptyFilter}
          empty={<Empty title={copy.list.empty} />}
        />
      </section>
      <ReleaseDeviceOfErasedOwner />
      {blocking && (
        <BlockDialog
          id={blocking.id}
          number={formatPairingNumber(blocking.number)}
          close={() => setBlocking(null)}
          reload={reload}
        />
      )}
      {asked && <TvQuestion asked={asked} close={() => setAsked(null)} reload={reload} />}
    </div>
  );
}

/** `at`: when the figures were read; nothing is said before that. */
function liveness(isLost: boolean, at: number | undefined) {
  if (isLost) return <LiveMark isLost>{copy.lost}</LiveMark>;
  return at !== undefined && <LiveMark isLost={false}>{copy.live(formatDateTime(new Date(at)))}</LiveMark>;
}

/** Over the list: how many TVs stand where nobody has confirmed. */
function ListHead({ waiting, showWaiting }: { waiting: number; showWaiting: () => void }) {
  return (
    <header className={styles.head}>
      <h2 className="d h3">{copy.list.title}</h2>
      {waiting > 0 && (
        <p className="muted s">
          {copy.list.waitingCount(waiting)}{' '}
          <Button size="sm" variant="ghost" onClick={showWaiting}>
            {copy.list.showWaiting}
          </Button>
        </p>
      )}
    </header>
  );
}
