import { ticketCopy } from '#domain/events/copy.ts';
import { eventCalendar } from '#domain/events/ics.ts';
import type { EventMails } from '#domain/events/mail.ts';
import { pages } from '#domain/pages.ts';
import { qrPng } from './qr-png.ts';
import { ticketPdf } from './ticket-pdf.ts';

/** What travels with the event's mails, drawn from their props at the moment of sending. */
export interface Attachment {
  filename: string;
  content: Buffer | string;
  contentType: string;
  /** For pictures shown inside the mail: `<img src="cid:payment-qr">`. */
  cid?: string;
}

export const PAYMENT_QR_CID = 'payment-qr';

const paymentQr = async ({ instructions }: EventMails['events.reserved']): Promise<Attachment[]> => [
  { filename: 'qr.png', content: qrPng(instructions.qr.payload), contentType: 'image/png', cid: PAYMENT_QR_CID },
];

/** `now` is the calendar's DTSTAMP. */
export const eventAttachments = {
  'events.reserved': paymentQr,
  'events.reminder': paymentQr,
  async 'events.confirmed'(props: EventMails['events.confirmed'], now: Date): Promise<Attachment[]> {
    const printed = await Promise.all(
      props.tickets.map(async (ticket) => ({
        filename: ticketCopy.pdfName(ticket.code),
        content: await ticketPdf({ ...props, ticket }),
        contentType: 'application/pdf',
      })),
    );
    const url = new URL(pages.event.path, props.link).href;
    const content = eventCalendar(props.event, { url, now });
    return [...printed, { filename: 'siri-vidik.ics', content, contentType: 'text/calendar; charset=utf-8' }];
  },
};
