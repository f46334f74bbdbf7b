import { oc } from '@orpc/contract';
import * as z from 'zod';
import { refusals } from '../../errors.ts';
import { REASON_MAX, REASON_MIN } from '../../reason-length.ts';
import { Day, Money } from '../../shapes.ts';
import { EventFacts, PackageId } from '../shapes.ts';
import { changeCopy } from './copy.ts';
import { CHOICES } from './rules.ts';

/**
 * The organiser cancels the event or moves it to another date, for everybody at once. Cancelled, every reservation is
 * cancelled and what came for it is owed back; that cannot be undone. Moved, all stand for the new date, and whoever has
 * paid may ask for the money until an announced day, and change that choice until then or until it was given back.
 */
export const EventPreview = z.object({
  /** Those that wait or are paid. */
  reservations: z.int(),
  packages: z.array(z.object({ packageId: PackageId, waiting: z.int(), paid: z.int(), tickets: z.int() })),
  /** What has come for them. */
  money: z.array(Money),
  mails: z.int(),
  /** Those who asked for their money after the last move and may take the ticket back: moved again, they are mailed, too. */
  askedBack: z.int().default(0),
});
export type EventPreview = z.infer<typeof EventPreview>;

/** What the screen showed, and is compared. */
const Shown = EventPreview.omit({ packages: true });
export type ShownPreview = z.infer<typeof Shown>;

export const MadeChange = z.object({
  id: z.uuid(),
  kind: z.enum(['moved', 'cancelled']),
  from: Day,
  firstDay: Day,
  reason: z.string(),
  chooseUntil: z.date().nullable(),
  madeAt: z.date(),
  madeBy: z.string(),
  /** Of guests who had paid; `open` are those who have not chosen and keep their tickets. Of a move alone. */
  choices: z.object({ keep: z.int(), refund: z.int(), open: z.int() }).nullable(),
});
export type MadeChange = z.infer<typeof MadeChange>;

export const EventState = z.object({
  event: EventFacts,
  /** Its first day has begun, so it is not moved any more; and it is over, so it is not cancelled either. */
  begun: z.boolean(),
  over: z.boolean(),
  preview: EventPreview,
  /** Newest first. */
  changes: z.array(MadeChange),
  /** Of this year's reservations: what is owed back, and what was given back. */
  owed: z.array(Money),
  returned: z.array(Money),
});
export type EventState = z.infer<typeof EventState>;

const tags = ['events'];

export const change = {
  state: oc.route({ method: 'GET', path: '/admin/event/change', tags }).output(EventState),
  make: oc
    .route({ method: 'POST', path: '/admin/event/change', tags })
    .input(
      z.object({
        /** Made by the screen: the same key is one change. */
        id: z.uuid(),
        kind: z.enum(['moved', 'cancelled']),
        /** Both of a move alone. */
        firstDay: Day.optional(),
        chooseUntil: Day.optional(),
        reason: z.string().trim().min(REASON_MIN, changeCopy.reasonNeeded).max(REASON_MAX),
        shown: Shown,
      }),
    )
    .output(EventState)
    .errors(
      refusals({
        EVENT_CANCELLED: {},
        EVENT_BEGUN: {},
        EVENT_DAY_WRONG: { status: 422 },
        EVENT_STATE_CHANGED: { data: EventState },
      }),
    ),
};

const Choice = z.enum(CHOICES);

/** What became of the event that a link is for, and what its guest may choose. */
export const GuestChange = EventFacts.shape.change.unwrap().extend({
  /** Of whoever reserved and paid before a move; `null` for everybody else. */
  choice: z
    .object({
      until: z.date(),
      made: Choice.nullable(),
      /** It may still be made or changed. */
      open: z.boolean(),
      /** Only a part of the price had come: there is a reservation to keep, and no ticket yet. */
      isPart: z.boolean(),
      /** What has come, or is owed back; without what was given back. */
      money: z.array(Money),
      returned: z.boolean(),
    })
    .nullable(),
});
export type GuestChange = z.infer<typeof GuestChange>;

export const choose = oc
  .route({ method: 'POST', path: '/event/tickets/{token}/choice', tags })
  .input(z.object({ token: z.string().max(200), choice: Choice }))
  .output(z.object({ choice: Choice }))
  .errors(
    refusals({
      TICKET_UNKNOWN: { status: 404 },
      CHOICE_CLOSED: {},
      MONEY_RETURNED: {},
      SOLD_OUT: {},
      /** Not yet paid, it cannot be kept: the address holds another unpaid place of a package with a capacity. */
      SCARCE_PLACE_HELD: {},
    }),
  );
