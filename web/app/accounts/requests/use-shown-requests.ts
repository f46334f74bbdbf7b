import { useState } from 'react';
import { requests } from '#domain/accounts/copy.ts';
import { dayOf } from '#domain/time.ts';
import { useListOrder } from '../../admin/list-order.tsx';
import { withQuery } from '../../admin/list-tools.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { compareRequests, isOfKind, KINDS, type Kind, matches } from './request-filter.ts';
import type { Request } from './request-name.ts';
import { useHeldRows } from './use-held-rows.ts';
import type { useRequestChoice } from './use-request-choice.ts';

const STEP = 100;

/** Of the `waiting` requests those that search and filter in the address ask for, in their order, the first hundred at first. */
export function useShownRequests(
  waiting: readonly Request[] | undefined,
  { chosen, isAsking, isMine }: ReturnType<typeof useRequestChoice>,
) {
  const [search, setSearch] = useAddressParams();
  const [most, setMost] = useState(STEP);
  const held = useHeldRows(waiting, chosen.size > 0 || isAsking, isMine);
  const today = dayOf(new Date());
  const named = search.get('request');
  const text = search.get('q')?.trim() ?? '';
  const kind = KINDS.find((one) => one === search.get('kind')) ?? 'all';
  const order = useListOrder(requests.orders);
  const rows = held.rows
    ?.filter((row) => isOfKind(row, kind, today) && matches(row, text))
    .sort((a, b) => Number(b.id === named) - Number(a.id === named) || compareRequests(a, b, order.sort));
  const setKind = (key: Kind) =>
    setSearch((now) => withQuery(now, 'kind', key === 'all' ? '' : key), {
      replace: true,
      preventScrollReset: true,
    });
  return {
    /** All of them, also beyond the first. */
    rows,
    first: rows?.slice(0, most),
    more: rows && rows.length > most ? async () => setMost(most + STEP) : null,
    /** New ones that wait until somebody asks for them with `showNew`. */
    newOnes: held.waiting,
    showNew: held.show,
    order,
    kind,
    setKind,
    isFiltered: text !== '' || kind !== 'all',
    today,
  };
}
