import type { ReservedEvent } from '#domain/events/event.ts';
import { ticketPageCopy } from '#domain/events/ticket/copy.ts';
import type { Directions } from '#domain/events/ticket/details.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import styles from '../way.module.css';
import { WayMap } from './way-map.tsx';

const copy = ticketPageCopy.way;

/** How to get there: a drawing with the organiser's landmarks, and the address for the phone's own map. */
export function Way({ place, directions }: { place: NonNullable<ReservedEvent['place']>; directions: Directions }) {
  const address = `${place.street}, ${place.postalCode} ${place.town}`;
  const map = `https://maps.google.com/?q=${encodeURIComponent(`${place.hotel}, ${address}`)}`;
  const rows = [
    [copy.address, address],
    [copy.checkIn, directions.checkIn],
    ...(directions.roomsFrom ? [[copy.rooms, copy.roomsText(directions.roomsFrom)]] : []),
    [copy.phone, directions.phone],
  ];
  return (
    <section className={styles.section} data-surface="ink">
      <div className="wrap">
        <SectionHead channel={2} name={copy.strip.name} about={copy.strip.what} />
        <div className={styles.way}>
          <WayMap hotel={place.hotel} landmarks={directions.landmarks} />
          <div className={styles.wayText}>
            <h2 className="d h2">{copy.title}</h2>
            <dl className={styles.address}>
              {rows.map(([label, value]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            <div className="row">
              <ButtonLink href={map} target="_blank" rel="noopener">
                {copy.open}
              </ButtonLink>
              <CopyButton value={`${place.hotel}, ${address}`} label={copy.copy} />
            </div>
          </div>
        </div>
      </div>
    </section>
  );
}
