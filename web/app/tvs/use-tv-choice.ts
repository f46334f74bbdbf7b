import { REGIONS } from '#domain/places/regions.ts';
import { VENUES } from '#domain/places/rules.ts';
import { TV_STATES, UNKNOWN_PLACE } from '#domain/tvs/rules.ts';
import { withQuery } from '../admin/list-tools.tsx';
import { useAddressParams } from '../ui/use-address-params.ts';

/** Which TVs the address asks for, and choosing others. */
export function useTvChoice() {
  const [address, setAddress] = useAddressParams();
  const text = address.get('q')?.trim() ?? '';
  const state = TV_STATES.find((one) => one === address.get('state'));
  const region = ([...REGIONS, UNKNOWN_PLACE] as const).find((one) => one === address.get('region'));
  const venue = ([...VENUES, UNKNOWN_PLACE] as const).find((one) => one === address.get('venue'));
  const waits = address.get('waits') === 'true';
  const silent = address.get('silent') === 'true';
  return {
    text,
    chosen: { state, region, venue, waits, silent },
    /** As the server is asked for it. */
    asked: { search: text || undefined, state, region, venue, waits: waits || undefined, silent: silent || undefined },
    isFiltered: text !== '' || state !== undefined || region !== undefined || venue !== undefined || waits || silent,
    choose: (changes: Record<string, string>) =>
      setAddress(
        (now) => Object.entries(changes).reduce((query, [name, value]) => withQuery(query, name, value), now),
        { replace: true, preventScrollReset: true },
      ),
  };
}
