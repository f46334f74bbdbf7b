import { DAY_MS, type Day } from '../day.ts';
import type { Currency } from '../money.ts';

/** Where a payout of the payment provider is; `failed` also when it was called off. */
export const CARD_PAYOUT_STATES = ['pending', 'in_transit', 'paid', 'failed'] as const;
export type CardPayoutState = (typeof CARD_PAYOUT_STATES)[number];

/**
 * What a transfer of the provider in a statement means. Given by the database (view `card_payout_findings`), the first that fits of:
 * unknown, failed, paid, twice, currency, less, more, early, matches.
 * - `matches`: one of its payouts, to the para
 * - `less`, `more`, `currency`: the payout it can only be is of another amount or currency
 * - `early`: the provider has not said yet what it keeps of it
 * - `twice`: another open line is the same payout
 * - `paid`: another line was that payout, or is about to be
 * - `failed`: the provider says that it did not arrive, or was called off
 * - `unknown`: no payout of those days is known
 */
export const CARD_FINDINGS = [
  'matches',
  'less',
  'more',
  'currency',
  'early',
  'twice',
  'paid',
  'failed',
  'unknown',
] as const;
export type CardFinding = (typeof CARD_FINDINGS)[number];

/** A bank books a payout so many days before or after the day that the provider says. */
export const PAYOUT_EARLIER = 3;
export const PAYOUT_LATER = 10;

export interface ProviderLine {
  lineId: string;
  /** The payout that it names; empty when it names none. */
  reference: string;
  amount: number;
  currency: Currency;
  bookedOn: Day;
}

export interface ProviderPayout {
  id: string;
  amount: number;
  currency: string;
  arrivesOn: Day;
  state: CardPayoutState;
  /** Another line was it. */
  isTaken: boolean;
}

/**
 * Which payout each of these open lines is, by its id or by amount and day: whoever agrees to the para comes first, one line for each
 * payout; what is left over is the same payout again, or the nearest one that is free.
 */
export function matchLinesToPayouts(
  lines: readonly ProviderLine[],
  payouts: readonly ProviderPayout[],
): Map<string, string | null> {
  const found = new Map<string, string | null>();
  const free = new Set(payouts.filter(({ isTaken }) => !isTaken).map(({ id }) => id));
  const sorted = lines.toSorted(
    (one, other) => one.bookedOn.localeCompare(other.bookedOn) || one.lineId.localeCompare(other.lineId),
  );
  const take = (line: ProviderLine, payout: ProviderPayout | undefined) => {
    if (!payout) return;
    found.set(line.lineId, payout.id);
    free.delete(payout.id);
  };
  const nearest = (line: ProviderLine, fits: (payout: ProviderPayout) => boolean) =>
    payouts
      .filter((one) => isNear(line, one) && fits(one))
      .toSorted((one, other) => distance(line, one) - distance(line, other) || one.id.localeCompare(other.id))[0];
  const agrees = (line: ProviderLine, { amount, currency }: ProviderPayout) =>
    line.amount === amount && line.currency === currency;
  const waiting = () => sorted.filter(({ lineId }) => !found.has(lineId));

  for (const line of sorted)
    if (line.reference !== '')
      take(
        line,
        payouts.find(({ id }) => id === line.reference),
      );
  const unnamed = () => waiting().filter(({ reference }) => reference === '');
  for (const line of unnamed())
    take(
      line,
      nearest(line, (one) => free.has(one.id) && one.state !== 'failed' && agrees(line, one)),
    );
  for (const line of unnamed())
    take(
      line,
      nearest(line, (one) => agrees(line, one)),
    );
  for (const line of unnamed())
    take(
      line,
      nearest(line, (one) => free.has(one.id) && one.state !== 'failed'),
    );
  for (const { lineId } of waiting()) found.set(lineId, null);
  return found;
}

const daysAfter = ({ bookedOn }: ProviderLine, { arrivesOn }: ProviderPayout): number =>
  (Date.parse(bookedOn) - Date.parse(arrivesOn)) / DAY_MS;

const distance = (line: ProviderLine, payout: ProviderPayout): number => Math.abs(daysAfter(line, payout));

function isNear(line: ProviderLine, payout: ProviderPayout): boolean {
  const days = daysAfter(line, payout);
  return days >= -PAYOUT_EARLIER && days <= PAYOUT_LATER;
}
