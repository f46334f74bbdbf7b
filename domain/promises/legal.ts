import type { PromiseRow } from './promise.ts';

const TERMS = 'content/legal/terms-conditions';
const COMPANY = 'content/legal/company-terms';
const PERSONAL = 'content/legal/personal-data-processing';
const INSTALLER = 'content/legal/installer-terms-warranty';
const ANSWERED = 'server/tasks/tasks.test.ts › a complaint is received by mail at once and answered within eight days';
const WITHDRAWN =
  'server/orders/withdrawal/withdraw.test.ts › a buyer withdraws once; both are mailed, the admin sees the deadline, and the refund settles it';

/** Said in the legal documents, which are never edited once published. */
export const legalPromises: PromiseRow[] = [
  {
    said: `${TERMS} 3.4`,
    says: 'odbija uz obrazloženje',
    by: 'mail accounts.rejected',
    test: 'server/accounts/requests/registration-requests.test.ts › a deleted request takes the account with it, says why, and frees the address',
  },
  {
    said: `${TERMS} 5.2`,
    by: 'mail tasks.answered',
    test: 'server/tasks/tasks.test.ts › what comes with devices is a task: when and where is mailed to the buyer and stands in the account',
  },
  {
    said: `${TERMS} 5.3`,
    says: 'potvrdu narudžbine',
    by: 'mail orders.paid',
    test: 'server/payments/buy-device.test.ts › a member buys a device: pending before the page opens, paid after it, once, with both mails',
  },
  {
    said: `${TERMS} 5.5`,
    by: 'call admin.today',
    test: 'server/flows/desk/today.test.ts › deadlines until tomorrow evening stand in the order of their days, those that are over first',
  },
  {
    said: `${TERMS} 5.7`,
    says: 'Ako se posle tri poziva ne javite u roku od tri dana',
    by: 'job orders.cancel-unanswered',
    test: 'server/flows/on-delivery/on-delivery.test.ts › after three calls without an answer the buyer has three days, then the order is cancelled',
  },
  {
    said: `${TERMS} 8.1`,
    by: 'call orders.withdraw',
    test: 'server/orders/withdrawal/withdraw.test.ts › the fourteenth day after receipt counts whole, in Belgrade; a minute later it is late, and said until when',
  },
  { said: `${TERMS} 8.4`, by: 'mail orders.withdrawal-came', test: WITHDRAWN },
  { said: `${TERMS} 9.2`, by: 'mail tasks.complaint-received', test: ANSWERED },
  {
    said: `${TERMS} 10.2`,
    says: 'broj rezervacije i kartu',
    by: 'mail events.confirmed',
    test: 'server/events/tickets/tickets.test.ts › the confirmation carries a PDF for each person and the calendar; the instructions carry the QR picture',
  },
  {
    said: `${TERMS} 10.5`,
    by: 'mail events.place-given',
    test: 'server/events/places/places.test.ts › a place that is given gets a code of its own: the old one ends, and only the new person has the new one',
  },
  {
    said: `${TERMS} 12.1`,
    by: 'call accounts.own.close',
    test: 'server/flows/people/close-account.test.ts › a member closes the account: out everywhere, nothing renews, TVs are unlinked, the clock runs',
  },
  {
    said: `${TERMS} 12.2`,
    says: 'otkazni rok od 30 dana',
    by: 'job accounts.end-notices',
    test: 'server/flows/retention/retention.test.ts › both run by the clock',
  },
  {
    said: `${TERMS} 13.1`,
    by: 'job accounts.erase-closed',
    test: 'server/flows/retention/retention.test.ts › both run by the clock',
  },
  {
    said: `${TERMS} 16.2`,
    says: 'Verzija na koju ste pristali',
    by: 'screen web/app/my/my-acceptances.tsx',
    test: 'web/app/legal/read-document.test.ts › every version that was ever agreed to can be read: the one in force and the earlier ones have their addresses',
  },
  {
    said: `${COMPANY} 5.1`,
    says: 'uz prethodno obaveštenje o datumu',
    by: 'job advertising.announce-renewals',
    test: 'server/advertising/announce-renewals.test.ts › a renewal is announced a week before, with its day and its amount, once',
  },
  {
    said: `${COMPANY} 5.1`,
    says: 'tako plaćen paket se ne obnavlja sam',
    by: 'code server/flows/transfers/credit-advance.ts creditAdvances',
    test: 'server/flows/transfers/advances.test.ts › three months paid on 31 January are credited on 31 January, 28 February and 31 March, each once and with its invoice',
  },
  {
    said: `${COMPANY} 5.2`,
    says: 'obaveštavamo Firmu',
    by: 'mail advertising.payment-failed',
    test: 'server/advertising/subscribe.test.ts › a renewal is one more period; a failed one credits nothing, says how to pay, and paying brings it back',
  },
  {
    said: `${COMPANY} 5.2`,
    says: 'paket se ne obnavlja',
    by: 'mail advertising.payment-failed',
    test: 'server/advertising/subscribe.test.ts › a renewal is one more period; a failed one credits nothing, says how to pay, and paying brings it back',
  },
  {
    said: `${COMPANY} 6.5`,
    says: 'Dan koji nije održan dodaje se na kraj emitovanja bez naknade',
    by: 'job special.count-days',
    test: 'server/flows/special/special.test.ts › a day is judged once, when nothing of it can be reported any more; one that was not kept is appended at the end',
  },
  {
    said: `${COMPANY} 6.4`,
    by: 'call campaigns.own.object',
    test: 'server/campaigns/objections.test.ts › a month of a campaign that runs is objected to until thirty days after its end',
  },
  {
    said: `${COMPANY} 6.6`,
    says: 'Prikaz se računa samo kada važi sve ovo',
    by: 'call playout.tv.report',
    test: 'web/app/legal/read-document.test.ts › the eight rules by which plays count stand in the terms of companies to the letter, and what a TV without a network does',
  },
  {
    said: `${COMPANY} 9.4`,
    says: 'ne računa se i ne naplaćuje',
    by: 'call playout.tv.report',
    test: 'server/playout/playout.test.ts › a paused campaign is revoked on every TV, what is begun a minute later does not count, and it goes on with new leases',
  },
  {
    said: `${COMPANY} 10.2`,
    by: 'call refunds.admin.ask',
    test: 'server/flows/refunds/terms.test.ts › a company withdraws within 14 days: what was shown is kept to the para, all else goes back, and no month begins',
  },
  {
    said: `${COMPANY} 11.1`,
    by: 'call advertising.portal',
    test: 'server/advertising/subscribe.test.ts › cancelled in the portal it runs to the end of the paid month, resumed it runs on',
  },
  {
    said: `${COMPANY} 11.4`,
    by: 'call refunds.admin.ask',
    test: 'server/flows/refunds/terms.test.ts › units of an earlier month are spent first; two at once take the last one’s once',
  },
  {
    said: `${PERSONAL} 5.4`,
    by: 'call accounts.own.news',
    test: 'server/accounts/own/own.test.ts › news are written to nobody who did not agree, and the agreement is given and taken back with its moment',
  },
  {
    said: `${PERSONAL} 7.5`,
    by: 'call network.myDirect',
    test: 'server/network/my-network.test.ts › many direct members come in pages, each once',
  },
  {
    said: `${PERSONAL} 9.1`,
    by: 'job accounts.erase-closed',
    test: 'server/flows/retention/retention.test.ts › both run by the clock',
  },
  {
    said: `${PERSONAL} 9.2`,
    by: 'code server/flows/retention/purge-expired-records.ts purgeExpiredRecords',
    test: 'server/flows/retention/purge-expired-records.test.ts › of a refused registration nothing is left within fifteen days: no mail, no notice to staff, no consent, no name in the log',
  },
  {
    said: `${PERSONAL} 9.4`,
    by: 'code server/flows/retention/purge-expired-records.ts purgeExpiredRecords',
    test: 'server/flows/retention/purge-expired-records.test.ts › where a request came from is forgotten after ninety days, what was done is not',
  },
  {
    said: `${PERSONAL} 11.2`,
    by: 'call accounts.own.data',
    test: 'server/flows/people/own-data/own-data.test.ts › a member downloads everything about themselves, and nothing about anybody else',
  },
  {
    said: `${INSTALLER} 4.6`,
    says: 'Sastavlja zapisnik',
    by: 'call installations.record',
    test: 'server/installations/installations.test.ts › the installer writes the record once; staff read it; nobody else can, and not for a day to come',
  },
  {
    said: `${INSTALLER} 5.2`,
    says: 'podatke o adresi, kontaktu i terminu',
    by: 'mail installations.assigned',
    test: 'server/installations/installations.test.ts › an installer is given an address: a mail says that it is there, and the account alone says where',
  },
  {
    said: `${INSTALLER} 6.2`,
    says: 'na osnovu potvrđenih zapisnika',
    by: 'call installations.record',
    test: 'server/installations/installations.test.ts › the installer writes the record once; staff read it; nobody else can, and not for a day to come',
  },
  {
    said: `${INSTALLER} 11.1`,
    says: 'najkasnije u roku od 15 dana',
    by: 'code server/installations/purge-contacts.ts purgeContacts',
    test: 'server/installations/installations.test.ts › fifteen days after the work nobody knows whose home it was; the record stays with the guarantee',
  },
];
