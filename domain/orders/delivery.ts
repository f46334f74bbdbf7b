import { countries } from '../copy.ts';
import type { Delivery } from './contract.ts';

/** Street, place and country of the buyer form on one line. */
export const addressOf = (to: Delivery): string =>
  `${to.address} ${to.addressNumber}, ${to.postalCode} ${to.city}, ${countries[to.country as keyof typeof countries] ?? to.country}`;

/** Where mails about an order go: what a company typed as its own address, otherwise the account's. */
export const mailboxOf = ({ email, delivery }: { email: string; delivery: Delivery | null }): string =>
  delivery?.email || email;
