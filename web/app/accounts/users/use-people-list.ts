import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { people as copy } from '#domain/accounts/people-copy.ts';
import { useListOrder } from '../../admin/list-order.tsx';
import { withQuery } from '../../admin/list-tools.tsx';
import { useAdminList } from '../../admin/use-admin-list.ts';
import { api } from '../../api.ts';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { peopleAsked } from './people-asked.ts';

/** Everybody with a profile, as search, filter and order in the address ask for them, and how many that are. */
export function usePeopleList(held: boolean) {
  const [search, setSearch] = useAddressParams();
  const order = useListOrder(copy.orders);
  const asked = peopleAsked(search);
  const { show } = asked;
  const list = useAdminList(api.accounts.admin.people.list, asked, {
    screen: 'people',
    held,
    also: [api.accounts.admin.people.count.key()],
  });
  // The rows first: counting everybody would slow them down.
  const counted = useQuery(
    api.accounts.admin.people.count.queryOptions({
      input: { search: asked.search, show },
      placeholderData: keepPreviousData,
      enabled: list.isRead,
    }),
  );
  const choose = (group: string) =>
    setSearch((current) => withQuery(current, 'show', group), { replace: true, preventScrollReset: true });
  return { asked, order, list, counted, choose, isFiltered: asked.search !== undefined || show !== undefined };
}
