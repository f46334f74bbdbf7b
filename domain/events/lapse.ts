import { daysLater } from '../day.ts';
import { dayOf, startOfDay } from '../time.ts';
import type { EventDate } from './days.ts';
import { notAfterEvent } from './moments.ts';
import type { PackageId } from './packages.ts';

/** Unpaid reservations of scarce packages, those with a capacity, give their place back; all others wait. */
export interface LapseSettings {
  capacity: Partial<Record<PackageId, number>>;
  /** Days a place of a scarce package is kept without a payment. */
  pendingDays: number;
}

/** The buyer is reminded so many days before; nobody's place lapses sooner after the mail. */
export const LAPSE_NOTICE_DAYS = 2;

export const isScarce = ({ capacity }: Pick<LapseSettings, 'capacity'>, packageId: PackageId): boolean =>
  capacity[packageId] !== undefined;

/** The last second of the day in Belgrade that is so many days on: mails and pages name the day, and all of it counts. */
export const endOfDayIn = (days: number, from: Date): Date =>
  new Date(startOfDay(daysLater(dayOf(from), days + 1)).getTime() - 1_000);

/** When a place held now is given back unless it is paid, `null` when it is not scarce. */
export const lapsesAt = (event: LapseSettings & EventDate, packageId: PackageId, now: Date): Date | null =>
  isScarce(event, packageId) ? notAfterEvent(event, endOfDayIn(event.pendingDays, now)) : null;
