import { type Day, monthsLater } from '../day.ts';
import { startOfDay } from '../time.ts';

/** Years after the end of a campaign until its sums are kept by day only. */
const KEPT_YEARS = 10;

/** Of campaigns that ended before, no hours are kept. */
export const hoursKeptSince = (today: Day): Date => startOfDay(monthsLater(today, -12 * KEPT_YEARS));
