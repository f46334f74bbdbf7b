import { page } from '#domain/events/copy.ts';
import type { EventMails, MailReservation } from '#domain/events/mail.ts';
import { mailCopy as copy } from '#domain/events/mail-copy.ts';
import { packageOf } from '#domain/events/packages.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { pages } from '#domain/pages.ts';
import { formatDate, formatDateInSentence } from '#domain/time.ts';
import type { MailMessage } from '../platform/mail/mail.ts';
import { Action, Facts, Paragraph } from '../platform/mail/mail-layout.tsx';
import { calendarFile, PAYMENT_QR, paymentPicture, printedTickets } from './tickets/attachments.ts';

declare module '../platform/mail/mail.ts' {
  interface MailProps extends EventMails {}
}

type Rows = [label: string, value: string][];

const nameOf = ({ firstName, lastName }: MailReservation) => `${firstName} ${lastName}`;
const reserveAgain = ({ link }: MailReservation) => new URL(pages.event.path, link).href;

function payment(
  mail: EventMails['events.reserved'],
  words: typeof copy.reserved | typeof copy.reminder | typeof copy.lapsing,
): MailMessage {
  const { number, event, instructions: pay } = mail;
  const amount = formatMoneyExact(mail.amount);
  const { labels } = copy;
  const booked: Rows = [
    [labels.number, String(number)],
    [labels.package, packageOf(mail.packageId).name],
    [labels.name, nameOf(mail)],
    [labels.amount, amount],
  ];
  const slip: Rows = [
    [labels.payee, pay.payee],
    [labels.account, pay.account],
    ...(pay.iban ? ([[labels.iban, pay.iban]] satisfies Rows) : []),
    ...(pay.bic ? ([[labels.bic, pay.bic]] satisfies Rows) : []),
    [labels.city, pay.city],
    [labels.purpose, pay.purpose],
    ...(pay.paymentCode ? ([[labels.paymentCode, pay.paymentCode]] satisfies Rows) : []),
    ...(pay.model ? ([[labels.model, pay.model]] satisfies Rows) : []),
    [labels.reference, pay.reference],
    [labels.amount, amount],
    [labels.due, formatDate(pay.dueAt)],
  ];
  return {
    containsCredential: true,
    subject: words.subject(number),
    preview: words.preview(amount, formatDateInSentence(pay.dueAt)),
    body: (
      <>
        <Paragraph>{words.text(event)}</Paragraph>
        <Facts rows={booked} />
        <Paragraph>
          <strong>{copy.instructions}</strong>
        </Paragraph>
        <Facts rows={slip} />
        <Paragraph>{pay.qr.kind === 'ips' ? copy.qr.ips : copy.qr.epc(pay.iban ?? pay.account)}</Paragraph>
        <Paragraph>
          <img
            src={`cid:${PAYMENT_QR}`}
            alt={copy.qr.alt(amount)}
            width={232}
            height={232}
            style={{ display: 'block', border: '2px solid #0F1A24', backgroundColor: '#fff' }}
          />
        </Paragraph>
        <Paragraph>{copy.keepReference}</Paragraph>
        {pay.lapses && <Paragraph>{copy.lapses(formatDateInSentence(pay.dueAt))}</Paragraph>}
        <Paragraph>{copy.noRefund(event)}</Paragraph>
        <Action href={mail.link}>{copy.seeReservation}</Action>
      </>
    ),
  };
}

export const eventEmails: { [K in keyof EventMails]: (props: EventMails[K]) => MailMessage | Promise<MailMessage> } = {
  'events.reserved': async (mail) => ({
    ...payment(mail, copy.reserved),
    attachments: [await paymentPicture(mail.instructions)],
  }),
  'events.reminder': async (mail) => ({
    ...payment(mail, copy.reminder),
    attachments: [await paymentPicture(mail.instructions)],
  }),
  'events.lapsing': async (mail) => ({
    ...payment(mail, copy.lapsing),
    attachments: [await paymentPicture(mail.instructions)],
  }),
  'events.confirmed': async (mail) => {
    const { number, event, tickets } = mail;
    const { labels, confirmed } = copy;
    return {
      containsCredential: true,
      subject: confirmed.subject(number),
      preview: event.place ? confirmed.preview(tickets.length) : confirmed.text,
      attachments: [...(await printedTickets(mail)), calendarFile(mail)],
      body: (
        <>
          <Paragraph>{confirmed.text}</Paragraph>
          <Facts
            rows={[
              [labels.number, String(number)],
              [labels.package, packageOf(mail.packageId).name],
              [labels.name, nameOf(mail)],
              [labels.paid, formatMoneyExact(mail.amount)],
              [labels.when, page.dates(event)],
              ...(event.place ? ([[labels.where, copy.where(event.place)]] satisfies Rows) : []),
            ]}
          />
          <Paragraph>{confirmed.attached(tickets.length)}</Paragraph>
          <Action href={mail.link}>{confirmed.button(tickets.length)}</Action>
          {event.place && (
            <>
              <Paragraph>{confirmed.later}</Paragraph>
              <Paragraph>{confirmed.goodbye}</Paragraph>
            </>
          )}
        </>
      ),
    };
  },
  'events.cancelled': (mail) => ({
    subject: copy.cancelled.subject(mail.number),
    preview: copy.cancelled.preview,
    body: (
      <>
        <Paragraph>{copy.cancelled.text(mail.number)}</Paragraph>
        {mail.reason && <Paragraph>{copy.cancelled.reason(mail.reason)}</Paragraph>}
        <Paragraph>{copy.cancelled.paid}</Paragraph>
        <Action href={reserveAgain(mail)}>{copy.reserveAgain}</Action>
      </>
    ),
  }),
  'events.expired': (mail) => {
    const due = formatDateInSentence(mail.dueAt);
    return {
      subject: copy.expired.subject(mail.number),
      preview: copy.expired.preview(due),
      body: (
        <>
          <Paragraph>{copy.expired.text(mail.number, due)}</Paragraph>
          <Paragraph>{copy.expired.again}</Paragraph>
          <Action href={reserveAgain(mail)}>{copy.reserveAgain}</Action>
        </>
      ),
    };
  },
};
