import { page } from '#domain/events/copy.ts';
import { COUNTRIES, type Country, eventPackages, type PackageId, priceIn } from '#domain/events/packages.ts';
import { dialog } from '#domain/events/reservation-copy.ts';
import { formatMoney, formatMoneyExact } from '#domain/money.ts';
import styles from '../events.module.css';

/** Pressing a choice selects it and goes to the next step. */
export function CountryStep({ chosen, onChoose }: { chosen: Country | null; onChoose: (country: Country) => void }) {
  return (
    <div className={styles.choices}>
      {COUNTRIES.map((country) => (
        <button
          key={country}
          type="button"
          className={styles.choice}
          aria-pressed={country === chosen}
          onClick={() => onChoose(country)}
        >
          <i className={styles.dot} />
          <span>
            <b>{dialog.country[country].name}</b>
            <small>{dialog.country[country].hint}</small>
          </span>
        </button>
      ))}
    </div>
  );
}

interface PackageStepProps {
  country: Country;
  chosen: PackageId | null;
  soldOut: readonly PackageId[];
  onChoose: (packageId: PackageId) => void;
}

export function PackageStep({ country, chosen, soldOut, onChoose }: PackageStepProps) {
  return (
    <div className={styles.choices}>
      {eventPackages.map((pack) => {
        const full = soldOut.includes(pack.id);
        return (
          <button
            key={pack.id}
            type="button"
            className={styles.choice}
            aria-pressed={pack.id === chosen}
            disabled={full}
            onClick={() => onChoose(pack.id)}
          >
            <i className={styles.dot} />
            <span>
              <b>{pack.name}</b>
              <small>{full ? page.soldOut : pack.description}</small>
            </span>
            <span className={styles.choicePrice}>
              <b className="num">{formatMoney(priceIn(pack, country))}</b>
              {country === 'RS' && <small>{formatMoneyExact(pack.priceEUR)}</small>}
            </span>
          </button>
        );
      })}
    </div>
  );
}
