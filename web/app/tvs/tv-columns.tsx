import { formatPairingNumber } from '#domain/devices/rules.ts';
import { regionNames, venueNames } from '#domain/places/copy.ts';
import { formatDateTime } from '#domain/time.ts';
import { tvsCopy } from '#domain/tvs/copy.ts';
import type { TvState } from '#domain/tvs/rules.ts';
import type { client } from '../api.ts';
import { SubjectLink } from '../subject-link.tsx';
import { Badge } from '../ui/badge.tsx';
import type { Column, RowTone } from '../ui/table/table.tsx';
import styles from './tvs.module.css';

export type TvRow = Awaited<ReturnType<typeof client.tvs.admin.list>>['rows'][number];

const copy = tvsCopy.list;
const TONES: Partial<Record<TvState, 'ok' | 'warn' | 'err'>> = { shows: 'ok', away: 'warn', blocked: 'err' };

export const toneOf = ({ state, isSuspicious }: TvRow): RowTone =>
  state === 'blocked' ? 'err' : isSuspicious ? 'warn' : state === 'shows' ? 'ok' : 'other';

export const tvColumns = (open: string | null, onOpen: (row: TvRow) => void): readonly Column<TvRow>[] => [
  {
    key: 'tv',
    header: copy.th.tv,
    bare: true,
    cell: (row) => (
      <button
        type="button"
        className={styles.tv}
        aria-expanded={row.id === open}
        aria-label={copy.open(formatPairingNumber(row.number), row.name)}
        onClick={() => onOpen(row)}
      >
        <b>{tvsCopy.one.title(formatPairingNumber(row.number))}</b> <small>{row.name}</small>
      </button>
    ),
  },
  {
    key: 'owner',
    header: copy.th.owner,
    cell: ({ owner, ownerEmail }) => (
      <SubjectLink kind="profile" lookup={ownerEmail}>
        {owner}
      </SubjectLink>
    ),
  },
  {
    key: 'place',
    header: copy.th.place,
    cell: ({ region, venue, isConfirmed }) => (
      <div>
        {[region && regionNames[region], venue && venueNames[venue]].filter(Boolean).join(', ') ||
          tvsCopy.matrix.unknown}
        {venue && !isConfirmed && <small className={styles.under}>{copy.waiting}</small>}
      </div>
    ),
  },
  {
    key: 'state',
    header: copy.th.state,
    cell: ({ state, isLicensed, unlinkedAt }) => (
      <div>
        <Badge {...(TONES[state] ? { tone: TONES[state] } : {})}>{tvsCopy.states[state]}</Badge>
        {unlinkedAt ? (
          <small className={styles.under}>{copy.unlinked(unlinkedAt)}</small>
        ) : (
          !isLicensed && <small className={styles.under}>{copy.unlicensed}</small>
        )}
      </div>
    ),
  },
  {
    key: 'seen',
    header: copy.th.seen,
    cell: ({ seenAt }) => (seenAt ? formatDateTime(seenAt) : <span className="muted">{copy.never}</span>),
  },
  {
    key: 'version',
    header: copy.th.version,
    cell: ({ version }) => <span className="muted">{version.slice(0, 7)}</span>,
  },
];
