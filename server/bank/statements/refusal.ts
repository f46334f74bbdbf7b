import type { StatementRefusalReason } from '#domain/bank/statement.ts';

export type StatementRefusal =
  | { code: 'STATEMENT_UNREADABLE'; data: { reason: StatementRefusalReason } }
  | { code: 'STATEMENT_COLUMN_MISSING'; data: { column: string } };

/**
 * Thrown while a file is read. The thread that reads it sends this to the server, which refuses with it: `refuse` brings the
 * whole contract, and loading that takes a thread longer than reading a year's statement.
 */
export class RefusedStatement extends Error {
  readonly refusal: StatementRefusal;

  constructor(refusal: StatementRefusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

export const unreadable = (reason: StatementRefusalReason) =>
  new RefusedStatement({ code: 'STATEMENT_UNREADABLE', data: { reason } });

export const columnMissing = (column: string) =>
  new RefusedStatement({ code: 'STATEMENT_COLUMN_MISSING', data: { column } });
