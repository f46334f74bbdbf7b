import { showingsPerDay } from '../advertising/special-day.ts';
import type { CampaignState } from '../campaigns/rules.ts';
import { specialPackage } from '../catalogue/catalogue.ts';
import { type Day, monthsLater } from '../day.ts';
import type { VENUES } from '../places/rules.ts';
import { hourMask, type Schedule } from '../playout/schedule.ts';

/** What was sold as „Specijalni paket“, day by day: showings that count, on the chosen places and on all TVs together. */
export const SPECIAL_PLACE_COUNT = specialPackage.locations;
export const PLACES_DAILY_SHOWINGS = showingsPerDay;
export const TOTAL_DAILY_SHOWINGS = specialPackage.viewsPerDay;
export const RUN_DAYS = specialPackage.days;
/** A day is kept with 95 % of what its places can show: a place may be dark for some of its half hours, the total is not lowered. */
export const PLACES_DAILY_SHOWINGS_MIN = PLACES_DAILY_SHOWINGS * 0.95;
/** What all TVs together may get on a day: 5 % more than is promised, because some of it is never shown or not in time. */
const ALL_LEASED = TOTAL_DAILY_SHOWINGS * 1.05;
/** What the campaign of a run says in the place of a budget. */
export const SPECIAL_BUDGET = TOTAL_DAILY_SHOWINGS * RUN_DAYS;
export const EVERY_MINUTES = specialPackage.everyMinutes;

const OPENS = Number.parseInt(specialPackage.opensAt, 10);
export const SPECIAL_SCHEDULE: Schedule = Array.from({ length: 7 }, () => hourMask(OPENS, 24));

/** Of a request for a package: months from this one on that may be chosen, and how much may be written. */
const REQUEST_MONTHS = 12;
export const REQUEST_COMPANY_MOST = 120;
export const REQUEST_CONTACT_MOST = 120;
export const REQUEST_MESSAGE_MOST = 1_000;
export const REQUEST_ANSWER_MOST = 2_000;
/** Own requests that are told, and open ones at the desk. */
export const REQUESTS_SHOWN = 300;

/** `2027-03` and the next ones. */
export const requestableMonths = (today: Day): string[] =>
  Array.from({ length: REQUEST_MONTHS }, (_, n) => monthsLater(`${today.slice(0, 7)}-01`, n).slice(0, 7));

/** Days for which TVs count that showed something. */
export const RECENT_SHOWING_DAYS = 14;

/** Households are no places of the package. */
export type PlaceVenue = Exclude<(typeof VENUES)[number], 'household'>;
export const PLACE_VENUES = ['restaurant', 'cafe', 'reception', 'salon'] as const satisfies readonly PlaceVenue[];

/** Whether a day was as it was sold. */
export const isDayFulfilled = ({ places, all }: { places: number; all: number }): boolean =>
  places >= PLACES_DAILY_SHOWINGS_MIN && all >= TOTAL_DAILY_SHOWINGS;

/** Whether other adverts may go on with a run whose campaign was stopped: not all of its days were kept, and its price was. */
export const canReceiveAdvert = (run: { state: CampaignState; kept: number; isPaidBack: boolean }): boolean =>
  (run.state === 'withdrawn' || run.state === 'done') && run.kept < RUN_DAYS && !run.isPaidBack;

/**
 * Plays that TVs besides the places may still get on a day. What the places have not taken yet is kept for them; what ended without
 * counting is given out again.
 */
export const playsLeftOutsidePlaces = (day: { places: number; further: number; ended: number }): number =>
  ALL_LEASED - Math.max(PLACES_DAILY_SHOWINGS, day.places) - day.further + day.ended;
