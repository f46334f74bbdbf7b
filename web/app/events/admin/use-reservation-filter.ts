import { COUNTRIES, eventPackages } from '#domain/events/packages.ts';
import { referencesIn } from '#domain/events/payment/reference.ts';
import { withQuery } from '../../admin/list-tools.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';

/** Chosen where a filter filters nothing. */
export const EVERY = 'every';
const STATUSES = ['pending', 'placeno', 'isteklo', 'otkazano'] as const;

/** What is searched and filtered; it stands in the address. */
export function useReservationFilter() {
  const [search, setSearch] = useAddressParams();
  const text = search.get('q')?.trim() ?? '';
  const filter = {
    search: text || undefined,
    status: STATUSES.find((one) => one === search.get('status')),
    country: COUNTRIES.find((one) => one === search.get('country')),
    packageId: eventPackages.find(({ id }) => id === search.get('package'))?.id,
    overdue: search.get('overdue') === '1' || undefined,
    // A payment reference names its year.
    year: /^2\d{3}$/.test(search.get('year') ?? '') ? Number(search.get('year')) : referencesIn(text)[0]?.year,
  };
  const choose = (name: string, value: string) =>
    setSearch((current) => withQuery(current, name, value === EVERY ? '' : value), {
      replace: true,
      preventScrollReset: true,
    });
  return { filter, filtered: Object.values(filter).some((value) => value !== undefined), choose };
}

export type ReservationFilter = ReturnType<typeof useReservationFilter>['filter'];
