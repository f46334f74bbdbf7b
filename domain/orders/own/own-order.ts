import { pages } from '../../pages.ts';

/** The parameter of the account's address by which earlier mails name an order, and what stands at its row. */
export const ORDER_PARAMETER = 'narudzbina';
export const orderAnchor = (number: number): string => `${ORDER_PARAMETER}-${number}`;

/** The row of one's own order in the list of the account, where what has not come yet is withdrawn from. */
export const orderRowPath = (number: number): string => `${pages.account.path}?${ORDER_PARAMETER}=${number}#narudzbine`;

/** One's own order on a page of its own: what to pay, its papers. */
export const orderPath = (number: number): string => `${pages.account.path}/orders/${number}`;
