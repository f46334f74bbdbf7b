/** Mails that several calls can cause, and to whom. */

export const RESERVATION_CONFIRMED_MAILS = { 'events.confirmed': 'the guest' };
export const PAYMENT_SETTLED_MAILS = {
  'orders.paid': 'the buyer',
  'orders.new-sale': 'the super-admin',
  'advertising.started': 'the buyer',
  'advertising.renewed': 'the buyer',
  'advertising.special-started': 'the buyer',
  'orders.returned': 'the buyer',
};
export const SUBSCRIPTION_ENDS_MAILS = { 'advertising.cancelled': 'the buyer, of a subscription that ends' };
export const UNITS_TAKEN_MAILS = { 'campaigns.units-taken': 'the company, of campaigns that lose what was paid back' };
/** Of whatever the payment provider tells. */
export const PROVIDER_NEWS_MAILS = {
  ...PAYMENT_SETTLED_MAILS,
  ...SUBSCRIPTION_ENDS_MAILS,
  ...UNITS_TAKEN_MAILS,
  'advertising.payment-failed': 'the buyer',
  'refunds.paid-back': 'the buyer',
  'refunds.sent-back': 'the buyer',
};
/** Two minutes later, unless it is undone. */
export const BANK_DECISION_MAILS = {
  ...RESERVATION_CONFIRMED_MAILS,
  'events.part-came': 'the guest',
  'orders.paid': 'the buyer',
  'orders.part-paid': 'the buyer',
  'advertising.advance-paid': 'the buyer',
  'orders.new-sale': 'the super-admin',
};
/** The same of cash that a courier hands over. */
export const CASH_SETTLED_MAILS = { 'orders.paid': 'the buyer', 'orders.new-sale': 'the super-admin' };
/** Whatever was mailed about the order, to whom it went. */
export const REPEATABLE_ORDER_MAILS = {
  ...PAYMENT_SETTLED_MAILS,
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
  'payouts.account-named': 'the buyer',
  'refunds.paid-back': 'the buyer',
  'refunds.sent-back': 'the buyer',
  'returns.asked': 'the buyer',
  'returns.label': 'the buyer',
  'returns.received': 'the buyer',
  'returns.decided': 'the buyer',
  'returns.called-off': 'the buyer',
  'orders.withdrawal-came': 'the super-admin',
};
export const PAID_BACK_MAILS = {
  'refunds.paid-back': 'the buyer, once the provider has done it',
  'refunds.sent-back': 'the buyer, when the bank sends it back',
  'payouts.account': 'the buyer, of what did not come by card',
};
export const STAFF_TOUCHED_MAILS = { 'accounts.staff-touched': 'whoever acts, and the administrator who is touched' };
export const STOCK_LOW_MAILS = { 'stock.low': 'who keeps the stock, once for each time that it falls below the limit' };

export const NO_PERSONAL_DATA = 'nothing of a person';
export const CHANGE_UNDONE_MAILS = { 'accounts.change-undone': 'the account' };
