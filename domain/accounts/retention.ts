import { type Day, daysLater } from '../day.ts';
import { dayOf, startOfDay } from '../time.ts';

/** Days from closing or terminating an account until the person's data is erased, at the latest. */
export const ERASED_WITHIN_DAYS = 15;

/** The job begins a day before the promise runs out: a server that was away for hours still keeps it. */
export const ERASED_AFTER_DAYS = ERASED_WITHIN_DAYS - 1;

/** Days of notice when the contract is ended without cause (member and company terms, article 12 and 11). */
export const NOTICE_DAYS = 30;

/** The last day of an account to which notice is given then: the day itself does not count, the last one counts whole. */
export const lastDayOfNotice = (given: Date): Day => daysLater(dayOf(given), NOTICE_DAYS);

/** The moment such an account is closed: the midnight after its last day, in Belgrade. */
export const noticeEnds = (given: Date): Date => startOfDay(daysLater(lastDayOfNotice(given), 1));

/** The last day before that moment, for sentences that say until when. */
export const lastDayBefore = (end: Date): Day => daysLater(dayOf(end), -1);
