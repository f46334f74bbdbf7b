import * as z from 'zod';
import { PACKING_COURIERS } from '../fulfilment/shipment.ts';
import { Count, Day, Id, Money } from '../shapes.ts';
import { DEADLINE_KINDS, MAIL_FAULTS } from './waiting.ts';

export const Deadline = z.object({
  kind: z.enum(DEADLINE_KINDS),
  /** The last day, or the day since which it waits. */
  day: Day,
  /** The order's, of a part the reservation's; of a decision of the bank the one or the other, if it names one. */
  number: z.int().nullable(),
  /** What it is called: the pro-forma invoice's number, the complaint's, the year of a reservation. */
  paper: z.string().nullable(),
  name: z.string(),
  amount: Money.nullable(),
  /** Of a decision of the bank: the statement. */
  statement: Id.nullable(),
  /** Of the courier's next pick-up: when it comes, and how many orders are not packed. */
  pickUp: z.object({ courier: z.enum(PACKING_COURIERS), at: z.date(), toPack: Count }).nullable(),
});
export type Deadline = z.infer<typeof Deadline>;

/** Only for whoever may open the list that the number leads to. */
const Shown = <T extends z.ZodRawShape>(shape: T) => z.object({ total: Count, ...shape }).nullable();

/** Orders paid shortly before parcels were recorded, which count as delivered until somebody says otherwise. */
export const UnsortedParcel = z.object({
  /** The parcel that stands for what was delivered. */
  id: Id,
  number: z.int(),
  name: z.string(),
  devices: z.int(),
  paidOn: Day,
});
export type UnsortedParcel = z.infer<typeof UnsortedParcel>;

/** What waits today, each with its worst age or its sum. */
export const Today = z.object({
  approve: Shown({ oldest: z.date().nullable() }),
  pack: Shown({ onDelivery: z.int() }),
  /** Orders on delivery whose buyer is to be called before they are packed, `oldest` of them, and `missed`, whom the courier did not find. */
  call: Shown({ oldest: z.date().nullable(), missed: z.int() }),
  unmatched: Shown({ sums: z.array(Money) }),
  codLate: Shown({ sum: z.int(), daysLate: z.int() }),
  mails: Shown({ faults: z.array(z.enum(MAIL_FAULTS)) }),
  /** Campaigns that wait for a look before they are shown. */
  review: Shown({ oldest: z.date().nullable() }),
  /** Campaigns more than a tenth below their plan; `percent`: how far the worst is below it. */
  behind: Shown({ percent: z.int() }),
  /** TVs outside of households whose kind of place nobody has confirmed. */
  places: Shown({}),
  /** TVs that look odd, and the accounts they belong to. */
  suspicious: Shown({ accounts: z.int() }),
  /** Linked TVs that nothing was heard of for a day. */
  silent: Shown({}),
  /** Requests for a special package without an answer; `null` also where there are none and the package is always sold. */
  asked: Shown({ oldest: z.date().nullable() }),
  /** Devices in stock while they are fewer than `limit`; `null` also while they are not. */
  low: z.object({ left: z.int(), limit: z.int() }).nullable(),
  /** Problems with payments that somebody has to look at. */
  problems: z.int().nullable(),
  /** The oldest of them; none when all are sorted. */
  unsorted: Shown({ rows: z.array(UnsortedParcel) }),
  /** Until tomorrow evening, by day; `null`: this person is told of none. */
  deadlines: z.array(Deadline).nullable(),
  /** Of one kind there are more than are told. */
  isCut: z.boolean(),
});
export type Today = z.infer<typeof Today>;
