import { eur, type Money, toWholeDinars } from '../money.ts';
import { packageCopy } from './copy.ts';
import type { EventDate } from './days.ts';

/** Where the buyer pays from; it decides the currency and the account. CG is Montenegro, as on the form and in stored rows. */
export const COUNTRIES = ['RS', 'CG'] as const;
export type Country = (typeof COUNTRIES)[number];

export const PACKAGE_IDS = [
  'ticket-only',
  'shared-room-package',
  'apartment-package',
  'two-tickets-accommodation',
] as const;
export type PackageId = (typeof PACKAGE_IDS)[number];

/** From here on the page says how many places a package has left. */
export const FEW_PLACES = 10;

export interface EventPackage {
  id: PackageId;
  name: string;
  description: string;
  features: (event: EventDate) => readonly string[];
  priceEUR: Money;
  /** EUR × 117.17, rounded to whole dinars: what is shown is what is charged. */
  priceDIN: Money;
  popular: boolean;
  /** How many people are admitted; each gets a ticket of their own. */
  ticketCount: number;
}

const sell = (id: PackageId, euros: number, { popular = false, ticketCount = 1 } = {}): EventPackage => {
  const priceEUR = eur(euros);
  return { id, ...packageCopy[id], priceEUR, priceDIN: toWholeDinars(priceEUR.amount), popular, ticketCount };
};

/** In the order they are shown. */
export const eventPackages: readonly EventPackage[] = [
  sell('ticket-only', 99.99),
  sell('shared-room-package', 136.6, { popular: true }),
  sell('apartment-package', 156.6),
  sell('two-tickets-accommodation', 273.2, { ticketCount: 2 }),
];

export const packageOf = (id: PackageId): EventPackage => eventPackages.find((pack) => pack.id === id)!;

/** Serbia pays in dinars, Montenegro in euros. */
export const priceIn = (pack: EventPackage, country: Country): Money =>
  country === 'RS' ? pack.priceDIN : pack.priceEUR;
