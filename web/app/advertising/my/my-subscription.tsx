import { useQuery } from '@tanstack/react-query';
import { mine } from '#domain/advertising/my-copy.ts';
import { api } from '../../api.ts';
import { DataPart } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { MySubscriptions } from './my-subscriptions.tsx';

/** How soon it is read again while the payment provider has not answered, in milliseconds. */
const SOON = 2_000;

/** The subscriptions that fill a company's balances. */
export function MySubscription() {
  const account = useQuery(
    api.advertising.account.queryOptions({
      refetchInterval: ({ state }) => (state.data?.subscriptions.some(({ isChanging }) => isChanging) ? SOON : false),
    }),
  );
  return (
    <DataPart name={mine.subscription.title} part={partStateOf(account)}>
      {() => <MySubscriptions {...account.data!} reload={() => account.refetch()} />}
    </DataPart>
  );
}
