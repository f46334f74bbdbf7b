/**
 * Whose money it is: the company that runs the shop, or the organiser of the event, who is paid by transfer and never
 * through us (docs/event.md).
 */
export const ENTITIES = ['company', 'organiser'] as const;
export type LegalEntity = (typeof ENTITIES)[number];

/**
 * The accounts, the same for each entity and currency. A debit is positive, a credit negative.
 * - `customer`: what buyers and guests owe; negative when they have paid more than they owe. Of one of them: the entries
 *   that concern the order or the reservation
 * - `sales`, `refunds`: what was sold, and of that what went back
 * - `bank`: money that a bank statement shows
 * - `in_transit`: money that a person says has come, and no statement shows yet
 * - `card_provider`: money at the payment provider, before it is paid out
 * - `courier`: money that a courier has collected and not yet transferred
 * - `fees`: what the payment provider and couriers keep for themselves
 * - `compensations`: what couriers paid for parcels that were lost or damaged
 * - `disputed`: money that a buyer's bank asks back, until it has decided
 * - `owed`: money to be given back
 * - `rewards`, `viewers`: what viewers earned with counted plays, and what of it they are owed
 * - `tax`: what was withheld of it for the state
 * - `differences`: what a person accepted as too little or too much, with a reason
 * - `rounding`: what is lost or gained where an amount is rounded
 */
export const ACCOUNTS = [
  'customer',
  'sales',
  'refunds',
  'bank',
  'in_transit',
  'card_provider',
  'courier',
  'fees',
  'compensations',
  'disputed',
  'owed',
  'rewards',
  'viewers',
  'tax',
  'differences',
  'rounding',
] as const;
export type LedgerAccount = (typeof ACCOUNTS)[number];

/**
 * What an entry is of. The reference names the one:
 * - `payment`: a payment through the provider, by its checkout session or invoice
 * - `refund`, `dispute`: by their ids at the provider; of money that goes to an account the refund is ours
 * - `payout`: money owed for such a refund, or to a viewer, left the bank, by its own id; the payment provider's came, by its id there
 * - `fee`: what a courier has kept of a transfer, by the line of the statement; what the provider has kept of a payout, by its id
 * - `compensation`: what a courier paid for a parcel that was lost or damaged, by the parcel
 * - `reward`: what a viewer's statement adds to what we owe, by its id
 * - `reservation`: the claim on whoever reserved, once the reservation is confirmed
 * - `part`: a part of a payment that came for a reservation (`payment_parts`)
 * - `difference`: a difference that was accepted for a confirmed reservation (`accepted_differences`)
 */
export const ENTRY_KINDS = [
  'payment',
  'refund',
  'dispute',
  'reservation',
  'part',
  'difference',
  'payout',
  'reward',
  'fee',
  'compensation',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** What an entry comes to on each account, minor units; together zero. */
export type EntryLines = Partial<Record<LedgerAccount, number>>;

/** `amount` from the account `credit` to the account `debit`. */
export const debitCreditLines = (debit: LedgerAccount, credit: LedgerAccount, amount: number): EntryLines => ({
  [debit]: amount,
  [credit]: -amount,
});
