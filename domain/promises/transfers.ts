import type { PromiseRow } from './promise.ts';

const DEVICE =
  'server/flows/transfers/receive-transfer.test.ts › a device ordered by transfer waits with a pro-forma invoice in dinars; when the money comes it is sold as by card';

const PACKED =
  'server/flows/fulfilment/fulfilment.test.ts › the queue names what is to be packed and what waits for the courier, and nothing else';
const TURNS =
  'server/flows/fulfilment/stock.test.ts › at zero the day is told, and the last device is that of whoever paid first';

/** Said where an order is paid by transfer. */
export const transferPromises: PromiseRow[] = [
  { said: 'payments/ways-copy.ts waysCopy.device.cardFact', by: 'call fulfilment.admin.queue', test: PACKED },
  { said: 'payments/ways-copy.ts waysCopy.device.transferFact', by: 'call fulfilment.admin.queue', test: PACKED },
  { said: 'payments/ways-copy.ts waysCopy.device.later', by: 'call fulfilment.admin.pack', test: TURNS },
  {
    said: 'payments/ways-copy.ts waysCopy.wait',
    says: 'Šaljemo redom kojim su narudžbine plaćene',
    by: 'code server/stock/free.ts freeDevicesForOrder',
    test: TURNS,
  },
  {
    said: 'orders/own/own-order-copy.ts ownOrderCopy.expected',
    by: 'code server/flows/fulfilment/expected-delivery.ts expectedDelivery',
    test: 'server/flows/fulfilment/expected-delivery.test.ts › a paid order reads the day until it is delivered; one that waits for devices reads from which day there are some',
  },
  { said: 'payments/ways-copy.ts waysCopy.transferText', by: 'mail orders.proforma', test: DEVICE },
  { said: 'payments/ways-copy.ts waysCopy.after', by: 'mail orders.proforma', test: DEVICE },
  { said: 'orders/transfer/transfer-mail-copy.ts transferMail.proforma.after', by: 'mail orders.paid', test: DEVICE },
  { said: 'orders/own/own-order-copy.ts ownOrderCopy.steps.device.1', by: 'mail orders.paid', test: DEVICE },
  { said: 'orders/own/own-order-copy.ts ownOrderCopy.steps.device.2', by: 'call fulfilment.admin.queue', test: PACKED },
  {
    said: 'orders/own/own-order-copy.ts ownOrderCopy.inTurn',
    by: 'code server/stock/free.ts freeDevicesForOrder',
    test: TURNS,
  },
  {
    said: 'payments/way-words-copy.ts wayWords.changeText.transfer',
    by: 'mail orders.proforma',
    test: 'server/flows/transfers/unpaid.test.ts › its buyer changes the way of paying while nothing was paid; somebody else does not, and nobody on an older state',
  },
  {
    said: 'orders/company/changed-company-copy.ts changedCompanyCopy.textOwn',
    by: 'mail orders.proforma',
    test: 'server/flows/fulfilment/change-company.test.ts › a pro-forma invoice is issued anew by the same reference, of a part that came for the rest, and not once an advance was invoiced',
  },
  {
    said: 'orders/own/own-order-copy.ts ownOrderCopy.steps.package.2',
    says: 'Za svaki mesec dobijate račun',
    by: 'code server/flows/transfers/credit-advance.ts creditAdvances',
    test: 'server/flows/transfers/advances.test.ts › three months paid on 31 January are credited on 31 January, 28 February and 31 March, each once and with its invoice',
  },
  {
    said: 'orders/own/own-order-copy.ts ownOrderCopy.steps.special.1',
    by: 'mail advertising.special-started',
    test: 'server/flows/transfers/receive-transfer.test.ts › the special package by transfer is one period with an invoice',
  },
  {
    said: 'orders/own/own-order-copy.ts ownOrderCopy.steps.special.2',
    by: 'call tasks.admin.answer',
    test: 'server/tasks/tasks.test.ts › a paid special package is a task with a deadline; the answer is mailed to the buyer and stands in the account',
  },
];
