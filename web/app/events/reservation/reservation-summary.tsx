import { dialog, page } from '#domain/events/copy.ts';
import type { EventFacts } from '#domain/events/event.ts';
import { packageOf, priceIn } from '#domain/events/packages.ts';
import { formatMoney, formatMoneyExact, RSD_PER_EUR } from '#domain/money.ts';
import styles from '../events.module.css';
import type { Draft } from './reservation-draft.ts';

/** What has been chosen so far, beside the step. */
export function Summary({ draft, event }: { draft: Draft; event: EventFacts }) {
  const { personalInfo, selectedCountry: country, selectedPackage } = draft;
  const pack = selectedPackage && packageOf(selectedPackage);
  const name = `${personalInfo.firstName} ${personalInfo.lastName}`.trim();
  const rows = [
    [dialog.summary.package, pack?.name],
    [dialog.summary.dates, page.dates(event)],
    [dialog.summary.country, country && dialog.country[country].name],
    [dialog.summary.name, name],
  ].filter((row): row is [string, string] => Boolean(row[1]));
  return (
    <>
      <h3 className={styles.asideTitle}>{dialog.summary.title}</h3>
      <dl className={styles.sum}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {pack && country && (
          <div className={styles.total}>
            <dt>{dialog.summary.toPay}</dt>
            <dd className="num">{formatMoney(priceIn(pack, country))}</dd>
          </div>
        )}
      </dl>
      {pack && country === 'RS' && (
        <p className="s muted">
          {formatMoneyExact(pack.priceEUR)} × {String(RSD_PER_EUR).replace('.', ',')}
        </p>
      )}
    </>
  );
}
