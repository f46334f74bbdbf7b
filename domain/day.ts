/** Twenty-four hours in milliseconds; a day of the calendar may be an hour longer or shorter. */
export const DAY_MS = 24 * 3600_000;
