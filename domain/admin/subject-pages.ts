import type { AuditSubject } from '../audit-actions.ts';
import type { ReservationNumber } from '../events/payment/reference.ts';
import { type Page, type PageName, pages } from '../pages.ts';

/** A page and what it is asked for, as an address inside the site. */
export interface PageAddress {
  page: PageName;
  path: string;
}

const at = (page: PageName, query: Record<string, string> = {}): PageAddress => {
  const asked = new URLSearchParams(query).toString();
  return { page, path: pages[page].path + (asked && `?${asked}`) };
};

/**
 * Where the back office shows the thing that a name, a number or an address stands for; `null` for what no page shows.
 * `key` is what the page's search finds it by: an address for people, a number for orders, a payment reference or number
 * for reservations, a code for vouchers.
 */
export function placeOfSubject(kind: AuditSubject, key: string): PageAddress | null {
  switch (kind) {
    case 'profile':
      return at('adminUsers', { q: key });
    case 'order':
      return /^\d+$/.test(key) ? placeOfOrder(Number(key)) : at('adminSales', { q: key });
    case 'package':
      return at('adminSubscriptions', { q: key });
    case 'subscription':
      return at('adminSubscriptions', { view: 'subscriptions', q: key });
    case 'reservation':
    case 'statement-line':
    case 'payment part':
      return at('adminEventPayments', { q: key });
    case 'voucher':
      return at('adminVouchers', { q: key });
    case 'voucher batch':
      return at('adminVouchers', { batch: key });
    case 'mail':
    case 'address':
      return at('adminMail', { q: key });
    case 'stock device':
      return at('adminStock', { q: key });
    case 'stock intake':
      return at('adminStock', { intake: key });
    case 'payment event':
      return at('adminSales');
    case 'statement':
    case 'event':
      return at('adminEventPayments');
    case 'list':
      return Object.hasOwn(LISTS, key) ? at(LISTS[key as keyof typeof LISTS]) : null;
    case 'campaign':
      return at('adminCampaigns');
    case 'device':
      return at('adminTvs', { q: key });
    case 'api key':
      return at('adminKeys');
    case 'webhook':
      return at('adminKeys', { adresa: key });
    case 'link':
    case 'pairing':
    case 'system':
      return null;
  }
}

/** A reservation in the list of its year, which is not always this one. */
export const placeOfReservation = ({ number, year }: ReservationNumber): PageAddress =>
  at('adminEventPayments', { q: String(number), year: String(year) });

/** An order's own page; `query` is the list that it was found in. */
export const placeOfOrder = (number: number, query = ''): PageAddress => ({
  page: 'adminOrder',
  path: pages.adminOrder.path.replace(':number', String(number)) + (query && `?${query}`),
});

/** Asks the page of an order for the form that gives money back. */
export const REFUND_PARAM = 'refund';
/** The same with that form open: of a paid month by its id, otherwise of the newest payment. */
export const placeToRefund = (number: number, period = ''): PageAddress =>
  placeOfOrder(number, new URLSearchParams({ [REFUND_PARAM]: period }).toString());

/** A person's own page; `query` is the list that they were found in. */
export const placeOfPerson = (id: string, query = ''): PageAddress => ({
  page: 'adminPerson',
  path: pages.adminPerson.path.replace(':id', id) + (query && `?${query}`),
});

/** A bank statement with its lines. */
export const placeOfStatement = (id: string): PageAddress => at('adminBank', { statement: id });

/** Where an order is entered for them. */
export const placeOfNewOrder = (person: string): PageAddress => at('adminNewOrder', { person });

/** Their row in the list of people with its form open. */
export const placeToEdit = ({ id, email }: { id: string; email: string }): PageAddress =>
  at('adminUsers', { q: email, edit: id });

const LISTS = {
  profiles: 'adminUsers',
  staff: 'adminStaff',
  stock: 'adminStock',
  packing: 'adminStock',
  'pick-up': 'adminStock',
  keys: 'adminKeys',
  rewards: 'adminRewards',
  vouchers: 'adminVouchers',
  reservations: 'adminEventPayments',
  packages: 'adminSubscriptions',
  orders: 'adminSales',
  rates: 'adminBank',
  payouts: 'adminBank',
  campaigns: 'adminCampaigns',
} as const satisfies Record<string, PageName>;

/** Everything about a person, by the address that they are known by: one entry for each page that may show something. */
export const placesOfPerson = (email: string): (PageAddress & { name: string })[] =>
  (
    [
      placeOfSubject('profile', email),
      placeOfSubject('order', email),
      placeOfSubject('package', email),
      placeOfSubject('reservation', email),
      placeOfSubject('voucher', email),
      placeOfSubject('mail', email),
      at('adminAudit', { subject: email }),
    ] as PageAddress[]
  ).map((place) => ({ ...place, name: (pages[place.page] as Page).name ?? '' }));

/** What the log says about one thing, and what one person did. */
export const logOf = (id: string): PageAddress => at('adminAudit', { subject: id });
export const logBy = (actor: string): PageAddress => at('adminAudit', { actor });

/** The same, asked where they are moved to. */
export const placeToMove = (id: string): PageAddress => at('adminNetworkVisual', { member: id, move: id });

/** A member in the tree of the network. */
export const placeInTree = (id: string): PageAddress => at('adminNetworkVisual', { member: id });
