import { SIGN_IN_CALLS } from './auth/calls.ts';
import type { Call } from './call.ts';

const CONFIRMED = { 'events.confirmed': 'the guest' };
const SETTLED = {
  'orders.paid': 'the buyer',
  'orders.new-sale': 'the super-admin',
  'advertising.started': 'the buyer',
  'advertising.renewed': 'the buyer',
  'advertising.special-started': 'the buyer',
  'orders.returned': 'the buyer',
};
const TOUCHED = { 'accounts.staff-touched': 'whoever acts, and the administrator who is touched' };
const NOBODYS = 'nothing of a person';
const UNDONE = { 'accounts.change-undone': 'the account' };

/** The contract, by the names of its procedures. */
const PROCEDURES = {
  'accounts.me': { who: 'signedIn', reads: 'own account' },
  'accounts.own.update': { who: 'member', writes: 'own profile' },
  'accounts.own.proveMailbox': { who: 'member', writes: 'own account', limits: ['mailed codes in a session'] },
  'accounts.own.proof.state': { who: 'signedIn', reads: 'own account' },
  'accounts.own.proof.give': {
    who: 'signedIn',
    writes: 'own session',
    limits: ['passwords in a session', 'mailed codes in a session', 'second-step codes in a session'],
    mails: {
      'accounts.way-in-changed': 'the account, when it was a recovery code, and after ten wrong ones',
    },
  },
  'accounts.own.changes.list': { who: 'signedIn', reads: 'own changes' },
  'accounts.own.changes.seen': { who: 'signedIn', writes: 'own change' },
  'accounts.own.changes.undo': { who: 'signedIn', writes: 'own account and sessions', mails: UNDONE },
  'accounts.own.secondStepRecovery.state': { who: 'signedIn', reads: 'own changes' },
  'accounts.own.secondStepRecovery.start': {
    who: 'signedIn',
    writes: 'own change',
    limits: ['second steps'],
    mails: { 'accounts.way-in-changed': 'the account, once' },
  },
  'accounts.changes.look': { who: 'anyone', reads: 'the change whose mailed token is shown', limits: ['opened links'] },
  'accounts.changes.undo': {
    who: 'anyone',
    writes: 'the account whose mailed token is shown',
    limits: ['opened links'],
    mails: UNDONE,
  },
  'accounts.changes.keep': {
    who: 'anyone',
    writes: 'the change whose mailed token is shown',
    limits: ['opened links'],
  },
  'accounts.own.sessions.list': { who: 'signedIn', reads: 'own sessions' },
  'accounts.own.sessions.end': { who: 'signedIn', writes: 'own sessions' },
  'accounts.own.acceptances': { who: 'signedIn', reads: 'own acceptances' },
  'accounts.own.data': {
    who: 'signedIn',
    reads: 'everything of its own',
    limits: ['own data'],
    audited: 'yes',
  },
  'accounts.own.news': { who: 'signedIn', writes: 'own agreement to news' },
  'accounts.own.closing': { who: 'signedIn', reads: 'own orders, refunds and subscriptions that are under way' },
  'accounts.own.close': {
    who: 'signedIn',
    writes: 'own account, subscriptions and TVs',
    limits: ['passwords in a session'],
    mails: { 'accounts.closed': 'the account' },
  },
  'accounts.admin.registrationRequests': {
    who: 'decide registrations',
    reads: 'waiting accounts and who is like them',
  },
  'accounts.admin.approve': {
    who: 'decide registrations',
    writes: 'waiting accounts',
    mails: { 'accounts.approved': 'each of them' },
  },
  'accounts.admin.undoApproval': {
    who: 'decide registrations',
    writes: 'accounts approved a moment ago, their mail that has not gone',
  },
  'accounts.admin.reject': {
    who: 'decide registrations',
    writes: 'waiting accounts',
    mails: { 'accounts.rejected': 'each of them' },
  },
  'accounts.admin.people.list': { who: 'manage people', reads: 'all people' },
  'accounts.admin.people.count': { who: 'manage people', reads: 'all people' },
  'accounts.admin.people.export': { who: 'manage people', reads: 'all people', audited: 'yes' },
  'accounts.admin.people.edit': { who: 'manage people', writes: 'one profile', mails: TOUCHED },
  'accounts.admin.people.setRole': { who: 'manage people', writes: 'one profile', mails: TOUCHED },
  'accounts.admin.people.block': { who: 'manage people', writes: 'one account and what it pays for', mails: TOUCHED },
  'accounts.admin.people.notice': {
    who: 'manage people',
    writes: 'one account',
    mails: { 'accounts.notice': 'the account', 'accounts.notice-taken-back': 'the account' },
  },
  'accounts.admin.people.terminate': {
    who: 'manage people',
    writes: 'one account, its payment pages, subscriptions and TVs',
    mails: { 'accounts.terminated': 'the account', ...TOUCHED },
  },
  'accounts.admin.people.removeSecondStep': {
    who: 'manage people',
    writes: 'the second step and sessions of one account',
    mails: { 'accounts.way-in-changed': 'the account' },
  },
  'accounts.admin.people.erasure': { who: 'erase people', reads: 'one person' },
  'accounts.admin.people.erase': { who: 'erase people', writes: 'everything of one person' },

  'orders.confirmed': { who: 'member', reads: 'own order' },
  'accounts.own.choose': { who: 'signedIn', writes: 'what the own account is about to buy' },
  'orders.mine': { who: 'member', reads: 'own orders' },
  'orders.withdraw': {
    who: 'member',
    writes: 'one of its own orders',
    mails: { 'orders.withdrawn': 'the buyer', 'orders.withdrawal-came': 'the super-admin' },
  },
  'orders.admin.list': { who: 'see sales', reads: 'all orders' },
  'orders.admin.sums': { who: 'see sales', reads: 'all orders' },
  'orders.admin.resolveWithdrawal': { who: 'handle payments', writes: 'one order' },

  'payments.createPayment': {
    who: 'member',
    writes: 'own order and profile',
    limits: ['checkouts'],
    mails: SETTLED,
  },
  'payments.verifyPayment': {
    who: 'anyone',
    writes: 'the order that the payment provider names',
    limits: ['payment checks'],
    mails: SETTLED,
  },
  'payments.admin.problems': { who: 'see sales', reads: 'problems with payments' },
  'payments.admin.retake': {
    who: 'handle payments',
    writes: 'the order that the payment provider names',
    mails: { ...SETTLED, 'advertising.payment-failed': 'the buyer', 'advertising.cancelled': 'the buyer' },
  },
  'payments.admin.dismiss': { who: 'handle payments', writes: 'one problem' },

  'advertising.account': { who: 'member', reads: 'own balance and subscriptions' },
  'advertising.ledger': { who: 'member', reads: 'own ledger' },
  'advertising.periods': { who: 'member', reads: 'own packages' },
  'advertising.invoice': { who: 'member', reads: 'own invoice at the payment provider' },
  'advertising.portal': { who: 'member', reads: 'own customer number at the payment provider' },
  'advertising.admin.sold': { who: 'see sales', reads: 'all packages' },
  'advertising.admin.sums': { who: 'see sales', reads: 'all packages' },
  'advertising.admin.subscriptions': { who: 'see sales', reads: 'all subscriptions' },
  'advertising.admin.subscriptionSums': { who: 'see sales', reads: 'all subscriptions' },
  'advertising.admin.stop': {
    who: 'handle payments',
    writes: 'one subscription',
    mails: { 'advertising.stopped': 'the buyer' },
  },
  'advertising.admin.sendCardLink': {
    who: 'handle payments',
    writes: 'a mail',
    mails: { 'advertising.card-link': 'the buyer' },
  },
  'advertising.admin.export': { who: 'see sales', reads: 'all packages', audited: 'yes' },

  'vouchers.redeem': {
    who: 'member',
    writes: 'one voucher, own ledger',
    limits: ['voucher codes', 'voucher codes from a network'],
    mails: { 'vouchers.redeemed': 'the account' },
  },
  'vouchers.mine': { who: 'member', reads: 'own vouchers' },
  'vouchers.admin.list': { who: 'manage vouchers', reads: 'all vouchers' },
  'vouchers.admin.issue': { who: 'manage vouchers', writes: 'new vouchers' },
  'vouchers.admin.allowance': { who: 'manage vouchers', reads: 'its own vouchers of today' },
  'vouchers.admin.voidBatch': { who: 'manage vouchers', writes: 'the unused vouchers of one batch' },
  'vouchers.admin.void': { who: 'manage vouchers', writes: 'one voucher' },
  'vouchers.admin.export': { who: 'manage vouchers', reads: 'all vouchers', audited: 'yes' },

  'devices.look': { who: 'anyone', reads: 'one waiting TV', limits: ['TV numbers'] },
  'devices.link': {
    who: 'member',
    writes: 'one waiting TV, own TVs',
    limits: ['TV numbers', 'TV numbers of a person'],
    mails: { 'devices.linked': 'the account' },
  },
  'devices.mine': { who: 'member', reads: 'own TVs' },
  'devices.rename': { who: 'member', writes: 'own TV' },
  'devices.unlink': { who: 'member', writes: 'own TV' },
  'devices.unlinkLink.look': { who: 'anyone', reads: 'the TV whose mailed token is shown', limits: ['TV numbers'] },
  'devices.unlinkLink.use': { who: 'anyone', writes: 'the TV whose mailed token is shown', limits: ['TV numbers'] },
  'devices.tv.begin': {
    who: 'anyone',
    writes: 'a new waiting TV',
    limits: ['TVs waiting'],
    audited: 'no: a number nobody has used, gone in a day',
  },
  'devices.tv.wait': { who: 'anyone', reads: 'the waiting TV whose secret is shown', streams: 'tv' },
  'devices.tv.claim': {
    who: 'anyone',
    writes: 'the waiting TV whose secret is shown',
    audited: 'no: the linking is',
  },
  'devices.tv.self': { who: 'device', reads: 'itself, the owner’s first name' },
  'devices.tv.renew': { who: 'device', writes: 'its own token', audited: 'no: the same TV goes on' },
  'devices.tv.stay': { who: 'device', reads: 'itself', streams: 'tv' },

  'events.offer': { who: 'anyone', reads: NOBODYS },
  'events.reserve': {
    who: 'anyone',
    writes: 'the reservation of its own key',
    limits: ['reservations', 'reservations for an address', 'reservation mails', 'changes of a reservation'],
    mails: { 'events.reserved': 'the address typed' },
  },
  'events.mine': { who: 'member', reads: 'reservations of its address, once proven' },
  'events.calendar': { who: 'anyone', reads: NOBODYS },
  'events.ticket': { who: 'anyone', reads: 'the ticket or reservation whose token is shown' },
  'events.ticketPdf': { who: 'anyone', reads: 'the ticket or reservation whose token is shown' },
  'events.places.name': { who: 'anyone', writes: 'a name of the reservation or ticket whose token is shown' },
  'events.places.give': {
    who: 'anyone',
    writes: 'a place of the reservation or ticket whose token is shown',
    limits: ['reservation mails'],
    mails: { 'events.place-given': 'the address typed', 'events.place-left': 'the guest' },
  },
  'events.claim': { who: 'anyone', writes: 'the claim of the reservation whose token is shown' },
  'events.choose': {
    who: 'anyone',
    writes: 'the choice of the reservation whose token is shown, its tickets, what is owed back of it',
    limits: ['event choices'],
    mails: { 'events.choice-made': 'the guest' },
  },
  'events.admin.change.state': { who: 'manage event', reads: 'sums of all reservations, of the money for them' },
  'events.admin.change.make': {
    who: 'manage event',
    writes: 'the event’s days, all its reservations and tickets, the money that came for them',
    mails: { 'events.moved': 'every guest', 'events.called-off': 'every guest' },
  },
  'events.admin.details.get': { who: 'manage event', reads: NOBODYS },
  'events.admin.details.save': { who: 'manage event', writes: 'the way to the event and its timetable' },
  'events.admin.list': { who: 'manage event', reads: 'all reservations' },
  'events.admin.totals': { who: 'manage event', reads: 'all reservations' },
  'events.admin.notes.add': { who: 'manage event', writes: 'one note, under its key' },
  'events.admin.notes.change': { who: 'manage event', writes: 'one note of their own' },
  'events.admin.notes.remove': { who: 'manage event', writes: 'one note of their own' },
  'events.admin.confirm': {
    who: 'manage event',
    writes: 'one reservation, its tickets, the money that came for it',
    mails: CONFIRMED,
  },
  'events.admin.remove': {
    who: 'manage event',
    writes: 'one reservation, its tickets, the money that came for it',
    mails: { 'events.cancelled': 'the guest' },
  },
  'events.admin.sendAgain': {
    who: 'manage event',
    reads: 'one reservation, its tickets',
    mails: { 'events.confirmed': 'the guest', 'events.reserved': 'the guest' },
    audited: 'yes',
  },
  'events.admin.correct': {
    who: 'manage event',
    writes: 'one reservation, its links and codes',
    mails: { 'events.confirmed': 'the guest', 'events.reserved': 'the guest' },
  },
  'events.admin.export': { who: 'manage event', reads: 'all reservations', audited: 'yes' },
  'events.admin.door.check': { who: 'manage event', writes: 'one check of a ticket, under its key' },
  'events.admin.door.outcome': { who: 'manage event', reads: 'one check' },
  'events.admin.door.undo': { who: 'manage event', writes: 'one entry' },
  'events.admin.door.guests': { who: 'manage event', reads: 'all guests of this year’s event' },
  'events.admin.door.state': { who: 'manage event', reads: 'sums of the doors, the last checks' },
  'events.admin.door.report': {
    who: 'manage event',
    writes: 'the device it comes from',
    audited: 'no: that a phone stands at a door, forgotten after a day',
  },

  'bank.statements.list': { who: 'manage event', reads: 'all statements' },
  'bank.statements.import': { who: 'manage event', writes: 'a new statement' },
  'bank.statements.sums': { who: 'manage event', reads: 'one statement' },
  'bank.statements.confirmExact': { who: 'manage event', writes: 'the reservations it pays', mails: CONFIRMED },
  'bank.lines.list': { who: 'manage event', reads: 'one statement' },
  'bank.lines.compare': { who: 'manage event', reads: 'one payment, one reservation and what came for it' },
  'bank.lines.decide': {
    who: 'manage event',
    writes: 'one payment, the reservation it is for',
    mails: { ...CONFIRMED, 'events.part-came': 'the guest' },
  },
  'bank.lines.dismiss': { who: 'manage event', writes: 'one payment' },
  'bank.lines.reopen': { who: 'manage event', writes: 'one payment' },
  'bank.owed.list': { who: 'manage event', reads: 'all money owed back' },
  'bank.owed.mark': { who: 'manage event', writes: 'one sum owed back' },

  'network.inviter': { who: 'anyone', reads: 'the username of a code’s owner', limits: ['inviter look-ups'] },
  'network.enrollWithReferral': {
    who: 'signedIn',
    writes: 'own place',
    mails: {
      'accounts.registration-received': 'the account, when a waiting one is refused',
      'accounts.registration-waiting': 'the super-admin, likewise',
    },
  },
  'network.mine': { who: 'member', reads: 'own place' },
  'network.myDirect': { who: 'member', reads: 'own direct members' },
  'network.admin.enrollRef': { who: 'manage network', writes: 'one place' },
  'network.admin.people': { who: 'manage network', reads: 'all people' },
  'network.admin.tree': { who: 'manage network', reads: 'all places' },
  'network.admin.member': { who: 'manage network', reads: 'one member and who is above and below' },
  'network.admin.move': { who: 'manage network', writes: 'one place and all below' },
  'network.admin.blockInvites': { who: 'manage network', writes: 'one member' },

  'tasks.mine': { who: 'member', reads: 'own tasks' },
  'tasks.complain': {
    who: 'member',
    writes: 'own order',
    mails: { 'tasks.complaint-received': 'the buyer', 'tasks.complaint-came': 'the super-admin' },
  },
  'tasks.admin.open': { who: 'answer customers', reads: 'tasks and the addresses of their buyers' },
  'tasks.admin.answer': { who: 'answer customers', writes: 'open tasks', mails: { 'tasks.answered': 'the buyers' } },

  'installations.mine': { who: 'member', reads: 'own installations' },
  'installations.record': { who: 'member', writes: 'own installation' },
  'installations.admin.list': { who: 'answer customers', reads: 'installations, whom they are for and who does them' },
  'installations.admin.installers': { who: 'answer customers', reads: 'names and towns of those with the label' },
  'installations.admin.assign': {
    who: 'answer customers',
    writes: 'one installation',
    mails: { 'installations.assigned': 'the installer' },
  },
  'installations.admin.cancel': {
    who: 'answer customers',
    writes: 'one installation',
    mails: { 'installations.cancelled': 'the installer' },
  },

  'live.admin': { who: 'staff', reads: 'that lists of its own duties changed, not what', streams: 'session' },
  'live.me': { who: 'signedIn', reads: 'that the own account changed, not what', streams: 'session' },

  'admin.overview': { who: 'see sales', reads: 'totals' },
  'admin.sales': { who: 'see sales', reads: 'totals' },
  'admin.audit': { who: 'see audit', reads: 'the audit log' },
  'admin.mails.list': { who: 'manage mail', reads: 'all mails' },
  'admin.mails.preview': { who: 'manage mail', reads: 'one mail', audited: 'yes' },
  'admin.mails.retry': { who: 'manage mail', writes: 'one mail', mails: { 'the mail itself': 'its address' } },
  'admin.mails.retryFailed': {
    who: 'manage mail',
    writes: 'all mails that were given up',
    mails: { 'the mail itself': 'the address of each' },
  },
} as const satisfies Record<string, Call>;

const OTHERS = {
  'POST /webhooks/stripe': {
    who: 'payment provider',
    writes: 'the order or subscription that the payment provider names',
    mails: { ...SETTLED, 'advertising.payment-failed': 'the buyer', 'advertising.cancelled': 'the buyer' },
  },
  'POST /api/problems': {
    who: 'anyone',
    writes: 'the log',
    limits: ['problem reports', 'problem reports in all'],
    audited: 'no: nothing is kept',
  },
} as const satisfies Record<string, Call>;

/**
 * Everything the server can be asked, a row for each: every procedure of the contract, every call of the sign-in server,
 * the webhook and the problem reports. The server takes the limits from here, the tests the access levels, and
 * `docs/security.md` prints it (`npm run render:security`). A call without a row fails the tests.
 */
export const CALLS = { ...PROCEDURES, ...SIGN_IN_CALLS, ...OTHERS };
export type CallName = keyof typeof CALLS;
