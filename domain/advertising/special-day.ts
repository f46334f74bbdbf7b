import { specialPackage } from '../catalogue/catalogue.ts';

/**
 * One day of the special package, worked out from its stated figures alone. Showings are spread evenly: each location has
 * its own moment within the interval, so that somewhere the advert is always about to be shown.
 */
const minutesOf = (clock: string): number => {
  const [hours, minutes] = clock.split(':').map(Number) as [number, number];
  return hours * 60 + minutes;
};
const { locations, everyMinutes, opensAt, closesAt, viewsPerDay } = specialPackage;
const opening = minutesOf(opensAt);

/** Minutes that the screens work; they close at midnight, which is written 00:00. */
export const dayMinutes = (minutesOf(closesAt) || 24 * 60) - opening;
export const showingsPerLocation = dayMinutes / everyMinutes;
export const showingsPerDay = showingsPerLocation * locations;
export const secondsBetweenShowings = (everyMinutes * 60) / locations;

/** How many showings have begun by that minute after opening. */
export const showingsUntil = (minute: number): number =>
  Math.min(showingsPerDay, Math.floor(Math.round(Math.max(0, minute) * 60) / secondsBetweenShowings) + 1);

/** Views that many showings bring when the least promised for a day is spread evenly. */
export const viewsOfShowings = (showings: number): number => Math.floor((viewsPerDay * showings) / showingsPerDay);

/** How long ago the location's latest showing began, in minutes; `null` before its first one and after closing. */
export function minutesSinceLastShowing(location: number, minute: number): number | null {
  const seconds = Math.round(minute * 60) - location * secondsBetweenShowings;
  return seconds < 0 || minute >= dayMinutes ? null : (seconds / 60) % everyMinutes;
}

/** `08:00` … `00:00` */
export function clockAt(minute: number): string {
  const total = (opening + Math.floor(minute)) % (24 * 60);
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`;
}
