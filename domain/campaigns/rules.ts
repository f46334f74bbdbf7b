import { isPossibleDay } from '../calendar.ts';
import { DAY_MS, type Day, monthsLater } from '../day.ts';

/** What is stored; scheduled, active and behind are read from it and the clock. */
export const CAMPAIGN_STATES = ['draft', 'review', 'rejected', 'approved', 'paused', 'withdrawn', 'done'] as const;
export type CampaignState = (typeof CAMPAIGN_STATES)[number];

/** A change of a campaign in one of these waits for its company or for us; `done`: it was taken over or its campaign is over. */
export const OPEN_CHANGE_STATES = ['draft', 'review', 'rejected'] as const satisfies readonly CampaignState[];

export const PACES = ['even', 'asap'] as const;

/** The short address behind a campaign's QR code. */
export const codePath = (code: string): string => `/k/${code}`;

/** How an advert is called in the address of its campaign's code. */
export const advertMark = (creative: string): string => creative.slice(0, 6);

/** The same address, which also says on which advert of the campaign the code was. */
export const advertCodePath = (code: string, creative: string): string => `${codePath(code)}?a=${advertMark(creative)}`;

/** Pictures or films of a campaign; those that are being converted count. */
export const MOST_PICTURES = 4;
/** Drafts of a company that were never sent. */
export const MOST_DRAFTS = 200;
export const NAME_MOST = 80;
export const ADDRESS_MOST = 300;
export const BUDGET_MOST = 10_000_000;
export const REASON_MOST = 600;

const LONGEST_MONTHS = 24;

/** The last day that a campaign may have: two years after its first, or after today. */
export const latestEnd = (startsOn: Day, today: Day): Day =>
  monthsLater(isPossibleDay(startsOn) && startsOn > today ? startsOn : today, LONGEST_MONTHS);

/** Whether a campaign may have these days, which may be typed by half. */
export const areCampaignDays = (startsOn: Day, endsOn: Day, today: Day): boolean =>
  isPossibleDay(startsOn) && isPossibleDay(endsOn) && startsOn <= endsOn && endsOn <= latestEnd(startsOn, today);

/** Pixels of a banner on the screen, of the window beside it in which the programme goes on, and of the place of our QR code. */
export const BANNER = { width: 1920, height: 1080 } as const;
export const PROGRAMME_WINDOW = { x: 384, y: 0, width: 1536, height: 864 } as const;
export const QR_PLACE = { x: 96, y: 762, width: 264, height: 264 } as const;

/** Of the panel with the code that lies over a film after OK. */
export const SPOT_PANEL = { x: 1422, y: 450, width: 402, height: 576 } as const;

/** Below this share of its plan an even campaign is behind, after its first day. */
const BEHIND_SHARE = 0.9;
const FIRST_DAY_MS = DAY_MS;

export type ShownState = Exclude<CampaignState, 'approved'> | 'scheduled' | 'active' | 'behind';

/** What people are told of an approved campaign; `planned` units should be counted by now. */
export function shownState(
  { state, pace, startsAt }: { state: CampaignState; pace: (typeof PACES)[number]; startsAt: Date },
  { counted, planned }: { counted: number; planned: number },
  now: Date,
): ShownState {
  if (state !== 'approved') return state;
  if (now < startsAt) return 'scheduled';
  const isBehind =
    pace === 'even' && now.getTime() - startsAt.getTime() > FIRST_DAY_MS && counted < BEHIND_SHARE * planned;
  return isBehind ? 'behind' : 'active';
}

/** The https address that somebody typed, as browsers write it; `null`: it is none, or names no host with a dot. */
export function readAddress(typed: string): string | null {
  if (!URL.canParse(typed)) return null;
  const { protocol, hostname, username, password, href } = new URL(typed);
  const isWhole = protocol === 'https:' && hostname.includes('.') && !/^[\d.]+$/.test(hostname);
  return isWhole && username === '' && password === '' ? href : null;
}

/** Whether what is typed cannot be saved; what is stored may be longer, as browsers write it. */
export const isAddressTooLong = (typed: string, stored: string): boolean =>
  typed !== stored && typed.trim().length > ADDRESS_MOST;
