/** Mails that several calls can cause, and to whom. */

export const CONFIRMED = { 'events.confirmed': 'the guest' };
export const SETTLED = {
  'orders.paid': 'the buyer',
  'orders.new-sale': 'the super-admin',
  'advertising.started': 'the buyer',
  'advertising.renewed': 'the buyer',
  'advertising.special-started': 'the buyer',
  'orders.returned': 'the buyer',
};
/** Two minutes later, unless it is undone. */
export const CARRIED_OUT = {
  ...CONFIRMED,
  'events.part-came': 'the guest',
  'orders.paid': 'the buyer',
  'orders.part-paid': 'the buyer',
  'advertising.advance-paid': 'the buyer',
  'orders.new-sale': 'the super-admin',
};
/** The same of cash that a courier hands over. */
export const SETTLED_ON_DELIVERY = { 'orders.paid': 'the buyer', 'orders.new-sale': 'the super-admin' };
/** Whatever was mailed about the order, to whom it went. */
export const REPEATED = {
  ...SETTLED,
  'orders.proforma': 'the buyer',
  'fulfilment.sent': 'the buyer',
  'fulfilment.delivered': 'the buyer',
  'fulfilment.missed': 'the buyer',
  'fulfilment.refused': 'the buyer',
  'fulfilment.exchange-asked': 'the buyer',
  'fulfilment.exchange-received': 'the buyer',
  'fulfilment.exchange-sent': 'the buyer',
  'fulfilment.exchange-delivered': 'the buyer',
  'fulfilment.exchange-cancelled': 'the buyer',
  'orders.withdrawn': 'the buyer',
  'refunds.paid-back': 'the buyer',
  'refunds.sent-back': 'the buyer',
  'returns.asked': 'the buyer',
  'returns.label': 'the buyer',
  'returns.received': 'the buyer',
  'returns.decided': 'the buyer',
  'returns.called-off': 'the buyer',
  'orders.withdrawal-came': 'the super-admin',
};
export const PAID_BACK = {
  'refunds.paid-back': 'the buyer, once the provider has done it',
  'refunds.sent-back': 'the buyer, when the bank sends it back',
  'payouts.account': 'the buyer, of what did not come by card',
};
export const TOUCHED = { 'accounts.staff-touched': 'whoever acts, and the administrator who is touched' };
export const STOCK_LOW = { 'stock.low': 'who keeps the stock, once for each time that it falls below the limit' };

export const NOBODYS = 'nothing of a person';
export const UNDONE = { 'accounts.change-undone': 'the account' };
