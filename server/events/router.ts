import { eventFacts } from '#domain/events/event.ts';
import { eventCalendar } from '#domain/events/ics.ts';
import { isScarce } from '#domain/events/lapse.ts';
import { endsAt } from '#domain/events/moments.ts';
import { PACKAGE_IDS } from '#domain/events/packages.ts';
import { ticketCopy } from '#domain/events/ticket/card-copy.ts';
import { pages } from '#domain/pages.ts';
import { refuse } from '#domain/refuse.ts';
import { anyone, member, staff } from '../access.ts';
import { changeEvent } from '../flows/event/change-event.ts';
import { chooseAfterMove } from '../flows/event/choose-after-move.ts';
import { confirmByHand } from '../flows/event/confirm-by-hand.ts';
import { removeReservation } from '../flows/event/remove-reservation.ts';
import { visitorActor } from '../platform/audit.ts';
import { eventState } from './change/event-state.ts';
import { currentEvent } from './current.ts';
import { describeReservation } from './describe.ts';
import { doorRouter } from './door/router.ts';
import { listReservations, reservationTotals } from './list.ts';
import { addNote, changeNote, removeNote } from './notes/write-note.ts';
import { givePlace, namePlace } from './places/change-place.ts';
import { saveClaim } from './places/claim.ts';
import { eventDetailsOf, publishedDetails, saveDetails } from './places/details.ts';
import { ticketName } from './places/places.ts';
import { availability } from './reservations/capacity.ts';
import { correctGuest } from './reservations/correct.ts';
import { ownReservations } from './reservations/mine.ts';
import { reserve } from './reservations/reserve.ts';
import { sendAgain } from './reservations/send-again.ts';
import { ticketPage } from './tickets/tickets.ts';

const organiser = staff('manage event');

// Readers and writers of file formats are loaded when the first file is: the start does not wait for them.

export const eventsRouter = {
  offer: anyone.events.offer.handler(async ({ context: { deps } }) => {
    const event = await currentEvent(deps.db, deps.config);
    const left = await availability(deps.db, event);
    const lapse = { packages: PACKAGE_IDS.filter((id) => isScarce(event, id)), days: event.pendingDays };
    const { directions, timetable } = await publishedDetails(deps.db, event);
    const published = { directions: directions !== null, timetable: timetable !== null };
    return { event: eventFacts(event), over: deps.now() >= endsAt(event), ...left, lapse, published };
  }),
  reserve: anyone.events.reserve.handler(({ context: { deps, ip, requestId }, input }) =>
    reserve(deps, { ...visitorActor, ip, requestId }, input),
  ),
  mine: member.events.mine.handler(({ context: { deps, person } }) => ownReservations(deps, person)),
  calendar: anyone.events.calendar.handler(async ({ context: { deps } }) => {
    const url = `${deps.config.publicUrl}${pages.event.path}`;
    const event = await currentEvent(deps.db, deps.config);
    const cancelled = event.change?.kind === 'cancelled';
    const ics = eventCalendar(event, { url, now: deps.now(), cancelled });
    return new File([ics], 'siri-vidik.ics', { type: 'text/calendar; charset=utf-8' });
  }),
  ticket: anyone.events.ticket.handler(({ context: { deps }, input }) => ticketPage(deps, input.token)),
  ticketPdf: anyone.events.ticketPdf.handler(async ({ context: { deps }, input }) => {
    const { tickets, places, ...reservation } = await ticketPage(deps, input.token);
    const [first, ...others] = tickets.map((ticket) => {
      const name = ticketName(reservation, places, ticket.position);
      return { ...reservation, ticket: { ...ticket, name } };
    });
    if (!first) throw refuse('TICKET_UNKNOWN');
    const { ticketPdf } = await import('./tickets/ticket-pdf.ts');
    const pdf = await ticketPdf(first, ...others);
    const name = others.length > 0 ? String(reservation.number) : first.ticket.code;
    return new File([new Uint8Array(pdf)], ticketCopy.pdfName(name), { type: 'application/pdf' });
  }),

  places: {
    name: anyone.events.places.name.handler(({ context: { deps, ip, requestId, limits }, input }) =>
      namePlace(deps, { ...visitorActor, ip, requestId }, input, limits),
    ),
    give: anyone.events.places.give.handler(({ context: { deps, ip, requestId, limits }, input }) =>
      givePlace(deps, { ...visitorActor, ip, requestId }, input, limits),
    ),
  },

  claim: anyone.events.claim.handler(({ context: { deps, ip, requestId, limits }, input }) =>
    saveClaim(deps, { ...visitorActor, ip, requestId }, input, limits),
  ),

  choose: anyone.events.choose.handler(({ context: { deps, ip, requestId, limits }, input }) =>
    chooseAfterMove(deps, { ...visitorActor, ip, requestId }, input, limits),
  ),

  admin: {
    change: {
      state: organiser.events.admin.change.state.handler(({ context: { deps } }) => eventState(deps.db, deps)),
      make: organiser.events.admin.change.make.handler(({ context: { deps, actor }, input }) =>
        changeEvent(deps, actor, input),
      ),
    },
    details: {
      get: organiser.events.admin.details.get.handler(async ({ context: { deps } }) => {
        const event = await currentEvent(deps.db, deps.config);
        const { firstDay, programmeDays: mailDays } = event;
        return { ...(await eventDetailsOf(deps.db, event)), firstDay, mailDays };
      }),
      save: organiser.events.admin.details.save.handler(({ context: { deps, actor }, input }) =>
        saveDetails(deps, actor, input),
      ),
    },
    list: organiser.events.admin.list.handler(({ context: { deps }, input }) => listReservations(deps, input)),
    totals: organiser.events.admin.totals.handler(({ context: { deps }, input }) => reservationTotals(deps, input)),
    notes: {
      add: organiser.events.admin.notes.add.handler(({ context: { deps, actor }, input }) =>
        addNote(deps, actor, input),
      ),
      change: organiser.events.admin.notes.change.handler(({ context: { deps, actor }, input }) =>
        changeNote(deps, actor, input),
      ),
      remove: organiser.events.admin.notes.remove.handler(({ context: { deps, actor }, input }) =>
        removeNote(deps, actor, input),
      ),
    },
    confirm: organiser.events.admin.confirm.handler(async ({ context: { deps, actor }, input }) =>
      describeReservation(await confirmByHand(deps, actor, input)),
    ),
    remove: organiser.events.admin.remove.handler(async ({ context: { deps, actor }, input }) => {
      const cancelled = await removeReservation(deps, actor, input);
      return { deleted: cancelled === null, reservation: cancelled && describeReservation(cancelled) };
    }),
    sendAgain: organiser.events.admin.sendAgain.handler(async ({ context: { deps, actor }, input }) => ({
      sentTo: await sendAgain(deps, actor, input),
    })),
    correct: organiser.events.admin.correct.handler(async ({ context: { deps, actor }, input }) =>
      describeReservation(await correctGuest(deps, actor, input)),
    ),
    export: organiser.events.admin.export.handler(async ({ context: { deps, actor }, input }) => {
      const { exportReservations } = await import('./export.ts');
      return exportReservations(deps, actor, input);
    }),

    door: doorRouter,
  },
};
