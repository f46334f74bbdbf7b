import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { doorCopy as copy } from '#domain/events/door/copy.ts';
import { type DoorGuest, holdsTicket } from '#domain/events/door/rules.ts';
import { searchGuests } from '#domain/events/door/search.ts';
import { packageOf } from '#domain/events/packages.ts';
import { pages } from '#domain/pages.ts';
import { formatTime } from '#domain/time.ts';
import { PartFailed, PartLoading } from '../../part/data-part.tsx';
import type { PartState } from '../../part/part-state.ts';
import { Segmented } from '../../ui/form/segmented.tsx';
import styles from './guests.module.css';

const FILTERS = ['out', 'in', 'all'] as const;
type Filter = (typeof FILTERS)[number];
const FOUND_AT_ONCE = 60;

interface GuestsProps {
  guests: readonly DoorGuest[] | null;
  /** What they are read from. */
  part: PartState;
  /** Nobody is let in today. */
  closed: boolean;
  onLet: (guest: DoorGuest) => void;
  onUndo: (guest: DoorGuest) => void;
  /** Both parts on a wide screen, one of them on a phone. */
  show: 'search' | 'list' | 'both';
  text: string;
  onText: (text: string) => void;
}

/** Who comes: found by name, number or phone, or the whole list; a press lets in, another takes it back. */
export function Guests({ guests, part, show, text, onText, ...act }: GuestsProps) {
  const [filter, setFilter] = useState<Filter>('out');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (show === 'search') field.current?.focus();
  }, [show]);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || (event.target as HTMLElement).closest('input, textarea, [role=dialog]')) return;
      event.preventDefault();
      field.current?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  if (!guests)
    return (
      <div className={styles.guests}>
        {part.state === 'failed' ? <PartFailed name={copy.guestList} part={part} /> : <PartLoading lines={8} />}
      </div>
    );

  const tickets = guests.filter(holdsTicket);
  const inside = tickets.filter(({ entry }) => entry !== null);
  const listed = { out: tickets.filter(({ entry }) => entry === null), in: inside, all: tickets };
  const unpaid = filter === 'in' ? [] : guests.filter(({ status }) => status === 'pending');
  const searching = show !== 'list' && text.trim() !== '';
  const found = searching ? searchGuests(guests, text) : [];

  function onEnter(event: KeyboardEvent) {
    const [only] = found;
    if (event.key === 'Enter' && found.length === 1 && only && holdsTicket(only) && !only.entry) act.onLet(only);
  }

  return (
    <div className={styles.guests}>
      <div className={styles.tools}>
        {show !== 'list' && (
          <div className={styles.search}>
            <input
              ref={field}
              type="search"
              value={text}
              autoComplete="off"
              enterKeyHint="search"
              placeholder={copy.search}
              aria-label={`${copy.searchLabel}: ${copy.search}`}
              maxLength={80}
              onChange={(event) => onText(event.target.value)}
              onKeyDown={onEnter}
            />
            <span className={styles.slash} aria-hidden="true">
              /
            </span>
          </div>
        )}
        {show !== 'search' && !searching && (
          <Segmented
            label={copy.filters.label}
            selected={filter}
            onSelect={setFilter}
            segments={FILTERS.map((key) => ({ key, label: copy.filters[key](listed[key].length) }))}
          />
        )}
      </div>
      {show !== 'list' && (
        <p className={styles.hint} role="status">
          {!searching
            ? show === 'search' && copy.searchHint
            : found.length === 0
              ? copy.none(text.trim())
              : `${copy.found(found.length, text.trim())} ${found.length > FOUND_AT_ONCE ? copy.more(FOUND_AT_ONCE) : copy.searchHint}`}
        </p>
      )}
      {searching ? (
        <List guests={found.slice(0, FOUND_AT_ONCE)} {...act} />
      ) : (
        show !== 'search' && (
          <>
            {tickets.length === 0 && unpaid.length === 0 && <p className={styles.hint}>{copy.empty}</p>}
            <List guests={listed[filter]} {...act} />
            {unpaid.length > 0 && (
              <>
                <h2 className={styles.heading}>{copy.unpaidGuests(unpaid.length)}</h2>
                <List guests={unpaid} {...act} />
              </>
            )}
          </>
        )
      )}
    </div>
  );
}

type Act = Pick<GuestsProps, 'onLet' | 'onUndo' | 'closed'>;

function List({ guests, ...act }: Act & { guests: readonly DoorGuest[] }) {
  if (guests.length === 0) return null;
  return (
    <ul className={styles.list}>
      {guests.map((guest) => (
        <li
          key={guest.code}
          className={styles.guest}
          data-state={!holdsTicket(guest) ? 'unpaid' : guest.entry ? 'in' : 'out'}
        >
          <b title={guest.name}>{guest.name}</b>
          <span className={styles.code}>{guest.code}</span>
          <span className={styles.pack} title={packageOf(guest.packageId).name}>
            {packageOf(guest.packageId).name}
          </span>
          <span className={styles.state}>{stateOf(guest)}</span>
          <Act guest={guest} {...act} />
        </li>
      ))}
    </ul>
  );
}

const REFUSED = { pending: 'unpaid', isteklo: 'lapsed', otkazano: 'cancelled' } as const;

function stateOf({ entry, status }: DoorGuest): string {
  if (status !== 'placeno') return copy.verdicts[REFUSED[status]];
  return entry ? [formatTime(entry.at), entry.door].filter(Boolean).join(', ') : '';
}

function Act({ guest, closed, onLet, onUndo }: Act & { guest: DoorGuest }) {
  const { code, name, number } = guest;
  if (!holdsTicket(guest))
    return (
      <Link
        className={styles.more}
        to={`${pages.adminEventPayments.path}?q=${number}`}
        aria-label={copy.reservationLabel(number, name)}
      >
        {copy.reservation}
      </Link>
    );
  if (guest.entry)
    return (
      <button
        type="button"
        className={styles.more}
        aria-label={copy.undoLabel(code, name)}
        onClick={() => onUndo(guest)}
      >
        {copy.undo}
      </button>
    );
  return (
    <button
      type="button"
      className={styles.let}
      disabled={closed}
      aria-label={copy.letLabel(code, name)}
      onClick={() => onLet(guest)}
    >
      {copy.let}
    </button>
  );
}
