import type { OrderKind } from '../orders/shapes.ts';

/** The ways in which the shop is paid, as buyers choose among them. */
export const OFFERED_WAYS = ['card', 'transfer'] as const;
export type OfferedWay = (typeof OFFERED_WAYS)[number];

interface Capabilities {
  /** Whether the money is there when the buyer has finished, or comes later. */
  money: 'at once' | 'later';
  currency: 'EUR' | 'RSD';
  kinds: readonly OrderKind[];
  /** How many months of a package may be paid together; by card each is paid when it begins. */
  months: readonly number[];
  /** Where the buyer may be; `null`: anywhere we sell. */
  countries: readonly string[] | null;
}

/** What each way can do. A new way is a row here and a file in `server/flows/payments/ways`. */
export const WAYS: Record<OfferedWay, Capabilities> = {
  card: { money: 'at once', currency: 'EUR', kinds: ['device', 'package', 'special'], months: [1], countries: null },
  transfer: {
    money: 'later',
    currency: 'RSD',
    kinds: ['device', 'package', 'special'],
    months: [1, 3, 6, 12],
    countries: ['RS'],
  },
};

export interface Ordered {
  kind: OrderKind;
  months: number;
  country: string;
}

/** Why an order cannot be paid that way; `null` when it can. */
export function whyNot(way: OfferedWay, { kind, months, country }: Ordered): 'kind' | 'months' | 'country' | null {
  const can = WAYS[way];
  if (!can.kinds.includes(kind)) return 'kind';
  if (months !== 1 && (kind !== 'package' || !can.months.includes(months))) return 'months';
  return can.countries === null || can.countries.includes(country) ? null : 'country';
}
