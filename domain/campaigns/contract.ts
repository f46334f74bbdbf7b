import { oc } from '@orpc/contract';
import * as z from 'zod';
import { CAMPAIGN_KINDS, CATEGORIES } from '../campaign-kinds.ts';
import { refusals } from '../errors.ts';
import { Region, Venue } from '../playout/contract.ts';
import { Currency, Cursor, Day, Id } from '../shapes.ts';
import { visibleLine } from '../visible-line.ts';
import { PROOF_MOST } from './categories.ts';
import { categories, categoryRefusals, setCategory } from './category-contract.ts';
import { FilmRefusal } from './films.ts';
import { deskObjections, ownObjections } from './report/objections.ts';
import { ownReport } from './report/report.ts';
import { deskReport, ownReportPaper } from './report/report-paper.ts';
import {
  ADDRESS_MOST,
  BUDGET_MOST,
  MOST_PICTURES,
  NAME_MOST,
  OPEN_CHANGE_STATES,
  PACES,
  REASON_MOST,
} from './rules.ts';

/**
 * Campaigns of a company: drafted, sent, looked at by somebody of ours, shown. Days are Belgrade's, the last one included; hours are a
 * `Schedule`. Budgets are in banners or TV seconds.
 */
const tags = ['campaigns'];

const WEEK_DAYS = 7;
const ALL_HOURS = 0xffffff;

const fields = {
  name: z.string().trim().max(NAME_MOST),
  /** What the QR code opens: https, or empty while it is a draft. Read, its host is as people write it, not in Punycode. */
  url: z.string().trim().max(ADDRESS_MOST),
  startsOn: Day,
  endsOn: Day,
  schedule: z.array(z.int().min(0).max(ALL_HOURS)).length(WEEK_DAYS),
  /** Empty: everywhere. */
  regions: z.array(Region).max(60),
  venues: z.array(Venue).max(10),
  cap: z.int().min(1).max(1000).nullable(),
  pace: z.enum(PACES),
  budget: z.int().min(1).max(BUDGET_MOST),
};

export const Picture = z.object({
  id: Id,
  name: z.string(),
  /** What screens show, for `GET /api/files/{id}`. */
  file: Id.nullable(),
  /** As it was sent. */
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  /** On the screen. */
  seconds: z.int(),
  /** One picture of a film. */
  poster: Id.nullable(),
  /** Of a film as it was sent; loudness in LUFS. */
  lengthMs: z.int().nullable(),
  frameRate: z.number().nullable(),
  hasSound: z.boolean().nullable(),
  loudness: z.number().nullable(),
  /** Its campaign was sent back because of it. */
  needsChange: z.boolean(),
});
export type Picture = z.infer<typeof Picture>;

export const CAMPAIGN_DISPLAY_STATES = [
  'draft',
  'review',
  'rejected',
  'scheduled',
  'active',
  'behind',
  'paused',
  'withdrawn',
  'done',
] as const;

const numbers = {
  /** Units that were counted, and that an even pace should have counted by now (`null`: as fast as possible, or over). */
  counted: z.int(),
  planned: z.int().nullable(),
  /** Plays of today. */
  today: z.int(),
  lastPlayAt: z.date().nullable(),
};

/** Of a special package, which nobody has started while it has no first day. */
const Special = z.object({ startsOn: Day.nullable() });

const Listed = z.object({
  id: Id,
  kind: z.enum(CAMPAIGN_KINDS),
  state: z.enum(CAMPAIGN_DISPLAY_STATES),
  ...fields,
  ...numbers,
  picture: Picture.nullable(),
  reason: z.string(),
  sentAt: z.date().nullable(),
  /** Of a paused one, as far as it is known. */
  pausedAt: z.date().nullable(),
  /** Staff paused it, and only they let it go on. */
  isHeldByStaff: z.boolean(),
  /** Its whole budget was taken from it: it goes on once that is raised. */
  isEmpty: z.boolean(),
  /** When it was approved or sent back last. */
  decidedAt: z.date().nullable(),
  /** The advert because of which it was sent back, the first of several. */
  mend: Id.nullable(),
  updatedAt: z.date(),
  /** The HTTP status with which its address answered last; `null`: it was not visited or did not answer. */
  addressStatus: z.int().nullable(),
  /** Since when its code leads to our page, because its address does not answer. */
  codePausedAt: z.date().nullable(),
  /** Shown for a special package; its budget is a promise and holds no units. */
  special: Special.nullable(),
  /** Of the budget of a campaign that is over: what came back already, what TVs still hold, and until when that comes back too. */
  returned: z.int(),
  held: z.int(),
  heldUntil: z.date().nullable(),
  /** The change of it that waits: other adverts, another address. */
  change: z.object({ id: Id, state: z.enum(OPEN_CHANGE_STATES), reason: z.string() }).nullable(),
});
export type ListedCampaign = z.infer<typeof Listed>;

/** Why an even campaign is more than a tenth below its plan, if its choice is the reason; `reached` as `audienceText` tells it. */
const OwnWhyBehind = z.discriminatedUnion('why', [
  z.object({ why: z.literal('few'), reached: z.int().nullable() }),
  z.object({ why: z.literal('cap'), cap: z.int() }),
  z.object({ why: z.literal('hours'), hours: z.int() }),
]);

/** The same with how many TVs would do. */
const MailedWhyBehind = z.discriminatedUnion('why', [
  z.object({ why: z.literal('few'), reached: z.int().nullable(), needed: z.int() }),
  z.object({ why: z.literal('cap'), cap: z.int() }),
  z.object({ why: z.literal('hours'), hours: z.int() }),
]);

const Units = z.object({ balance: z.int(), inCampaigns: z.int(), free: z.int() });

export const Campaign = Listed.extend({
  pictures: z.array(Picture),
  category: z.enum(CATEGORIES).nullable(),
  proof: z.string(),
  sendings: z.int(),
  free: z.int(),
  /** Of a change: the campaign that it changes, and what that shows now. */
  changes: z
    .object({
      id: Id,
      state: z.enum(CAMPAIGN_DISPLAY_STATES),
      url: z.string(),
      pictures: z.array(Picture),
      special: Special.nullable(),
    })
    .nullable(),
});
export type Campaign = z.infer<typeof Campaign>;

/** What a company reads of its own one, with the free units that its budget would be spent of, bought first first (price.ts). */
const OwnCampaign = Campaign.extend({
  late: MailedWhyBehind.nullable(),
  unspent: z.array(
    z.object({
      name: z.string().nullable(),
      units: z.int(),
      paid: z.object({ amount: z.int(), currency: Currency, banners: z.int(), tvSeconds: z.int() }).nullable(),
    }),
  ),
});

/** A film on its way to being a spot, or one that was refused. */
export const Film = z.object({
  id: Id,
  name: z.string(),
  refusal: FilmRefusal.nullable(),
  /** Of a refused one: the spot in whose place it was to be put. */
  replaces: Id.nullable(),
  /** How far its conversion is, from 0 to 1; `null`: it has not begun. */
  done: z.number().nullable(),
});
export type Film = z.infer<typeof Film>;

/** What is missing before a campaign can be sent. */
export const MISSING_CAMPAIGN_PARTS = ['name', 'url', 'picture', 'film', 'hours', 'dates', 'budget'] as const;

const changed = { CAMPAIGN_CHANGED: {} } as const;
const incomplete = {
  CAMPAIGN_INCOMPLETE: { status: 422, data: z.object({ missing: z.array(z.enum(MISSING_CAMPAIGN_PARTS)) }) },
} as const;
/** A decision is about the sending that was looked at, as `read` told its number; nobody decides about one that came since. */
const looked = { id: Id, sendings: z.int().min(0) };
/** `for`: who reads it. */
const RefusalReader = z.enum(['company', 'staff']);
const empty = { CAMPAIGN_EMPTY: { data: z.object({ for: RefusalReader }) } } as const;
/** `free`: what its company has. */
const budget = { CAMPAIGN_BUDGET: { data: z.object({ for: RefusalReader, free: z.int() }) } } as const;
const undecided = { CAMPAIGN_DECIDED: {}, CAMPAIGN_SENT_AGAIN: {} } as const;
const picture = {
  PICTURE_TYPE: { status: 422 },
  PICTURE_BROKEN: { status: 422 },
  PICTURE_UPRIGHT: { status: 422, data: z.object({ width: z.int(), height: z.int() }) },
  PICTURE_SMALL: { status: 422, data: z.object({ width: z.int(), height: z.int() }) },
  PICTURE_SHAPE: { status: 422, data: z.object({ width: z.int(), height: z.int() }) },
  PICTURE_WINDOW: { status: 422 },
  PICTURE_QR_PLACE: { status: 422 },
  PICTURES_ENOUGH: {},
} as const;

/** Why what waits can no longer be shown: all its days are over, or every hour of its plan; `null`: it can, or it is a change. */
const Passed = z.enum(['days', 'hours']).nullable();

const Waiting = z.object({
  id: Id,
  isChange: z.boolean(),
  kind: z.enum(CAMPAIGN_KINDS),
  name: z.string(),
  company: z.string(),
  companyId: Id,
  sentAt: z.date(),
  picture: Picture.nullable(),
  passed: Passed,
});

export const campaigns = {
  categories,
  own: {
    list: oc.route({ method: 'GET', path: '/campaigns', tags }).output(
      z.object({
        campaigns: z.array(Listed.extend({ late: OwnWhyBehind.nullable() })),
        banners: Units,
        tvSeconds: Units,
      }),
    ),
    read: oc
      .route({ method: 'GET', path: '/campaigns/{id}', tags })
      .input(z.object({ id: Id }))
      .output(OwnCampaign),
    ...ownReport,
    ...ownReportPaper,
    ...ownObjections,
    /**
     * A draft under the browser's key: the same key again is the same draft. A copy has everything but the dates. `changeOf`: a change of
     * that running campaign, with its adverts and address; where one is open already, that one.
     */
    begin: oc
      .route({ method: 'POST', path: '/campaigns', tags })
      .input(z.object({ id: Id, copyOf: Id.optional(), changeOf: Id.optional() }))
      .output(OwnCampaign)
      .errors(refusals({ ...changed, DRAFTS_ENOUGH: {} })),
    /** What is not given stays. Only a draft, or what was sent back; of a change only its address. */
    save: oc
      .route({ method: 'POST', path: '/campaigns/{id}', tags })
      .input(z.object({ id: Id, ...z.object({ ...fields, name: visibleLine(NAME_MOST) }).partial().shape }))
      .output(z.object({ savedAt: z.date() }))
      .errors(refusals({ ...changed, CAMPAIGN_DATES: { status: 422 } })),
    /** While it runs: hours, cap, end and budget, without another review; the budget not below what is counted or leased. */
    change: oc
      .route({ method: 'POST', path: '/campaigns/{id}/change', tags })
      .input(
        z.object({
          id: Id,
          ...z
            .object({ schedule: fields.schedule, cap: fields.cap, endsOn: fields.endsOn, budget: fields.budget })
            .partial().shape,
        }),
      )
      .output(z.object({ savedAt: z.date() }))
      .errors(
        refusals({
          ...changed,
          ...categoryRefusals,
          ...incomplete,
          CAMPAIGN_DATES: { status: 422 },
          ...budget,
          CAMPAIGN_BUDGET_LOW: { data: z.object({ least: z.int() }) },
        }),
      ),
    /**
     * Makes a picture for screens of a complete upload of kind `advert-picture`; a refused one leaves the campaign as it was. `replaces`: the
     * picture in whose place it is put.
     */
    addPicture: oc
      .route({ method: 'POST', path: '/campaigns/{id}/pictures', tags })
      .input(z.object({ id: Id, file: Id, name: visibleLine(200).min(1), replaces: Id.optional() }))
      .output(Picture)
      .errors(
        refusals({
          ...changed,
          ...picture,
          FILE_QUOTA_FULL: { data: z.object({ most: z.int() }) },
          STORAGE_FULL: {},
        }),
      ),
    /** Films of a draft that are not ready yet, or were refused; `isOn`: whether this server converts films. */
    films: oc
      .route({ method: 'GET', path: '/campaigns/{id}/films', tags })
      .input(z.object({ id: Id }))
      .output(z.object({ isOn: z.boolean(), films: z.array(Film) })),
    /**
     * Puts a complete upload of kind `advert-film` in the queue for conversion. The same file again is the same film. `replaces`: the spot in
     * whose place it is put once it is ready; a refused one leaves it there.
     */
    addFilm: oc
      .route({ method: 'POST', path: '/campaigns/{id}/films', tags })
      .input(z.object({ id: Id, file: Id, name: visibleLine(200).min(1), replaces: Id.optional() }))
      .output(z.object({ taken: z.literal(true) }))
      .errors(refusals({ ...changed, PICTURES_ENOUGH: {}, FILMS_OFF: {} })),
    /** Forgets a film that waits or was refused. */
    removeFilm: oc
      .route({ method: 'POST', path: '/campaigns/{id}/films/{film}/remove', tags })
      .input(z.object({ id: Id, film: Id }))
      .output(z.object({ removed: z.literal(true) }))
      .errors(refusals(changed)),
    /** A banner or a spot; what was sent for the other kind is removed. */
    setKind: oc
      .route({ method: 'POST', path: '/campaigns/{id}/kind', tags })
      .input(z.object({ id: Id, kind: z.enum(CAMPAIGN_KINDS) }))
      .output(z.object({ changed: z.literal(true) }))
      .errors(refusals(changed)),
    removePicture: oc
      .route({ method: 'POST', path: '/campaigns/{id}/pictures/{picture}/remove', tags })
      .input(z.object({ id: Id, picture: Id }))
      .output(z.object({ removed: z.literal(true) }))
      .errors(refusals(changed)),
    send: oc
      .route({ method: 'POST', path: '/campaigns/{id}/send', tags })
      .input(
        z.object({
          id: Id,
          category: z.enum(CATEGORIES),
          hasRights: z.literal(true),
          /** The permit or approval that the category asks for. */
          proof: visibleLine(PROOF_MOST).default(''),
        }),
      )
      .output(z.object({ sent: z.literal(true) }))
      .errors(
        refusals({
          ...changed,
          ...categoryRefusals,
          ...incomplete,
          ...budget,
          CAMPAIGN_ADDRESS_DEAD: { status: 422 },
          CAMPAIGN_ADDRESS_MOVED: { status: 422, data: z.object({ host: z.string() }) },
        }),
      ),
    /** Takes it back into the draft, while nobody has decided. */
    recall: oc
      .route({ method: 'POST', path: '/campaigns/{id}/recall', tags })
      .input(z.object({ id: Id }))
      .output(z.object({ recalled: z.literal(true) }))
      .errors(refusals(changed)),
    step: oc
      .route({ method: 'POST', path: '/campaigns/{id}/step', tags })
      .input(z.object({ id: Id, to: z.enum(['pause', 'resume', 'end']) }))
      .output(z.object({ done: z.literal(true) }))
      .errors(refusals({ ...changed, ...empty, CAMPAIGN_HELD: {}, CAMPAIGN_ACCOUNT_CLOSED: {} })),
    remove: oc
      .route({ method: 'POST', path: '/campaigns/{id}/remove', tags })
      .input(z.object({ id: Id }))
      .output(z.object({ removed: z.literal(true) }))
      .errors(refusals(changed)),
    /** Linked TVs that showed something within 14 days, by region and kind of place, and those that a choice reaches. Below five: `null`. */
    audience: oc
      .route({ method: 'POST', path: '/campaigns/audience', tags })
      .input(z.object({ regions: fields.regions, venues: fields.venues }))
      .output(
        z.object({
          regions: z.array(z.object({ region: Region, tvs: z.int().nullable() })),
          venues: z.array(z.object({ venue: Venue, tvs: z.int().nullable() })),
          reached: z.int().nullable(),
          /** Of the reached ones, whose kind of place nobody has confirmed yet. */
          waiting: z.int().nullable(),
          /** Seconds of adverts that TVs which may show it showed in a day and that were counted, over 14 days. */
          dailySeconds: z.int(),
          /** When all TVs together showed something in these days: for each hour of the week, Monday's first, percent of the busiest. */
          viewing: z.array(z.int()),
        }),
      ),
  },
  admin: {
    ...deskObjections,
    ...deskReport,
    /** Those that wait, the oldest first; how many are in each state; and the last decisions. */
    queue: oc.route({ method: 'GET', path: '/admin/campaigns', tags }).output(
      z.object({
        waiting: z.array(Waiting),
        counts: z.object({ active: z.int(), behind: z.int(), paused: z.int(), rejected: z.int(), done: z.int() }),
        decisions: z.array(
          z.object({
            id: Id,
            name: z.string(),
            company: z.string(),
            state: z.enum(CAMPAIGN_DISPLAY_STATES),
            reason: z.string(),
            isChange: z.boolean(),
            decidedAt: z.date(),
            decidedBy: z.string(),
          }),
        ),
      }),
    ),
    /** Campaigns that were decided about, by state, newest first. `isAccountOpen`: their company's account is neither closed nor blocked. */
    list: oc
      .route({ method: 'GET', path: '/admin/campaigns/list', tags })
      .input(z.object({ state: z.enum(['active', 'behind', 'paused', 'rejected', 'done']), after: Cursor.optional() }))
      .output(
        z.object({
          rows: z.array(Listed.extend({ company: z.string(), companyId: Id.nullable(), isAccountOpen: z.boolean() })),
          next: Cursor.nullable(),
        }),
      ),
    read: oc
      .route({ method: 'GET', path: '/admin/campaigns/{id}', tags })
      .input(z.object({ id: Id }))
      .output(
        Campaign.extend({
          company: z.string(),
          companyId: Id.nullable(),
          taxNumber: z.string(),
          tvs: z.int().nullable(),
          passed: Passed,
        }),
      ),
    /** Even campaigns more than a tenth below their plan, and what makes them late; no more `needed` than `tvs`: nothing of their choice. */
    behind: oc.route({ method: 'GET', path: '/admin/campaigns/behind', tags }).output(
      z.array(
        z.object({
          id: Id,
          name: z.string(),
          kind: z.enum(CAMPAIGN_KINDS),
          company: z.string(),
          companyId: Id.nullable(),
          counted: z.int(),
          budget: z.int(),
          planned: z.int(),
          daysLeft: z.int(),
          why: z.discriminatedUnion('why', [
            z.object({ why: z.literal('few'), tvs: z.int(), needed: z.int() }),
            z.object({ why: z.literal('cap'), cap: z.int() }),
            z.object({ why: z.literal('hours'), hours: z.int() }),
          ]),
          /** When its company was told last. */
          toldAt: z.date().nullable(),
        }),
      ),
    ),
    /** Writes to the company why it is late, once a day at most. */
    tellBehind: oc
      .route({ method: 'POST', path: '/admin/campaigns/{id}/tell-behind', tags })
      .input(z.object({ id: Id }))
      .output(z.object({ told: z.literal(true) }))
      .errors(refusals({ ...changed, CAMPAIGN_TOLD: {} })),
    approve: oc
      .route({ method: 'POST', path: '/admin/campaigns/{id}/approve', tags })
      .input(z.object(looked))
      .output(z.object({ approved: z.literal(true) }))
      .errors(
        refusals({
          ...changed,
          ...undecided,
          ...budget,
          CAMPAIGN_OVER: {},
          CAMPAIGN_HOURS_OVER: {},
          CAMPAIGN_ACCOUNT_CLOSED: {},
        }),
      ),
    /** Takes an approval back whose mail has not gone yet: `UNDO_SECONDS` and a moment more. Not of a change, which holds at once. */
    undoApproval: oc
      .route({ method: 'POST', path: '/admin/campaigns/{id}/undo-approval', tags })
      .input(z.object({ id: Id }))
      .output(z.object({ undone: z.literal(true) }))
      .errors(refusals({ CAMPAIGN_STAYS: {} })),
    setCategory,
    /** `adverts`: those of it that have to change. */
    reject: oc
      .route({ method: 'POST', path: '/admin/campaigns/{id}/reject', tags })
      .input(
        z.object({
          ...looked,
          reason: z.string().trim().min(1).max(REASON_MOST),
          adverts: z.array(Id).max(MOST_PICTURES).default([]),
        }),
      )
      .output(z.object({ rejected: z.literal(true) }))
      .errors(refusals(undecided)),
    /**
     * Stops what runs: for a while, for good, or because it must not be shown; the last is told with its reason. What is paused here, its
     * company reads the reason of and does not let go on. A special package whose money is not ours does not go on, nor what is of a closed
     * or blocked account.
     */
    step: oc
      .route({ method: 'POST', path: '/admin/campaigns/{id}/step', tags })
      .input(
        z.object({
          id: Id,
          to: z.enum(['pause', 'resume', 'end', 'withdraw']),
          reason: z.string().trim().max(REASON_MOST),
        }),
      )
      .output(z.object({ done: z.literal(true) }))
      .errors(refusals({ ...changed, ...empty, SPECIAL_PAID_BACK: {}, CAMPAIGN_ACCOUNT_CLOSED: {} })),
  },
};
