import { useAddressParams } from '../../ui/use-address-params.ts';
import { withQuery } from '../list-tools.tsx';

const FILTERS = ['actor', 'subject', 'action', 'from', 'to'] as const;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Which entries are shown; it stands in the address. */
export function useAuditFilter() {
  const [search, setSearch] = useAddressParams();
  const value = (name: (typeof FILTERS)[number]) => search.get(name)?.trim() || undefined;
  const day = (name: 'from' | 'to') => (DAY.test(search.get(name) ?? '') ? search.get(name)! : undefined);
  const filter = {
    actor: value('actor'),
    subject: value('subject'),
    action: value('action'),
    from: day('from'),
    to: day('to'),
  };
  const filtered = Object.values(filter).some(Boolean);
  const choose = (name: string, text: string) =>
    setSearch((current) => withQuery(current, name, text), { replace: true, preventScrollReset: true });
  const clear = () => setSearch({}, { replace: true, preventScrollReset: true });
  return { filter, filtered, choose, clear };
}

export type AuditFilter = ReturnType<typeof useAuditFilter>['filter'];
