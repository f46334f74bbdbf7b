import type { client } from '../../api.ts';

export type ReservationRow = Awaited<ReturnType<typeof client.events.admin.list>>['rows'][number];

/** What nobody has paid for is deleted, what is paid is cancelled; so is what money came for that goes back already. */
export const removalOf = ({
  confirmed,
  arrived,
  hadMoney,
}: Pick<ReservationRow, 'confirmed' | 'arrived' | 'hadMoney'>): 'delete' | 'cancelPaid' | 'cancel' =>
  confirmed || arrived > 0 ? 'cancelPaid' : hadMoney ? 'cancel' : 'delete';
