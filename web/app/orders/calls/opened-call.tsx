import { useEffect } from 'react';
import { Link } from 'react-router';
import { OPEN_CALL } from '#domain/orders/calls/calls.ts';
import { callsCopy as copy } from '#domain/orders/calls/calls-copy.ts';
import { pages } from '#domain/pages.ts';
import { client } from '../../api.ts';
import { useSession } from '../../session.ts';
import { write } from '../../write.ts';
import type { OrderRow } from '../desk/order-row.ts';

/** While the form of a call is open the others are told; that it was not said holds up no call. */
export function useOpenedCall(number: number, isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    const tell = () => void write(() => client.orders.admin.openCall({ number }), { repeats: false });
    tell();
    const timer = setInterval(tell, OPEN_CALL.renewed);
    return () => {
      clearInterval(timer);
      void write(() => client.orders.admin.closeCall({ number }), { repeats: false });
    };
  }, [number, isOpen]);
}

interface Props {
  number: number;
  openedBy: NonNullable<OrderRow['calls']>['openedBy'];
}

/** That a colleague calls the same buyer, and where the others are that wait for a call. */
export function OpenedByColleague({ number, openedBy }: Props) {
  const session = useSession();
  const own = session.status === 'signedIn' ? session.userId : null;
  if (!openedBy || openedBy.id === own) return null;
  return (
    <p role="status">
      {copy.busy(number, openedBy.name ?? copy.somebody, new Date(openedBy.at))}{' '}
      <Link to={`${pages.adminSales.path}?view=to_call`}>{copy.nextCall}</Link>
    </p>
  );
}
