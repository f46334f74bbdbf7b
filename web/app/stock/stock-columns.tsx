import type { StockDevice } from '#domain/stock/contract.ts';
import { stockCopy as copy } from '#domain/stock/copy.ts';
import type { DevicePlace } from '#domain/stock/rules.ts';
import { formatDate } from '#domain/time.ts';
import type { api } from '../api.ts';
import { SubjectLink } from '../subject-link.tsx';
import { Badge } from '../ui/badge.tsx';
import type { Column } from '../ui/table/table.tsx';
import styles from './stock.module.css';

export type DeviceRow = Awaited<ReturnType<typeof api.stock.admin.list.call>>['rows'][number];

/** The order of the colour bars, in which the six places stand. */
export const PLACE_COLOURS: Record<DevicePlace, string> = {
  stock: 'var(--bar-yellow)',
  packed: 'var(--bar-cyan)',
  courier: 'var(--bar-green)',
  customer: 'var(--bar-magenta)',
  inspection: 'var(--bar-red)',
  off: 'var(--bar-blue)',
};
const TONES: Partial<Record<DevicePlace, 'info' | 'ok' | 'warn'>> = {
  packed: 'info',
  courier: 'info',
  customer: 'ok',
  inspection: 'warn',
};

export const stockColumns = (open: string | null, onOpen: (row: DeviceRow) => void): readonly Column<DeviceRow>[] => [
  {
    key: 'serial',
    header: copy.columns.serial,
    bare: true,
    cell: (row) => (
      <button
        type="button"
        className={styles.serial}
        style={{ '--k': PLACE_COLOURS[row.place] } as React.CSSProperties}
        aria-expanded={row.id === open}
        aria-label={copy.way.open(row.serial)}
        onClick={() => onOpen(row)}
      >
        {row.serial}
      </button>
    ),
  },
  {
    key: 'place',
    header: copy.columns.place,
    cell: ({ place }) => <Badge {...(TONES[place] ? { tone: TONES[place] } : {})}>{copy.places[place]}</Badge>,
  },
  { key: 'with', header: copy.columns.with, cell: (row) => <With row={row} /> },
  {
    key: 'intake',
    header: copy.columns.intake,
    cell: (row) => <span className="muted">{copy.received(row.intake, formatDate(row.receivedAt))}</span>,
  },
  {
    key: 'person',
    header: copy.columns.person,
    cell: (row) => row.person ?? <span className="muted">{copy.nobody}</span>,
  },
];

/** What the device's last move left with it. */
function With({
  row: { place, shelf, isOpened, order, parcel, reason, movedAt },
}: {
  row: Pick<StockDevice, 'place' | 'shelf' | 'isOpened' | 'order' | 'parcel' | 'reason'> & { movedAt: string | Date };
}) {
  if (place === 'off' && reason)
    return (
      <span className={styles.pair}>
        {copy.with.off(formatDate(movedAt), reason)}
        {parcel && <small className="muted">{parcel}</small>}
      </span>
    );
  // What came back was put somewhere else than when it was received.
  if (place === 'stock' && !isOpened && shelf) return copy.with.shelf(shelf);
  if (order === null) return <span className="muted">{copy.nobody}</span>;
  const words = place === 'stock' ? copy.with.restocked : place === 'inspection' ? copy.with.returned : copy.with.order;
  return (
    <span className={styles.pair}>
      <SubjectLink kind="order" lookup={String(order)}>
        {words(order)}
      </SubjectLink>
      {parcel && <small className="muted">{parcel}</small>}
    </span>
  );
}
