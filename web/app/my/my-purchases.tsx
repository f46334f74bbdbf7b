import { mineCopy } from '#domain/events/own-copy.ts';
import { MyReservations } from '../events/my-reservations.tsx';
import { MyInstallations } from '../installations/my-installations.tsx';
import { MyOrders } from '../orders/my-orders.tsx';
import type { Account } from '../session.ts';
import { MyTasks } from '../tasks/my-tasks.tsx';
import { ProveMailbox } from './prove-mailbox.tsx';

/** What was bought by this account, what was reserved with its address, and where an installer is expected. */
export function MyPurchases({ account: { email } }: { account: Account }) {
  return (
    <>
      <MyInstallations />
      <MyOrders />
      <MyTasks />
      <MyReservations unproven={(proven) => <ProveMailbox copy={mineCopy.prove} email={email} proven={proven} />} />
    </>
  );
}
