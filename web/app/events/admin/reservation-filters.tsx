import { adminCopy as copy } from '#domain/events/admin/copy.ts';
import { COUNTRIES, eventPackages } from '#domain/events/packages.ts';
import { PAYMENT_DAYS } from '#domain/events/payment/instructions.ts';
import { dialog } from '#domain/events/reservation-copy.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/form/segmented.tsx';
import styles from './event-payments.module.css';
import type { Totals } from './reservation-totals.tsx';
import { EVERY, type ReservationFilter } from './use-reservation-filter.ts';

interface Props {
  filter: ReservationFilter;
  /** Of the year that is shown, once they are known. */
  totals: Totals | undefined;
  choose: (name: string, value: string) => void;
}

/** Which reservations are listed: by status, country, package, year, and those whose payment is overdue. */
export function ReservationFilters({ filter, totals, choose }: Props) {
  return (
    <>
      <Segmented
        label={copy.filters.status}
        selected={filter.status ?? EVERY}
        onSelect={(key) => choose('status', key)}
        segments={[
          { key: EVERY, label: copy.filters.all },
          { key: 'pending', label: copy.status.pending },
          { key: 'placeno', label: copy.status.paid },
          { key: 'isteklo', label: copy.status.lapsed },
          { key: 'otkazano', label: copy.status.cancelled },
        ]}
      />
      <Segmented
        label={copy.filters.country}
        selected={filter.country ?? EVERY}
        onSelect={(key) => choose('country', key)}
        segments={[
          { key: EVERY, label: copy.filters.all },
          ...COUNTRIES.map((key) => ({ key, label: dialog.country[key].name })),
        ]}
      />
      <select
        className={styles.select}
        aria-label={copy.filters.package}
        value={filter.packageId ?? EVERY}
        onChange={(event) => choose('package', event.target.value)}
      >
        <option value={EVERY}>{copy.filters.everyPackage}</option>
        {eventPackages.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      {totals && totals.years.length > 1 && (
        <select
          className={styles.select}
          aria-label={copy.filters.year}
          value={totals.year}
          onChange={(event) => choose('year', event.target.value)}
        >
          {totals.years.map((year) => (
            <option key={year}>{year}</option>
          ))}
        </select>
      )}
      <Button
        size="sm"
        variant={filter.overdue ? 'ink' : 'secondary'}
        aria-pressed={filter.overdue ?? false}
        onClick={() => choose('overdue', filter.overdue ? EVERY : '1')}
      >
        {copy.filters.overdue(PAYMENT_DAYS)}
        {totals && ` (${totals.overdue})`}
      </Button>
    </>
  );
}
