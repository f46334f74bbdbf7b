import { ticketCopy } from '#domain/events/copy.ts';
import { eventCalendar } from '#domain/events/ics.ts';
import type { EventMails } from '#domain/events/mail.ts';
import { pages } from '#domain/pages.ts';

/** What travels with the event's mails, drawn from their props at the moment of sending. */
export interface Attachment {
  filename: string;
  content: Buffer | string;
  contentType: string;
  /** For pictures shown inside the mail: `<img src="cid:payment-qr">`. */
  cid?: string;
}

export const PAYMENT_QR_CID = 'payment-qr';

async function paymentQr({ instructions }: EventMails['events.reserved']): Promise<Attachment[]> {
  const { qrPng } = await import('./qr-png.ts');
  const content = qrPng(instructions.qr.payload);
  return [{ filename: 'qr.png', content, contentType: 'image/png', cid: PAYMENT_QR_CID }];
}

/** `now` is the calendar's DTSTAMP. */
export const eventAttachments = {
  'events.reserved': paymentQr,
  'events.reminder': paymentQr,
  async 'events.confirmed'(props: EventMails['events.confirmed'], now: Date): Promise<Attachment[]> {
    const { ticketPdf } = await import('./ticket-pdf.ts');
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
