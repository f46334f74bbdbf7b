import { page } from '#domain/events/copy.ts';
import type { EventFacts } from '#domain/events/event.ts';
import { type Country, type EventPackage, packageOf, priceIn } from '#domain/events/packages.ts';
import { dialog } from '#domain/events/reservation-copy.ts';
import { formatMoney, formatMoneyExact } from '#domain/money.ts';
import styles from '../events.module.css';
import type { Draft } from './reservation-draft.ts';

/** What has been chosen so far, beside the step. */
export function Summary({ draft, event }: { draft: Draft; event: EventFacts }) {
  const { selectedCountry: country, selectedPackage } = draft;
  const pack = selectedPackage && packageOf(selectedPackage);
  return (
    <>
      <h3 className={`osd muted ${styles.asideTitle}`}>{dialog.summary.title}</h3>
      <dl className={styles.sum}>
        <div>
          <dt>{dialog.summary.event}</dt>
          <dd>{page.title}</dd>
        </div>
        <div>
          <dt>{dialog.summary.dates}</dt>
          <dd>{page.dates(event)}</dd>
        </div>
        <div>
          <dt>{dialog.summary.package}</dt>
          <dd>{pack ? pack.name : <span className="muted">{dialog.summary.later}</span>}</dd>
        </div>
        <div className={styles.total}>
          <dt>{dialog.summary.toPay}</dt>
          <dd>
            {pack && country ? (
              <>
                <span className="num">{formatMoney(priceIn(pack, country))}</span>
                <small>{alsoIn(pack, country)}</small>
              </>
            ) : (
              <span className="num">{dialog.summary.nothingYet}</span>
            )}
          </dd>
        </div>
      </dl>
    </>
  );
}

/** Beside dinars the euros that the price list is kept in, and the tax. */
const alsoIn = (pack: EventPackage, country: Country): string =>
  country === 'RS' ? `${formatMoneyExact(pack.priceEUR)}, ${page.vat}` : page.vat;
