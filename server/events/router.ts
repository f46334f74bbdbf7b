import { ticketCopy } from '#domain/events/copy.ts';
import { endsAt, eventFacts } from '#domain/events/event.ts';
import { eventCalendar } from '#domain/events/ics.ts';
import { pages } from '#domain/pages.ts';
import { anyone, member, staff } from '../access.ts';
import { visitorActor } from '../platform/audit.ts';
import { scarcity } from './capacity.ts';
import { attendance, checkIn } from './check-in.ts';
import { confirmReservation } from './confirm.ts';
import { describeReservation } from './describe.ts';
import { listReservations, reservationTotals } from './list.ts';
import { ownReservations } from './mine.ts';
import { noteReservation } from './note.ts';
import { refuse } from './refuse.ts';
import { removeReservation } from './remove.ts';
import { reserve } from './reserve.ts';
import { listImports, listLines } from './statements/lines.ts';
import { confirmExactLines, confirmLine, dismissLine } from './statements/settle.ts';
import { ticketPage } from './tickets.ts';

const organiser = staff('manage event');

// Readers and writers of file formats are loaded when the first file is: the start does not wait for them.

export const eventsRouter = {
  offer: anyone.events.offer.handler(async ({ context: { edges } }) => {
    const { event } = edges.config;
    const left = await scarcity(edges.db, event);
    return { event: eventFacts(event), over: edges.now() >= endsAt(event.year), ...left };
  }),
  reserve: anyone.events.reserve.handler(({ context: { edges, ip, requestId }, input }) =>
    reserve(edges, { ...visitorActor, ip, requestId }, input),
  ),
  mine: member.events.mine.handler(({ context: { edges, person } }) => ownReservations(edges, person)),
  calendar: anyone.events.calendar.handler(({ context: { edges } }) => {
    const url = `${edges.config.publicUrl}${pages.event.path}`;
    const ics = eventCalendar(edges.config.event, { url, now: edges.now() });
    return new File([ics], 'siri-vidik.ics', { type: 'text/calendar; charset=utf-8' });
  }),
  ticket: anyone.events.ticket.handler(({ context: { edges }, input }) => ticketPage(edges, input.token)),
  ticketPdf: anyone.events.ticketPdf.handler(async ({ context: { edges }, input }) => {
    const { tickets, ...reservation } = await ticketPage(edges, input.token);
    const ticket = tickets.find(({ token }) => token === input.token);
    if (!ticket) throw refuse('TICKET_UNKNOWN');
    const { ticketPdf } = await import('./ticket-pdf.ts');
    const pdf = await ticketPdf({ ...reservation, ticket });
    return new File([new Uint8Array(pdf)], ticketCopy.pdfName(ticket.code), { type: 'application/pdf' });
  }),

  admin: {
    list: organiser.events.admin.list.handler(({ context: { edges }, input }) => listReservations(edges, input)),
    totals: organiser.events.admin.totals.handler(({ context: { edges } }) => reservationTotals(edges)),
    note: organiser.events.admin.note.handler(async ({ context: { edges, actor }, input }) =>
      describeReservation(await noteReservation(edges, actor, input.id, input.notes)),
    ),
    confirm: organiser.events.admin.confirm.handler(async ({ context: { edges, actor }, input }) =>
      describeReservation(await confirmReservation(edges, actor, input.id)),
    ),
    remove: organiser.events.admin.remove.handler(async ({ context: { edges, actor }, input }) => {
      await removeReservation(edges, actor, input);
      return { deleted: true };
    }),
    export: organiser.events.admin.export.handler(async ({ context: { edges }, input }) => {
      const { exportReservations } = await import('./export.ts');
      return exportReservations(edges, input);
    }),

    statements: {
      list: organiser.events.admin.statements.list.handler(({ context: { edges } }) => listImports(edges)),
      import: organiser.events.admin.statements.import.handler(async ({ context: { edges, actor }, input }) => {
        const { importStatement } = await import('./statements/import.ts');
        return importStatement(edges, actor, input);
      }),
      lines: organiser.events.admin.statements.lines.handler(({ context: { edges }, input }) =>
        listLines(edges, input),
      ),
      confirmExact: organiser.events.admin.statements.confirmExact.handler(
        async ({ context: { edges, actor }, input }) => ({
          confirmed: await confirmExactLines(edges, actor, input.importId),
        }),
      ),
      confirmLine: organiser.events.admin.statements.confirmLine.handler(async ({ context: { edges, actor }, input }) =>
        describeReservation(await confirmLine(edges, actor, input.id, input.reservationNumber)),
      ),
      dismissLine: organiser.events.admin.statements.dismissLine.handler(
        async ({ context: { edges, actor }, input }) => {
          await dismissLine(edges, actor, input.id);
          return { dismissed: true };
        },
      ),
    },

    attendance: organiser.events.admin.attendance.handler(({ context: { edges } }) => attendance(edges.db)),
    checkIn: organiser.events.admin.checkIn.handler(async ({ context: { edges, actor }, input }) => {
      const admission = await checkIn(edges, actor, input.code, input.door);
      return { ...admission, ...(await attendance(edges.db)) };
    }),
  },
};
