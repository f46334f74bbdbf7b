import { type Day, daysLater } from '../../day.ts';

/** What the organiser may do with the whole event, and until when guests choose. Checked by the form and by the server. */

/** An event is moved by at most so many days: a later one is another year's. */
export const FURTHEST_MOVE_DAYS = 365;
/** So many days guests have for their choice, unless the organiser says otherwise. */
export const CHOICE_DAYS = 14;

export const CHOICES = ['keep', 'refund'] as const;
export type GuestChoice = (typeof CHOICES)[number];

interface Move {
  firstDay: Day;
  /** The last day on which guests may ask for their money. */
  chooseUntil: Day;
}

export interface MoveProblems {
  firstDay?: 'missing' | 'past' | 'same' | 'far';
  chooseUntil?: 'missing' | 'past' | 'late';
}

export function moveProblems(
  { firstDay, chooseUntil }: Partial<Move>,
  { firstDay: now, today }: { firstDay: Day; today: Day },
): MoveProblems {
  const problems: MoveProblems = {};
  if (!firstDay) problems.firstDay = 'missing';
  else if (firstDay <= today) problems.firstDay = 'past';
  else if (firstDay === now) problems.firstDay = 'same';
  else if (firstDay > daysLater(now, FURTHEST_MOVE_DAYS)) problems.firstDay = 'far';
  if (!chooseUntil) problems.chooseUntil = 'missing';
  else if (chooseUntil < today) problems.chooseUntil = 'past';
  else if (firstDay && chooseUntil >= firstDay) problems.chooseUntil = 'late';
  return problems;
}

/** Two weeks from today, but before the event begins. */
export function usualChoiceDay(firstDay: Day, today: Day): Day {
  const usual = daysLater(today, CHOICE_DAYS);
  const last = daysLater(firstDay, -1);
  return usual < last ? usual : last;
}
