/** Rows of one INSERT; PostgreSQL takes 65,535 parameters a statement. */
const BATCH = 1_000;

export const batchesOf = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, n) => rows.slice(n * BATCH, (n + 1) * BATCH));
