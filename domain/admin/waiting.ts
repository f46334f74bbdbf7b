import type { Permission } from '../access.ts';

/** What a mail that was given up ran into, as far as the answer of the other server says. */
export const MAIL_FAULTS = ['mailbox-full', 'address', 'no-answer', 'other'] as const;
export type MailFault = (typeof MAIL_FAULTS)[number];

export function mailFault(error: string): MailFault {
  if (/5\.2\.2|quota|mailbox (is )?full|over ?quota/i.test(error)) return 'mailbox-full';
  if (/5\.1\.[0-3]|no such user|user unknown|unknown user|does not exist|recipient (address )?rejected/i.test(error))
    return 'address';
  if (/timed? ?out|ETIMEDOUT|ECONN|ENOTFOUND|EAI_AGAIN|^4\d\d/i.test(error)) return 'no-answer';
  return 'other';
}

/**
 * What has a last day: a pro-forma invoice that ends, money for a withdrawal or owed to a company, an answer to a complaint or to an
 * objection (of a viewer to a statement, of a company to a report), the solution of a complaint that was answered, a return that left with
 * our label, a delivery, a claim on a courier for a parcel that was lost or damaged, its next pick-up while something is to be packed, the
 * rest of the price of a place at the event of which a part has come. And what has none but waits for a person: a packed parcel without its
 * receipt, a decision of the bank or a refund without a second person, a refund whose buyer has named no account for days, or has named one
 * and no payment order was made, a refund that failed, and money of an order that was called off; what the buyer of a lost parcel has
 * chosen, and what has to be asked by phone because it was to be paid at the door; a device that the buyer gets beside the one of an
 * exchange; what was never packed of an order whose other part was refused; a refund, a reward or money owed back that the bank sent back or
 * never paid, until there is another account for it; a payment order that no statement shows; a parcel that its courier has not confirmed,
 * and one that was cancelled here and the courier still has.
 */
export const DEADLINE_KINDS = [
  'proforma',
  'withdrawal',
  'owed',
  'complaint',
  'solution',
  'astray',
  'objection',
  'report',
  'delivery',
  'loss',
  'pickup',
  'part',
  'receipt',
  'second',
  'refund',
  'failed',
  'kept',
  'account',
  'returned',
  'owed_again',
  'payout',
  'unexecuted',
  'resend',
  'giveback',
  'call_again',
  'spare',
  'rest',
  'doubt',
  'calloff',
] as const;
export type DeadlineKind = (typeof DEADLINE_KINDS)[number];

/** Who is told of it. */
export const DEADLINE_PERMISSIONS: Record<DeadlineKind, Permission> = {
  proforma: 'see sales',
  withdrawal: 'see sales',
  owed: 'handle payments',
  complaint: 'answer customers',
  solution: 'handle payments',
  astray: 'handle payments',
  objection: 'keep accounts',
  report: 'manage campaigns',
  delivery: 'see parcels',
  loss: 'handle payments',
  pickup: 'pack orders',
  part: 'manage event',
  receipt: 'pack orders',
  second: 'keep accounts',
  refund: 'handle payments',
  failed: 'handle payments',
  kept: 'handle payments',
  account: 'handle payments',
  returned: 'handle payments',
  owed_again: 'keep accounts',
  payout: 'keep accounts',
  unexecuted: 'keep accounts',
  resend: 'pack orders',
  giveback: 'handle payments',
  call_again: 'handle payments',
  spare: 'handle payments',
  rest: 'pack orders',
  doubt: 'pack orders',
  calloff: 'pack orders',
};

/** Those without a last day: the day is that on which it began to wait. */
export const WAITING_KINDS: readonly DeadlineKind[] = [
  'receipt',
  'second',
  'refund',
  'failed',
  'kept',
  'account',
  'returned',
  'owed_again',
  'payout',
  'unexecuted',
  'resend',
  'giveback',
  'call_again',
  'spare',
  'rest',
  'doubt',
  'calloff',
];

/** So many days a buyer may take to name an account before somebody calls. */
export const ACCOUNT_DAYS = 3;

/** So many days a bank may take to show what a payment order told it to pay before somebody asks it. */
export const EXECUTION_DAYS = 5;

/** In the address of the bank: payment orders are open. */
export const PAYOUTS = 'payouts';

/** Of each kind at most. */
export const MOST_DEADLINES = 30;
