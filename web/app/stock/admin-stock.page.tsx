import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { stockCopy as copy } from '#domain/stock/copy.ts';
import { PLACES } from '#domain/stock/rules.ts';
import { AdminList } from '../admin/admin-list.tsx';
import { useListOrder } from '../admin/list-order.tsx';
import { withQuery } from '../admin/list-tools.tsx';
import { useAdminList } from '../admin/use-admin-list.ts';
import { api, client, errorMessage } from '../api.ts';
import { DataPart } from '../part/data-part.tsx';
import { type Loaded, partStateOf } from '../part/part-state.ts';
import { Button } from '../ui/button.tsx';
import { lazyComponent } from '../ui/late/lazy-component.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { AdminHead } from '../ui/page-head.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Empty } from '../ui/table/empty.tsx';
import { useAddressParams } from '../ui/use-address-params.ts';
import { DeliveryPanel } from './delivery-panel.tsx';
import { DeviceHistory } from './device-history.tsx';
import { IntakePanel, type IntakeWay } from './intake-panel.tsx';
import { LimitPanel } from './limit-panel.tsx';
import { PastIntakes } from './past-intakes.tsx';
import { type Level, PlaceCounts } from './place-counts.tsx';
import { RestockDialog } from './restock-dialog.tsx';
import styles from './stock.module.css';
import { useOpenDevice } from './use-open-device.ts';
import { type StockDialogProps, WriteOffDialog } from './write-off-dialog.tsx';

const PackingQueue = lazyComponent(() => import('../orders/packing/packing-queue.tsx'), {
  size: 'part',
  title: copy.queueLate,
});

const ORDERS = { moved: copy.orders };

/** Every device by its serial number. Search, place and intake are in the address. */
export default function AdminStockPage() {
  const [search, setSearch] = useAddressParams();
  const text = search.get('q')?.trim() ?? '';
  const place = PLACES.find((one) => one === search.get('place'));
  const intake = /^\d{1,9}$/.test(search.get('intake') ?? '') ? Number(search.get('intake')) : undefined;
  const [way, setWay] = useState<IntakeWay>('file');
  const [moving, setMoving] = useState<Moving | null>(null);
  const [allIntakes, setAllIntakes] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const order = useListOrder(ORDERS);
  const choice = { search: text || undefined, place, intake };
  const list = useAdminList(
    api.stock.admin.list,
    { ...choice, direction: order.sort.direction },
    { screen: 'stock', held: moving !== null, also: [api.stock.admin.level.key()] },
  );
  const level = useQuery(api.stock.admin.level.queryOptions());
  const choose = (name: string, value: string) =>
    setSearch((current) => withQuery(current, name, value), { replace: true, preventScrollReset: true });
  const { open, close, columns } = useOpenDevice(list.isRead ? list.rows : undefined, text);

  function openIntake(by: IntakeWay) {
    setWay(by);
    panel.current?.scrollIntoView({ block: 'nearest' });
    panel.current?.focus();
  }
  async function download() {
    try {
      saveFile(await client.stock.admin.export(choice));
    } catch (error) {
      toast.error(errorMessage(error));
    }
  }
  const refresh = () => void list.refresh().catch(() => {});

  return (
    <>
      <AdminHead title={copy.title}>
        <Button size="sm" variant="secondary" onClick={() => void download()}>
          {copy.export}
        </Button>
        <Button size="sm" variant="secondary" onClick={() => setMoving({ to: 'off', serial: '' })}>
          {copy.writeOff}
        </Button>
        {(level.data?.places.inspection ?? 0) > 0 && (
          <Button size="sm" variant="secondary" onClick={() => setMoving({ to: 'stock', serial: '' })}>
            {copy.restock.action}
          </Button>
        )}
        <Button size="sm" variant="secondary" onClick={() => openIntake('scan')}>
          {copy.scanning}
        </Button>
      </AdminHead>
      <p className={`muted ${styles.lead}`}>{copy.lead}</p>
      <DataPart name={copy.counts} part={partStateOf(level)} lines={2}>
        {() => (
          <>
            {level.data!.isLow && <LowStock level={level.data!} onIntake={() => openIntake('file')} />}
            <PlaceCounts level={level.data!} selected={place} onSelect={(one) => choose('place', one ?? '')} />
          </>
        )}
      </DataPart>
      <div className={styles.two}>
        <div className={styles.main}>
          <AdminList
            title={copy.title}
            list={list}
            order={order}
            columns={columns}
            search={copy.search}
            filters={intake !== undefined && <IntakeChip intake={intake} drop={() => choose('intake', '')} />}
            detail={(row) =>
              row.id === open?.id ? (
                <DeviceHistory
                  id={row.id}
                  serial={row.serial}
                  onClose={close}
                  onMove={(to) => setMoving({ to, serial: row.serial })}
                />
              ) : null
            }
            filtered={text !== '' || place !== undefined || intake !== undefined}
            emptyFilter={text ? copy.emptySearch(text) : copy.emptyFilter}
            empty={
              <Empty title={copy.empty} text={copy.emptyText}>
                <Button size="sm" variant="secondary" onClick={() => openIntake('file')}>
                  {copy.emptyGo}
                </Button>
              </Empty>
            }
          />
          <PastIntakes
            all={allIntakes}
            onAll={() => setAllIntakes(true)}
            onChoose={(number) => choose('intake', String(number))}
          />
        </div>
        <aside className={styles.side}>
          <PackingQueue />
          <IntakePanel panel={panel} way={way} onWay={setWay} onTaken={refresh} />
          <LevelPanels level={level} />
        </aside>
      </div>
      {moving && <MoveDialog {...moving} onClose={() => setMoving(null)} onDone={refresh} />}
    </>
  );
}

/** Where devices go by hand, and the one that was open. */
interface Moving {
  to: 'stock' | 'off';
  serial: string;
}

function MoveDialog({ to, serial, ...closing }: Moving & Pick<StockDialogProps, 'onClose' | 'onDone'>) {
  return to === 'off' ? <WriteOffDialog first={serial} {...closing} /> : <RestockDialog first={serial} {...closing} />;
}

/** From how many devices on it is said that few are left, and when more come. */
function LevelPanels({ level }: { level: Loaded & { data: Level | undefined } }) {
  return (
    <>
      <DataPart name={copy.limit.title} part={partStateOf(level)} lines={3}>
        {() => <LimitPanel level={level.data!} onSaved={() => void level.refetch()} />}
      </DataPart>
      <DataPart name={copy.delivery.title} part={partStateOf(level)} lines={3}>
        {() => <DeliveryPanel level={level.data!} onSaved={() => void level.refetch()} />}
      </DataPart>
    </>
  );
}

/** Only devices of one intake are shown. */
function IntakeChip({ intake, drop }: { intake: number; drop: () => void }) {
  return (
    <span className={styles.chip}>
      {copy.intakeFilter(intake)}
      <button type="button" aria-label={copy.dropIntake} onClick={drop}>
        ×
      </button>
    </span>
  );
}

/** Says that few devices are left to send. */
function LowStock({ level, onIntake }: { level: Level; onIntake: () => void }) {
  return (
    <div className={styles.low} role="status">
      <p>{copy.low(level.places.stock, level.warnBelow)}</p>
      <Button size="sm" variant="secondary" onClick={onIntake}>
        {copy.openIntake}
      </Button>
    </div>
  );
}
