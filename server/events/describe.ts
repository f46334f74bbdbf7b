import type { Reservation } from '#domain/events/contract.ts';
import { reservedEvent } from '#domain/events/event.ts';
import { isScarce } from '#domain/events/lapse.ts';
import type { MailInstructions, MailReservation } from '#domain/events/mail.ts';
import { type Instructions, paymentInstructions } from '#domain/events/payment/instructions.ts';
import { formatReference } from '#domain/events/payment/reference.ts';
import type { Dependencies } from '../dependencies.ts';
import type { reservations } from './schema.ts';
import { ticketLink } from './tickets/ticket-token.ts';

/** How a stored reservation is described to the organiser, to the buyer and to a mail. */
export type ReservationRow = typeof reservations.$inferSelect;

export function describeReservation(row: ReservationRow): Reservation {
  const { idempotencyKey, remindedAt, updatedAt, year, firstDay, scarce, lapseAnnouncedAt, linkId, ...shown } = row;
  return { ...shown, reference: formatReference(row) };
}

export const priceOf = ({ amount, currency }: Pick<ReservationRow, 'amount' | 'currency'>) => ({ amount, currency });

/** What is still to be paid. */
export const restOf = ({ amount, arrived, currency }: Pick<ReservationRow, 'amount' | 'arrived' | 'currency'>) => ({
  amount: amount - arrived,
  currency,
});

/** What a door may ask for: of what waits for its payment what is missing. */
export const priceAtDoor = (row: ReservationRow) => (row.status === 'pending' ? restOf(row) : priceOf(row));

export const instructionsFor = (deps: Pick<Dependencies, 'config'>, row: ReservationRow): Instructions =>
  paymentInstructions(deps.config.event, {
    ...row,
    amount: restOf(row),
    // A limit that was taken away since makes nobody's place lapse.
    lapsesAt: isScarce(deps.config.event, row.packageId) ? row.lapsesAt : null,
  });

export function reservationMailProps(
  deps: Pick<Dependencies, 'config' | 'tokens'>,
  row: ReservationRow,
): MailReservation {
  const { number, firstName, lastName, packageId, country } = row;
  const event = reservedEvent(deps.config.event, row);
  const link = ticketLink(deps, 'reservation', row.linkId);
  return { number, firstName, lastName, packageId, country, amount: priceOf(row), event, link };
}

export function instructionsMailProps({ country, amount, dueAt, ...rest }: Instructions): MailInstructions {
  return { ...rest, dueAt: dueAt.toISOString() };
}

/** What a mail says to somebody who has not paid, or not all of it. */
export const mailToPayProps = (deps: Pick<Dependencies, 'config' | 'tokens'>, row: ReservationRow) => ({
  ...reservationMailProps(deps, row),
  instructions: instructionsMailProps(instructionsFor(deps, row)),
  ...(row.arrived > 0 ? { rest: restOf(row) } : {}),
});

/** What the audit log keeps of a reservation. */
export const auditFacts = (row: ReservationRow) => ({
  number: row.number,
  name: `${row.firstName} ${row.lastName}`,
  email: row.email,
  country: row.country,
  packageId: row.packageId,
  amount: row.amount,
  currency: row.currency,
  status: row.status,
});
