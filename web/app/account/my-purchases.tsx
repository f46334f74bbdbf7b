import { MyReservations } from '../events/my-reservations.tsx';
import { MyOrders } from '../orders/my-orders.tsx';
import type { Account } from '../session.ts';

/** What was bought by this account, and what was reserved with its address. */
export function MyPurchases({ account }: { account: Account }) {
  return (
    <>
      <MyOrders />
      <MyReservations email={account.email} />
    </>
  );
}
