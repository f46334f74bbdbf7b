import type { RequestState } from '#domain/fulfilment/courier-requests.ts';
import { parcelMails as copy } from '#domain/fulfilment/mail-copy.ts';
import type { Courier } from '#domain/fulfilment/shipment.ts';
import type { MailMessage } from '../platform/mail/mail.ts';
import { Action, Paragraph } from '../platform/mail/mail-layout.tsx';

export interface ParcelMails {
  /** `invoice` is the number of the invoice that travels with it. */
  'fulfilment.sent': {
    number: number;
    parcel: string;
    courier: Courier;
    codes?: string[];
    invoice: string | null;
    link: string;
  };
  /** `until` is the last day for withdrawing, of a consumer; `link` of a parcel that has one. */
  'fulfilment.delivered': {
    number: number;
    parcel: string;
    warranty: string | null;
    until: string | null;
    link: string | null;
  };
  'fulfilment.refused': { number: number; parcel: string };
  'fulfilment.courier-asked': { parcel: string; codes: string[]; request: RequestState };
}

declare module '../platform/mail/mail.ts' {
  interface MailProps extends ParcelMails {}
}

export const parcelEmails: { [K in keyof ParcelMails]: (props: ParcelMails[K]) => MailMessage } = {
  'fulfilment.sent': ({ parcel, courier, codes = [], invoice, link }) => ({
    reader: 'buyer',
    subject: copy.sent.subject(parcel),
    preview: copy.sent.preview,
    body: (
      <>
        <Paragraph>{copy.sent.text(courier, codes)}</Paragraph>
        {invoice && <Paragraph>{copy.sent.invoice(invoice)}</Paragraph>}
        <Action href={link}>{copy.sent.button}</Action>
      </>
    ),
  }),

  'fulfilment.delivered': ({ number, parcel, warranty, until, link }) => ({
    reader: 'buyer',
    subject: copy.delivered.subject,
    preview: copy.delivered.preview(number),
    body: (
      <>
        <Paragraph>
          {[
            copy.delivered.text(number, parcel),
            warranty && copy.delivered.attached,
            until && copy.delivered.until(until),
          ]
            .filter(Boolean)
            .join(' ')}
        </Paragraph>
        {link && <Action href={link}>{copy.delivered.button}</Action>}
      </>
    ),
  }),

  'fulfilment.refused': ({ number }) => ({
    reader: 'buyer',
    subject: copy.refused.subject,
    preview: copy.refused.preview(number),
    body: <Paragraph>{copy.refused.text(number)}</Paragraph>,
  }),

  'fulfilment.courier-asked': ({ parcel, codes, request }) => ({
    reader: 'courier',
    subject: copy.asked.subject(parcel),
    preview: copy.asked.preview,
    body: (
      <Paragraph>
        {copy.asked.text(parcel, codes)}{' '}
        {copy.asked.questions[request as keyof typeof copy.asked.questions] ?? copy.asked.questions.other}
      </Paragraph>
    ),
  }),
};
