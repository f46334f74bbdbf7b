import { useRef } from 'react';
import { withQuery } from '../../admin/list-tools.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import type { Endpoint } from './webhooks.ts';

const ADDRESS = 'adresa';

/** The chosen endpoint: the one that the page's own address names, or the first. */
export function useChosenEndpoint(endpoints: readonly Endpoint[]) {
  const [search, setSearch] = useAddressParams();
  const named = search.get(ADDRESS);
  /** Shown because none was chosen: when it is removed meanwhile, no other one takes its place without a word. */
  const first = useRef<string | null>(null);
  first.current = named ? null : (first.current ?? endpoints[0]?.id ?? null);
  const wanted = named || first.current;
  const chosen = endpoints.find(({ id }) => id === wanted) ?? null;
  return {
    chosen,
    isGone: wanted !== null && !chosen,
    isWanted: (id: string) => id === wanted,
    /** Without an id the first one again. */
    choose(id = '') {
      first.current = null;
      setSearch((current) => withQuery(current, ADDRESS, id), { replace: true, preventScrollReset: true });
    },
  };
}
