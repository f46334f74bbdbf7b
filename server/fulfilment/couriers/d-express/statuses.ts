import type { CourierNews } from '#domain/fulfilment/courier-requests.ts';

const CODES: Record<Exclude<CourierNews, 'missed'>, readonly number[]> = {
  'picked up': [18, 118, 830, 842],
  transit: [3, 22, 30, 820, 840],
  out: [4],
  delivered: [1, 831, 843],
  refused: [5],
  returning: [21, 23, 123],
  returned: [20],
  problem: [8, 9, 10, 11, 19, 25],
  delayed: [6, 7, 12, 17],
  failed: [-11, -12, -13],
  cancelled: [-1, -2],
};
const NEWS_OF = new Map(
  Object.entries(CODES).flatMap(([news, codes]) => codes.map((code) => [String(code), news as CourierNews])),
);

/** `missed` are the codes by which it says that it found nobody: which those are is agreed with it, not known from outside. */
export const newsOf = (status: string, missed: readonly string[]): CourierNews | null =>
  missed.includes(status) ? 'missed' : (NEWS_OF.get(status) ?? null);
