import { Fragment } from 'react';
import { page } from '#domain/events/copy.ts';
import { dayAndMonthName, eventDays } from '#domain/events/days.ts';
import type { EventMails, MailReservation } from '#domain/events/mail.ts';
import { mailCopy as copy } from '#domain/events/mail-copy.ts';
import { packageOf } from '#domain/events/packages.ts';
import { formatMoneyExact, type Money } from '#domain/money.ts';
import { pages } from '#domain/pages.ts';
import { formatDateInSentence } from '#domain/time.ts';
import type { MailMessage } from '../platform/mail/mail.ts';
import { Action, Facts, Paragraph } from '../platform/mail/mail-layout.tsx';
import { nameOf, payment, paymentOf, type Rows } from './payment-mail.tsx';
import { calendarFile, paymentPicture, printedTickets } from './tickets/attachments.ts';

declare module '../platform/mail/mail.ts' {
  interface MailProps extends EventMails {}
}

const owedBack = ({ owed, event }: { owed: Money[]; event: MailReservation['event'] }, words = copy.cancelled.owed) =>
  words(owed.map(formatMoneyExact).join(copy.and), event);
const reservedFor = (mail: MailReservation): Rows => [
  [copy.labels.number, String(mail.number)],
  [copy.labels.package, packageOf(mail.packageId).name],
  [copy.labels.name, nameOf(mail)],
];
const reserveAgain = ({ link }: MailReservation) => new URL(pages.event.path, link).href;

export const eventEmails: { [K in keyof EventMails]: (props: EventMails[K]) => MailMessage | Promise<MailMessage> } = {
  'events.reserved': async (mail) => ({
    ...paymentOf(mail, copy.reserved),
    attachments: [await paymentPicture(mail.instructions)],
  }),
  'events.reminder': async (mail) => ({
    ...paymentOf(mail, copy.reminder),
    attachments: [await paymentPicture(mail.instructions)],
  }),
  'events.lapsing': async (mail) => ({
    ...paymentOf(mail, copy.lapsing),
    attachments: [await paymentPicture(mail.instructions)],
  }),
  'events.part-came': async (mail) => {
    const rest = formatMoneyExact(mail.rest);
    const words = {
      subject: copy.partCame.subject(rest, mail.number),
      preview: copy.partCame.preview(rest),
      text: copy.partCame.text(formatMoneyExact(mail.came), formatMoneyExact(mail.amount), rest),
    };
    const came = { ...mail.amount, amount: mail.amount.amount - mail.rest.amount };
    return {
      ...payment(mail, words, { rest: mail.rest, came }),
      attachments: [await paymentPicture(mail.instructions)],
    };
  },
  'events.confirmed': async (mail) => {
    const { number, event, tickets, past = event.place === null } = mail;
    const { labels, confirmed } = copy;
    return {
      containsCredential: true,
      reader: 'guest',
      subject: confirmed.subject(number),
      preview: past ? confirmed.text : confirmed.preview(tickets.length, event),
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
          {!past && <Paragraph>{confirmed.attached(tickets.length)}</Paragraph>}
          {!past && tickets.length > 1 && <Paragraph>{confirmed.names}</Paragraph>}
          <Action href={mail.link}>
            {!past && tickets.length > 0 ? confirmed.button(tickets.length) : copy.seeReservation}
          </Action>
          {!past && (
            <>
              <Paragraph>{confirmed.later(event)}</Paragraph>
              <Paragraph>{confirmed.goodbye}</Paragraph>
            </>
          )}
        </>
      ),
    };
  },
  'events.place-given': async (mail) => {
    const { placeGiven, labels } = copy;
    return {
      containsCredential: true,
      reader: 'holder',
      subject: placeGiven.subject(mail.code),
      preview: placeGiven.preview,
      attachments: [...(await printedTickets(mail)), calendarFile(mail)],
      body: (
        <>
          <Paragraph>{placeGiven.text(mail.from, mail.event)}</Paragraph>
          <Facts
            rows={[
              [labels.ticket, mail.code],
              [labels.name, mail.to],
              [labels.package, packageOf(mail.packageId).name],
              [labels.when, page.dates(mail.event)],
              ...(mail.event.place ? ([[labels.where, copy.where(mail.event.place)]] satisfies Rows) : []),
            ]}
          />
          <Paragraph>{placeGiven.note}</Paragraph>
          <Action href={mail.link}>{placeGiven.button}</Action>
        </>
      ),
    };
  },
  'events.programme': (mail) => {
    const { programme, labels } = copy;
    const { checkIn, roomsFrom, phone, landmarks } = mail.directions;
    return {
      containsCredential: true,
      reader: 'guest',
      subject: programme.subject,
      preview: programme.preview(checkIn),
      body: (
        <>
          <Paragraph>{programme.text(checkIn)}</Paragraph>
          {mail.timetable.map((day, index) => (
            <Fragment key={eventDays(mail.event)[index]}>
              <Paragraph>
                <strong>{dayAndMonthName(eventDays(mail.event)[index]!)}</strong>
              </Paragraph>
              <Facts rows={day.map(({ time, title, about }) => [time, about ? `${title}. ${about}` : title])} />
            </Fragment>
          ))}
          <Paragraph>
            <strong>{programme.way}</strong>
          </Paragraph>
          <Facts
            rows={[
              ...(mail.event.place ? ([[labels.where, copy.where(mail.event.place)]] satisfies Rows) : []),
              ...Object.values(landmarks).map((line, index): [string, string] => ['ABP'[index]!, line]),
              ...(roomsFrom ? ([[programme.rooms, roomsFrom]] satisfies Rows) : []),
              [programme.phone, phone],
            ]}
          />
          <Action href={mail.link}>{programme.button}</Action>
        </>
      ),
    };
  },
  'events.place-left': (mail) => ({
    containsCredential: true,
    reader: 'guest',
    subject: copy.placeLeft.subject(mail.code),
    preview: copy.placeLeft.preview,
    body: (
      <>
        <Paragraph>{copy.placeLeft.text(mail.code, mail.to)}</Paragraph>
        <Paragraph>{copy.placeLeft.wrong}</Paragraph>
        <Action href={mail.link}>{copy.seeReservation}</Action>
      </>
    ),
  }),
  'events.cancelled': (mail) => ({
    reader: 'guest',
    subject: copy.cancelled.subject(mail.number),
    preview: copy.cancelled.preview,
    body: (
      <>
        <Paragraph>{copy.cancelled.text(mail.number)}</Paragraph>
        {mail.reason && <Paragraph>{copy.cancelled.reason(mail.reason)}</Paragraph>}
        <Paragraph>
          {mail.owed?.length ? owedBack({ owed: mail.owed, event: mail.event }) : copy.cancelled.paid}
        </Paragraph>
        {mail.stands?.length ? (
          <Paragraph>{copy.cancelled.stands(mail.stands)}</Paragraph>
        ) : (
          <Action href={reserveAgain(mail)}>{copy.reserveAgain}</Action>
        )}
      </>
    ),
  }),
  'events.moved': async (mail) => {
    const { moved } = copy;
    const until = mail.chooseUntil && formatDateInSentence(mail.chooseUntil);
    const hasTickets = mail.tickets.length > 0;
    const isPaid = mail.isPaid ?? hasTickets;
    const paid = hasTickets ? moved.paid : moved.paidAllGiven;
    const words = mail.refund ? moved.refund : isPaid ? paid : moved.part;
    return {
      reader: 'guest',
      containsCredential: true,
      subject: moved.subject(mail.event),
      preview: moved.preview(mail.event),
      attachments: isPaid ? [...(await printedTickets(mail)), calendarFile(mail)] : [],
      body: (
        <>
          <Paragraph>{moved.text(mail.from, mail.event)}</Paragraph>
          <Paragraph>{copy.cancelled.reason(mail.reason)}</Paragraph>
          <Facts rows={reservedFor(mail)} />
          <Paragraph>{until === null ? moved.unpaid : words(until)}</Paragraph>
          {mail.given && <Paragraph>{moved.given}</Paragraph>}
          <Action href={mail.link}>{until === null ? copy.seeReservation : moved.choose}</Action>
        </>
      ),
    };
  },
  'events.called-off': (mail) => ({
    reader: 'guest',
    containsCredential: true,
    subject: copy.calledOff.subject(mail.number),
    preview: copy.calledOff.preview,
    attachments: [calendarFile(mail, { cancelled: true })],
    body: (
      <>
        <Paragraph>{copy.calledOff.text(mail.event)}</Paragraph>
        <Paragraph>{copy.cancelled.reason(mail.reason)}</Paragraph>
        <Facts rows={reservedFor(mail)} />
        <Paragraph>{mail.owed.length > 0 ? owedBack(mail) : copy.cancelled.paid}</Paragraph>
        {mail.given && <Paragraph>{copy.calledOff.given}</Paragraph>}
        <Action href={mail.link}>{copy.seeReservation}</Action>
      </>
    ),
  }),
  'events.choice-made': (mail) => {
    const kept = mail.isPart ? 'keepPart' : 'keep';
    return {
      reader: 'guest',
      containsCredential: true,
      subject: copy.choice.subject[mail.choice === 'keep' ? kept : 'refund'](mail.number),
      preview: copy.choice.preview,
      body: (
        <>
          <Paragraph>{mail.choice === 'keep' ? copy.choice[kept](mail.event) : copy.choice.refund}</Paragraph>
          {mail.owed.length > 0 && (
            <Paragraph>{owedBack(mail, mail.isPart ? copy.choice.owedPart : copy.cancelled.owed)}</Paragraph>
          )}
          <Paragraph>{copy.choice.until(formatDateInSentence(mail.until))}</Paragraph>
          <Action href={mail.link}>{copy.seeReservation}</Action>
        </>
      ),
    };
  },
  'events.expired': (mail) => {
    const due = formatDateInSentence(mail.dueAt);
    return {
      reader: 'guest',
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
