import { ORPCError } from '@orpc/server';
import type { adminRefusals } from '#domain/events/admin/copy.ts';
import type { eventRefusals } from '#domain/events/copy.ts';

type Code = keyof typeof eventRefusals | keyof typeof adminRefusals;

/** As declared in the contract; everything else travels as 409. */
const STATUS: Partial<Record<Code, number>> = {
  RESERVATION_GONE: 404,
  TICKET_UNKNOWN: 404,
  STATEMENT_LINE_GONE: 404,
  STATEMENT_UNREADABLE: 422,
  STATEMENT_COLUMN_MISSING: 422,
  STATEMENT_NEEDS_RESERVATION: 422,
};

/** An expected refusal, to be thrown: inside a transaction it also takes back everything written so far. */
export const refuse = (code: Code, data?: unknown) => new ORPCError(code, { status: STATUS[code] ?? 409, data });
