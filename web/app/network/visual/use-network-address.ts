import { Id } from '#domain/shapes.ts';
import { withQuery } from '../../admin/list-tools.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';

/** What the address asks for: a branch, tree or list, the chosen member and whether it is being moved. */
export function useNetworkAddress() {
  const [search, setSearch] = useAddressParams();
  const wanted = Id.safeParse(search.get('member')).data ?? null;
  return {
    branch: Id.safeParse(search.get('branch')).data ?? null,
    asList: search.get('view') === 'list',
    wanted,
    isMoving: search.get('move') === wanted,
    put: (name: string, value: string | null) =>
      setSearch((current) => withQuery(current, name, value ?? ''), { replace: true, preventScrollReset: true }),
  };
}
