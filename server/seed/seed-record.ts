import type { DoorCheck, SeededReservation, Statements, Ticket } from './event.ts';
import type { Tv } from './kept-tvs.ts';
import type { NumberedOrder } from './orders/sales.ts';
import type { SeededWithdrawal } from './orders/withdrawals.ts';
import type { Population, Profile } from './population.ts';
import type { SeededAdvertising } from './seeded-advertising.ts';
import type { Voucher } from './vouchers.ts';

/** What happened that year, as it stands in the database. */
export interface SeedRecord {
  now: Date;
  population: Population;
  /** Everybody by id. */
  people: Map<string, Profile>;
  /** Who may do staff's work, the super-admin first. */
  staff: { id: string; email: string; createdAt: Date }[];
  orders: NumberedOrder[];
  left: SeededWithdrawal[];
  campaigns: Omit<SeededAdvertising, 'vouchers'> & {
    vouchers: (Voucher & { number: number; redeemer: Profile | null })[];
  };
  tvs: Tv[];
  places: SeededReservation[];
  tickets: Ticket[];
  checks: DoorCheck[];
  statements: Statements;
}
