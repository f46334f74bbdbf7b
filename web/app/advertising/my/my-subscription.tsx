import { useQuery } from '@tanstack/react-query';
import { api, errorMessage } from '../../api.ts';
import { FormError } from '../../ui/form/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
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
  if (account.isPending) return <Skeleton lines={4} />;
  if (!account.data) return <FormError title={errorMessage(account.error)} />;
  const { subscriptions, advances, hasPortal } = account.data;
  return (
    <MySubscriptions
      subscriptions={subscriptions}
      advances={advances}
      hasPortal={hasPortal}
      reload={() => account.refetch()}
    />
  );
}
