import pg from 'pg';

/** What PostgreSQL itself said, inside whatever the query builder wrapped around it; `null` for any other error. */
function databaseErrorOf(error: unknown): pg.DatabaseError | null {
  const inner = innermost(error);
  return inner instanceof pg.DatabaseError ? inner : null;
}

const innermost = (error: unknown): unknown => (error instanceof Error && error.cause ? innermost(error.cause) : error);

/** The unique index or check that refused a write, `null` for any other error. */
export function violatedConstraint(error: unknown): string | null {
  const found = databaseErrorOf(error);
  return found && /^23/.test(found.code ?? '') ? (found.constraint ?? '') : null;
}

/** PostgreSQL refused or was not there. */
export const isDatabaseError = (error: unknown): boolean =>
  databaseErrorOf(error) !== null || isDatabaseUnavailable(error);

/** All connections are in use and none became free in time. */
export class PoolBusy extends Error {
  constructor() {
    super('no database connection became free in time');
  }
}

export const isPoolBusy = (error: unknown): boolean => innermost(error) instanceof PoolBusy;

/** What answers is a standby, or set to read only. The code is PostgreSQL's own for a write there. */
export class ReadOnlyDatabase extends Error {
  readonly code = '25006';
  constructor() {
    super('the database takes no writes');
  }
}

/** The connection did not outlive the statement; whether the statement was carried out is unknown. */
export function isConnectionLost(error: unknown): boolean {
  const inner = innermost(error);
  if (inner instanceof pg.DatabaseError) return LOST.test(inner.code ?? '');
  if (inner instanceof ReadOnlyDatabase) return true;
  if (!(inner instanceof Error)) return false;
  return LOST_SOCKET.test((inner as NodeJS.ErrnoException).code ?? '') || LOST_WORDS.test(inner.message);
}

/** 08 connection exception, 57P01–03 shutdown, crash and start, 53300 too many connections. */
const LOST = /^(08|57P0[123]|53300)/;
const LOST_SOCKET = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/;
/** What the driver says without a code (pg 8.23: lib/client.js, pg-pool/index.js). */
const LOST_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (has encountered|was closed))/;

/**
 * Nothing is wrong with the request: the database went away, stands still or is overloaded, and asking again later makes
 * sense. Besides a lost connection: a lock or statement limit (55P03, 57014), an idle transaction that was ended (25P03),
 * a deadlock (40P01), a serialization failure (40001), no free connection, no room or memory (53), a standby where the leader was
 * (25006).
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (isPoolBusy(error) || isConnectionLost(error)) return true;
  return /^(55P03|57014|25P03|25006|40P01|40001|53)/.test(databaseErrorOf(error)?.code ?? '');
}

/** Seconds after which asking again makes sense, sent as `Retry-After`. */
export const RETRY_AFTER_SECONDS = 2;
