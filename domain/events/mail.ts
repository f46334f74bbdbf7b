import type { Day } from '../day.ts';
import type { Money } from '../money.ts';
import type { GuestChoice } from './change/rules.ts';
import type { ReservedEvent } from './event.ts';
import type { Country, PackageId } from './packages.ts';
import type { Directions, Timetable } from './ticket/details.ts';

/**
 * What the event's mails are written from: plain JSON, kept with the mail, so that a mail sent late says what was true
 * when it was caused. Pictures, tickets and the calendar are drawn from it at sending (server/events/tickets/attachments.ts).
 */
export interface MailReservation {
  number: number;
  firstName: string;
  lastName: string;
  packageId: PackageId;
  country: Country;
  amount: Money;
  event: ReservedEvent;
  /** The buyer's own page: payment instructions while it waits, the tickets once it is paid. */
  link: string;
}

export interface MailInstructions {
  payee: string;
  account: string;
  iban: string | null;
  bic: string | null;
  city: string;
  purpose: string;
  paymentCode: string | null;
  model: string | null;
  reference: string;
  qr: { kind: 'ips' | 'epc'; payload: string };
  /** ISO 8601. */
  dueAt: string;
  /** Without payment the place is given back after `dueAt`. Mails queued before there was such a thing do not say. */
  lapses?: boolean;
}

export interface MailTicket {
  /** `101`, or `101-2` for the second of several. */
  code: string;
  position: number;
  count: number;
  /** The address in the ticket's QR code. */
  link: string;
  /** Who comes with it, where that is not whoever reserved. */
  name?: string;
}

interface PlaceGiven {
  /** Of the ticket. */
  code: string;
  /** The name of the person whom it was given. */
  to: string;
}

/** `rest` is what is asked for once a part of the price has come; mails queued before there was such a thing do not say. */
type MailToPay = MailReservation & { instructions: MailInstructions; rest?: Money };

export interface EventMails {
  /** Reservation received, with the payment instructions and the QR picture (`qr.png`, content id `payment-qr`). */
  'events.reserved': MailToPay;
  /** Still unpaid after the configured number of days; the same attachments. */
  'events.reminder': MailToPay;
  /** Still unpaid two days before the place is given back; the same attachments. */
  'events.lapsing': MailToPay;
  /** Payment recorded: one PDF ticket for each person and the `.ics`. When the event is `past` nobody is invited to it any more. */
  'events.confirmed': MailReservation & { tickets: MailTicket[]; past?: boolean };
  /** Part of the price came: what, what is still missing, and how to pay it; the same attachments. */
  'events.part-came': MailReservation & { came: Money; rest: Money; instructions: MailInstructions };
  /**
   * Deleted or cancelled by the organiser; what had come is owed back, and `stands` are the numbers that the address still
   * holds. Mails queued before there was such a thing do not say.
   */
  'events.cancelled': MailReservation & { reason: string; owed?: Money[]; stands?: number[] };
  /** The whole event has other days. Whoever has paid gets tickets with the new date, and chooses until `chooseUntil`. */
  'events.moved': MailReservation & {
    from: Day;
    reason: string;
    /** ISO 8601; `null` when nothing has come. */
    chooseUntil: string | null;
    /** Mails queued before it was said: paid when they carry tickets. */
    isPaid?: boolean;
    /** None when all were given to other people. */
    tickets: MailTicket[];
    /** One of the places was given to another person, whose address we do not keep. */
    given: boolean;
    /** The money was asked for after an earlier move, and was not given back. Mails queued before there was such a thing do not say. */
    refund?: boolean;
  };
  /** The whole event was cancelled; what had come is owed back. */
  'events.called-off': MailReservation & { reason: string; owed: Money[]; given: boolean };
  /** What the guest chose after a move; `isPart` of whose price only a part had come. */
  'events.choice-made': MailReservation & { choice: GuestChoice; owed: Money[]; until: string; isPart?: boolean };
  /** The date in the instructions passed without payment: the place was given back. */
  'events.expired': MailReservation & { dueAt: string };
  /** To the person whom a place was given: their ticket as a PDF and the `.ics`. */
  'events.place-given': MailReservation & PlaceGiven & { from: string; tickets: MailTicket[] };
  /** The way there and the timetable, some days before the event. */
  'events.programme': MailReservation & { directions: Directions; timetable: Timetable };
  /** To whoever reserved it. */
  'events.place-left': MailReservation & PlaceGiven;
}
