import type { PromiseRow } from './promise.ts';

/** Said in mails. */
export const mailPromises: PromiseRow[] = [
  {
    said: 'accounts/mail-copy.ts mailCopy.registrationReceived.text',
    by: 'mail accounts.approved',
    test: 'server/accounts/requests/registration-requests.test.ts › approval lets the applicant in at once, mails once and is audited',
  },
  {
    said: 'accounts/mail-copy.ts mailCopy.registrationsWaiting.after',
    by: 'mail accounts.registrations-waiting',
    test: 'server/accounts/requests/registration-requests.test.ts › the super-admin is mailed about the first registration at once, and of a day of them in one mail an hour',
  },
  {
    said: 'accounts/mail-copy.ts mailCopy.rejected.after',
    says: 'Podatke koje ste upisali brišemo u roku od 15 dana.',
    by: 'code server/flows/retention/purge-expired-records.ts purgeExpiredRecords',
    test: 'server/flows/retention/purge-expired-records.test.ts › of a refused registration nothing is left within fifteen days: no mail, no notice to staff, no consent, no name in the log',
  },
  {
    said: 'accounts/mail-copy.ts mailCopy.closed.erased',
    by: 'job accounts.erase-closed',
    test: 'server/flows/retention/retention.test.ts › both run by the clock',
  },
  {
    said: 'accounts/mail-copy.ts mailCopy.notice.rights',
    says: 'vraćamo srazmeran iznos',
    by: 'call refunds.admin.ask',
    test: 'server/flows/refunds/terms.test.ts › a company withdraws within 14 days: what was shown is kept to the para, all else goes back, and no month begins',
  },
  {
    said: 'advertising/mail-copy.ts mailCopy.started.promise',
    says: 'Pretplatu otkazujete u nalogu kad želite',
    by: 'call advertising.portal',
    test: 'server/advertising/subscribe.test.ts › cancelled in the portal it runs to the end of the paid month, resumed it runs on',
  },
  {
    said: 'advertising/mail-copy.ts mailCopy.cancelled.regret',
    by: 'call advertising.portal',
    test: 'server/advertising/subscribe.test.ts › cancelled in the portal it runs to the end of the paid month, resumed it runs on',
  },
  {
    said: 'advertising/mail-copy.ts mailCopy.special.after',
    says: 'Javljamo Vam se',
    by: 'call tasks.admin.answer',
    test: 'server/tasks/tasks.test.ts › a paid special package is a task with a deadline; the answer is mailed to the buyer and stands in the account',
  },
  {
    said: 'orders/mail-copy.ts mailCopy.deliveryChanged.text',
    by: 'code server/flows/fulfilment/change-delivery.ts changeDelivery',
    test: 'server/flows/fulfilment/change-delivery.test.ts › a buyer sends a paid order to somebody else: the parcel, the page and the mail say so, the account stays as it is',
  },
  {
    said: 'orders/mail-copy.ts mailCopy.paid.preview',
    says: 'Sledi isporuka',
    by: 'call fulfilment.admin.pack',
    test: 'server/flows/fulfilment/fulfilment.test.ts › a paid order is packed with one serial number for each device, and read as a parcel with its boxes',
  },
  {
    said: 'orders/mail-copy.ts mailCopy.paid.included',
    says: 'Kurir se najavljuje',
    by: 'mail fulfilment.sent',
    test: 'server/flows/fulfilment/fulfilment.test.ts › handed over by two people at once it leaves once: one event, one račun, one mail that waits for it',
  },
  {
    said: 'orders/mail-copy.ts mailCopy.paid.withdrawal',
    by: 'call orders.withdraw',
    test: 'server/orders/withdrawal/withdraw.test.ts › a buyer withdraws once; both are mailed, the admin sees the deadline, and the refund settles it',
  },
  {
    said: 'orders/mail-copy.ts mailCopy.returned.when',
    by: 'mail orders.returned',
    test: 'server/flows/payments/payment-access.test.ts › a device paid after closing goes back whole, whoever reports it first, once',
  },
  {
    said: 'refunds/mail-copy.ts refundMails.sentBack.text',
    says: 'Novac šaljemo ponovo',
    by: 'call refunds.admin.ask',
    test: 'server/flows/refunds/refunds.test.ts › money that the buyer’s bank sends back makes the refund fail: its buyer and Danas are told, and it is sent again',
  },
  {
    said: 'orders/own/withdrawal-copy.ts withdrawalMail.came.after',
    by: 'call orders.admin.list',
    test: 'server/orders/withdrawal/withdraw.test.ts › a buyer withdraws once; both are mailed, the admin sees the deadline, and the refund settles it',
  },
  {
    said: 'devices/mail-copy.ts mailCopy.linked.after',
    by: 'call devices.unlinkLink.use',
    test: 'server/devices/beside.test.ts › the mailed link says which TV it is about, unlinks it once, and is kept as a hash',
  },
  {
    said: 'events/mail-copy.ts mailCopy.keepReference',
    by: 'mail events.confirmed',
    test: 'server/events/tickets/tickets.test.ts › the confirmation carries a PDF for each person and the calendar; the instructions carry the QR picture',
  },
  {
    said: 'events/mail-copy.ts mailCopy.partCame.text',
    by: 'mail events.confirmed',
    test: 'server/events/tickets/tickets.test.ts › confirming twice and from two screens at once pays once: one mail, one set of tickets, one audit entry',
  },
  {
    said: 'events/mail-copy.ts mailCopy.lapses',
    by: 'code server/events/reservations/lapse.ts lapseUnpaid',
    test: 'server/events/reservations/lapse.test.ts › an unpaid scarce place is announced two days before and given back after its day; everybody is mailed',
  },
  {
    said: 'events/mail-copy.ts mailCopy.confirmed.attached',
    by: 'mail events.confirmed',
    test: 'server/events/tickets/tickets.test.ts › the confirmation carries a PDF for each person and the calendar; the instructions carry the QR picture',
  },
  {
    said: 'events/mail-copy.ts mailCopy.confirmed.later',
    by: 'mail events.confirmed',
    test: 'server/events/tickets/tickets.test.ts › confirming twice and from two screens at once pays once: one mail, one set of tickets, one audit entry',
  },
  {
    said: 'events/mail-copy.ts mailCopy.expired.again',
    says: 'rezervišite ponovo: dobićete novi broj',
    by: 'call events.reserve',
    test: 'server/events/reservations/reserve.test.ts › a visitor from Serbia holds a place and learns how to pay in dinars',
  },
  {
    said: 'returns/mail-copy.ts returnMails.asked.way.label',
    says: 'Nalepnicu za vraćanje šaljemo na ovu adresu.',
    by: 'mail returns.label',
    test: 'server/flows/returns/returns.test.ts › one of ten is withdrawn from, with our label: its price is taken off, and the credit note is what went back to the card',
  },
  {
    said: 'fulfilment/exchange-mail-copy.ts exchangeMails.asked.text',
    by: 'mail fulfilment.exchange-sent',
    test: 'server/flows/exchanges/exchanges.test.ts › the buyer sends a faulty device: it goes to inspection, another one leaves without charge or receipt, with the record',
  },
  {
    said: 'fulfilment/exchange-mail-copy.ts exchangeMails.received.text',
    by: 'mail fulfilment.exchange-sent',
    test: 'server/flows/exchanges/exchanges.test.ts › the buyer sends a faulty device: it goes to inspection, another one leaves without charge or receipt, with the record',
  },
  {
    said: 'fulfilment/exchange-mail-copy.ts exchangeMails.sent.pair',
    by: 'mail fulfilment.exchange-sent',
    test: 'server/flows/exchanges/exchanges.test.ts › the buyer sends a faulty device: it goes to inspection, another one leaves without charge or receipt, with the record',
  },
  {
    said: 'returns/mail-copy.ts returnMails.decided.preview.exchanged',
    by: 'call returns.admin.decide',
    test: 'server/flows/exchanges/exchanges.test.ts › a complaint whose devices are here ends with an exchange of each, and its answer tells the buyer',
  },
];
