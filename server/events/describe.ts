import type { Reservation } from '#domain/events/contract.ts';
import { eventFacts } from '#domain/events/event.ts';
import { type Instructions, paymentInstructions } from '#domain/events/instructions.ts';
import type { MailInstructions, MailReservation } from '#domain/events/mail.ts';
import { formatReference } from '#domain/events/reference.ts';
import type { Edges } from '../app.ts';
import type { reservations } from './schema.ts';
import { ticketLink } from './ticket-token.ts';

/** How a stored reservation is told to the organiser, to the buyer and to a mail. */
export type ReservationRow = typeof reservations.$inferSelect;

export function describeReservation(row: ReservationRow): Reservation {
  const { idempotencyKey, remindedAt, updatedAt, year, ...shown } = row;
  return { ...shown, reference: formatReference(row) };
}

export const priceOf = ({ amount, currency }: Pick<ReservationRow, 'amount' | 'currency'>) => ({ amount, currency });

export const instructionsFor = (edges: Pick<Edges, 'config'>, row: ReservationRow): Instructions =>
  paymentInstructions(edges.config.event, { ...row, amount: priceOf(row) });

export function mailReservation(edges: Pick<Edges, 'config' | 'tokens'>, row: ReservationRow): MailReservation {
  const { number, firstName, lastName, packageId, country } = row;
  const event = eventFacts(edges.config.event);
  const link = ticketLink(edges, 'reservation', row.id);
  return { number, firstName, lastName, packageId, country, amount: priceOf(row), event, link };
}

export function mailInstructions(edges: Pick<Edges, 'config'>, row: ReservationRow): MailInstructions {
  const { country, amount, dueAt, ...rest } = instructionsFor(edges, row);
  return { ...rest, dueAt: dueAt.toISOString() };
}

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
