import { useState } from 'react';
import { page as copy, countryNames } from '#domain/events/copy.ts';
import type { EventFacts } from '#domain/events/event.ts';
import {
  COUNTRIES,
  type Country,
  type EventPackage,
  eventPackages,
  type PackageId,
  priceIn,
} from '#domain/events/packages.ts';
import { formatMoney, formatMoneyExact } from '#domain/money.ts';
import { typeset, withNonBreakingSpaces } from '#domain/typography.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Segmented } from '../ui/form/segmented.tsx';
import styles from './tickets.module.css';

const page = typeset(copy);

interface PackagesGridProps {
  event: EventFacts;
  country: Country;
  onCountry: (country: Country) => void;
  soldOut: readonly PackageId[];
  fewLeft: Partial<Record<PackageId, number>>;
  over: boolean;
  /** One was chosen and the dialog is on its way. */
  opening: boolean;
  onChoose: (packageId: PackageId) => void;
}

/** The four packages; the switch chooses the currency of the large price. */
export function PackagesGrid({
  event,
  country,
  onCountry,
  soldOut,
  fewLeft,
  over,
  opening,
  onChoose,
}: PackagesGridProps) {
  return (
    <>
      <div className={styles.packagesHead}>
        <div>
          <h2 className="d h2">{page.packages.title}</h2>
          <p className="muted">{page.packages.lead(event)}</p>
        </div>
        <Segmented
          label={page.packages.country}
          segments={COUNTRIES.map((key) => ({ key, label: countryNames[key] }))}
          selected={country}
          onSelect={onCountry}
        />
      </div>
      <div className={styles.tickets}>
        {eventPackages.map((pack) => (
          <TicketCard
            key={pack.id}
            event={event}
            pack={pack}
            country={country}
            full={soldOut.includes(pack.id)}
            left={fewLeft[pack.id]}
            over={over}
            opening={opening}
            onChoose={() => onChoose(pack.id)}
          />
        ))}
      </div>
      <p className={`s muted ${styles.rate}`}>{page.packages.rate}</p>
    </>
  );
}

interface TicketCardProps {
  event: EventFacts;
  pack: EventPackage;
  country: Country;
  full: boolean;
  /** Shown only when few places are left. */
  left: number | undefined;
  over: boolean;
  opening: boolean;
  onChoose: () => void;
}

function TicketCard({ event, pack, country, full, left, over, opening, onChoose }: TicketCardProps) {
  const other = priceIn(pack, country === 'RS' ? 'CG' : 'RS');
  const [pressed, setPressed] = useState(false);
  return (
    <article
      className={`${styles.ticket} ${pack.popular ? styles.hot : ''}`}
      data-currency={priceIn(pack, country).currency}
    >
      {pack.popular && (
        <span className={styles.popular}>
          <Badge tone="hot">{page.packages.badge}</Badge>
        </span>
      )}
      <div className={styles.what}>
        <h3 className="d h3">{pack.name}</h3>
        <p className="muted s">{withNonBreakingSpaces(pack.description)}</p>
        <ul className={styles.ticks}>
          {pack.features(event).map((feature) => (
            <li key={feature}>{withNonBreakingSpaces(feature)}</li>
          ))}
        </ul>
      </div>
      <div className={styles.price}>
        <p>
          <span className="num">{priceText(pack, country)}</span>
          <span className={styles.otherPrice}>
            {other.currency === 'EUR' ? formatMoneyExact(other) : formatMoney(other)}
          </span>
          <small className={styles.vat}>{page.vat}</small>
        </p>
        {!over && (
          <div className={styles.choose}>
            {left !== undefined && !full && <Badge tone="warn">{page.fewLeft(left)}</Badge>}
            <Button
              full
              variant={pack.popular && !full ? 'ink' : 'secondary'}
              aria-label={full ? `${pack.name}: ${page.soldOut}` : page.packages.buttonAria(pack.name)}
              disabled={full}
              loading={opening && pressed}
              onClick={() => {
                setPressed(true);
                onChoose();
              }}
            >
              {full ? page.soldOut : page.packages.button}
            </Button>
          </div>
        )}
      </div>
    </article>
  );
}

/** Dinars without decimals, euros with two. */
function priceText(pack: EventPackage, country: Country): string {
  const price = priceIn(pack, country);
  return price.currency === 'EUR' ? formatMoneyExact(price) : formatMoney(price);
}
