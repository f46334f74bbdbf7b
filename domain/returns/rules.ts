import { DAY_MS, type Day, daysLater } from '../day.ts';
import { warrantyUntil } from '../fulfilment/warranty.ts';
import type { Currency, Money } from '../money.ts';
import { withdrawalUntil } from '../withdrawal-days.ts';

/** Why devices come back: the buyer changed their mind, or something is wrong with them. */
export const RETURN_KINDS = ['withdrawal', 'complaint'] as const;
export type ReturnKind = (typeof RETURN_KINDS)[number];

/** How they come back: with a label of ours, or as the buyer likes. */
export const RETURN_WAYS = ['label', 'own'] as const;
export type ReturnWay = (typeof RETURN_WAYS)[number];

/** `decided`: money is on its way back, or waits for a second person. */
export const RETURN_STATES = ['requested', 'label_sent', 'received', 'decided', 'done', 'called_off'] as const;
export type ReturnState = (typeof RETURN_STATES)[number];

/** The database holds the same (migration `returns`). */
export const RETURN_MOVES: Record<ReturnState, readonly ReturnState[]> = {
  // Decided although nothing comes: only a part of the price goes back.
  requested: ['label_sent', 'received', 'decided', 'called_off'],
  // Decided although it did not come: our courier lost it.
  label_sent: ['received', 'decided', 'done', 'called_off'],
  received: ['decided', 'done'],
  // Called off: the part of the price did not go back after all.
  decided: ['done', 'called_off'],
  // The money did not arrive after all.
  done: ['decided'],
  called_off: [],
};

export const isUnderWay = (state: ReturnState): boolean => state !== 'done' && state !== 'called_off';

/** `reduced`: the buyer keeps the devices, and a part of their price goes back. */
export const RETURN_OUTCOMES = ['money', 'repaired', 'exchanged', 'reduced', 'rejected'] as const;
export type ReturnOutcome = (typeof RETURN_OUTCOMES)[number];

/** A withdrawn device is not repaired, no other one is sent for it, and its buyer does not keep it. */
export const OUTCOMES: Record<ReturnKind, readonly ReturnOutcome[]> = {
  withdrawal: ['money', 'rejected'],
  complaint: ['repaired', 'exchanged', 'reduced', 'money', 'rejected'],
};

/**
 * What can be decided about a return now. `isAnew`: its money did not go; `hasCome`: its devices came. What was lost on its way back is
 * money, and a price is reduced also of what never leaves its buyer.
 */
export function possibleOutcomes(
  { kind, state, outcome }: { kind: ReturnKind; state: ReturnState; outcome: ReturnOutcome | null },
  { isAnew, hasCome }: { isAnew: boolean; hasCome: boolean },
): readonly ReturnOutcome[] {
  if (state === 'received' || (isAnew && hasCome)) return OUTCOMES[kind];
  if (state === 'requested' || (isAnew && outcome === 'reduced'))
    return OUTCOMES[kind].filter((one) => one === 'reduced');
  return state === 'label_sent' || isAnew ? ['money'] : [];
}

/** What our label costs whoever withdraws; under the warranty it costs nothing. */
const LABEL: Money = { amount: 42_000, currency: 'RSD' };
const centsOfLabel = (rate: number): number => Math.round(LABEL.amount / rate);

/** The label in the currency of the payment, at the order's rate. */
export const labelCost = (kind: ReturnKind, way: ReturnWay, currency: Currency, rate: number): number => {
  if (kind === 'complaint' || way === 'own') return 0;
  return currency === LABEL.currency ? LABEL.amount : centsOfLabel(rate);
};

/** Para of what labels took off in cents at that rate, and the other way round: of whole labels exactly theirs. */
export const labelCostInPara = (cents: number, rate: number): number =>
  Math.round((cents * LABEL.amount) / centsOfLabel(rate));
export const labelCostInCents = (para: number, rate: number): number =>
  Math.round((para * centsOfLabel(rate)) / LABEL.amount);

/** How many labels so many para are; a part of one is one. */
export const labelCountOf = (para: number): number => Math.max(1, Math.round(Math.abs(para) / LABEL.amount));

/** Pictures of one return. */
export const MOST_RETURN_PICTURES = 6;

/** Its buyer adds pictures to it, and takes them back, until it is decided. */
export const takesPictures = (state: ReturnState): boolean => isUnderWay(state) && state !== 'decided';

export const REASON_MAX = 1000;
/** A complaint says what is wrong. */
export const REASON_MIN = 10;

/** The last days for both, from the first and the last delivery; `null` while none was. Of what comes in parts none is the last so far. */
export const deadlinesOf = ({
  first,
  last,
  isMoreToCome,
}: {
  first: Day | null;
  last: Day | null;
  isMoreToCome: boolean;
}): { withdrawal: Day | null; warranty: Day } | null =>
  first && last ? { withdrawal: isMoreToCome ? null : withdrawalUntil(last), warranty: warrantyUntil(first) } : null;

/** Days after this one on which a withdrawal is taken still; none on the last. */
export const withdrawalDaysLeft = (until: Day, today: Day): number => (Date.parse(until) - Date.parse(today)) / DAY_MS;

export const SOLUTION_DAYS = 30;
/** So many days after its label was sent a return that has not come is asked about. */
export const LABEL_DAYS = 14;

/** The last day of a complaint's solution, from the day it came; the answer is due earlier (terms, article 9). */
export const solutionDueOn = (askedOn: Day): Day => daysLater(askedOn, SOLUTION_DAYS);

/** A picture as it is told; those of before there were small ones are their own. */
export const shownPicture = (picture: { id: string; fileId: string; thumbId: string | null }) => ({
  id: picture.id,
  file: picture.fileId,
  small: picture.thumbId ?? picture.fileId,
});
