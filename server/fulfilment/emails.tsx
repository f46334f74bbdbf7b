import { couriersInMails } from '#domain/fulfilment/courier-copy.ts';
import type { RequestState } from '#domain/fulfilment/courier-requests.ts';
import { exchangeMails as exchange } from '#domain/fulfilment/exchange-mail-copy.ts';
import type { Loss } from '#domain/fulfilment/lost/lost.ts';
import { lossMail as loss } from '#domain/fulfilment/lost/lost-copy.ts';
import { parcelMails as copy } from '#domain/fulfilment/mail-copy.ts';
import type { Courier } from '#domain/fulfilment/shipment.ts';
import { formatDinars, formatMoney } from '#domain/money.ts';
import { capitalized } from '#domain/wording.ts';
import type { MailMessage } from '../platform/mail/mail.ts';
import { Action, Paragraph } from '../platform/mail/mail-layout.tsx';

interface Exchange {
  number: number;
  serial: string;
  link: string;
}

export interface ParcelMails {
  /** `invoice` is the number of the invoice that travels with it; `toPay` what the courier collects, para. */
  'fulfilment.sent': {
    number: number;
    parcel: string;
    courier: Courier;
    codes?: string[];
    toPay?: number | null;
    invoice: string | null;
    link: string;
  };
  /** `isPart`: not all of the order is; `until` is the last day for withdrawing, of a consumer; `link` of a parcel that has one. */
  'fulfilment.delivered': {
    number: number;
    parcel: string;
    isPart?: boolean;
    warranty: string | null;
    until: string | null;
    link: string | null;
  };
  /** `at` is when the courier was there; `toPay` what it collects, para; `link` of a parcel that has one. */
  'fulfilment.missed': { parcel: string; at: string; toPay?: number | null; link: string | null };
  'fulfilment.refused': { number: number; parcel: string };
  /** What its buyer can do about it: choose, nothing because another exchange goes, or nothing because nothing was paid. */
  'fulfilment.lost': {
    number: number;
    parcel: string;
    kind: Loss;
    about: 'choice' | 'exchange' | 'unpaid';
    link: string;
  };
  'fulfilment.exchange-asked': Exchange & { label: string | null };
  'fulfilment.exchange-received': Exchange;
  /** `record` is the number of the record that travels with it. */
  'fulfilment.exchange-sent': {
    parcel: string;
    courier: Courier;
    codes: string[];
    pairs: { serial: string; replacement: string }[];
    record: string;
    link: string;
  };
  /** `until` is the last day of the warranty; `warranty` the number of what travels with it. */
  'fulfilment.exchange-delivered': {
    number: number;
    devices: { serial: string; replacement: string; until: string }[];
    warranty: string | null;
    link: string;
  };
  'fulfilment.exchange-cancelled': Exchange & { resolution: string };
  'fulfilment.courier-asked': { parcel: string; codes: string[]; request: RequestState };
  /** Amounts are para. */
  'fulfilment.money-asked': { reference: string; parcels: { parcel: string; codes: string[]; amount: number }[] };
}

declare module '../platform/mail/mail.ts' {
  interface MailProps extends ParcelMails {}
}

const said = (
  subject: string,
  preview: string,
  link: string,
  paragraphs: string[],
  button: string = exchange.button,
): MailMessage => ({
  reader: 'buyer',
  subject,
  preview,
  body: (
    <>
      {paragraphs.filter(Boolean).map((text) => (
        <Paragraph key={text}>{text}</Paragraph>
      ))}
      <Action href={link}>{button}</Action>
    </>
  ),
});

export const parcelEmails: { [K in keyof ParcelMails]: (props: ParcelMails[K]) => MailMessage } = {
  'fulfilment.sent': ({ parcel, courier, codes = [], toPay, invoice, link }) => ({
    reader: 'buyer',
    subject: copy.sent.subject(parcel),
    preview: copy.sent.preview,
    body: (
      <>
        <Paragraph>{copy.sent.text(courier, codes)}</Paragraph>
        {toPay && <Paragraph>{copy.sent.toPay(formatMoney({ amount: toPay, currency: 'RSD' }))}</Paragraph>}
        {invoice && <Paragraph>{copy.sent.invoice(invoice)}</Paragraph>}
        <Action href={link}>{copy.sent.button}</Action>
      </>
    ),
  }),

  'fulfilment.delivered': ({ number, parcel, isPart = false, warranty, until, link }) => ({
    reader: 'buyer',
    subject: copy.delivered.subject,
    preview: isPart ? copy.delivered.previewPart(parcel) : copy.delivered.preview(number),
    body: (
      <>
        <Paragraph>
          {[
            copy.delivered[isPart ? 'textPart' : 'text'](number, parcel),
            warranty && copy.delivered.attached,
            until && copy.delivered[isPart ? 'untilPart' : 'until'](until),
          ]
            .filter(Boolean)
            .join(' ')}
        </Paragraph>
        {link && <Action href={link}>{copy.delivered.button}</Action>}
      </>
    ),
  }),

  'fulfilment.missed': ({ parcel, at, toPay, link }) => ({
    reader: 'buyer',
    subject: copy.missed.subject,
    preview: copy.missed.preview(parcel),
    body: (
      <>
        <Paragraph>{copy.missed.text(at)}</Paragraph>
        {toPay && <Paragraph>{copy.missed.toPay(formatMoney({ amount: toPay, currency: 'RSD' }))}</Paragraph>}
        {link && <Action href={link}>{copy.missed.button}</Action>}
      </>
    ),
  }),

  'fulfilment.refused': ({ number }) => ({
    reader: 'buyer',
    subject: copy.refused.subject,
    preview: copy.refused.preview(number),
    body: <Paragraph>{copy.refused.text(number)}</Paragraph>,
  }),

  'fulfilment.lost': ({ number, parcel, kind, about, link }) =>
    said(
      loss.subject(number, kind),
      { choice: loss.preview, exchange: loss.previewExchange, unpaid: loss.previewUnpaid }[about],
      link,
      [loss.text(parcel, kind), { choice: loss.choose, exchange: loss.exchange, unpaid: loss.unpaid }[about]],
      about === 'choice' ? loss.button : loss.open,
    ),

  'fulfilment.exchange-asked': ({ number, serial, label, link }) =>
    said(exchange.asked.subject(number), exchange.asked.preview, link, [
      exchange.asked.text(serial),
      label ? exchange.asked.label(label) : exchange.asked.address,
      exchange.asked.licence,
    ]),

  'fulfilment.exchange-received': ({ number, serial, link }) =>
    said(exchange.received.subject(number), exchange.received.preview, link, [exchange.received.text(serial)]),

  'fulfilment.exchange-sent': ({ parcel, courier, codes, pairs, record, link }) =>
    said(
      exchange.sent.subject(parcel),
      exchange.sent.preview,
      link,
      [
        exchange.sent.text([couriersInMails[courier], ...codes].join(', ')),
        ...pairs.map(({ serial, replacement }) => exchange.sent.pair(serial, replacement)),
        exchange.sent.record(record),
      ],
      exchange.sent.button,
    ),

  'fulfilment.exchange-delivered': ({ number, devices, warranty, link }) =>
    said(exchange.delivered.subject, exchange.delivered.preview(number), link, [
      ...devices
        .map(({ serial, replacement, until }) => exchange.delivered.text(serial, replacement, until))
        .map((text, at) => (at === 0 ? text : capitalized(text))),
      exchange.delivered.licence(devices.length),
      warranty ? exchange.delivered.attached : '',
    ]),

  'fulfilment.exchange-cancelled': ({ number, serial, resolution, link }) =>
    said(exchange.cancelled.subject(number), exchange.cancelled.preview, link, [
      exchange.cancelled.text(serial, resolution),
      exchange.cancelled.contact,
    ]),

  'fulfilment.money-asked': ({ reference, parcels }) => ({
    reader: 'courier',
    subject: copy.money.subject(reference),
    preview: copy.money.preview,
    body: (
      <>
        <Paragraph>{copy.money.text(reference)}</Paragraph>
        {parcels.map(({ parcel, codes, amount }) => (
          <Paragraph key={parcel}>{copy.money.parcel(parcel, codes, formatDinars(amount))}</Paragraph>
        ))}
      </>
    ),
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
