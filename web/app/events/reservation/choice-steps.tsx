import { dialog, page } from '#domain/events/copy.ts';
import { COUNTRIES, type Country, eventPackages, type PackageId, priceIn } from '#domain/events/packages.ts';
import { formatMoney } from '#domain/money.ts';
import styles from '../events.module.css';

/** Pressing a choice selects it and goes to the next step. */
export function CountryStep({ chosen, onChoose }: { chosen: Country | null; onChoose: (country: Country) => void }) {
  return (
    <div className={styles.countries}>
      {COUNTRIES.map((country) => (
        <button
          key={country}
          type="button"
          className={styles.choice}
          aria-pressed={country === chosen}
          onClick={() => onChoose(country)}
        >
          <span className="d h3">{dialog.country[country].name}</span>
          <span className="s muted">{dialog.country[country].hint}</span>
          {country === chosen && <Chosen />}
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
            <span className={styles.choiceName}>{pack.name}</span>
            <span className={`num ${styles.choicePrice}`}>{formatMoney(priceIn(pack, country))}</span>
            <span className="s muted">{full ? page.soldOut : pack.description}</span>
            {pack.id === chosen && !full && <Chosen />}
          </button>
        );
      })}
    </div>
  );
}

const Chosen = () => <span className={styles.chosen}>{dialog.package.selected}</span>;
