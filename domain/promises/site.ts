import type { PromiseRow } from './promise.ts';

/** Said on the public pages and in the account. */
export const sitePromises: PromiseRow[] = [
  {
    said: 'advertising/special-shop-copy.ts special.get.points.0',
    by: 'call special.admin.start',
    test: 'server/flows/special/special.test.ts › it starts once, on a day to come, with its campaign approved and exactly a hundred places',
  },
  {
    said: 'advertising/special-shop-copy.ts special.get.points.1',
    by: 'call playout.tv.bag',
    test: 'server/flows/special/special.test.ts › a place gets one lease in every half hour, before other campaigns, at no cost; its viewer is rewarded',
  },
  {
    said: 'advertising/special-shop-copy.ts special.get.points.3',
    by: 'call playout.tv.bag',
    test: 'server/flows/special/special.test.ts › further TVs of its groups fill the day to what may be lost of ten thousand and not beyond, however many ask at once',
  },
  {
    said: 'advertising/purchase-copy.ts subscribe.cycle',
    by: 'job advertising.announce-renewals',
    test: 'server/advertising/announce-renewals.test.ts › a renewal is announced a week before, with its day and its amount, once',
  },
  {
    said: 'advertising/purchase-copy.ts subscribe.cancelNote',
    by: 'call advertising.portal',
    test: 'server/advertising/subscribe.test.ts › cancelled in the portal it runs to the end of the paid month, resumed it runs on',
  },
  {
    said: 'payments/copy.ts purchase.formHint',
    by: 'call fulfilment.admin.pack',
    test: 'server/flows/fulfilment/fulfilment.test.ts › a paid order is packed with one serial number for each device, and read as a parcel with its boxes',
  },
  {
    said: 'payments/copy.ts confirmation.processing',
    by: 'mail orders.paid',
    test: 'server/payments/buy-device.test.ts › a promised bank transfer is under way until the bank speaks, and the same thing may be bought again meanwhile',
  },
  {
    said: 'payments/copy.ts confirmation.returned',
    by: 'mail orders.returned',
    test: 'server/flows/payments/payment-access.test.ts › a device paid after closing goes back whole, whoever reports it first, once',
  },
  {
    said: 'orders/copy.ts mine.emptyHint',
    by: 'call orders.mine',
    test: 'server/orders/orders.test.ts › a buyer sees only their own orders',
  },
  {
    said: 'fulfilment/follow-copy.ts followCopy.guest.signInFor',
    by: 'call fulfilment.own',
    test: 'server/flows/fulfilment/follow.test.ts › a buyer reads their own order with its parcel, serial numbers and papers; nobody else does',
  },
  {
    said: 'orders/own/withdrawal-copy.ts withdrawal.confirmed',
    by: 'mail orders.withdrawn',
    test: 'server/orders/withdrawal/withdraw.test.ts › a buyer withdraws once; both are mailed, the admin sees the deadline, and the refund settles it',
  },
  {
    said: 'legal/copy.ts legal.withdraw',
    by: 'call orders.withdraw',
    test: 'server/orders/withdrawal/withdraw.test.ts › what the buyer and the admin read is the statement itself, with both deadlines',
  },
  {
    said: 'catalogue/copy.ts copy.withdrawal',
    by: 'call orders.withdraw',
    test: 'server/orders/withdrawal/withdraw.test.ts › the fourteenth day after receipt counts whole, in Belgrade; a minute later it is late, and said until when',
  },
  {
    said: 'accounts/copy.ts signUp.lead',
    says: 'javlja vam odgovor email porukom',
    by: 'mail accounts.approved',
    test: 'server/accounts/requests/registration-requests.test.ts › approval lets the applicant in at once, mails once and is audited',
  },
  {
    said: 'accounts/copy.ts pending.answerTo',
    by: 'mail accounts.rejected',
    test: 'server/accounts/requests/registration-requests.test.ts › a deleted request takes the account with it, says why, and frees the address',
  },
  {
    said: 'home/copy.ts home.cta.member.waiting',
    by: 'mail accounts.approved',
    test: 'server/accounts/requests/registration-requests.test.ts › approval lets the applicant in at once, mails once and is audited',
  },
  {
    said: 'accounts/copy.ts pending.chosenText',
    by: 'call accounts.own.choose',
    test: 'server/accounts/own/chosen-product.test.ts › what was chosen before registering is kept through the approval and is where its mail leads',
  },
  {
    said: 'accounts/copy.ts pending.chosenText',
    by: 'screen web/app/accounts/pending-approval.page.tsx',
    test: 'web/app/accounts/approved-path.test.ts › an approved account goes on to what it chose before it was approved; without a choice it goes home',
  },
  {
    said: 'payments/copy.ts confirmation.okSteps.benefits.1',
    by: 'call tasks.admin.answer',
    test: 'server/tasks/tasks.test.ts › what comes with devices is a task: when and where is mailed to the buyer and stands in the account',
  },
  {
    said: 'payments/copy.ts confirmation.okSteps.special.1',
    by: 'call tasks.admin.answer',
    test: 'server/tasks/tasks.test.ts › a paid special package is a task with a deadline; the answer is mailed to the buyer and stands in the account',
  },
  {
    said: 'shell/copy.ts copy.offline.bannerWaits',
    by: 'screen web/app/shell/offline-banner.tsx',
    test: 'e2e/offline.spec.ts › what is typed into the profile survives a closed tab, waits for the network, and is saved before leaving',
  },
  {
    said: 'accounts/copy.ts pending.hint',
    by: 'call accounts.own.sessions.list',
    test: 'server/auth/factors/second-step.test.ts › a waiting account sees and ends its sessions, takes its data and closes itself; closed, it waits no more',
  },
  {
    said: 'accounts/copy.ts forgot.sent',
    by: 'mail accounts.recovery',
    test: 'server/auth/recovery/recovery.test.ts › forgotten password, end to end: link, new password, the old one is dead',
  },
  {
    said: 'accounts/copy.ts accountRefusals.PROOF_NOT_ACCEPTED',
    by: 'call accounts.own.proof.give',
    test: 'server/auth/proof/proof.test.ts › the code from the mailbox proves its owner, also of a waiting account, and proves the mailbox',
  },
  {
    said: 'accounts/data-copy.ts ownDataCopy.unproven',
    by: 'call accounts.own.data',
    test: 'server/flows/people/own-data/take-own-data.test.ts › a mailed code opens the download for ten minutes, in this session only, and proves the mailbox',
  },
  {
    said: 'accounts/account-copy.ts myData.lead',
    by: 'call accounts.own.data',
    test: 'server/flows/people/own-data/own-data.test.ts › a member downloads everything about themselves, and nothing about anybody else',
  },
  {
    said: 'accounts/account-copy.ts myPassword.lead',
    by: 'mail accounts.way-in-changed',
    test: 'server/auth/changes/changes.test.ts › a new password is mailed to the owner; undone, it signs nobody in, everybody is signed out, and the answer leads to choosing another',
  },
  {
    said: 'accounts/account-copy.ts closing.points.0',
    by: 'call accounts.own.close',
    test: 'server/flows/people/close-account.test.ts › nobody comes into a closed account: not with the password, an old token, a link or a code',
  },
  {
    said: 'accounts/account-copy.ts closing.points.1',
    by: 'call accounts.own.close',
    test: 'server/flows/people/close-account.test.ts › a member closes the account: out everywhere, nothing renews, TVs are unlinked, the clock runs',
  },
  {
    said: 'accounts/account-copy.ts closing.points.5',
    by: 'call accounts.own.close',
    test: 'server/flows/people/cancel-unpaid-orders.test.ts › what is paid at the door is called off while it is here, packed or not, and delivered once the courier has it',
  },
  {
    said: 'accounts/account-copy.ts closing.points.3',
    by: 'job accounts.erase-closed',
    test: 'server/flows/retention/retention.test.ts › both run by the clock',
  },
  {
    said: 'auth/security-copy.ts proofWords.willMail',
    by: 'call accounts.own.proof.give',
    test: 'server/auth/proof/proof.test.ts › the code from the mailbox proves its owner, also of a waiting account, and proves the mailbox',
  },
  {
    said: 'auth/security-copy.ts securityWords.bar.undoText',
    by: 'call accounts.own.changes.undo',
    test: 'server/auth/changes/changes.test.ts › signed in, the owner takes a change back with a fresh proof, and the new password comes by mail',
  },
  {
    said: 'auth/security-copy.ts securityWords.lost.text',
    by: 'call accounts.own.secondStepRecovery.start',
    test: 'server/auth/factors/second-step.test.ts › a lost second step goes after a day of announced waiting, and the recovery link then sets a password',
  },
  {
    said: 'network/copy.ts networkCopy.register.codeHint',
    by: 'call network.mine',
    test: 'server/network/my-network.test.ts › a member sees their code, link, inviter, direct members and how many stand on each level',
  },
  {
    said: 'network/copy.ts networkCopy.mine.devicesHint',
    by: 'call network.mine',
    test: 'server/network/devices.test.ts › a device counts in the inviter’s network from the fourteenth day, and a return takes it away',
  },
  {
    said: 'network/copy.ts networkCopy.mine.notReady',
    by: 'call network.admin.enrollRef',
    test: 'server/network/enrolment.test.ts › staff put a person under a member, or at the top',
  },
  {
    said: 'network/copy.ts networkCopy.register.madeWaits',
    says: 'Sa kodom koji važi pristup dobijate odmah',
    by: 'call network.enrollWithReferral',
    test: 'server/network/enrolment.test.ts › whoever registers through a code stands under its owner and gets a code of their own',
  },
  {
    said: 'devices/copy.ts copy.phone.warning',
    by: 'call devices.link',
    test: 'server/devices/beside.test.ts › a link sent by a stranger links nothing: elsewhere the page learns which TV asks, and the digits are wanted',
  },
  {
    said: 'devices/copy.ts copy.phone.askNot',
    by: 'call devices.link',
    test: 'server/devices/beside.test.ts › three wrong digits spend the number, at once or one by one, and the TV is notified',
  },
  {
    said: 'devices/copy.ts copy.unlinkLink.dead',
    by: 'call devices.mine',
    test: 'server/devices/devices.test.ts › a member links a TV: it learns the first name, the owner gets a mail, the log an entry',
  },
  {
    said: 'events/copy.ts page.about.title',
    by: 'call events.reserve',
    test: 'server/events/reservations/reserve.test.ts › a visitor from Serbia holds a place and learns how to pay in dinars',
  },
  {
    said: 'events/copy.ts page.cta.text',
    says: 'Potvrda sa brojem rezervacije stiže email porukom',
    by: 'mail events.confirmed',
    test: 'server/events/tickets/tickets.test.ts › confirming twice and from two screens at once pays once: one mail, one set of tickets, one audit entry',
  },
  {
    said: 'events/copy.ts faq.0.1',
    by: 'mail events.programme',
    test: 'server/events/places/details.test.ts › fourteen days before, who has paid is mailed once; who pays later is mailed then; who has not paid never',
  },
  {
    said: 'events/copy.ts faq.1.1',
    by: 'mail events.programme',
    test: 'server/events/places/details.test.ts › fourteen days before, who has paid is mailed once; who pays later is mailed then; who has not paid never',
  },
  {
    said: 'events/reservation-copy.ts dialog.review.after',
    by: 'call events.reserve',
    test: 'server/events/reservations/reserve.test.ts › a visitor from Serbia holds a place and learns how to pay in dinars',
  },
  {
    said: 'network/copy.ts networkCopy.mine.join.text',
    by: 'call network.enrollWithReferral',
    test: 'server/network/enrolment.test.ts › whoever registers through a code stands under its owner and gets a code of their own',
  },
  {
    said: 'events/ticket/copy.ts ticketPageCopy.name.emailHint',
    by: 'mail events.place-given',
    test: 'server/events/places/places.test.ts › a place that is given gets a code of its own: the old one ends, and only the new person has the new one',
  },
  {
    said: 'events/ticket/copy.ts detailsCopy.lead',
    by: 'mail events.programme',
    test: 'server/events/places/details.test.ts › fourteen days before, who has paid is mailed once; who pays later is mailed then; who has not paid never',
  },
  {
    said: 'events/reservation-copy.ts dialog.personal.emailHint',
    by: 'mail events.reserved',
    test: 'server/events/reservations/reserve.test.ts › the mail with the instructions is queued with the reservation, and the change leaves its sentence',
  },
  {
    said: 'documents/copy.ts documentRefusals.DOCUMENT_IN_THE_MAKING',
    by: 'job documents.render',
    test: 'server/flows/documents/period-documents.test.ts › the mail of a month waits for the invoice and carries it, the same bytes that the buyer opens',
  },
  {
    said: 'documents/paper-copy.ts paper.proforma.device',
    says: 'šaljemo avansni račun, a račun uz isporuku',
    by: 'mail orders.paid',
    test: 'server/flows/transfers/receive-transfer.test.ts › a device ordered by transfer waits with a pro-forma invoice in dinars; when the money comes it is sold as by card',
  },
  {
    said: 'documents/paper-copy.ts paper.proforma.months',
    says: 'šaljemo avansni račun',
    by: 'code server/flows/transfers/credit-advance.ts creditAdvances',
    test: 'server/flows/transfers/advances.test.ts › three months paid on 31 January are credited on 31 January, 28 February and 31 March, each once and with its invoice',
  },
  {
    said: 'documents/paper-copy.ts paper.proforma.month',
    says: 'Kad uplata stigne, šaljemo račun.',
    by: 'code server/flows/documents/period-documents.ts issuePeriodInvoice',
    test: 'server/flows/transfers/advances.test.ts › a single month that begins later has an advance invoice when it is paid, and when it begins an invoice that takes it off',
  },
  {
    said: 'documents/paper-copy.ts paper.proforma.month',
    says: 'šaljemo avansni račun, a račun kada počne',
    by: 'code server/flows/transfers/transfer-papers.ts issueAdvance',
    test: 'server/flows/transfers/advances.test.ts › a single month that begins later has an advance invoice when it is paid, and when it begins an invoice that takes it off',
  },
  {
    said: 'documents/paper-copy.ts paper.proforma.special',
    says: 'šaljemo račun',
    by: 'mail advertising.special-started',
    test: 'server/flows/transfers/receive-transfer.test.ts › the special package by transfer is one period with an invoice',
  },
  {
    said: 'documents/paper-copy.ts paper.vatNo',
    by: 'code domain/documents/amounts.ts taxIn',
    test: 'domain/documents/amounts.test.ts › who pays no VAT charges none',
  },
  {
    said: 'integrations/webhooks/copy.ts webhooksCopy.pausedText',
    by: 'code server/integrations/webhooks/attempt.ts makeWaitingDeliveriesDue',
    test: 'server/integrations/webhooks/pausing.test.ts › after several failures in a row everything waits together, one is tried at the end of each longer pause, and then all go',
  },
];
