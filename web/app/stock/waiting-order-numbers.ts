/** The orders of a refusal that says that they wait because of it. */
export const waitingOrderNumbers = (data: unknown): number[] =>
  (data as { orders: { number: number }[] }).orders.map(({ number }) => number);
