import { randomUUID } from 'node:crypto';
import type { Client } from '../client.ts';
import type { Desk } from './desk-clients.ts';
import type { PackedParcel, PlacedOrder } from './placed.ts';

/** What buyers and staff do with devices that come back for their money. */
export const returnActions = ({ as }: Desk, staff: Client) => ({
  async withdraw({ number, buyer }: PlacedOrder, { serials }: PackedParcel): Promise<string> {
    const id = randomUUID();
    const { returns } = await as(buyer);
    await returns.ask({ number, id, kind: 'withdrawal', way: 'own', serials, reason: '' });
    return id;
  },
  receiveReturn: (id: string, { serials }: PackedParcel) => staff.returns.admin.receive({ id, serials }),
  /** All of its money goes back, and the device is sold again. */
  async giveBack({ number }: PlacedOrder, id: string): Promise<void> {
    const one = (await staff.returns.admin.read({ order: number })).find((row) => row.id === id)!;
    const shown = one.money!.amount;
    await staff.returns.admin.decide({
      id,
      outcome: 'money',
      goods: 'stock',
      shown,
      refund: randomUUID(),
      resolution: '',
    });
  },
});
