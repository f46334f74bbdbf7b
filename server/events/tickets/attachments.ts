import { eventCalendar } from '#domain/events/ics.ts';
import type { EventMails, MailInstructions, MailReservation } from '#domain/events/mail.ts';
import { ticketCopy } from '#domain/events/ticket/card-copy.ts';
import { pages } from '#domain/pages.ts';
import type { Attachment } from '../../platform/mail/mail.ts';

/** What travels with the event's mails, drawn from their props at the moment of sending; the drawing code is loaded then. */

/** The picture's content id, for `<img src="cid:payment-qr">`. */
export const PAYMENT_QR = 'payment-qr';

export async function paymentPicture({ qr }: Pick<MailInstructions, 'qr'>): Promise<Attachment> {
  const { qrPng } = await import('../../platform/qr/qr-png.ts');
  return { name: 'qr.png', content: qrPng(qr.payload), contentType: 'image/png', contentId: PAYMENT_QR };
}

/** One PDF for each person. */
export async function printedTickets(
  mail: EventMails['events.confirmed' | 'events.moved' | 'events.place-given'],
): Promise<Attachment[]> {
  const { ticketPdf } = await import('./ticket-pdf.ts');
  return Promise.all(
    mail.tickets.map(async (ticket) => ({
      name: ticketCopy.pdfName(ticket.code),
      content: await ticketPdf({ ...mail, ticket }),
      contentType: 'application/pdf',
    })),
  );
}

/** The same file says that the event was cancelled. */
export function calendarFile({ event, link }: MailReservation, { cancelled = false } = {}): Attachment {
  const url = new URL(pages.event.path, link).href;
  const content = eventCalendar(event, { url, now: new Date(), cancelled });
  return { name: 'siri-vidik.ics', content, contentType: 'text/calendar; charset=utf-8' };
}
